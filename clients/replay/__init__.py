"""Replay: a recorded game, from any viewpoint, on the screens that players know.

It draws views and knows no arbiter.
"""
