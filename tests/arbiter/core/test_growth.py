"""The memory of an arbiter is bounded, however long the day."""

from __future__ import annotations

import tracemalloc

import pytest
from warcouncil.arbiter.core.people import sessions
from warcouncil.arbiter.core.table.story import CHAPTERS_KEPT_MAX, story
from warcouncil.arbiter.core.table.table import PAST_MAX, Table
from warcouncil.arbiter.core.table.talk import LINES_KEPT_MAX
from warcouncil.arbiter.core.words.stimuli import Ticked
from warcouncil.protocol.acts.acts import EndNow, GoBack, Note
from warcouncil.protocol.table.views import StoryLine, View
from warcouncil.protocol.wire.consoles import Room as RoomView
from warcouncil.protocol.wire.requests import Resync, Rule, Watch
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId

from tests.arbiter.core.harness import Room
from tests.bench import room as bench

LONG = {"max_turns": 10_000}


def short_memory(table: Table) -> dict[str, int]:
    """Return the size of everything that a table may forget."""
    gate = ("sealed", "voided", "receipts", "former", "changes", "drafts")
    return {
        **{name: len(getattr(table.now, name)) for name in gate},
        **{name: len(getattr(table.counters, name)) for name in ("bots", "missed")},
        "injects": len(table.counters.injects.came),
        "past": len(table.past),
    }


def test_a_table_forgets_state_that_no_longer_counts() -> None:
    """After an hour the arbiter holds every order ever given, and slows down."""
    room = Room("kartenspiel", LONG)
    people = room.sit_all()
    umpire = room.umpire()
    room.ask(umpire, Watch(table=TableId(1)))
    sizes = []
    for _ in range(3):
        for _ in range(40):
            room.play()
            room.wait(1_000, step_ms=500)
            for person in people.values():
                room.beat(person)
        room.rule(umpire, GoBack(to=GateNo(room.table.gate - 1)))
        sizes.append(short_memory(room.table))
        for person in (*people.values(), umpire):
            person.frames.clear()
            person.replies.clear()
    assert sizes[0]["past"] <= sizes[1]["past"] == sizes[2]["past"] == PAST_MAX
    assert {name: size for name, size in sizes[1].items() if name != "past"} == {
        name: size for name, size in sizes[2].items() if name != "past"
    }
    assert sizes[2]["receipts"] + sizes[2]["former"] <= 2 * len(room.table.seats)


def test_a_table_is_taken_back_fifty_nine_questions_and_no_more() -> None:
    """Umpires lose rollbacks that they had, or an arbiter keeps too much of each table in memory."""
    room = Room("kartenspiel", LONG)
    umpire = room.umpire()
    for _ in range(70):
        room.rule(umpire, EndNow())
    now = room.table.gate
    for back, may in ((60, False), (59, True)):
        room.rule(umpire, GoBack(to=GateNo(now - back)))
        assert (room.table.gate > now) is may


def test_only_the_newest_chapters_are_kept_and_every_reader_gets_each_once() -> None:
    """A long battle fills the arbiter's memory, or its umpire and its seats miss what happened or read it
    twice.
    """
    room = Room("kartenspiel", LONG)
    people = room.sit_all()
    umpire = room.umpire()
    room.ask(umpire, Watch(table=TableId(1)))
    army, known = room.table.seats[SeatId("red.army")], 0
    happened: dict[str, list[StoryLine]] = {"umpire": [], "army": []}
    while room.table.story.forgotten < 3:
        room.play()
        room.do(Ticked(at=room.at))
        room.settle()
        chapters, known = room.table.story.since(known), room.table.story.told
        happened["umpire"] += story(chapters, None)
        happened["army"] += story(chapters, army)
    assert len(room.table.story) == CHAPTERS_KEPT_MAX
    assert [line for each in umpire.of(RoomView) for line in each.story] == happened["umpire"]
    told = [line.text for each in people["red.army"].of(View) for line in each.story]
    assert told == [line.text for line in happened["army"]]
    before = (room.table.story, room.table.story.forgotten)
    room.crash()
    assert (room.table.story, room.table.story.forgotten) == before


def test_only_the_newest_lines_are_remembered_and_a_watching_umpire_misses_none() -> None:
    """A table that talks all day fills the arbiter's memory, or its umpire reads lines twice or not at all."""
    room = Room("sealed_bid", {"hand": 5, "clock_seconds": 86_400})
    people = room.sit_all()
    umpire = room.umpire()
    room.ask(umpire, Watch(table=TableId(1)))
    said = 0
    for _ in range(3):
        for _ in range(900):
            room.say(people["red.1"], "red", f"line {said}")
            room.at += 1_001
            said += 1
            if said % 100 == 0:
                room.do(Ticked(at=room.at))
                room.settle()
        room.rule(umpire, EndNow())
        for _ in range(4):
            if not getattr(room.table.phase, "channels", ()):
                room.rule(umpire, EndNow())
    assert len(room.table.talk.lines) == LINES_KEPT_MAX
    assert [line.n for each in umpire.of(RoomView) for line in each.lines] == list(range(1, said + 1))
    before = room.table.talk
    room.crash()
    assert (room.table.talk.lines, room.table.talk.forgotten) == (before.lines, before.forgotten)
    room.say(room.greet("1:red.1:seat"), "red", "the last")
    assert room.table.talk.lines[-1].spoken.n == said + 1


def test_ids_links_and_mail_that_waits_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Old links, ids and mail stay in the arbiter for ever."""
    room = Room("sealed_bid")
    umpire = room.umpire()
    monkeypatch.setattr(sessions, "RULED_MAX", 100)
    for number in range(200):
        note = Note(text=f"note {number}")
        room.ask(umpire, Rule(id=room.fresh(), table=TableId(1), act=note, reason="for the debrief"))
        umpire.frames.clear()
        umpire.replies.clear()
    assert [len(asked) for asked in room.exercise.room.repeats._done.values()] == [100]
    for _ in range(50):
        room.sit("red.1")
        room.console(Role.DISPLAY)
        room.ask(room.umpire(), Resync())
    assert len(list(room.exercise.sessions)) == 3
    assert not room.exercise.room.consoles.undrawn
    assert len(room.exercise.room.consoles._told) <= 2 * len(room.exercise.tables)


def test_the_room_in_virtual_time_runs_and_reports() -> None:
    """The benchmark of a room measures nothing, so it does not show when forty tables become slow."""
    (line,) = bench.run(minutes=1, tables=2)
    assert isinstance(line["gates"], int)
    assert line["gates"] > 4
    assert isinstance(line["console_bytes_per_tick"], int)
    assert line["console_bytes_per_tick"] > 0


def test_play_at_an_even_pace_holds_little_more_memory_after_each_hour() -> None:
    """Forty tables fill the machine's memory before the day is over."""
    room = bench.Room(1)
    held = []
    tracemalloc.start()
    for _ in range(3):
        for _ in range(4 * 120):
            room.step()
        held.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    table = room.exercise.tables[TableId(1)]
    grown = held[2] - held[1]
    chapters = len(table.story) + len(table.talk.lines)
    assert grown < 4_000 * chapters
