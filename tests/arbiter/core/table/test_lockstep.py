"""Lock-step: no table passes a phase before all have sealed there."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from pydantic import JsonValue
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.stimuli import Began
from warcouncil.games.kit.game import Phase
from warcouncil.games.scenario.file.model.script import text_of
from warcouncil.protocol.acts.acts import Amend, EndGame, EndNow, Extend, GoBack, Hold, Release
from warcouncil.protocol.acts.room_acts import Lockstep
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.wire.replies import Done, Refusal, RefusalCode
from warcouncil.protocol.words import GateNo, Role, TableId

from tests.arbiter.core.harness import Room, load, sign
from tests.games.scenario.small import small

BIDDING = ("Bidding",)


def rooms(tables: int = 3, *, on: bool = True) -> Room:
    """Return tables in lock-step at the bids, without people."""
    return Room("sealed_bid", tables=tables, exercise={"lockstep": BIDDING if on else ()})


def seal(room: Room, table: int) -> None:
    """Seal the same low card, or pass, for all seats of a table, once."""
    playing = room.exercise.tables[TableId(table)]
    assert isinstance(playing.phase, Phase)
    for seat in playing.phase.asked:
        key = f"{table}:{seat}:seat"
        person = room.people.get(key) or room.sit(seat, table=table)
        room.suggest(person)


def gates(room: Room) -> list[int]:
    """Return the gate of each table."""
    return [table.gate for table in room.exercise.tables.values()]


def to_the_barrier(room: Room, tables: Iterable[int]) -> None:
    """Play tables on until they are at the bids."""
    for table in tables:
        playing = room.exercise.tables[TableId(table)]
        while isinstance(playing.phase, Phase) and playing.phase.name != "Bidding":
            seal(room, table)


def test_a_table_that_is_ready_waits_for_the_last_and_then_all_go_on() -> None:
    """The first table hears of the battle of the others before its own."""
    room = rooms()
    umpire = room.umpire()
    seal(room, 1)
    seal(room, 2)
    room.wait(250)
    assert gates(room) == [1, 1, 1]
    last = {status.table: status.waits for status in umpire.of(TableStatus)}
    assert last == {1: True, 2: True, 3: False}
    seal(room, 3)
    room.settle()
    assert gates(room) == [2, 2, 2]


def test_a_clock_that_runs_out_closes_no_table_before_the_others_are_there() -> None:
    """A clock opens the barrier too early. Or a table without people never goes on, and keeps the others
    waiting.
    """
    room = rooms(2)
    seal(room, 1)
    room.wait(19_000)
    assert gates(room) == [1, 1]
    room.wait(1_000)
    assert gates(room)[1] == 2, "the clock of the last table closes its question"
    room.settle()
    assert gates(room)[0] == 2


def test_silent_tables_pass_by_their_clocks_when_the_last_has_run_out() -> None:
    """Two tables with an inactive player each wait for each other for ever."""
    room = rooms(3)
    umpire = room.umpire()
    room.rule(umpire, Extend(seconds=10), table=2)
    room.wait(29_750)
    assert gates(room) == [1, 1, 1]
    assert room.exercise.deadline() == 30_000
    room.wait(250)
    assert gates(room) == [2, 2, 2]


def test_a_table_with_more_time_for_the_silent_is_waited_for() -> None:
    """The others go on while one table is still given time to seal."""
    plan = {"silence": [{"policy": "extend", "seconds": 10}]}
    room = Room("sealed_bid", tables=2, plan=plan, exercise={"lockstep": BIDDING})
    seal(room, 1)
    room.wait(29_750)
    assert gates(room) == [1, 1]
    room.wait(250)
    assert gates(room) == [2, 2]


def test_a_held_table_delays_no_other_and_joins_again_when_it_is_released() -> None:
    """One quarrel stops forty tables."""
    room = rooms()
    umpire = room.umpire()
    room.rule(umpire, Hold(), table=3)
    for table in (1, 2):
        seal(room, table)
    room.settle()
    assert gates(room) == [2, 2, 1]
    to_the_barrier(room, (1, 2))
    room.rule(umpire, Release(), table=3)
    before = gates(room)
    seal(room, 1)
    seal(room, 2)
    assert gates(room) == before
    seal(room, 3)
    room.settle()
    assert gates(room)[2] > 1


def test_a_table_whose_game_is_over_delays_no_other() -> None:
    """The room waits for people who have finished."""
    room = rooms()
    room.rule(room.umpire(), EndGame(text="enough"), table=3)
    for table in (1, 2):
        seal(room, table)
    room.settle()
    assert gates(room)[:2] == [2, 2]


def mixed(*games: tuple[str, dict[str, JsonValue]], lockstep: tuple[str, ...]) -> Room:
    """Return a table of each of these games with these options, in lock-step at some phases."""
    plans = tuple(
        TablePlan(table=TableId(number), game=game, options=options, seed=f"{number:064x}")
        for number, (game, options) in enumerate(games, 1)
    )
    room = rooms()
    room.exercise, room.journal = Exercise(sign, load=load), []
    room.do(Began(exercise="Jena", tables=plans, codes=(), lockstep=lockstep, grace_ms=0))
    return room


def test_tables_wait_at_a_phase_that_an_amendment_added() -> None:
    """One table reads what the others answer to the umpire's question before it has come to it."""
    written: dict[str, JsonValue] = {"scenario": text_of(small())}
    room = mixed(("scenario", written), ("scenario", written), lockstep=("A question by ruling",))
    umpire = room.umpire()
    for table in (1, 2):
        room.rule(umpire, Amend(text="ask blue: Who wrote the letter? | I did | I do not know"), table=table)
        room.rule(umpire, EndNow(), table=table)
    titles = [str(getattr(table.phase, "name", "")) for table in room.exercise.tables.values()]
    assert titles == ["A question by ruling"] * 2
    before = gates(room)
    seal(room, 1)
    assert gates(room) == before


