"""Invariants of an exercise. Tests and rehearsals check them after every stimulus. A running arbiter never does."""
