"""Finds the bot that plays a game sensibly: `clients.bots.<game>.BOT`."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from clients.bots.base import Bot, RandomBot

KINDS = ("sensible", "random")


def bot_for(game: str, kind: str = "sensible") -> type[Bot]:
    """Give the class of a game's bot. A game without a sensible one is played at random.

    Raises KeyError for a kind that is not one of KINDS.
    """
    if kind not in KINDS:
        raise KeyError(kind)
    if kind == "random" or find_spec(f"clients.bots.{game}") is None:
        return RandomBot
    found: type[Bot] = import_module(f"clients.bots.{game}").BOT
    return found
