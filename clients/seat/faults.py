"""What is still to be done before a field is filled, in words; "" when nothing is."""

from __future__ import annotations

from warcouncil.protocol.answers import misfit
from warcouncil.protocol.forms import Moves, Pick, Rank, Sort, Words
from warcouncil.protocol.words import clean


def pick_fault(field: Pick, picked: int) -> str:
    """Say how many more or fewer must be picked."""
    if picked < field.low:
        return f"Pick {field.low - picked} more."
    return f"Pick at most {field.high}." if picked > field.high else ""


def rank_fault(field: Rank, ranked: int) -> str:
    """Say how many more or fewer must have a place."""
    if ranked < field.low:
        return f"Give {field.low - ranked} more a place."
    return f"Give at most {field.high} a place." if ranked > field.high else ""


def words_fault(field: Words, text: str) -> str:
    """Say that something must be written."""
    return "Write something." if field.required and not text.strip() else ""


def sort_fault(field: Sort, moves: Moves) -> str:
    """Say which place holds too many or too few."""
    found = misfit(field, moves)
    if found is None:
        return ""
    place, _, over = found
    return f"{clean(place.label)}: {f'{over} too many' if over > 0 else f'{-over} more'}."