def test_lock_step_at_a_phase_that_a_table_has_by_amendment_outlives_a_crash() -> None:
    """After a crash, tables are restored from a later question, and the room loses its step because the added
    phase is unknown yet.
    """
    written: dict[str, JsonValue] = {"scenario": text_of(small(rounds=5))}
    room = mixed(("scenario", written), ("scenario", written), lockstep=())
    umpire, phases = room.umpire(), ("A question by ruling",)
    assert isinstance(room.rule(umpire, Lockstep(phases=phases), table=0), Refusal)
    for table in (1, 2):
        room.rule(umpire, Amend(text="ask blue: Who wrote the letter? | I did | I do not know"), table=table)
        room.rule(umpire, EndNow(), table=table)
    assert isinstance(room.rule(umpire, Lockstep(phases=phases), table=0), Done)
    for table in (1, 2, 1, 2):
        room.rule(umpire, EndNow(), table=table)
    room.crash()
    assert room.exercise.room.lockstep.phases == phases


@pytest.mark.parametrize("other", ["nim", "scenario"])
def test_a_table_of_another_game_delays_no_other(other: str) -> None:
    """A room of two games never goes on."""
    options: dict[str, JsonValue] = {"scenario": text_of(small())} if other == "scenario" else {}
    room = mixed(("sealed_bid", {}), ("sealed_bid", {}), (other, options), lockstep=BIDDING)
    seal(room, 1)
    assert gates(room)[0] == 1
    seal(room, 2)
    room.settle()
    assert gates(room)[:2] == [2, 2]


def test_lock_step_is_switched_on_and_off_by_a_ruling() -> None:
    """A lock-step that turns out to be a mistake binds the room for the whole day."""
    room = rooms(on=False)
    umpire = room.umpire()
    seal(room, 1)
    assert gates(room) == [2, 1, 1]
    assert isinstance(room.rule(umpire, Lockstep(phases=BIDDING), table=0), Done)
    assert umpire.last(TableStatus).lockstep == BIDDING
    assert room.umpire("late").last(TableStatus).lockstep == BIDDING
    seal(room, 2)
    assert gates(room)[1] == 1
    room.rule(umpire, Lockstep(), table=0)
    room.settle()
    assert gates(room)[1] == 2
    room.crash()
    assert room.exercise.room.lockstep.phases == ()
    assert all(
        "ended the lock-step" in table.story.record[-1].words() for table in room.exercise.tables.values()
    )


