"""Words that the sentences about the crisis are made of."""

from __future__ import annotations

from warcouncil.games.kashmir_crisis.cards import NAMES, label, tone
from warcouncil.games.kit.events import Known
from warcouncil.protocol.sheets import Card


def who(known: Known, field: str = "seat") -> str:
    """Begin a sentence with the side that a field names: "You" to itself."""
    return "You" if known.mine(field) else NAMES[known[field]]


def whose(known: Known, field: str = "seat") -> str:
    """Begin a sentence with whose something is: "Your" to itself."""
    return "Your" if known.mine(field) else f"{NAMES[known[field]]}'s"


DECK_NAMES = {
    "resource": "The Resource Deck",
    "india": "India's deck",
    "pakistan": "Pakistan's deck",
    "events": "The Event Deck",
}


def face_up(card: str) -> Card:
    """Draw a card that everybody sees."""
    return Card(face=label(card), tone=tone(card))
