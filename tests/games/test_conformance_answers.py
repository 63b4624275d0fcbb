"""The contract of every game's forms and answers: each offered answer is legal, and every other is refused
politely.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from warcouncil.games.kit.answers import fill, judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import AnyGame
from warcouncil.games.kit.play.play import seed_of
from warcouncil.protocol.table.forms import Answer, Form, Value
from warcouncil.protocol.words import SeatId

from tests.games import found
from tests.games.found import Moment, asked, is_clean

ANSWER_BYTES_MAX = 1500
"""A request has one fixed size, and the answer must leave room for its envelope."""

every_game = pytest.mark.parametrize("name", found.NAMES)


@every_game
def test_suggestions_are_accepted(name: str) -> None:
    """The client shows a suggestion, sends it unchanged, and is refused."""
    for game, moment, seat in asked(name):
        form = game.form(moment.state, seat)
        if form.suggested is not None:
            judge(form, form.suggested)
            game.read(moment.state, seat, form.suggested)


@every_game
def test_whatever_fills_a_form_is_legal(name: str) -> None:
    """The client offers an answer that the form allows, and the rules refuse it."""
    for game, moment, seat in asked(name):
        form = game.form(moment.state, seat)
        for attempt in range(4):
            answer = fill(form, Dice(seed_of(name), moment.gate, seat, attempt))
            judge(form, answer)
            game.read(moment.state, seat, answer)
            assert len(json.dumps(answer)) <= ANSWER_BYTES_MAX


@every_game
def test_forms_name_a_rule_and_ask_something(name: str) -> None:
    """A question has no text or rule, so that it cannot be answered or looked up."""
    for game, moment, seat in asked(name):
        form = game.form(moment.state, seat)
        assert form.question
        assert form.rule
        assert form.fields
        assert len({field.name for field in form.fields}) == len(form.fields)
        assert all(field.label for field in form.fields)


HOSTILE = ("\x1b[2J", "\x1cx\n", " x", "a\u202eb", "x\n\n\nx", "x\r\nx", "x\u2028x", "x" * 1201)
"""Text that a terminal can obey, or that pushes others' words from the screen.

No form accepts it in any text field.
"""


def spoilt(form: Form, answer: Answer) -> Iterator[dict[str, Any]]:
    """Return answers with one wrong or strange part each."""
    yield {}
    yield {**answer, "no such field": "x"}
    strange: tuple[Value, ...] = (
        "",
        "nonsense",
        -1,
        0,
        10**9,
        (),
        ("x",),
        ("x", "x"),
        {},
        {"x": {"y": 1}},
        {"x": {}},
        *HOSTILE,
    )
    for field in form.fields:
        for value in strange:
            yield {**answer, field.name: value}
        yield {name: value for name, value in answer.items() if name != field.name}
        given = answer.get(field.name)
        if isinstance(given, tuple) and given:
            yield {**answer, field.name: (*given, given[0])}
        if isinstance(given, dict):
            for thing, moves in given.items():
                yield {**answer, field.name: {**given, thing: dict.fromkeys(moves, 10_000)}}
                yield {**answer, field.name: {**given, thing: dict.fromkeys(moves, -1)}}
                yield {**answer, field.name: {**given, thing: {"nowhere": 1}}}


def legal(game: AnyGame, moment: Moment, seat: SeatId, answer: Answer) -> bool:
    """Return whether the game reads an answer. Any error except a polite refusal is raised."""
    try:
        game.read(moment.state, seat, answer)
    except Illegal as illegal:
        refusal = illegal
    else:
        return True
    assert refusal.rule
    assert refusal.reason
    assert is_clean(str(refusal))
    return False


def fills(form: Form, answer: Answer) -> bool:
    """Return whether an answer fills a form."""
    try:
        judge(form, answer)
    except Illegal:
        return False
    return True


@every_game
def test_garbage_is_refused_with_a_rule_and_nothing_else(name: str) -> None:
    """An answer that does not fill the form is not refused politely, a complete one is illegal, or the table
    stops.
    """
    for game, moment, seat in asked(name):
        form = game.form(moment.state, seat)
        for answer in spoilt(form, fill(form, Dice(seed_of(name), moment.gate, seat))):
            assert legal(game, moment, seat, answer) == fills(form, answer), (form.question, answer)