def test_a_phase_that_no_table_has_is_refused() -> None:
    """A mistyped phase is accepted, and the umpire notices it only when the first table has gone on."""
    room = rooms()
    umpire = room.umpire()
    said = room.rule(umpire, Lockstep(phases=(*BIDDING, "Biding")), table=0)
    assert isinstance(said, Refusal)
    assert (said.code, said.text) == (
        RefusalCode.NO_SUCH,
        "No table has a phase 'Biding'. Nothing was changed.",
    )
    assert room.exercise.room.lockstep.phases == BIDDING
    assert not any(table.story.record for table in room.exercise.tables.values())


def test_a_phase_of_the_plan_that_no_table_here_has_is_accepted() -> None:
    """In an event of several games each arbiter keeps step at all phases of the plan, and an umpire cannot
    remove one of them.
    """
    room = mixed(("sealed_bid", {}), ("sealed_bid", {}), lockstep=(*BIDDING, "Of another wing"))
    umpire = room.umpire()
    assert isinstance(room.rule(umpire, Lockstep(phases=("Of another wing",)), table=0), Done)
    assert room.exercise.room.lockstep.phases == ("Of another wing",)


def test_steps_are_counted_anew_when_lock_step_changes_to_other_phases() -> None:
    """Tables that met often before count as further on, and the others wait too little, or for ever."""
    room = rooms()
    umpire = room.umpire()
    for table in (1, 2, 3):
        seal(room, table)
    room.settle()
    assert [table.counters.steps for table in room.exercise.tables.values()] == [1, 1, 1]
    room.rule(umpire, Lockstep(phases=BIDDING), table=0)
    assert [table.counters.steps for table in room.exercise.tables.values()] == [0, 0, 0]


def test_lock_step_survives_a_crash() -> None:
    """After a crash the first table runs ahead."""
    room = rooms(2)
    for table in (1, 2):
        seal(room, table)
    room.settle()
    to_the_barrier(room, (1, 2))
    steps = [table.counters.steps for table in room.exercise.tables.values()]
    room.crash()
    assert [table.counters.steps for table in room.exercise.tables.values()] == steps
    before = gates(room)
    for seat in room.table.seats:
        room.greet(f"1:{seat}:seat")
    seal(room, 1)
    assert gates(room) == before


def test_a_table_that_goes_back_before_the_barrier_is_waited_for_there_again() -> None:
    """A corrected table is out of step for the rest of the day."""
    room = rooms(2)
    umpire = room.umpire()
    for table in (1, 2):
        seal(room, table)
    room.settle()
    room.rule(umpire, GoBack(to=GateNo(1)), table=1)
    assert room.table.counters.steps == 0
    to_the_barrier(room, (2,))
    before = gates(room)[1]
    seal(room, 2)
    assert gates(room)[1] == before
    seal(room, 1)
    assert room.table.counters.steps == 1, "the corrected table passes alone what the others have passed"
    assert gates(room)[1] == before
    to_the_barrier(room, (1,))
    seal(room, 1)
    room.settle()
    assert gates(room)[1] > before


def test_only_a_director_of_all_tables_switches_it() -> None:
    """A tutor of two tables can stop forty tables."""
    room = rooms(on=False)
    tutor = room.console(Role.UMPIRE, "tutor", tables=(1, 2))
    said = room.rule(tutor, Lockstep(phases=BIDDING), table=0)
    assert isinstance(said, Refusal)
    assert said.code is RefusalCode.NOT_ALLOWED
    assert room.exercise.room.lockstep.phases == ()
