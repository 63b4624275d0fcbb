"""Kashmir Crisis, a game by Brian Train with Nathaniel Brunt."""

from warcouncil.games.kashmir_crisis.game import GAME

__all__ = ["GAME"]
