"""The door: the addresses where the arbiter may be, and the exchange at its door."""
