"""The commands, with one module for each. A command parses the command line and leaves the work to the other rooms."""
