"""What is still to be done before a field is filled, in words; "" when nothing is."""

from __future__ import annotations

from warcouncil.clients.seat.sorting import held
from warcouncil.protocol.forms import Moves, Pick, Sort
from warcouncil.protocol.words import clean


def pick_fault(field: Pick, picked: int) -> str:
    """Say how many more or fewer must be picked."""
    if picked < field.low:
        return f"Pick {field.low - picked} more."
    return f"Pick at most {field.high}." if picked > field.high else ""


def sort_fault(field: Sort, moves: Moves) -> str:
    """Say which place holds too many or too few."""
    lying = held(field, moves)
    for place in field.places:
        if lying[place.name] > place.high:
            away = lying[place.name] - place.high
            return f"{clean(place.label)}: {away} too many."
        if lying[place.name] < place.low:
            return f"{clean(place.label)}: {place.low - lying[place.name]} more."
    return ""
