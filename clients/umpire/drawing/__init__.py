"""Lines of the console drawn from the model: the wall, a table, a form.

It also has the state that the screens share.
"""
