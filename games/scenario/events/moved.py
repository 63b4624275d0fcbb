"""The events of a map: how orders ended, and which places have a new owner."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.games.scenario.events.followed import Cell
from warcouncil.games.scenario.wording import say

Result = tuple[str, str, str, str]
"""The result of one order: how it ended, the piece, its place, and the other place or piece that the order names."""


@dataclass(frozen=True, slots=True)
class OrdersResolved(Event):
    """The orders of one side were carried out on a map whose pieces everyone sees."""

    seen_by = EVERYONE
    who: Public[str]
    results: Public[tuple[Result, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the result of each order."""
        return _results(known)


@dataclass(frozen=True, slots=True)
class OwnOrdersResolved(Event):
    """The orders of one side were carried out. Only that side and the white cell know how they ended."""

    seen_by = known_to("to", "cell")
    who: Public[str]
    results: Public[tuple[Result, ...]]
    to: Public[tuple[str, ...]]
    cell: Cell

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the result of each order."""
        return _results(known)


@dataclass(frozen=True, slots=True)
class PlaceTaken(Event):
    """A place has another owner, and everyone sees it."""

    seen_by = EVERYONE
    place: Public[str]
    owner: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which side holds the place now."""
        return say("events.taken", place=known["place"], owner=known["owner"])


@dataclass(frozen=True, slots=True)
class OwnPlaceTaken(Event):
    """A place has another owner. Only the sides that see it on their maps are informed."""

    seen_by = known_to("to", "cell")
    place: Public[str]
    owner: Public[str]
    to: Public[tuple[str, ...]]
    cell: Cell

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which side holds the place now."""
        return say("events.taken", place=known["place"], owner=known["owner"])


def _results(known: Known) -> str:
    return say(
        "events.orders", who=known["who"], results=" ".join(_worded(*each) for each in known["results"])
    )


def _worded(end: str, piece: str, place: str, other: str) -> str:
    match end:
        case "moved":
            return say("events.went", piece=piece, place=place, to=other)
        case "bounced":
            return say("events.bounced", piece=piece, place=place, to=other)
        case "supported":
            return say("events.supported", piece=piece, other=other)
        case "cut":
            return say("events.support_cut", piece=piece, other=other)
        case "void":
            return say("events.support_void", piece=piece, other=other)
        case "retreated":
            return say("events.retreated", piece=piece, place=place, to=other)
        case "removed":
            return say("events.removed", piece=piece, place=place)
        case _:
            return say("events.stood", piece=piece, place=place)


EVENT_TYPES: tuple[type[Event], ...] = (OrdersResolved, OwnOrdersResolved, PlaceTaken, OwnPlaceTaken)
