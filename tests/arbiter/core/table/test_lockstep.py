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
    """Give tables in lock-step at the bids, without anybody at them."""
    return Room("sealed_bid", tables=tables, exercise={"lockstep": BIDDING if on else ()})


def seal(room: Room, table: int) -> None:
    """Let all seats of a table seal the same low card or pass, once."""
    playing = room.exercise.tables[TableId(table)]
    assert isinstance(playing.phase, Phase)
    for seat in playing.phase.asked:
        key = f"{table}:{seat}:seat"
        person = room.people.get(key) or room.sit(seat, table=table)
        room.suggest(person)


def gates(room: Room) -> list[int]:
    """Give the gate of each table."""
    return [table.gate for table in room.exercise.tables.values()]


def to_the_barrier(room: Room, tables: Iterable[int]) -> None:
    """Play tables on until they stand at the bids."""
    for table in tables:
        playing = room.exercise.tables[TableId(table)]
        while isinstance(playing.phase, Phase) and playing.phase.name != "Bidding":
            seal(room, table)


def test_a_table_that_is_ready_waits_for_the_last_and_then_all_go_on() -> None:
    """The first table would hear the battle of the others before they fight it."""
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
    """A barrier that a clock opens would be none; a table without people goes by the clock, and lets the others go."""
    room = rooms(2)
    seal(room, 1)
    room.wait(19_000)
    assert gates(room) == [1, 1]
    room.wait(1_000)
    assert gates(room)[1] == 2, "the clock of the last table closes its question"
    room.settle()
    assert gates(room)[0] == 2


def test_silent_tables_pass_by_their_clocks_when_the_last_has_run_out() -> None:
    """Two tables with a sleeper each would wait for each other for ever."""
    room = rooms(3)
    umpire = room.umpire()
    room.rule(umpire, Extend(seconds=10), table=2)
    room.wait(29_750)
    assert gates(room) == [1, 1, 1]
    assert room.exercise.deadline() == 30_000
    room.wait(250)
    assert gates(room) == [2, 2, 2]


def test_a_table_with_more_time_for_the_silent_is_waited_for() -> None:
    """The others would go on while one table is still given time to seal."""
    plan = {"silence": [{"policy": "extend", "seconds": 10}]}
    room = Room("sealed_bid", tables=2, plan=plan, exercise={"lockstep": BIDDING})
    seal(room, 1)
    room.wait(29_750)
    assert gates(room) == [1, 1]
    room.wait(250)
    assert gates(room) == [2, 2]


def test_a_held_table_stalls_nobody_and_comes_in_again_when_it_is_released() -> None:
    """One quarrel would stop forty tables."""
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


def test_a_table_whose_game_is_over_stalls_nobody() -> None:
    """The room would wait for people who have gone to lunch."""
    room = rooms()
    room.rule(room.umpire(), EndGame(text="enough"), table=3)
    for table in (1, 2):
        seal(room, table)
    room.settle()
    assert gates(room)[:2] == [2, 2]


def mixed(*games: tuple[str, dict[str, JsonValue]], lockstep: tuple[str, ...]) -> Room:
    """Give a table of each of these games with these options, in lock-step at some phases."""
    plans = tuple(
        TablePlan(table=TableId(number), game=game, options=options, seed=f"{number:064x}")
        for number, (game, options) in enumerate(games, 1)
    )
    room = rooms()
    room.exercise, room.journal = Exercise(sign, load=load), []
    room.do(Began(exercise="Jena", tables=plans, codes=(), lockstep=lockstep, grace_ms=0))
    return room


def test_a_scenario_that_was_amended_is_waited_for_at_what_was_put_in() -> None:
    """One table would hear what the others answer to the umpire's question before it has come to it."""
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
    """Tables stand up from a later question, and the phase would be one that none of them has yet: the room would fall out of step."""
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
def test_a_table_of_another_game_stalls_nobody(other: str) -> None:
    """A room of two games would stand still for ever."""
    options: dict[str, JsonValue] = {"scenario": text_of(small())} if other == "scenario" else {}
    room = mixed(("sealed_bid", {}), ("sealed_bid", {}), (other, options), lockstep=BIDDING)
    seal(room, 1)
    assert gates(room)[0] == 1
    seal(room, 2)
    room.settle()
    assert gates(room)[:2] == [2, 2]


def test_lock_step_is_switched_on_and_off_at_a_word() -> None:
    """A rule that turns out wrong would bind the room for the day."""
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
    assert all("own way" in table.story.record[-1].text for table in room.exercise.tables.values())


def test_a_phase_that_no_table_has_keeps_nobody_in_step() -> None:
    """A word mistyped would be *done*, and the umpire would find out when the first table had gone on."""
    room = rooms()
    umpire = room.umpire()
    said = room.rule(umpire, Lockstep(phases=(*BIDDING, "Biding")), table=0)
    assert isinstance(said, Refusal)
    assert (said.code, said.text) == (
        RefusalCode.NO_SUCH,
        "No table has a phase 'Biding'; nothing was changed.",
    )
    assert room.exercise.room.lockstep.phases == BIDDING
    assert not any(table.story.record for table in room.exercise.tables.values())


def test_a_phase_of_the_plan_that_no_table_has_stands_in_no_ones_way() -> None:
    """Of an event of several games each arbiter keeps step at all that the plan names: nobody could take one of them out."""
    room = mixed(("sealed_bid", {}), ("sealed_bid", {}), lockstep=(*BIDDING, "Of another wing"))
    umpire = room.umpire()
    assert isinstance(room.rule(umpire, Lockstep(phases=("Of another wing",)), table=0), Done)
    assert room.exercise.room.lockstep.phases == ("Of another wing",)


def test_steps_are_counted_anew_where_the_tables_are_kept_in_step_at_other_phases() -> None:
    """Tables that had met so often before would count for further on, and the others wait for nobody, or for ever."""
    room = rooms()
    umpire = room.umpire()
    for table in (1, 2, 3):
        seal(room, table)
    room.settle()
    assert [table.counters.steps for table in room.exercise.tables.values()] == [1, 1, 1]
    room.rule(umpire, Lockstep(phases=BIDDING), table=0)
    assert [table.counters.steps for table in room.exercise.tables.values()] == [0, 0, 0]


def test_lock_step_survives_a_crash() -> None:
    """After a crash the first table would run ahead."""
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
    """A corrected table would fall out of step for the rest of the day."""
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
    """A tutor of two tables would stop forty."""
    room = rooms(on=False)
    tutor = room.console(Role.UMPIRE, "tutor", tables=(1, 2))
    said = room.rule(tutor, Lockstep(phases=BIDDING), table=0)
    assert isinstance(said, Refusal)
    assert said.code is RefusalCode.NOT_ALLOWED
    assert room.exercise.room.lockstep.phases == ()
