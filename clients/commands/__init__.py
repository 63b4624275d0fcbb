"""The commands, one file each: they read what was typed, and leave the work to the rest of the clients."""
