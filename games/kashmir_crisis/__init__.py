"""Kashmir Crisis, a game by Brian Train with Nathaniel Brunt."""

from games.kashmir_crisis.game import GAME

__all__ = ["GAME"]
