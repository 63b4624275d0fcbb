"""Commands that run an exercise: host, standby and gateway."""
