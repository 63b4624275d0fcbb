"""Injects come at their time, to their addressees, once."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.arbiter.core.table.injects import Injects
from warcouncil.protocol.acts.acts import Begin, EndNow, GoBack, Hold, Pause, Release, Resume
from warcouncil.protocol.table.views import Notice
from warcouncil.protocol.wire.consoles import Room as RoomView
from warcouncil.protocol.wire.requests import Watch, Write
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId

from tests.arbiter.core.harness import Person, Room

RED = SeatId("red.1")


def planned(*injects: dict[str, Any], tables: int = 1, **exercise: Any) -> tuple[Room, dict[str, Person]]:
    """Return a room of sealed bids with these injects and a person in every seat."""
    room = Room("sealed_bid", tables=tables, exercise={"injects": injects, **exercise})
    people = room.sit_all()
    room.settle()
    return room, people


def heard(people: dict[str, Person]) -> dict[str, list[str]]:
    """Return the umpire's messages to each seat."""
    return {seat: [notice.text for notice in person.of(Notice)] for seat, person in people.items()}


def came(room: Room, *, table: int = 1) -> set[int]:
    """Return the places of the injects that have come to a table."""
    return {*room.exercise.tables[TableId(table)].counters.injects.came}


def test_an_inject_comes_at_its_time_once_and_to_everyone() -> None:
    """News comes twice, or never, or to half of the room."""
    room, people = planned({"text": "Rain.", "at_seconds": 10})
    room.wait(9_750)
    assert not any(heard(people).values())
    room.wait(250)
    assert set(map(tuple, heard(people).values())) == {("Rain.",)}
    room.wait(30_000)
    room.play()
    assert set(map(tuple, heard(people).values())) == {("Rain.",)}


@pytest.mark.parametrize(
    ("whom", "reached"),
    [
        ({"seat": "red.1"}, {"red.1"}),
        ({"team": "black"}, {"black.1", "black.2"}),
        ({"tables": [1]}, {"red.1", "red.2", "black.1", "black.2"}),
        ({"tables": [2]}, set()),
        ({"seat": "green"}, set()),
        ({"team": "green"}, set()),
    ],
)
def test_an_inject_reaches_exactly_its_addressees(whom: dict[str, Any], reached: set[str]) -> None:
    """The enemy reads the news, or a name that is no seat here stops the room."""
    room, people = planned({"text": "A spy.", "at_seconds": 1, **whom}, tables=2)
    room.wait(1_000)
    assert {seat for seat, texts in heard(people).items() if texts} == reached
    assert room.table.gate == 1


def test_an_inject_that_waits_for_a_number_comes_when_the_public_sheet_shows_it() -> None:
    """An inject for a hundred casualties comes at ten casualties, or never."""
    inject = {"text": "Somebody leads.", "when": {"label": "Red 1", "over": 0}}
    room = Room("sealed_bid", {"deal": {"deck": [8, 8, 8, 7]}}, exercise={"injects": [inject]})
    people = room.sit_all()
    room.wait(5_000)
    assert not any(heard(people).values())
    room.declare(people[RED], {"card": "8"})
    for seat in ("red.2", "black.1", "black.2"):
        room.suggest(people[seat])
    assert room.table.state.points[RED] > 0
    room.settle()
    assert set(map(tuple, heard(people).values())) == {("Somebody leads.",)}
    room.play()
    room.crash()
    room.settle()
    assert len(room.table.talk.notices) == 1


@pytest.mark.parametrize("label", ["No such label", "Prize"])
def test_an_inject_for_a_label_that_is_not_there_never_comes(label: str) -> None:
    """A mistake in the plan stops the room during the exercise."""
    room, people = planned({"text": "x", "when": {"label": label, "over": -999}})
    room.play(4)
    room.settle()
    assert not any(heard(people).values())


def test_the_time_of_an_inject_with_a_phase_counts_from_its_opening() -> None:
    """An inject for three minutes into the second round comes three minutes into the morning, or at the
    opening of the round.
    """
    room, people = planned({"text": "Now.", "at_seconds": 5, "phase": "Bidding", "occasion": 2})
    room.wait(10_000)
    while room.table.counters.opened["Bidding"] < 2:
        room.play()
    room.wait(4_750)
    assert not heard(people)[RED]
    room.wait(250)
    assert heard(people)[RED] == ["Now."]


def test_all_conditions_of_an_inject_must_hold() -> None:
    """The consequence of a lead is announced before any side leads, because its time has come."""
    inject = {"text": "Lead.", "at_seconds": 2, "when": {"label": "Red 1", "over": 0}}
    room = Room("sealed_bid", {"deal": {"deck": [8, 8, 8, 7]}}, exercise={"injects": [inject]})
    people = room.sit_all()
    room.wait(3_000)
    assert not heard(people)[RED]
    room.declare(people[RED], {"card": "8"})
    for seat in ("red.2", "black.1", "black.2"):
        room.suggest(people[seat])
    room.settle()
    assert heard(people)[RED] == ["Lead."]


