"""Asking: the fields for the orders of a team's pieces, and the conversion of answers into orders.

Each piece has one choice: hold, a place next to it, or support. If the choice is support, a second choice says for
which piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from warcouncil.games.kit.dice import Dice
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.text.map import PiecePart
from warcouncil.games.scenario.look import Outlook
from warcouncil.games.scenario.map.orders import HOLD, Order
from warcouncil.games.scenario.map.sight import near_of, own_pieces, sighting
from warcouncil.games.scenario.map.words import other_title
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.forms import Answer, Choice, FormField, Option, When
from warcouncil.protocol.table.sheets import Map, Sheet

HOLDS, SUPPORTS = "hold", "support"
"""The values of two options. No place may have these names."""
_WHOM = ".support"
_NONE = "none"


def order_fields(look: Outlook, name: str, team: str) -> tuple[FormField, ...]:
    """8.1 Return the fields of a question for orders: one or two for each piece of the team on the map.

    A team without a piece gets one field without a choice. This keeps other teams from inferring from the clock
    which team has no pieces left.
    """
    pieces = own_pieces(look.state, team)
    if not pieces:
        only = (Option(value=_NONE, label=say("asked.no_piece")),)
        return (Choice(name=name, label=say("asked.orders"), options=only),)
    return tuple(field for piece in pieces for field in _piece_fields(look, piece))


def _piece_fields(look: Outlook, piece: PiecePart) -> Iterator[FormField]:
    script, here = look.script, look.state.stands[piece.name]
    near = near_of(script.board)[here]
    label = say("asked.piece", piece=piece.title, place=script.places[here].title, strength=piece.strength)
    options = [
        Option(value=HOLDS, label=say("asked.hold")),
        *(Option(value=at, label=say("asked.move_to", place=script.places[at].title)) for at in near),
    ]
    whom = tuple(_supports(look, piece))
    if whom:
        options.append(Option(value=SUPPORTS, label=say("asked.support")))
    yield Choice(name=piece.name, label=label, options=tuple(options))
    if whom:
        yield Choice(
            name=f"{piece.name}{_WHOM}",
            label=say("asked.support_whom", piece=piece.title),
            options=whom,
            when=When(field=piece.name, values=(SUPPORTS,)),
        )


def _supports(look: Outlook, piece: PiecePart) -> Iterator[Option]:
    """8.4 Yield what a piece can support: each piece that its seat sees and whose own place, or a place to which
    that piece may move, is next to this piece.
    """
    script, stands = look.script, look.state.stands
    near = near_of(script.board)
    mine = near[stands[piece.name]]
    seen = sighting(look.state, script.commander(piece.of))
    assert seen is not None
    for other in seen.pieces():
        if other.name == piece.name:
            continue
        here = stands[other.name]
        title = other_title(script, piece.name, other.name)
        for to in ("", *near[here]):
            if (to or here) in mine:
                yield Option(value=_value(other.name, to), label=_support_label(script, title, here, to))


def _support_label(script: Script, title: str, here: str, to: str) -> str:
    at = script.places[here].title
    if to:
        return say("asked.supports_move", piece=title, at=at, to=script.places[to].title)
    return say("asked.supports_hold", piece=title, at=at)


def _value(name: str, to: str) -> str:
    return f"{name}.{to}" if to else name


def holding(fields: tuple[FormField, ...]) -> Answer:
    """Return the answer in which every piece holds, as a start."""
    return {
        field.name: field.options[0].value
        for field in fields
        if isinstance(field, Choice) and field.when is None
    }


# --- answers ------------------------------------------------------------------------------------------------------


def given_orders(script: Script, team: str, answer: Answer | None) -> dict[str, str] | None:
    """Return the orders in an answer by piece, without those that hold. None if there is no answer."""
    if answer is None:
        return None
    found = {
        name: _order(answer, name)
        for name, piece in script.pieces.items()
        if piece.of == team and name in answer
    }
    return {name: str(order) for name, order in found.items() if order != HOLD}


def _order(answer: Answer, name: str) -> Order:
    said = answer[name]
    if said == SUPPORTS:
        of, _, to = str(answer[f"{name}{_WHOM}"]).partition(".")
        return Order("support", to, of)
    return HOLD if said == HOLDS else Order("move", str(said))


# --- bots ---------------------------------------------------------------------------------------------------------


def sensible_orders(sheet: Sheet, fields: tuple[FormField, ...], dice: Dice) -> Answer:
    """Return orders of a bot: move to places where no own piece goes, preferably to places that the side does not
    hold, and support the rest.

    It reads only its own sheet and form. Without a map on the sheet it returns nothing.
    """
    board = next((each for each in sheet.elements if isinstance(each, Map)), None)
    own = next((piece.side for piece in board.pieces if piece.yours), "") if board else ""
    choices = [field for field in fields if isinstance(field, Choice)]
    if board is None or not own:
        return {}
    held = {place.name for place in board.places if place.owner == own}
    taken = {piece.at for piece in board.pieces if piece.yours}
    orders = {field.name: HOLDS for field in choices if field.when is None and HOLDS in _values(field)}
    for field in choices:
        if field.name in orders:
            orders[field.name] = _gone(_values(field), held, taken, dice.stream(field.name))
            taken.add(orders[field.name])
    answer: Answer = {**orders}
    for field in choices:
        if field.when is not None and field.when.field in orders:
            helped = {value.partition(".")[0] for value in map(str, answer.values())}
            useful = _useful(_values(field), orders)
            if useful and field.when.field not in helped and dice.stream("support", field.name).below(3) == 0:
                answer |= {
                    field.when.field: SUPPORTS,
                    field.name: dice.stream("whom", field.name).pick(useful),
                }
                orders[field.when.field] = SUPPORTS
    return answer


def _values(field: Choice) -> list[str]:
    return [option.value for option in field.options]


def _gone(values: list[str], held: set[str], taken: set[str], dice: Dice) -> str:
    """Return where a piece moves: to a place that its side does not hold, if there is one. Never move where an own piece moves."""
    goals = [value for value in values if value not in (HOLDS, SUPPORTS) and value not in taken]
    gains = [value for value in goals if value not in held]
    return dice.pick(gains) if gains and dice.below(8) else dice.pick((HOLDS, *goals))


def _useful(values: list[str], orders: Mapping[str, str]) -> list[str]:
    """Return the supports for the orders of the bot's own pieces, those for moves first."""
    moves = {f"{name}.{to}" for name, to in orders.items() if to not in (HOLDS, SUPPORTS)}
    stays = {name for name, to in orders.items() if to in (HOLDS, SUPPORTS)}
    return [value for value in values if value in moves] or [value for value in values if value in stays]
