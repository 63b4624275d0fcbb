"""Hints: what a bot would answer in a seat's place, told to this seat alone, and made of what it sees."""

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
    """Give a room whose exercise lets players have hints."""
    return Room(game, exercise={"hints": True, **more})


def ask(room: Room, person: Person, gate: int | None = None, name: str = "") -> None:
    """Ask for a hint."""
    at = room.table.gate if gate is None else GateNo(gate)
    room.ask(person, AskHint(id=name or room.fresh(), gate=at))


class Watched(Bot):
    """A bot that says what it was shown."""

    name = "watched"
    shown: tuple[str, str, Sheet, Form] | None = None

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Take a note, and answer nothing."""
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
    """A player would be refused what he was told, or the journal and the others would learn that he asked."""
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
    """A hint would carry what only the other side knows."""
    monkeypatch.setattr(registry, "bot_for", lambda _game: Watched)
    room = hinting("sealed_bid")
    ask(room, room.sit("red.1"))
    own = seat_view.sheet(room.table, SeatId("red.1"))
    form = room.table.game.form(room.table.state, SeatId("red.1"))
    assert Watched.shown == ("red.1", "red", own, form)


def test_a_request_that_is_repeated_gets_the_same_hint_and_a_new_one_its_own_chance() -> None:
    """Over a broken link a person would get two suggestions for one wish, or at every wish the same."""
    room = hinting("kartenspiel")
    person = room.sit_all()["red.army"]
    names = [f"{number:032x}" for number in range(8)]
    for name in (*names, *names):
        ask(room, person, name=name)
    answers = {hint.id: hint.answer for hint in person.of(Hint)[:8]}
    assert {hint.id: hint.answer for hint in person.of(Hint)[8:]} == answers
    assert len({str(answer) for answer in answers.values()}) > 1


def refused(room: Room, person: Person, gate: int | None = None) -> RefusalCode:
    """Ask for a hint that is not given; give why."""
    ask(room, person, gate)
    assert person.of(Hint) == []
    code: RefusalCode = person.last(Refusal).code
    return code


def test_no_hint_is_given_where_none_is_to_be_had() -> None:
    """Players of an examination would let a bot think for them, or a watcher would answer for his driver."""
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
    """Whoever asks for help would hold his table."""
    monkeypatch.setattr(registry, "bot_for", lambda _game: Broken)
    room = hinting("sealed_bid")
    assert refused(room, room.sit("red.1")) is RefusalCode.NO_SUCH
    assert not room.table.now.stops


@pytest.mark.parametrize("are_given", [True, False])
def test_who_comes_in_is_told_whether_there_are_hints(are_given: bool) -> None:
    """A window would offer a key that is refused, or hide one that a beginner needs."""
    room = Room("sealed_bid", exercise={"hints": are_given})
    for person in room.sit_all().values():
        assert person.last(Welcome).hints is are_given
