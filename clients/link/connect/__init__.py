"""A link that comes back by itself."""
