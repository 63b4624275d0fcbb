"""What every part of the shell stands on: the clock, locations, journal entries, leases, listening sockets, limits, the log."""
