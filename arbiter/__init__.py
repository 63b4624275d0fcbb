"""The arbiter: the one process that runs the rules and clocks of all tables."""
