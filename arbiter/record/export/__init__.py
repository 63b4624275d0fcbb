"""The export of an exercise: tidy tables, their dictionary, and pseudonyms for people."""
