"""Answers against forms: judge one, or fill one in at random. The same for every game."""

from __future__ import annotations

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import Illegal
from warcouncil.protocol.forms import (
    Answer,
    Choice,
    Count,
    Form,
    FormField,
    Moves,
    Pick,
    Place,
    Sort,
    Value,
    When,
    Words,
)
from warcouncil.protocol.words import clean

_TRIES = 200


def judge(form: Form, answer: Answer) -> None:
    """Check that an answer fills a form, as every client must. Raises Illegal with the form's rule."""
    fields = {field.name: field for field in form.fields}
    for name in answer:
        if name not in fields:
            raise Illegal(form.rule, f"there is no field {name!r} to answer")
    for field in form.fields:
        wanted = applies(field.when, answer)
        if wanted and field.name not in answer:
            raise Illegal(form.rule, f"answer {field.label!r}")
        if not wanted and field.name in answer:
            raise Illegal(form.rule, f"leave out {field.label!r}, it is not asked after what you chose")
        if wanted:
            _judge_field(form.rule, field, answer[field.name])


def applies(when: When | None, answer: Answer) -> bool:
    """Tell whether a field is asked, given what is already answered."""
    return when is None or answer.get(when.field) in when.values


def _judge_field(rule: str, field: FormField, value: Value) -> None:
    match field:
        case Choice():
            if value not in [option.value for option in field.options]:
                raise Illegal(rule, f"choose one of the options offered for {field.label!r}")
        case Pick():
            offered = {option.value for option in field.options}
            if (
                not isinstance(value, tuple | list)
                or len(set(value)) != len(value)
                or not set(value) <= offered
            ):
                raise Illegal(rule, f"pick different ones of those offered for {field.label!r}")
            if not field.low <= len(value) <= field.high:
                raise Illegal(rule, f"pick {_span(field.low, field.high)} for {field.label!r}")
        case Count():
            if not isinstance(value, int) or not field.low <= value <= field.high:
                raise Illegal(rule, f"give a number from {field.low} to {field.high} for {field.label!r}")
        case Words():
            if not isinstance(value, str) or clean(value, field.chars_max) != value.strip():
                raise Illegal(rule, f"write at most {field.chars_max} plain characters for {field.label!r}")
        case Sort():
            _judge_moves(rule, field, value)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _judge_moves(rule: str, field: Sort, value: Value) -> None:
    if not isinstance(value, dict) or not all(map(_counts, value.values())):
        raise Illegal(rule, f"say how many go where for {field.label!r}")
    things = {thing.name: thing for thing in field.things}
    for name, moves in value.items():
        thing = things.get(name)
        if thing is None:
            raise Illegal(rule, f"there is no {name!r} to move")
        for goal, number in moves.items():
            if goal not in thing.to:
                raise Illegal(rule, f"{thing.label} may not go to {goal!r}")
            if number < 0:
                raise Illegal(rule, f"move no fewer than 0 of {thing.label}")
        if sum(moves.values()) > thing.count:
            raise Illegal(rule, f"there are only {thing.count} of {thing.label} to move")
    for place in field.places:
        held = filled(field, value)[place.name]
        if not place.low <= held <= place.high:
            raise Illegal(rule, f"{place.label} takes {_span(place.low, place.high)}, not {held}")


def _counts(moves: object) -> bool:
    """Tell whether moves are whole numbers by place. True and false are no numbers."""
    return isinstance(moves, dict) and all(type(number) is int for number in moves.values())


def filled(field: Sort, moves: Moves) -> dict[str, int]:
    """Give how many of the field's things each place holds after the moves."""
    held = {place.name: 0 for place in field.places}
    for thing in field.things:
        away = moves.get(thing.name, {})
        held[thing.at] = held.get(thing.at, 0) + thing.count - sum(away.values())
        for place, number in away.items():
            held[place] = held.get(place, 0) + number
    return held


def fill(form: Form, dice: Dice) -> Answer:
    """Fill a form in at random, legally."""
    answer: Answer = {}
    for field in form.fields:
        if applies(field.when, answer):
            answer[field.name] = _fill_field(field, dice.stream(field.name))
    return answer


def _fill_field(field: FormField, dice: Dice) -> Value:
    match field:
        case Choice():
            return dice.pick(field.options).value
        case Pick():
            count = dice.between(field.low, min(field.high, len(field.options)))
            return tuple(option.value for option in dice.sample(field.options, count))
        case Count():
            return dice.between(field.low, field.high)
        case Words():
            return dice.pick(("", "agreed", "no", "hold until nightfall"))[: field.chars_max]
        case Sort():
            return _fill_sort(field, dice)


def _fill_sort(field: Sort, dice: Dice) -> Moves:
    for _ in range(_TRIES):
        moves = _one_sort(field, dice)
        held = filled(field, moves)
        if all(place.low <= held[place.name] <= place.high for place in field.places):
            return moves
    raise AssertionError(f"no filling found for {field.name}")


def _one_sort(field: Sort, dice: Dice) -> Moves:
    """Fill the places that want more at first, then scatter the rest where there is room."""
    moves: Moves = {}
    held = filled(field, {})
    places: dict[str, Place] = {place.name: place for place in field.places}
    units = dice.shuffled([thing for thing in field.things for _ in range(thing.count)])
    stay = dice.below(3)
    for thing in units:
        needy = [name for name in thing.to if held[name] < places[name].low]
        room = [name for name in thing.to if held[name] < places[name].high]
        must_leave = held[thing.at] > places[thing.at].high if thing.at in places else False
        wants = needy or (room if must_leave or dice.below(3) >= stay else [])
        if wants:
            goal = dice.pick(wants)
            stack = moves.setdefault(thing.name, {})
            stack[goal] = stack.get(goal, 0) + 1
            held[goal] += 1
            held[thing.at] -= 1
    return moves
