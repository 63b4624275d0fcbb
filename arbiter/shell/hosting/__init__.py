"""A complete arbiter on the network: starts it, measures it, serves its standbys, and stops it."""
