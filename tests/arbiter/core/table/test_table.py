"""A table: a change to it happens completely or not at all. A fault in its journal holds this table alone."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from warcouncil.arbiter.core.checks.invariants import check
from warcouncil.arbiter.core.room.recovery import restore
from warcouncil.arbiter.core.table.table import _FIXED, Table
from warcouncil.arbiter.core.table.transaction import copies, whole
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.core.words.stimuli import Resumed
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import AnyGame
from warcouncil.protocol.acts.acts import EndNow, Release
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.wire.replies import Done
from warcouncil.protocol.wire.requests import Propose
from warcouncil.protocol.words import SeatId, TableId

from tests.arbiter.core.harness import Room, load, sign
from tests.lawful import by_the_journal
from tests.toys.sealed_bid import SealedBid

RED, FOE = SeatId("red.1"), SeatId("black.1")
ONE, TWO = TableId(1), TableId(2)


# --- all or nothing -----------------------------------------------------------------------------------------------


def as_it_is(table: Table) -> dict[str, Any]:
    """Return copies of all attributes of a table that can change."""
    return copies(table, _FIXED)


@pytest.mark.parametrize("method", ["resolve", "phase", "sheet"])
def test_after_a_fault_in_a_closing_everything_is_as_it_was(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failed closing leaves lapsed deals and removed lines that no record explains."""
    room = Room("sealed_bid", {"talk": "public", "talk_deals": True, "talk_seconds": 30})
    people = room.sit_all()
    umpire = room.umpire()
    room.ask(people[RED], Propose(id=room.fresh(), to=FOE, text="peace?"))
    room.say(people[RED], "all", "good morning")
    before = as_it_is(room.table)
    rows = len(room.journal)

    def fails(*_: object) -> None:
        raise ValueError("the rules fail")

    with monkeypatch.context() as broken:
        broken.setattr(SealedBid, method, fails)
        with pytest.raises(ValueError, match="the rules fail"):
            room.rule(umpire, EndNow())
    assert as_it_is(room.table) == before
    assert len(room.journal) == rows
    assert before["talk"].deals[0].state == "open"


def test_a_game_that_cannot_be_drawn_has_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game has begun in the room but not in its journal, and a resume finds another moment."""
    room = Room("sealed_bid", exercise={"start": "linked"})

    def fails(*_: object) -> None:
        raise ValueError("the rules fail")

    people = room.sit_all
    with monkeypatch.context() as broken:
        room.exercise.timing._starts_itself = False
        people()
        room.exercise.timing._starts_itself = True
        broken.setattr(SealedBid, "sheet", fails)
        with pytest.raises(ValueError, match="the rules fail"):
            room.settle()
    assert not room.table.begun
    check(room.exercise)
    room.settle()
    assert room.table.begun


@dataclass
class Part:
    """A part that grows."""

    things: list[int] = field(default_factory=list)


def test_a_part_of_any_type_is_restored_or_refused() -> None:
    """A new attribute of an unknown type keeps the changes of a failed ruling."""

    class Holder:
        def __init__(self) -> None:
            self.part, self.counts, self.name = Part([1]), {"a": 1}, "x"

    holder = Holder()

    def fail() -> None:
        with whole(holder, frozenset()):
            holder.part.things.append(2)
            holder.counts["b"] = 2
            holder.name = "y"
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert (holder.part, holder.counts, holder.name) == (Part([1]), {"a": 1}, "x")
    holder.counts = iter(())  # type: ignore[assignment]  # a kind that nobody thought of
    with pytest.raises(TypeError, match="neither kept nor copied"), whole(holder, frozenset()):
        pass


# --- what today's program does not take ---------------------------------------------------------------------------


class Mended(SealedBid):
    """The rules after a correction: they refuse what they accepted before."""

    def read(self, state: Any, seat: SeatId, answer: Any) -> Any:
        """Refuse every answer of one seat."""
        if seat == RED:
            raise Illegal("3.1", "that card is the ace of spades")
        return super().read(state, seat, answer)


def lived() -> Room:
    """Return a room of two tables in the middle of a question. The second table's rules will be corrected."""
    room = Room("sealed_bid", tables=2)
    for table in (1, 2):
        for seat in room.table.seats:
            room.sit(seat, table=table)
    for table in (1, 2):
        room.play(2, table=table)
        for seat in (RED, FOE):
            room.suggest(room.people[f"{table}:{seat}:seat"])
    return room


def resumed(room: Room, game: AnyGame) -> None:
    """Resume with other rules at the second table."""
    loads = [game, load("sealed_bid")]
    began = json.loads(room.journal[0].body)
    began["tables"][1]["game"] = "mended"
    journal = [Row(1, 0, "began", 0, json.dumps(began).encode()), *room.journal[1:]]
    room.journal = journal
    with by_the_journal():
        room.exercise = restore(journal, sign, load=lambda name: loads[name != "mended"])
    room.at = journal[-1].at
    room.do(Resumed(at=room.at))
    room.settle()
    check(room.exercise)


def test_a_record_that_the_rules_refuse_now_holds_its_table_and_not_the_room() -> None:
    """One corrected rule keeps forty tables from resuming."""
    room = lived()
    before = room.exercise.tables[ONE]
    resumed(room, Mended())
    one, two = room.exercise.tables[ONE], room.exercise.tables[TWO]
    assert (one.state, one.gate, one.sealed) == (before.state, before.gate, before.sealed)
    assert not one.held
    assert two.gate == 3
    assert "rejects what the journal has of question" in two.held
    assert "ace" not in two.held
    assert "\n" not in two.held
    assert FOE in two.sealed
    assert RED not in two.sealed
    umpire = room.umpire()
    alarms = [alarm.text for status in umpire.of(TableStatus) for alarm in status.alarms]
    assert two.held in alarms


def test_a_table_that_an_umpire_released_after_that_stays_released() -> None:
    """After each resume the table is held again, or continues from another state than before."""
    room = lived()
    resumed(room, Mended())
    umpire = room.umpire()
    assert isinstance(room.rule(umpire, Release(), table=2), Done)
    room.rule(umpire, EndNow(), table=2)
    two = room.exercise.tables[TWO]
    resumed(room, Mended())
    again = room.exercise.tables[TWO]
    assert not again.held
    assert (again.state, again.gate, again.past) == (two.state, two.gate, two.past)


def test_a_position_that_cannot_be_read_holds_its_table_and_not_the_room() -> None:
    """A state that no longer loads keeps forty tables from resuming."""
    room = lived()
    for place, row in enumerate(room.journal):
        if row.kind == "closed" and row.table == TWO:
            body = json.loads(row.body)
            body["record"]["state"] = '{"of": "another program"}'
            room.journal[place] = Row(row.seq, row.at, row.kind, row.table, json.dumps(body).encode())
    resumed(room, load("sealed_bid"))
    assert not room.exercise.tables[ONE].held
    assert room.exercise.tables[TWO].held == "held: this program cannot read how question 1 closed"
    for seat in room.table.seats:
        room.greet(f"1:{seat}:seat")
    room.play(1, table=1)
    assert room.exercise.tables[ONE].gate == 4
