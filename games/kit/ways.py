"""Ways: how the answer of an asked seat came to count, and who is told if the seat did not seal it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.wording import say
from warcouncil.protocol.words import SeatId

if TYPE_CHECKING:
    from warcouncil.games.kit.game import Phase


class Way(StrEnum):
    """How the answer of an asked seat came to count."""

    SEALED = "sealed"
    """The seat sealed it."""
    DRAFT = "draft"
    """The seat sealed nothing in time, and its draft counts."""
    UMPIRE = "umpire"
    """An umpire answered for the seat."""
    BOT = "bot"
    """A bot answered in the place of the person who holds the seat."""
    STRUCK = "struck out"
    """An umpire struck the answer out. No answer counts, or the default of the rules for a silent seat."""
    SILENT = "silent"
    """No answer came. No answer counts, or the default of the rules for a silent seat."""


_SAID = {
    Way.SEALED: ("ways.sealed_mine", "ways.sealed"),
    Way.DRAFT: ("ways.draft_mine", "ways.draft"),
    Way.UMPIRE: ("ways.umpire_mine", "ways.umpire"),
    Way.BOT: ("ways.bot_mine", "ways.bot"),
    Way.STRUCK: ("ways.struck_mine", "ways.struck"),
    Way.SILENT: ("ways.silent_mine", "ways.silent"),
}
"""The sentences about each way, for the seat and for the others."""

Ways = Mapping[SeatId, Way]
"""How each asked seat came to its answer."""
Unsealed = Literal["", "seat", "all"]
"""The reader who is told of an answer that its seat did not seal: no one (""), the seat, or everyone."""


@dataclass(frozen=True, slots=True)
class SealMissed(Event):
    """A seat did not seal the answer that counts for it. Everyone may know."""

    seen_by = EVERYONE
    seat: Public[SeatId]
    title: Public[str]
    way: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return how its answer came to count."""
        return said_of(Way(known["way"]), known["title"], is_mine=known.mine("seat"))


@dataclass(frozen=True, slots=True)
class SealMissedTold(Event):
    """A seat did not seal the answer that counts for it. Only some may know."""

    seen_by = known_to("to")
    seat: Public[SeatId]
    title: Public[str]
    way: Public[str]
    to: Public[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return how its answer came to count."""
        return said_of(Way(known["way"]), known["title"], is_mine=known.mine("seat"))


WAY_EVENTS: tuple[type[Event], ...] = (SealMissed, SealMissedTold)
"""The events that any game may have besides its own."""


def missed(seat: Seat, way: Way, to: tuple[str, ...] | None) -> Event:
    """Return the event of a seat that did not seal the answer that counts.

    `to` holds the seats and teams that are told. None: everyone.
    """
    if to is None:
        return SealMissed(seat.id, seat.title, way.value)
    return SealMissedTold(seat.id, seat.title, way.value, to)


def unsealed(phase: Phase, seats: Mapping[SeatId, Seat], ways: Ways) -> Iterator[Event]:
    """Yield the events that the closing of a phase sends about answers that their seats did not seal.

    The phase says who may know.
    """
    for seat, way in ways.items() if phase.unsealed else ():
        if way is not Way.SEALED and (phase.awaited or way is not Way.SILENT):
            yield missed(seats[seat], way, None if phase.unsealed == "all" else (seat,))


def said_of(way: Way, title: str, *, is_mine: bool = False) -> str:
    """Return a sentence that says how the answer of a seat came to count. `is_mine`: the seat itself reads it."""
    mine, others = _SAID[way]
    return say(mine) if is_mine else say(others, seat=title)
