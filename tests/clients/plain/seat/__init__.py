"""Plain lines."""
