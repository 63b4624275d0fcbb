"""The debrief on paper: what happened at every table, as pages that are read in a browser, stepped through and printed.

`building` turns the accounts of a record into pages (`model`). `draw` makes files of the pages and knows no arbiter.
"""
