"""The arbiter: the one process that runs every table's rules and clocks."""
