"""Shared code of the commands: errors in one line, the place of an exercise, codes, files, and running a
client.
"""
