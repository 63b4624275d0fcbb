"""Reading an exercise afterwards, or beside its arbiter: what happened at every table, with when, who and what was known.

Nothing here changes an exercise file, disturbs the arbiter that holds it, or is needed by one.
"""
