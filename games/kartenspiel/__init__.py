"""Kartenspiel by Philip Sabin: two army commanders and eight corps commanders with incomplete knowledge of the enemy."""

from warcouncil.games.kartenspiel.game import GAME

__all__ = ["GAME"]
