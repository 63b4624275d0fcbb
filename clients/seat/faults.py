"""What is still to be done before a field is filled, in words; "" when nothing is."""

from __future__ import annotations

from warcouncil.clients.wording.saying import say
from warcouncil.protocol.answers import misfit
from warcouncil.protocol.forms import Moves, Pick, Rank, Sort, Words
from warcouncil.protocol.words import clean


def pick_fault(field: Pick, picked: int) -> str:
    """Say how many more or fewer must be picked."""
    if picked < field.low:
        return say("fields.pick_more", n=field.low - picked)
    return say("fields.pick_at_most", n=field.high) if picked > field.high else ""


def rank_fault(field: Rank, ranked: int) -> str:
    """Say how many more or fewer must have a place."""
    if ranked < field.low:
        return say("fields.place_more", n=field.low - ranked)
    return say("fields.place_at_most", n=field.high) if ranked > field.high else ""


def words_fault(field: Words, text: str) -> str:
    """Say that something must be written."""
    return say("fields.write_something") if field.required and not text.strip() else ""


def sort_fault(field: Sort, moves: Moves) -> str:
    """Say which place holds too many or too few."""
    found = misfit(field, moves)
    if found is None:
        return ""
    place, _, over = found
    label = clean(place.label)
    return (
        say("fields.too_many", place=label, n=over)
        if over > 0
        else say("fields.too_few", place=label, n=-over)
    )
