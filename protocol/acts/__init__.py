"""Acts of an umpire: at a table, on people, and on the whole room."""
