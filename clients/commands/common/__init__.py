"""Shared code of the commands: errors in one line, the location of an exercise, codes, files, and running a client."""
