"""The commands, with one module for each. A command parses its arguments and calls the other packages."""
