"""The seat client."""
