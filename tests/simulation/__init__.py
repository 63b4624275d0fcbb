"""The simulation: real arbiters, real clients and all faults between them, in virtual time and from one number."""
