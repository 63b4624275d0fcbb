"""Lines of the console drawn from the model: the wall, a table, a form, and the console state that they share."""
