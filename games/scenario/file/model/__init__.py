"""A scenario made ready to play: names, clauses at their places, lengths of what is told."""
