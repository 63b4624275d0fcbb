"""The simulation: real arbiters, real clients and everything that can go wrong between them, in virtual time and from one number."""
