"""The Textual screens of a seat: the table, its panes, and the boxes over it."""
