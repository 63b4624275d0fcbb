"""A fault in the rules of one table stops there."""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core.views import table_status
from warcouncil.arbiter.core.words.stimuli import Due, Faulted, Greeted, Received, Stimulus, Ticked
from warcouncil.protocol.acts.acts import EndGame, GoBack, Hold, Release
from warcouncil.protocol.acts.room_acts import Reseat
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.wire.requests import Claim, HandOver, Rule, Watch
from warcouncil.protocol.words import GateNo, SeatId, TableId

from tests.arbiter.core.harness import Room


def test_a_fault_in_one_table_holds_it_and_no_other_notices() -> None:
    """One broken table stops the exercise."""
    room = Room("sealed_bid", tables=2)
    calm = Room("sealed_bid", tables=2)
    for each in (room, calm):
        each.sit("red.1", table=1)
        each.sit("red.1", table=2)
    umpire = room.umpire()
    room.do(Faulted(at=0, table=TableId(1), alarm="F7"))
    calm.umpire()
    for each in (room, calm):
        each.wait(25_000)
    assert room.table.gate == 1
    held = {status.table: status.held for status in umpire.of(TableStatus)}
    assert ("F7" in held[1], held[2]) == (True, "")
    assert room.people["1:red.1:seat"].last(View).held
    assert room.people["2:red.1:seat"].frames == calm.people["2:red.1:seat"].frames
    room.rule(umpire, Release())
    room.wait(19_750)
    assert room.table.gate == 1, "being held cost nobody any time"
    room.wait(250)
    assert room.table.gate == 2


def test_a_fault_takes_the_place_of_an_umpires_hold() -> None:
    """If this fails, an umpire reads an old reason and overlooks that the rules failed, also after a resume."""
    room = Room("sealed_bid")
    umpire = room.umpire()
    room.rule(umpire, Hold(), reason="a fire alarm")
    room.do(Faulted(at=room.at, table=TableId(1), alarm="F7"))
    for _ in range(3):
        assert (room.table.held, room.table.hold_reason) == ("held after a fault, number F7", "")
        assert table_status.held(room.table) == room.table.held
        over = EndGame(winners=(), text="out of time")
        room.rule(umpire, GoBack(to=GateNo(1)) if room.table.gate > 1 else over)
        room.crash()
        umpire = room.greet("umpire")
    room.rule(umpire, Release())
    assert (room.table.held, room.table.now.fault) == ("", "")


def test_a_fault_without_a_table_is_blamed_on_the_table_of_its_key() -> None:
    """A fault while a person joins or claims a seat belongs to no table.

    No table is held for it, and no umpire is told.
    """
    room = Room("sealed_bid", tables=3)
    seat, umpire = room.sit("red.1", table=2), room.umpire()
    bodies = (HandOver(id=room.fresh()), Claim(id=room.fresh()))
    comes: tuple[Stimulus, ...] = (Greeted(at=0, key=seat.key, route=b"", token="t"),)
    for stimulus in (*comes, *(Received(at=0, key=seat.key, body=body) for body in bodies)):
        assert room.exercise.table_of(stimulus) == 0
        assert room.exercise.suspect(stimulus) == 2
    assert room.exercise.suspect(Due(at=0, table=TableId(3))) == 3
    moved = Reseat(seat=SeatId("red.1"), to_table=TableId(1), to_seat=SeatId("red.1"))
    for nobodys in (
        Received(at=0, key=umpire.key, body=Rule(id="0" * 32, table=TableId(2), act=moved, reason="late")),
        Ticked(at=0),
        Greeted(at=0, key="a stranger", route=b"", token="t"),
        Received(at=0, key=umpire.key, body=Watch(table=TableId(3))),
    ):
        assert room.exercise.suspect(nobodys) == 0
    room.exercise.room.consoles.drawing = TableId(3)
    assert room.exercise.suspect(Ticked(at=0)) == 3


def test_a_fault_in_a_ruling_that_waits_for_a_second_umpire_is_blamed_on_its_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its umpire gets no reply and asks without end, and the rules' fault stays unknown."""
    room = Room("sealed_bid", tables=3, exercise={"second_umpire": True})
    umpire = room.umpire()
    rule = Rule(id=room.fresh(), table=TableId(2), act=EndGame(text="enough"), reason="because")
    asked = Received(at=0, key=umpire.key, body=rule, session=umpire.token)
    table = room.exercise.tables[TableId(2)]
    monkeypatch.setattr(table.rules, "figures", None)
    with pytest.raises(TypeError):
        room.exercise.handle(asked)
    assert room.exercise.suspect(asked) == 2
    assert (table.gate, table.counters.over) == (1, None)
    assert not room.exercise.room.seconds.waiting
