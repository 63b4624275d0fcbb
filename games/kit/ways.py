"""Ways: the origin of the answer that counts for an asked seat, and who is informed if the seat did not seal it."""

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
    """The origin of the answer that counts for an asked seat."""

    SEALED = "sealed"
    """The seat sealed it."""
    DRAFT = "draft"
    """The seat sealed nothing in time, and its draft counts."""
    UMPIRE = "umpire"
    """An umpire answered for the seat."""
    BOT = "bot"
    """A bot answered in the place of the person who holds the seat."""
    STRUCK = "struck out"
    """An umpire voided the answer. No answer counts, or the default of the rules for a silent seat does."""
    SILENT = "silent"
    """No answer came. No answer counts, or the default of the rules for a silent seat does."""


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
"""The origin of each asked seat's answer."""
Unsealed = Literal["", "seat", "all"]
"""The readers who are informed of an answer that its seat did not seal: none (""), the seat, or everyone."""


@dataclass(frozen=True, slots=True)
class SealMissed(Event):
    """A seat did not seal the answer that counts for it. Everyone may know it."""

    seen_by = EVERYONE
    seat: Public[SeatId]
    title: Public[str]
    way: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the origin of its answer."""
        return said_of(Way(known["way"]), known["title"], is_mine=known.mine("seat"))


@dataclass(frozen=True, slots=True)
class SealMissedTold(Event):
    """A seat did not seal the answer that counts for it. Only some readers may know it."""

    seen_by = known_to("to")
    seat: Public[SeatId]
    title: Public[str]
    way: Public[str]
    to: Public[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the origin of its answer."""
        return said_of(Way(known["way"]), known["title"], is_mine=known.mine("seat"))


WAY_EVENTS: tuple[type[Event], ...] = (SealMissed, SealMissedTold)
"""The events that any game may have besides its own."""


def missed(seat: Seat, way: Way, to: tuple[str, ...] | None) -> Event:
    """Return the event of a seat that did not seal the answer that counts.

    `to` has the seats and teams that are informed. None means everyone.
    """
    if to is None:
        return SealMissed(seat.id, seat.title, way.value)
    return SealMissedTold(seat.id, seat.title, way.value, to)


def unsealed(phase: Phase, seats: Mapping[SeatId, Seat], ways: Ways) -> Iterator[Event]:
    """Yield the events at the closing of a phase about answers that their seats did not seal.

    The phase says who may know it.
    """
    for seat, way in ways.items() if phase.unsealed else ():
        if way is not Way.SEALED and (phase.awaited or way is not Way.SILENT):
            yield missed(seats[seat], way, None if phase.unsealed == "all" else (seat,))


def said_of(way: Way, title: str, *, is_mine: bool = False) -> str:
    """Return a sentence about the origin of the answer of a seat. `is_mine`: the seat itself reads it."""
    mine, others = _SAID[way]
    return say(mine) if is_mine else say(others, seat=title)
