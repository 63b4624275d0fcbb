"""Help with an answer: the hint that fills it in, and the warning before it is sealed."""

from __future__ import annotations

from collections.abc import Callable

from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.sealing import has_choice
from warcouncil.clients.widgets.pieces.wording import listed
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import Answer, Form, Moves, Place, Sort
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.wire.replies import Welcome
from warcouncil.protocol.words import clean

Suggest = Callable[[Welcome, Sheet, Form], Answer | None]
"""Proposes an answer to a form from what the seat sees. Returns None if it has no proposal."""


def no_hint(_welcome: Welcome, _sheet: Sheet, _form: Form) -> None:
    """Propose nothing."""


def hint(desk: Desk, suggest: Suggest) -> Answer | None:
    """Return a proposed answer to the open question, or None if no hint is possible."""
    view, welcome = desk.view, desk.welcome
    if not may_hint(desk) or view is None or view.form is None or welcome is None:
        return None
    return suggest(welcome, view.sheet, view.form)


def may_hint(desk: Desk) -> bool:
    """Return whether the exercise allows this seat a hint, and the open question allows more than one answer."""
    form = desk.view.form if desk.view is not None else None
    allowed = desk.welcome is not None and desk.welcome.hints and not (desk.bot or desk.watching)
    return allowed and form is not None and has_choice(form)


def untouched(filling: Filling) -> bool:
    """Return whether the player has filled in nothing."""
    return filling.values == Filling(filling.form).values


def caution(filling: Filling) -> str:
    """Return the game's warning about what an answer leaves empty, or "" if there is none."""
    for field in filling.fields:
        warned = [place for place in field.places if place.bare] if isinstance(field, Sort) else []
        if isinstance(field, Sort) and warned and _bare(field, filling.moves(field)) == warned:
            names = listed(clean(place.label) for place in warned)
            return say("fields.named", label=names, value=clean(warned[0].bare))
    return ""


def _bare(field: Sort, moves: Moves) -> list[Place]:
    """Return the places that would be empty, about which the game warns, and to which something could still be moved."""
    return [
        place
        for place in field.places
        if place.bare
        and not sum(goals.get(place.name, 0) for goals in moves.values())
        and not any(
            thing.at == place.name and _left(moves, thing.name, thing.count) for thing in field.things
        )
        and any(place.name in thing.to and _left(moves, thing.name, thing.count) for thing in field.things)
    ]


def _left(moves: Moves, thing: str, count: int) -> int:
    return count - sum(moves.get(thing, {}).values())
