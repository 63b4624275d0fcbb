"""Whole exercises and many games, played by bots in virtual time."""
