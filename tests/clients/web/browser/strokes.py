"""Random forms, those of every game and scenario, and random input to them: applied to the terminal's
filling, and exported as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from warcouncil.clients.seat.answer import field_keys, rank_keys
from warcouncil.clients.seat.answer.field_keys import FieldCursor
from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.answer.sort_keys import put, taken
from warcouncil.clients.seat.answer.text_keys import insert
from warcouncil.clients.seat.model.hints import caution, untouched
from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.games import registry
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import Playing, at_random, seed_of
from warcouncil.protocol.table.answers import fault
from warcouncil.protocol.table.forms import (
    Choice,
    Count,
    Form,
    FormField,
    Option,
    Pick,
    Place,
    Rank,
    Sort,
    Thing,
    When,
    Words,
)

from tests.clients.seat.tables import play_gate
from tests.games.scenario.strategies import written

NAMES = ("a", "constructor", "__proto__", "b c", "é", "toString", "D", "valueOf")
PIECES = (
    "a",
    " ",
    "  ",
    "\n",
    "two words ",
    "é",
    "e\u0301",
    "𝔘",
    "\u202eab",
    "漢字",
    '"',
    "\\",
    "x\r\ny",
    "\t",
    "👩‍🚀",
    "\u3164",
    "z" * 30,
)
Stroke = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """A form, its start values, the actions on it, and its state at first and after each action."""

    form: Form
    start: dict[str, Any] | None
    strokes: list[Stroke]
    seen: list[dict[str, Any]]

    def told(self) -> dict[str, Any]:
        """Return the input of the page: its form and the actions."""
        return {
            "form": self.form.model_dump(mode="json", exclude_none=True),
            "start": self.start,
            "strokes": self.strokes,
        }


def case(form: Form, chance: Random, *, strokes: int) -> Case:
    """Do some actions on a form."""
    filling = Filling(form)
    made: list[Stroke] = []
    seen = [look(filling)]
    for _ in range(strokes):
        if not filling.fields:
            break
        field = chance.choice(filling.fields)
        stroke = _do(filling, field, chance)
        made.append({"field": field.name} | stroke)
        seen.append(look(filling))
    return Case(form, None, made, seen)


def look(filling: Filling) -> dict[str, Any]:
    """Return the complete state of an unfinished answer."""
    answer = filling.answer
    whole = not filling.fault
    assert not whole or fault(filling.form, answer) == "", "what is called finished is legal"
    return {
        "answer": _plain(answer),
        "fields": [field.name for field in filling.fields],
        "faults": [filling.fault_of(field) for field in filling.fields],
        "fault": filling.fault,
        "caution": caution(filling),
        "words": answer_words(filling.form, answer),
        "texts": filling.texts(),
        "spare": filling.spare,
        "untouched": untouched(filling),
    }


def _plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    return list(value) if isinstance(value, tuple) else value


# --- what a hand does -----------------------------------------------------------------------------------------------


def _do(filling: Filling, field: FormField, chance: Random) -> Stroke:
    """Do an action on a field that is asked, and return its description."""
    now = filling.values[field.name]
    match field:
        case Choice():
            value = chance.choice(field.options).value
            filling.values[field.name] = value
            return {"do": "choose", "value": value}
        case Pick():
            if not field.options:
                return {"do": "nothing"}
            value = chance.choice(field.options).value
            filling.values[field.name] = field_keys.toggled(field, filling.picked(field), value)
            return {"do": "toggle", "value": value}
        case Rank():
            return _order(filling, field, chance)
        case Sort():
            return _send(filling, field, chance)
        case Count():
            number = chance.randint(field.low, field.high)
            filling.values[field.name] = number
            return {"do": "count", "number": number}
        case Words():
            text, piece = str(now), chance.choice(PIECES)
            at = chance.choice((len(text), chance.randint(0, len(text))))
            finger = FieldCursor(column=at)
            filling.values[field.name] = insert(finger, field, text, piece, spare=filling.spare)
            return {"do": "write", "raw": text[:at] + piece + text[at:], "caret": _utf16(text[:at] + piece)}


def _utf16(text: str) -> int:
    """Count a text as a browser does."""
    return len(text.encode("utf-16-le")) // 2


def _order(filling: Filling, field: Rank, chance: Random) -> Stroke:
    ranked = filling.picked(field)
    rows = rank_keys.shown(field, ranked)
    row = chance.randrange(len(rows))
    key = chance.choice(("space", "plus", "minus", "1", "2", str(min(9, max(1, field.high)))))
    if key.isdecimal() and int(key) > field.high:
        key = "space"
    after = rank_keys.press(FieldCursor(row=row), field, ranked, key, key if key.isdecimal() else "")
    assert after is not None
    filling.values[field.name] = after
    value = rows[row].value
    if key == "space":
        return {"do": "rank", "value": value}
    if key.isdecimal():
        return {"do": "place", "value": value, "place": int(key) - 1}
    return {"do": "shift", "value": value, "by": -1 if key == "plus" else 1}


def _send(filling: Filling, field: Sort, chance: Random) -> Stroke:
    known = {place.name for place in field.places}
    things = [thing for thing in field.things if set(thing.to) & known]
    if not things:
        return {"do": "nothing"}
    thing = chance.choice(things)
    place = chance.choice([name for name in thing.to if name in known])
    moves = filling.moves(field)
    free = thing.count - taken(moves, thing) + taken(moves, thing, place)
    number = chance.randint(0, thing.count + 1)
    most = 1 if thing.count == 1 else free
    filling.values[field.name] = put(moves, thing, place, max(0, min(most, number)))
    return {"do": "put", "thing": thing.name, "place": place, "number": number}


# --- forms ------------------------------------------------------------------------------------------------------------


def of_games(gates: int) -> Iterator[Form]:
    """Yield each form of this number of questions of every game, and of every shipped scenario."""
    for name in registry.names():
        game = registry.load(name)
        yield from _asked(Playing(game, game.options_type(), seed_of("forms")), gates)
    for preset in registry.presets().values():
        yield from _asked(
            Playing(preset.game, preset.game.options_type(**preset.options), seed_of("forms")), gates
        )


def of_scenarios(number: int, gates: int) -> Iterator[Form]:
    """Yield each form of this number of questions of this number of random scenarios."""
    game = registry.written_game()
    assert game is not None
    for seed in range(number):
        options = {game.written_in: written(1 + seed % 5, seed).text}
        yield from _asked(Playing(game, game.options_type(**options), seed_of(str(seed))), gates)


def _asked(table: Playing, gates: int) -> Iterator[Form]:
    while table.gate <= gates and isinstance(phase := table.phase, Phase):
        for seat in phase.asked:
            yield table.game.form(table.state, seat)
        play_gate(table, at_random)


def of_nobody(chance: Random) -> Form:
    """Make a form that no game has: of any fields, in any order, each with limits of its own."""
    fields: list[FormField] = []
    for number in range(chance.randint(1, 5)):
        choices = [field for field in fields if isinstance(field, Choice)]
        when = None
        if choices and chance.random() < 0.5:
            on = chance.choice(choices)
            when = When(
                field=on.name, values=tuple(option.value for option in on.options if chance.random() < 0.6)
            )
        name = chance.choice(NAMES) + str(number) * chance.randint(0, 1)
        if name not in {field.name for field in fields}:
            fields.append(chance.choice(MAKERS)(chance, name, when))
    return Form(question="What?", rule="1", fields=tuple(fields))


def _options(chance: Random, least: int) -> tuple[Option, ...]:
    count = chance.randint(least, 6)
    return tuple(Option(value=name, label=f"The {name}") for name in chance.sample(NAMES, count))


def _choice(chance: Random, name: str, when: When | None) -> FormField:
    return Choice(
        name=name, label="choice", options=_options(chance, 1), when=when, weighty=chance.random() < 0.5
    )


def _pick(chance: Random, name: str, when: When | None) -> FormField:
    options = _options(chance, 0)
    low = chance.randint(0, len(options))
    return Pick(
        name=name, label="pick", options=options, low=low, high=chance.randint(low, len(options)), when=when
    )


def _rank(chance: Random, name: str, when: When | None) -> FormField:
    options = _options(chance, 1)
    low = chance.randint(0, len(options))
    high = chance.randint(max(1, low), len(options))
    return Rank(name=name, label="rank", options=options, low=low, high=high, when=when)


def _count(chance: Random, name: str, when: When | None) -> FormField:
    low = chance.randint(-5, 50)
    return Count(name=name, label="count", low=low, high=low + chance.randint(0, 40), when=when)


def _words(chance: Random, name: str, when: When | None) -> FormField:
    most = chance.choice((1, 5, 40, 400, 1200))
    return Words(
        name=name,
        label="words",
        chars_max=most,
        lines=chance.random() < 0.5,
        required=chance.random() < 0.5,
        when=when,
    )


def _sort(chance: Random, name: str, when: When | None) -> FormField:
    places = tuple(
        Place(
            name=place,
            label=f"At {place}",
            low=chance.choice((0, 0, 1)),
            high=chance.choice((0, 2, 5, 10_000)),
            holds=chance.choice(("", "nothing", "4 inf 1 cav", "a guard")),
            bare=chance.choice(("", "it falls.")),
        )
        for place in chance.sample(NAMES, chance.randint(2, 5))
    )
    names = [place.name for place in places]
    things = tuple(
        Thing(
            name=thing,
            label=f"{thing}s",
            count=chance.choice((1, 1, 3, 12)),
            at=(at := chance.choice(names)),
            to=tuple(place for place in names if place != at and chance.random() < 0.7),
        )
        for thing in chance.sample(NAMES, chance.randint(0, 4))
    )
    return Sort(name=name, label="sort", things=things, places=places, when=when)


MAKERS: tuple[Callable[[Random, str, When | None], FormField], ...] = (
    _choice,
    _pick,
    _rank,
    _count,
    _words,
    _sort,
)
