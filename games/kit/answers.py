"""Answers to forms: checks an answer, or makes a random legal one. It is the same for every game."""

from __future__ import annotations

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import Illegal
from warcouncil.protocol.table import answers
from warcouncil.protocol.table.forms import (
    Answer,
    Choice,
    Count,
    Form,
    FormField,
    Moves,
    Pick,
    Place,
    Rank,
    Sort,
    Value,
    Words,
)

_TRIES = 200
_SAID = ("agreed", "no", "hold until nightfall")


def judge(form: Form, answer: Answer) -> None:
    """Raise Illegal with the form's rule if an answer does not fit the form. Clients use this same check."""
    why = answers.fault(form, answer)
    if why:
        raise Illegal(form.rule, why)


def fill(form: Form, dice: Dice) -> Answer:
    """Return a random legal answer to a form."""
    answer: Answer = {}
    for field in form.fields:
        if answers.applies(field.when, answer):
            answer[field.name] = _fill_field(field, dice.stream(field.name))
    return answer


def _fill_field(field: FormField, dice: Dice) -> Value:
    match field:
        case Choice():
            return dice.pick(field.options).value
        case Pick() | Rank():
            count = dice.between(field.low, min(field.high, len(field.options)))
            return tuple(option.value for option in dice.sample(field.options, count))
        case Count():
            return dice.between(field.low, field.high)
        case Words():
            return _fill_words(field, dice)
        case Sort():
            return _fill_sort(field, dice)


def _fill_words(field: Words, dice: Dice) -> str:
    said = dice.pick(_SAID if field.required else ("", *_SAID))
    more = f"\n{dice.pick(_SAID)}" if field.lines and said else ""
    return answers.tidied(field, said + more)


def _fill_sort(field: Sort, dice: Dice) -> Moves:
    for _ in range(_TRIES):
        moves = _one_sort(field, dice)
        if answers.misfit(field, moves) is None:
            return moves
    raise AssertionError(f"no filling found for {field.name}")


def _one_sort(field: Sort, dice: Dice) -> Moves:
    """Return random moves. Things go first to the places that need more of them, then to any place with room."""
    moves: Moves = {}
    held = answers.held(field, {})
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
