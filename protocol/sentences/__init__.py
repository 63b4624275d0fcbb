"""Sentences of the host. Each has a key and fields, so that a client can show it in its own language."""
