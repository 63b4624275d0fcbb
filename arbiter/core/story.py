"""The story of a table: what happened at a table at once, in the words of its game or of an umpire."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from warcouncil.games.kit import codec
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public
from warcouncil.games.kit.game import AnyGame


@dataclass(frozen=True, slots=True)
class UmpireRuled(Event):
    """An umpire decided something that everyone at the table is told."""

    seen_by = EVERYONE
    text: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say the ruling."""
        return f"Ruling of the umpire: {known['text']}"


def load_event(game: AnyGame, body: dict[str, Any]) -> Event:
    """Give an event of the game, or a ruling, that a closing kept."""
    if body["event"] == UmpireRuled.__name__:
        return UmpireRuled(body["text"])
    return codec.load_event(game, body)


@dataclass(frozen=True, slots=True)
class Chapter:
    """What happened at once, and when in the players' words."""

    heading: str
    events: tuple[Event, ...]
