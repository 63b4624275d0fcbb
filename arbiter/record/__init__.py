"""Reading an exercise, afterwards or beside its arbiter: what happened, when, by whom, and who knew it.

No code here changes an exercise file or disturbs the arbiter that has locked it. No arbiter needs it.
"""
