"""Words that the sentences about the war are made of."""

from __future__ import annotations

from typing import Any

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.state import NAMES, SEAT_IDS
from warcouncil.games.kit.events import Known
from warcouncil.protocol.table.scenes import CardsChange, Change, FrontChange, Scene
from warcouncil.protocol.words import SeatId


def named(seat: str) -> str:
    """Give the name of the faction on a seat."""
    return NAMES[SEAT_IDS.index(SeatId(seat))]


def who(known: Known, field: str = "seat") -> str:
    """Begin a sentence with the one that a field names: "You" to himself."""
    return "You" if known.mine(field) else named(known[field])


def whom(known: Known, field: str) -> str:
    """Name in mid-sentence the one that a field names: "you" to himself."""
    return "you" if known.mine(field) else named(known[field])


def whose(known: Known, field: str) -> str:
    """Say in mid-sentence whose something is: "your" to himself."""
    return "your" if known.mine(field) else f"{named(known[field])}'s"


def listed(names: tuple[str, ...]) -> str:
    """Join names as people do: "a, b and c"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else "nothing"


JUS_WORDS = {
    "play+1": "one more card this turn",
    "draw2_now": "draw two cards at once",
    "ignore_friendly_fire_once": "one attack this turn may ignore friendly fire",
}
"""The effects of Jus ad bellum in words; all of them are ours."""

TOLL = "toll"
"""The track of the toll."""
JUS = "Jus ad bellum"
"""Where it is said who has it."""


def hand_of(seat: str) -> str:
    """Give the key of a player's hand."""
    return f"{seat}-hand"


def points_of(seat: str) -> str:
    """Give the label of a player's victory points."""
    return f"{named(seat)}'s victory points"


def dead_of(seat: str) -> str:
    """Give the label of a player's dead."""
    return f"{named(seat)}'s dead"


def used(known: Known) -> CardsChange:
    """Take the card that is played out of the player's hand, a card of its back where its face is not known."""
    card = cards.in_hand(known["card"]) if "card" in known else cards.face_down(known["kind"])
    return CardsChange(title=hand_of(known["seat"]), take=(card,))


def left_of(seat: str) -> str:
    """Give the label of the cards that a player may still play this turn."""
    return f"{named(seat)}'s cards to play"


def city_scene(city: str, seat: str, *more: Change, joins: bool | None = None, **changes: Any) -> Scene:
    """Give the scene in which one side of a city changes."""
    changed = FrontChange(front=city, side=named(seat), **changes)
    return Scene(title=city, changes=(changed, *more), joins=joins)
