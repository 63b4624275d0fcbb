"""A seat in plain lines."""
