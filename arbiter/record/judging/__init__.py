"""Playing on from a position: estimates, judgements of decisions, and the analysis that keeps them."""
