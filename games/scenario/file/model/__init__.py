"""A scenario that is ready to play: names, clauses at their sites, and lengths of texts."""
