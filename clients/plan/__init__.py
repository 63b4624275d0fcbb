"""The plan of an exercise: the people, their seats, the games, the clocks.

A tutor writes this TOML file beforehand.
"""
