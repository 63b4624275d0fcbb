"""The commands: one file each, which reads what was typed and leaves the work to the other rooms."""
