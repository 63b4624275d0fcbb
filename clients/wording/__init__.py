"""The wording: the messages of seats and projectors by key, in one language or another.

It knows no screen.
"""
