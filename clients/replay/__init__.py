"""Replay: a recorded game, from any viewpoint, on the screens that players have.

It draws views and does not use the arbiter.
"""
