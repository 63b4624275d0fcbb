"""A faster version of Escalate! for playouts, with numbers in place of objects."""
