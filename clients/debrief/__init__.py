"""The debrief on paper: what happened at every table, as pages that are read in a browser, stepped through and printed.

`building`, `comparing` and `parting` turn the accounts of the arbiter's record into pages (`model`); `drawing`, `page` and `printing`
make a file of them and know no arbiter.
"""
