"""A question of a game as its player reads it, in comparable lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from warcouncil.games.kit.game import AnyGame, Phase
from warcouncil.protocol.table.forms import Choice, Count, FormField, Pick, Rank, Sort, Words
from warcouncil.protocol.words import SeatId


def asked(game: AnyGame, state: Any, seat: str) -> str:
    """Return a seat's question: the heading and the text, then each field and its options."""
    phase, form = game.phase(state), game.form(state, SeatId(seat))
    assert isinstance(phase, Phase)
    lines = [f"{phase.title} ({form.rule}): {form.question} {form.help}".strip()]
    for field in form.fields:
        when = f" if {field.when.field} is {' or '.join(field.when.values)}" if field.when else ""
        lines += [f"{field.name}{when}, {field.label}{_limits(field)}", *_offers(field)]
    return "\n".join([*lines, f"suggested: {form.suggested}"])


def _limits(field: FormField) -> str:
    match field:
        case Pick() | Rank() | Count():
            return f", {field.low} to {field.high}"
        case Words():
            return f", at most {field.chars_max} letters"
        case Choice():
            return ", weighty" if field.weighty else ""
        case Sort():
            return ""
        case _ as never:
            assert_never(never)


def _offers(field: FormField) -> Iterator[str]:
    if isinstance(field, Choice | Pick | Rank):
        for option in field.options:
            key, help_text = option.key and f" [{option.key}]", option.help and f" ({option.help})"
            yield f"  {option.value}: {option.label}{key}{help_text}"
    elif isinstance(field, Sort):
        for thing in field.things:
            yield f"  {thing.count} {thing.name} at {thing.at}: {thing.label} -> {' '.join(thing.to)}"
        for place in field.places:
            more = "".join(f", {said}" for said in (place.holds, place.bare) if said)
            yield f"  {place.name}: {place.label}, {place.low} to {place.high}{more}"
