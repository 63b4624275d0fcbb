"""Escalate! on plain values, for playouts."""
