"""The timetable: a table without activity costs nothing and is not forgotten.

An invariant compares it with the tables after every stimulus.
"""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core.room import timing as timetables
from warcouncil.arbiter.core.room.timing import STALE_MAX, Timetable
from warcouncil.arbiter.core.words.stimuli import Resumed
from warcouncil.protocol.acts.acts import Extend, Hold, Release
from warcouncil.protocol.acts.room_acts import Lockstep
from warcouncil.protocol.words import TableId

from tests.arbiter.core.harness import Room


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[TableId]:
    """Return the list to which each table is added when it is asked for its time."""
    asked: list[TableId] = []
    time_of = Timetable.time_of

    def heard(self: Timetable, number: TableId) -> int | None:
        asked.append(number)
        return time_of(self, number)

    monkeypatch.setattr(Timetable, "time_of", heard)
    monkeypatch.setattr(Timetable, "wrong", lambda _: ())  # the invariant asks all of them
    return asked


def test_a_table_at_which_nothing_happens_is_not_asked(asked: list[TableId]) -> None:
    """Every beat of one seat costs as much as there are tables."""
    room = Room("sealed_bid", tables=40)
    people = [room.sit(seat, table=2) for seat in room.table.seats]
    room.settle()
    asked.clear()
    room.beat(people[0])
    room.wait(500)
    assert asked == []
    for person in people:
        room.suggest(person)
    assert room.exercise.tables[TableId(2)].gate > room.table.gate
    assert set(asked) == {2}


def test_time_runs_out_at_a_table_that_was_not_asked_since(asked: list[TableId]) -> None:
    """A table that all people have left never goes on."""
    room = Room("sealed_bid", tables=3)
    room.settle()
    asked.clear()
    last = room.exercise.tables[TableId(3)]
    room.wait(1_000_000, step_ms=250_000)
    assert last.gate > 1
    assert set(asked) == {1, 2, 3}


def test_a_ruling_changes_the_time_of_its_table() -> None:
    """A held table closes its question, or a released one never does."""
    room = Room("sealed_bid", tables=2)
    umpire = room.umpire()
    before = room.exercise.deadline()
    room.rule(umpire, Hold(), table=1)
    room.rule(umpire, Hold(), table=2)
    assert room.exercise.deadline() is None
    room.rule(umpire, Lockstep(phases=()))
    room.rule(umpire, Release(), table=2)
    assert room.exercise.deadline() == before


def test_an_event_of_the_whole_exercise_asks_every_table_again(asked: list[TableId]) -> None:
    """A resume that changes the time of a table leaves it waiting for ever."""
    room = Room("sealed_bid", tables=3)
    room.settle()
    assert room.exercise.deadline()
    asked.clear()
    room.do(Resumed(at=room.at))
    assert room.exercise.deadline()
    assert set(asked) == {1, 2, 3}


def test_a_table_in_doubt_has_no_time() -> None:
    """The arbiter closes the question of a table that a resume could not restore."""
    room = Room("sealed_bid", tables=3)
    course = room.exercise.timing
    assert course.timetable.out(10**12) == [1, 2, 3]
    course.doubt(TableId(2), room.at, "held: it differs")
    assert course.timetable.out(10**12) == [1, 3]


def test_the_first_of_many_times_is_found_and_the_others_are_let_alone() -> None:
    """Each beat in a large room goes through the clocks of all its tables."""
    room = Room("sealed_bid", tables=40)
    timetable = room.exercise.timing.timetable
    times = {number: timetable.time_of(number) for number in room.exercise.tables}
    looked: list[TableId] = []

    def third(number: TableId, time: int) -> bool:
        looked.append(number)
        assert times[number] == time
        return len(looked) == 3

    for _ in range(2):
        looked.clear()
        assert timetable.soonest(third) == sorted(time for time in times.values() if time is not None)[2]
        assert len(looked) == 3
    assert timetable.out(-1) == []
    assert timetable.out(10**12) == list(times)


def test_times_that_tables_had_before_are_thrown_away() -> None:
    """A day of play fills the memory, and a table is asked at each of its former times."""
    room = Room("sealed_bid", tables=2)
    umpire = room.umpire()
    timetable = room.exercise.timing.timetable
    for seconds in (60, -60) * (STALE_MAX + 10):
        room.rule(umpire, Extend(seconds=seconds), table=2)
        assert len(timetable._queue) <= STALE_MAX + 4
    assert timetable.out(10**12) == [1, 2]


def test_a_large_room_throws_former_times_away_as_seldom_as_a_small_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With more tables than `STALE_MAX`, each ruling rebuilds the whole heap."""
    monkeypatch.setattr(timetables, "STALE_MAX", 3)
    room = Room("sealed_bid", tables=5)
    umpire = room.umpire()
    timetable = room.exercise.timing.timetable
    assert room.exercise.deadline() == 20_000
    room.rule(umpire, Hold(), table=5)
    room.rule(umpire, Extend(seconds=60), table=1)
    lengths = []
    for seconds in (60, 30, -90) * 20:
        room.rule(umpire, Extend(seconds=seconds), table=2)
        lengths.append(len(timetable._queue))
        assert room.exercise.deadline() == 20_000
    assert (min(lengths), max(lengths)) == (4, 3 + 2 * 5)
    timetable._queue += [(0, TableId(1))] * 13
    timetable.mark(TableId(1))
    assert timetable.soonest(lambda _, __: True) == 20_000, (
        "the heap that is built anew is one, whatever the order of the tables"
    )
    for number in (1, 2, 3, 4):
        assert timetable.runs
        room.rule(umpire, Hold(), table=number)
    assert not timetable.runs


def test_a_time_that_a_table_has_no_more_is_passed_over_and_one_that_it_has_again_counts_once() -> None:
    """A question is closed at its former time, though an umpire gave more."""
    room = Room("sealed_bid", tables=2)
    umpire = room.umpire()
    timetable = room.exercise.timing.timetable
    before = timetable.time_of(TableId(2))
    assert before is not None
    for seconds in (60, -60, 60):
        room.rule(umpire, Extend(seconds=seconds), table=2)
        at = timetable.time_of(TableId(2))
        looked: list[tuple[TableId, int | None]] = []

        def never(number: TableId, time: int, seen: list[tuple[TableId, int | None]] = looked) -> bool:
            seen.append((number, time))
            return False

        assert timetable.soonest(never) is None
        assert {*looked} == {(TableId(1), before), (TableId(2), at)}
        assert len(looked) == 2
