"""The wording: the messages of seats, projectors, consoles and replays by key, in one language.

It uses no screen.
"""
