"""A scenario ready to play: names, clauses at their sites, and lengths of what is told."""
