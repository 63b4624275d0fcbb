"""Sentences of the host: each has a key and fields, so that a client can word it in its own language."""
