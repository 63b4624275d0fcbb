"""The base of every connection: lines, frames on the wire, the terminal, private files, and messages for
system errors.
"""
