"""Recital, a toy that is defined completely by the text of a file."""

from warcouncil.games.recital.game import GAME  # type: ignore[import-not-found]  # it is there while its shelf is

__all__ = ["GAME"]
