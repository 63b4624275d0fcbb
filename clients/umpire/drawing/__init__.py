"""Lines of the console drawn from the model: the wall, a table, a form.

Also the state that the screens share.
"""
