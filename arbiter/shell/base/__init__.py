"""Foundations of the shell: the clock, locations, journal entries, leases, listening sockets, limits and the log."""
