"""The commands: one module each, which reads the command line and leaves the work to the other rooms."""
