"""Help with an answer: what a hint would fill in, and what is asked about before it is sealed."""

from __future__ import annotations

from collections.abc import Callable

from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.widgets.pieces.wording import listed
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import Answer, Form, Moves, Place, Sort
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.wire.replies import Welcome
from warcouncil.protocol.words import clean

Suggest = Callable[[Welcome, Sheet, Form], Answer | None]
"""Proposes an answer to a form, of what its seat sees; None: it has none."""


def no_hint(_welcome: Welcome, _sheet: Sheet, _form: Form) -> None:
    """Propose nothing."""


def hint(desk: Desk, suggest: Suggest) -> Answer | None:
    """Give a proposed answer to the open question, where the exercise lets players have one."""
    view, welcome = desk.view, desk.welcome
    if view is None or view.form is None or welcome is None or not welcome.hints or desk.bot or desk.watching:
        return None
    return suggest(welcome, view.sheet, view.form)


def untouched(filling: Filling) -> bool:
    """Tell whether nothing has been filled in by hand."""
    return filling.values == Filling(filling.form).values


def caution(filling: Filling) -> str:
    """Say what an answer leaves undone that the game warns of; "" where it warns of nothing."""
    for field in filling.fields:
        warned = [place for place in field.places if place.bare] if isinstance(field, Sort) else []
        if isinstance(field, Sort) and warned and _bare(field, filling.moves(field)) == warned:
            names = listed(clean(place.label) for place in warned)
            return say("fields.named", label=names, value=clean(warned[0].bare))
    return ""


def _bare(field: Sort, moves: Moves) -> list[Place]:
    """Give the places that would hold nothing, of which the game warns, and into which something could still go."""
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
