"""The model of a seat without a window: what its client knows and can do, conversations, documents, hints and
feedback.

It does not use Textual.
"""
