"""Words and scenes that the events of the war share."""

from __future__ import annotations

from typing import Any

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.state import DECK_NAMES, NAMES, SEAT_IDS
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.events import Known
from warcouncil.protocol.table.scenes import CardsChange, Change, FrontChange, Scene
from warcouncil.protocol.words import SeatId


def named(seat: str) -> str:
    """Return the name of the faction on a seat."""
    return NAMES[SEAT_IDS.index(SeatId(seat))]


def who(known: Known, field: str = "seat") -> str:
    """Return the player in a field for the start of a sentence. The player reads "You"."""
    return say("events.you") if known.mine(field) else named(known[field])


def whom(known: Known, field: str) -> str:
    """Return the player in a field for the middle of a sentence. The player reads "you"."""
    return say("events.you_middle") if known.mine(field) else named(known[field])


TOLL = "toll"
"""The key of the track of the toll."""


def deck_title(deck: str) -> str:
    """Return the name of a deck in a sentence."""
    return say("events.deck_left" if deck == DECK_NAMES[0] else "events.deck_right")


def hand_of(seat: str) -> str:
    """Return the key of a player's hand."""
    return f"{seat}-hand"


def points_of(seat: str) -> str:
    """Return the label of a player's victory points."""
    return say("sheet.points", side=named(seat))


def dead_of(seat: str) -> str:
    """Return the label of a player's dead."""
    return say("sheet.dead", side=named(seat))


def used(known: Known) -> CardsChange:
    """Return the change that removes the played card from the hand.

    If its face is not known, it removes a card with its back.
    """
    card = cards.in_hand(known["card"]) if "card" in known else cards.face_down(known["kind"])
    return CardsChange(title=hand_of(known["seat"]), take=(card,))


def left_of(seat: str) -> str:
    """Return the label of the cards that a player may still play this turn."""
    return say("sheet.to_play", side=named(seat))


def city_scene(city: str, seat: str, *more: Change, joins: bool | None = None, **changes: Any) -> Scene:
    """Return the scene in which one side of a city changes."""
    changed = FrontChange(front=city, side=named(seat), **changes)
    return Scene(title=city, changes=(changed, *more), joins=joins)