def test_an_inject_waits_until_its_table_has_begun() -> None:
    """People read the news before they know their seats."""
    room, people = planned({"text": "Rain.", "at_seconds": 1}, start="umpire")
    room.wait(10_000)
    assert not heard(people)[RED]
    room.rule(room.umpire(), Begin())
    room.settle()
    assert not heard(people)[RED]
    room.wait(1000)
    assert heard(people)[RED] == ["Rain."]


def test_an_inject_with_a_reply_gets_it_on_the_record() -> None:
    """A question of the plan goes unanswered."""
    room, people = planned({"text": "Report.", "at_seconds": 1, "seat": "red.1", "reply": True})
    umpire = room.umpire()
    room.ask(umpire, Watch(table=TableId(1)))
    room.wait(1_000)
    number = people[RED].last(Notice).number
    room.ask(people[RED], Write(id=room.fresh(), notice=number, text="all well"))
    room.wait(250)
    rulings = [line.words() for each in umpire.of(RoomView) for line in each.rulings]
    assert any("inject: Report." in line for line in rulings)
    assert any("all well" in line for line in rulings)


def test_only_the_addressees_of_an_inject_get_a_frame() -> None:
    """A frame to a projector or to the enemy reveals that a spy was heard."""
    room, people = planned({"text": "A spy.", "at_seconds": 2, "seat": "red.1"})
    display, fixer = room.console(Role.DISPLAY), room.console(Role.TECHNICAL)
    room.ask(display, Watch(table=TableId(1)))
    room.wait(1_750)
    quiet = [display, fixer, *(person for seat, person in people.items() if seat != RED)]
    before = [len(person.frames) for person in quiet]
    room.wait(250)
    assert heard(people)[RED] == ["A spy."]
    assert [len(person.frames) for person in quiet] == before


def test_a_rollback_repeats_no_inject_and_a_crash_loses_none() -> None:
    """The same inject comes again after every correction."""
    room, people = planned({"text": "Rain.", "phase": "Bidding"}, {"text": "Snow.", "at_seconds": 60})
    umpire = room.umpire()
    room.play(2)
    room.rule(umpire, GoBack(to=GateNo(1)))
    room.settle()
    assert heard(people)[RED] == ["Rain."]
    for _ in range(2):
        room.crash()
        room.settle()
    assert came(room) == {0}
    back = room.greet("1:red.1:seat")
    room.wait(60_000)
    assert came(room) == {0, 1}
    assert [notice.text for notice in back.of(Notice)] == ["Snow."]


def test_every_table_gets_an_inject_when_its_own_game_is_there() -> None:
    """A slow table reads of events that have not happened to it, or never reads of them."""
    room = Room(
        "sealed_bid", tables=2, exercise={"injects": [{"text": "Two.", "phase": "Bidding", "occasion": 2}]}
    )
    room.sit_all()
    umpire = room.umpire()
    room.rule(umpire, Hold(), table=2)
    while room.table.counters.opened["Bidding"] < 2:
        room.play()
    room.settle()
    assert (came(room), came(room, table=2)) == ({0}, set())
    room.rule(umpire, Release(), table=2)
    slow = room.exercise.tables[TableId(2)]
    while slow.counters.opened["Bidding"] < 2:
        assert came(room, table=2) == set()
        room.rule(umpire, EndNow(), table=2)
    assert came(room, table=2) == {0}


def test_the_list_is_gone_through_only_when_something_may_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every beat of every table goes through the complete list of injects."""
    asked: list[int] = []
    due = Injects.due

    def heard(self: Injects, so_far: Any, figures: Any, ran_ms: int, holds: Any) -> tuple[int, ...]:
        asked.append(ran_ms)
        return due(self, so_far, figures, ran_ms, holds)

    monkeypatch.setattr(Injects, "due", heard)
    room, _ = planned({"text": "Rain.", "at_seconds": 10}, {"text": "Snow.", "at_seconds": 12})
    room.wait(19_750)
    assert asked == [0, 10_000, 10_000, 12_000, 12_000]
    room.wait(10_000)
    assert asked[5:] == [20_000], "another question, other numbers: once more, though none is to come"


def test_the_next_inject_is_known_as_long_as_the_clock_runs() -> None:
    """A rehearsal skips an inject, or repeats the same moment for ever."""
    never = {"text": "x", "at_seconds": 10, "when": {"label": "Red 1", "over": 99}}
    room, _ = planned({"text": "Snow.", "at_seconds": 12}, {"text": "Rain.", "at_seconds": 10}, never)
    umpire = room.umpire()
    room.wait(4_000)
    assert room.table.next_inject(room.at) == 10_000
    room.rule(umpire, Pause())
    room.wait(5_000)
    assert room.table.next_inject(room.at) is None
    room.rule(umpire, Resume())
    assert room.table.next_inject(room.at) == 15_000
    room.wait(6_000)
    assert room.table.next_inject(room.at) == 17_000
    room.wait(2_000)
    assert came(room) == {0, 1}
    assert room.table.next_inject(room.at) is None
