"""Words and scenes that the events of the war share."""

from __future__ import annotations

from typing import Any

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.state import NAMES, SEAT_IDS
from warcouncil.games.kit.events import Known
from warcouncil.protocol.table.scenes import CardsChange, Change, FrontChange, Scene
from warcouncil.protocol.words import SeatId


def named(seat: str) -> str:
    """Return the name of the faction on a seat."""
    return NAMES[SEAT_IDS.index(SeatId(seat))]


def who(known: Known, field: str = "seat") -> str:
    """Return the player in a field for the start of a sentence. The player reads "You"."""
    return "You" if known.mine(field) else named(known[field])


def whom(known: Known, field: str) -> str:
    """Return the player in a field for the middle of a sentence. The player reads "you"."""
    return "you" if known.mine(field) else named(known[field])


def whose(known: Known, field: str) -> str:
    """Return the possessive of the player in a field for the middle of a sentence. The player reads "your"."""
    return "your" if known.mine(field) else f"{named(known[field])}'s"


def listed(names: tuple[str, ...]) -> str:
    """Return names as a list in a sentence: "a, b and c"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else "nothing"


JUS_WORDS = {
    "play+1": "one more card this turn",
    "draw2_now": "draw two cards at once",
    "ignore_friendly_fire_once": "one attack this turn may ignore friendly fire",
}
"""The effects of Jus ad bellum in words. All of them are ours."""

TOLL = "toll"
"""The key of the track of the toll."""
JUS = "Jus ad bellum"
"""The label of the fact that names the owner of Jus ad bellum."""


def hand_of(seat: str) -> str:
    """Return the key of a player's hand."""
    return f"{seat}-hand"


def points_of(seat: str) -> str:
    """Return the label of a player's victory points."""
    return f"{named(seat)}'s victory points"


def dead_of(seat: str) -> str:
    """Return the label of a player's dead."""
    return f"{named(seat)}'s dead"


def used(known: Known) -> CardsChange:
    """Return the change that takes the played card out of the hand.

    If its face is not known, it takes a card with its back.
    """
    card = cards.in_hand(known["card"]) if "card" in known else cards.face_down(known["kind"])
    return CardsChange(title=hand_of(known["seat"]), take=(card,))


def left_of(seat: str) -> str:
    """Return the label of the cards that a player may still play this turn."""
    return f"{named(seat)}'s cards to play"


def city_scene(city: str, seat: str, *more: Change, joins: bool | None = None, **changes: Any) -> Scene:
    """Return the scene in which one side of a city changes."""
    changed = FrontChange(front=city, side=named(seat), **changes)
    return Scene(title=city, changes=(changed, *more), joins=joins)
