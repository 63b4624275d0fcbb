"""Invariants of an exercise, checked after every stimulus by tests and rehearsals, never at work."""
