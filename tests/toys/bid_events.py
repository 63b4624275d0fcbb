"""Sealed bid: the seats, the events of their table, and the readers of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.scenes import CardsChange, Scene
from warcouncil.protocol.table.sheets import Card
from warcouncil.protocol.words import SeatId, TeamId

SEATS = tuple(
    Seat(SeatId(f"{team}.{number}"), TeamId(team), f"{team.title()} {number}", "Bids for prizes.")
    for team in ("red", "black")
    for number in (1, 2)
)
TITLES = {seat.id: seat.title for seat in SEATS}


@dataclass(frozen=True, slots=True)
class BidShown(Event):
    """A bid was turned up for all."""

    seen_by = EVERYONE
    bidder: Public[SeatId]
    card: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the bidder and the bid."""
        return f"{_who(known, 'bidder')} bid {known['card']}."


@dataclass(frozen=True, slots=True)
class BidKept(Event):
    """A bid lost and stayed face down: all learn that it lost, its owner alone knows the card."""

    seen_by = EVERYONE
    bidder: Public[SeatId]
    card: Annotated[int, known_to("bidder")]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return that a bid lost, and for its owner which."""
        what = f"{known['card']}" if "card" in known else "less"
        return f"{_who(known, 'bidder')} bid {what} and kept the card face down."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Lay the card aside: its owner alone sees the face."""
        face = str(known["card"]) if "card" in known else None
        kept = CardsChange(title=f"Kept by {TITLES[known['bidder']]}", add=(Card(face=face),))
        return Scene(title=TITLES[known["bidder"]], changes=(kept,))


@dataclass(frozen=True, slots=True)
class PrizeTaken(Event):
    """A seat took the prize, with or without a claim."""

    seen_by = EVERYONE
    taker: Public[SeatId]
    points: Public[int]
    claimed: Public[bool]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the winner of the prize."""
        how = "claimed" if known["claimed"] else "took"
        return f"{_who(known, 'taker')} {how} the prize for {known['points']}."


@dataclass(frozen=True, slots=True)
class ClaimPassed(Event):
    """A seat let a tied prize go."""

    seen_by = EVERYONE
    passer: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the name of the seat that passed."""
        return f"{_who(known, 'passer')} passed."


def _who(known: Known, field: str) -> str:
    return "You" if known.mine(field) else TITLES[known[field]]
