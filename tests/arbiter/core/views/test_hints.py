"""Hints: what a bot would answer in a seat's place.

Only this seat receives it, and it is made of what the seat sees.
"""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.arbiter.core.views import seat_view
from warcouncil.games import registry
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.acts.acts import GiveToBot
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.wire.replies import Hint, Refusal, RefusalCode, Welcome
from warcouncil.protocol.wire.requests import AskHint
from warcouncil.protocol.words import GateNo, SeatId

from tests.arbiter.core.harness import Person, Room


def hinting(game: str, **more: Any) -> Room:
    """Return a room whose exercise allows hints for players."""
    return Room(game, exercise={"hints": True, **more})


def ask(room: Room, person: Person, gate: int | None = None, name: str = "") -> None:
    """Ask for a hint."""
    at = room.table.gate if gate is None else GateNo(gate)
    room.ask(person, AskHint(id=name or room.fresh(), gate=at))


class Watched(Bot):
    """A bot that records what it was shown."""

    name = "watched"
    shown: tuple[str, str, Sheet, Form] | None = None

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Record the sheet and the form, and answer nothing."""
        Watched.shown = self.seat, self.team, sheet, form
        return {}


class Broken(Bot):
    """A bot with a fault."""

    name = "broken"

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Fail."""
        raise ZeroDivisionError


@pytest.mark.parametrize("name", registry.names())
def test_a_hint_is_an_answer_that_its_seat_may_seal_and_leaves_no_trace(name: str) -> None:
    """The arbiter refuses the answer of its own hint. Or the journal or the other seats show that the player
    asked.
    """
    room = hinting(name)
    people = room.sit_all()
    for seat, person in people.items():
        if seat not in getattr(room.table.phase, "asked", ()):
            continue
        before, rows = {each: len(other.frames) for each, other in people.items()}, len(room.journal)
        ask(room, person)
        hint = person.last(Hint)
        judge(room.table.game.form(room.table.state, SeatId(seat)), hint.answer)
        room.table.game.read(room.table.state, SeatId(seat), hint.answer)
        assert room.table.sealed == {}
        assert len(room.journal) == rows
        assert {each for each, other in people.items() if len(other.frames) > before[each]} == {seat}


def test_a_bot_is_shown_the_sheet_and_the_form_of_its_seat_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A hint contains what only the other side knows."""
    monkeypatch.setattr(registry, "bot_for", lambda _game: Watched)
    room = hinting("sealed_bid")
    ask(room, room.sit("red.1"))
    own = seat_view.sheet(room.table, SeatId("red.1"))
    form = room.table.game.form(room.table.state, SeatId("red.1"))
    assert Watched.shown == ("red.1", "red", own, form)


def test_a_request_that_is_repeated_gets_the_same_hint_and_a_new_one_its_own_chance() -> None:
    """Over a broken link a person gets two suggestions for one request, or the same one at every request."""
    room = hinting("kartenspiel")
    person = room.sit_all()["red.army"]
    names = [f"{number:032x}" for number in range(8)]
    for name in (*names, *names):
        ask(room, person, name=name)
    answers = {hint.id: hint.answer for hint in person.of(Hint)[:8]}
    assert {hint.id: hint.answer for hint in person.of(Hint)[8:]} == answers
    assert len({str(answer) for answer in answers.values()}) > 1


def refused(room: Room, person: Person, gate: int | None = None) -> RefusalCode:
    """Ask for a hint that is refused, and return the code."""
    ask(room, person, gate)
    assert person.of(Hint) == []
    code: RefusalCode = person.last(Refusal).code
    return code


def test_a_hint_that_is_not_allowed_is_refused() -> None:
    """Players of an examination let a bot think for them. Or a player gets a hint for another question, or
    for a seat that a bot plays.
    """
    closed = Room("sealed_bid")
    assert refused(closed, closed.sit("red.1")) is RefusalCode.NO_SUCH
    room = hinting("sealed_bid")
    person = room.sit("red.1")
    assert refused(room, person, 2) is RefusalCode.STALE
    room.rule(room.umpire(), GiveToBot(seat=SeatId("red.1")))
    assert refused(room, person) is RefusalCode.NOT_DRIVER


def test_a_bot_with_a_fault_costs_its_asker_a_hint_and_the_table_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A player who asks for a hint stops the table."""
    monkeypatch.setattr(registry, "bot_for", lambda _game: Broken)
    room = hinting("sealed_bid")
    assert refused(room, room.sit("red.1")) is RefusalCode.NO_SUCH
    assert not room.table.now.stops


@pytest.mark.parametrize("are_given", [True, False])
def test_a_welcome_says_whether_there_are_hints(are_given: bool) -> None:
    """A client offers hints that the arbiter refuses, or hides the hints that a beginner needs."""
    room = Room("sealed_bid", exercise={"hints": are_given})
    for person in room.sit_all().values():
        assert person.last(Welcome).hints is are_given
