"""Judging by playouts from a position: estimates, judgements of decisions, and the analysis that stores them."""
