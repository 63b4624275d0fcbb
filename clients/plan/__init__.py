"""The plan of an exercise: the people, their seats, the games, the clocks.

A TOML file that a tutor writes beforehand.
"""
