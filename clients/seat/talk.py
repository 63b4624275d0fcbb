"""What a desk speaks of: conversations, what the clock does, and the cards that open no seat."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from warcouncil.protocol.views import Spoken
from warcouncil.protocol.words import ChannelId, Role

WRONG_ROLE = {
    Role.UMPIRE: "This card is an umpire's: use `warcouncil umpire` with it.",
    Role.OBSERVER: "This card is an observer's: use `warcouncil umpire` with it.",
    Role.TECHNICAL: "This card is for the technical desk: use `warcouncil umpire` with it.",
    Role.DISPLAY: "This card is for a projector: use `warcouncil display` with it.",
}


class Timing(Enum):
    """What the clock does."""

    NONE = auto()
    """There is none: the game is over, or nothing has come yet."""
    RUNS = auto()
    URGENT = auto()
    """It runs, and little is left."""
    UP = auto()
    STANDS = auto()
    """It stands: paused, held or not begun."""


@dataclass(slots=True)
class Conversation:
    """A conversation, as long as it is remembered: its lines by number, and what is half written."""

    id: ChannelId
    title: str
    members: tuple[str, ...]
    quiet_ms: int
    lines: dict[int, Spoken]
    half: str = ""
