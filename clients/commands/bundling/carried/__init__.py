"""The code in a bundle besides wheels.

It runs where nothing is installed, so it imports only the standard library.
"""
