"""Kartenspiel by Philip Sabin: two army commanders, eight corps commanders, and the fog between them."""

from warcouncil.games.kartenspiel.game import GAME

__all__ = ["GAME"]
