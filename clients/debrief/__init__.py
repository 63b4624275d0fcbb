"""The debrief on paper: the events at every table, as pages that people read in a browser, step through and print.

`building` turns the accounts of a record into pages (`model`). `draw` makes files from the pages and does not use the
arbiter.
"""
