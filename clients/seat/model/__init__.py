"""The knowledge and the possibilities of a seat: its desk, conversations, documents, hints, feedback.

No Textual.
"""
