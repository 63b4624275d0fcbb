"""Bots and the gateway as an arbiter runs them."""
