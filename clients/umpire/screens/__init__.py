"""The Textual screens of the console: the wall, a table, a seat, injects, lists, and the box before an act."""
