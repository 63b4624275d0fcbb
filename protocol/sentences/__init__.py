"""Sentences of the host: each has a key and fields, so a client can word it in its own language."""
