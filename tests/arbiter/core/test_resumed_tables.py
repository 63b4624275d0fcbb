"""A resume holds a table that it cannot restore, but never the room. It records what it leaves out."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

import pytest
from warcouncil.arbiter.core.room.recovery import restore
from warcouncil.arbiter.core.words.stimuli import (
    Lost,
    Resumed,
)
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.acts.acts import Release
from warcouncil.protocol.acts.room_acts import Lockstep
from warcouncil.protocol.wire.consoles import Alarms
from warcouncil.protocol.wire.replies import Done
from warcouncil.protocol.wire.requests import HandOver
from warcouncil.protocol.words import GateNo, Role, TableId

from tests.arbiter.core.harness import Room, load, sign
from tests.arbiter.core.room.test_recovery import ONE
from tests.arbiter.core.standing import of_table
from tests.lawful import by_the_journal
from tests.toys.sealed_bid import SealedBid


def test_lost_records_are_written_into_the_umpires_record() -> None:
    """An umpire plays on without knowing that a seat holds a receipt for a lost answer."""
    room = Room("sealed_bid", tables=2)
    seat = next(iter(room.table.seats.values()))
    lost = (
        Lost(table=ONE, gate=3, seat=seat.id),
        Lost(table=ONE, records=2),
        Lost(table=TableId(0), records=4),
    )
    room.do(Resumed(at=room.at, accepted=True, lost=lost, is_open=True))
    room.crash()
    said = [table.story.record[-1].words() for table in room.exercise.tables.values()]
    assert (
        f"receipts were lost for question 3 of {seat.title}; other records lost: 6, and perhaps more"
        in said[0]
    )
    assert "no receipt is known to be lost; other records lost: 4" in said[1]
    many = tuple(Lost(table=ONE, gate=gate, seat=seat.id) for gate in range(1, 500))
    room.do(Resumed(at=room.at, accepted=True, lost=many))
    assert len(room.table.story.record[-1].words()) < 2000
    assert "more questions: question " in room.table.story.record[-1].words()


def test_a_game_that_cannot_be_set_up_any_more_holds_its_table_and_not_the_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One table's rules keep four hundred people from continuing, though the journal has the state of every table."""
    room = Room("sealed_bid", tables=2)
    room.sit_all()
    room.play()
    stood, gate = room.table.state, room.table.gate
    real, calls = SealedBid.setup, count()

    def fails(self: SealedBid, options: Any, dice: Dice) -> Any:
        if next(calls) % 2 == 0:  # the first table of each resume
            raise ValueError("the rules fail")
        return real(self, options, dice)

    monkeypatch.setattr(SealedBid, "setup", fails)
    room.crash()
    one, two = room.exercise.tables.values()
    assert one.held == "held: this program cannot set up its game"
    assert (one.state, one.gate) == (stood, gate)
    assert not two.held
    room.settle()
    room.crash()
    assert room.table.held


def test_a_table_that_was_doubted_once_stays_held_by_a_program_that_doubts_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A table that a resume held goes on without its umpire when the next program finds no fault. Or that
    program cannot resume the room at all.
    """
    room = Room("sealed_bid")
    room.sit_all()
    room.play()

    def fails(self: SealedBid, options: Any, dice: Dice) -> Any:
        raise ValueError("the rules fail")

    with monkeypatch.context() as worse:
        worse.setattr(SealedBid, "setup", fails)
        room.crash()
        room.settle()
    assert [row.kind for row in room.journal].count("doubted") == 1
    stood, held = room.table.state, room.table.held
    room.crash()
    assert held
    assert (room.table.state, room.table.held) == (stood, held)


@pytest.mark.parametrize("gates", [0, 1, 4])
def test_a_table_that_an_umpire_released_stays_released_though_its_setup_still_fails(
    gates: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each crash holds a table again that an umpire released and that has long played on."""
    room = Room("sealed_bid")
    room.sit_all()
    umpire = room.umpire()
    room.play()

    def fails(self: SealedBid, options: Any, dice: Dice) -> Any:
        raise ValueError("the rules fail")

    monkeypatch.setattr(SealedBid, "setup", fails)
    room.crash()
    room.settle()
    assert room.table.held
    umpire = room.greet("umpire")
    assert isinstance(room.rule(umpire, Release()), Done)
    for seat in room.table.seats:
        room.greet(f"1:{seat}:seat")
    room.play(gates)
    stood = of_table(room.table)
    for _ in range(2):
        room.crash()
        assert not room.table.held
        assert not room.exercise.timing.in_doubt
        room.settle()
    assert of_table(room.table) == stood


def test_a_record_of_no_table_that_is_refused_now_is_left_out_and_umpires_read_it() -> None:
    """One refused ruling on all tables keeps the room closed. Or the room continues without it, and no umpire is
    told.
    """
    room = Room("sealed_bid", tables=2)
    umpire = room.umpire()
    room.rule(umpire, Lockstep(phases=("Bidding",)))
    row = room.journal[-1]
    assert row.table == 0
    room.journal[-1] = row._replace(body=row.body.replace(b'"reason":"because"', b'"reason":" "'))
    room.crash()
    assert not any(table.held for table in room.exercise.tables.values())
    again = room.greet("umpire")
    assert f"left them out: record {row.seq}" in again.last(Alarms).alarms[0].text


def test_an_umpire_reads_which_question_a_resume_could_not_bring_back() -> None:
    """An umpire is asked to release a table without knowing what is wrong with it, or where."""
    room = Room("sealed_bid")
    room.sit_all()
    room.play()
    room.play()
    rows = list(room.journal)
    declared = [at for at, row in enumerate(rows) if b'"type":"declare"' in row.body]
    closed = [at for at, row in enumerate(rows) if row.kind == "closed"]

    def held(at: int, *changes: tuple[bytes, bytes]) -> str:
        body = rows[at].body
        for old, new in changes:
            assert old in body
            body = body.replace(old, new)
        with by_the_journal():
            room.exercise = restore(
                [*rows[:at], rows[at]._replace(body=body), *rows[at + 1 :]], sign, load=load
            )
        return room.table.held

    other_digest = (b'"digest": "', b'"digest": "0')
    assert held(closed[-1], other_digest) == (
        "held: the rules give another result for question 2 than the journal has"
    )
    assert held(closed[-1], other_digest, (b'"record"', b'"recorb"')) == (
        "held: this program cannot read how question 2 closed"
    )
    assert held(declared[-1], (b'"answer":{"card":', b'"answer":{"cord":')) == (
        "held: this program rejects what the journal has of question 2. It is left out"
    )


def test_a_table_whose_closing_differs_keeps_the_state_of_the_journal() -> None:
    """The table goes on from a newer program's result of old orders, while people remember what they were
    told.
    """
    room = Room("sealed_bid")
    room.sit_all()
    room.play(2)
    first, last = (
        at for at, row in enumerate(room.journal) if row.kind == "closed" and b'"gate": 0' not in row.body
    )
    told, kept = json.loads(room.journal[first].body), json.loads(room.journal[last].body)
    kept["record"] |= {name: told["record"][name] for name in ("state", "events", "heading")}
    kept["digest"] = told["digest"]
    room.journal[last] = room.journal[last]._replace(body=json.dumps(kept).encode())
    room.exercise = restore(room.journal, sign, load=load)
    table = room.table
    assert table.held.startswith("held: the rules give another result for question 2")
    assert table.state == table.rules.load(told["record"]["state"])
    assert (table.gate, table.past[GateNo(3)][0]) == (3, told["record"]["state"])
    first_told, last_told = table.story.chapters[-2:]
    assert (last_told.heading, last_told.events) == (first_told.heading, first_told.events)
    assert len({*table.past}) == 3


def test_a_table_whose_digest_differs_is_held_and_the_others_go_on() -> None:
    """After a journal was changed by hand, its table continues as if nothing had happened, or all tables stop."""
    room = Room("sealed_bid", tables=2)
    for table in (1, 2):
        for seat in room.table.seats:
            room.sit(seat, table=table)
        room.play(2, table=table)
    last = max(at for at, row in enumerate(room.journal) if row.kind == "closed" and row.table == 1)
    body = json.loads(room.journal[last].body) | {"digest": "0" * 32}
    room.journal[last] = room.journal[last]._replace(body=json.dumps(body).encode())
    one, two = restore(room.journal, sign, load=load).tables.values()
    assert one.held.startswith("held: the rules give another result for question 2")
    assert not two.held
    assert (two.gate, two.state) == (3, room.exercise.tables[TableId(2)].state)


def test_a_seats_record_of_no_table_that_is_refused_now_holds_the_seats_own_table() -> None:
    """A table goes on without an act of one of its players, and its umpire is not told."""
    room = Room("sealed_bid", tables=2, exercise={"crews": True})
    driver = room.sit("red.1", table=2)
    room.sit("red.1", table=2, role=Role.WATCHER, key="watcher")
    (came,) = (at for at, row in enumerate(room.journal) if b'"key":"watcher"' in row.body)
    room.ask(driver, HandOver(id=room.fresh()))
    assert room.journal[-1].table == 0
    del room.journal[came]
    room.crash()
    assert [table.number for table in room.exercise.tables.values() if table.held] == [2]
    assert not room.umpire().of(Alarms)


def test_a_table_whose_closing_cannot_be_read_goes_on_from_the_next_readable_one() -> None:
    """Answers sealed since are lost, though the table could be restored."""
    room = Room("sealed_bid")
    people = room.sit_all()
    room.play(2)
    room.suggest(people["red.1"])
    *_, bad, _ = (at for at, row in enumerate(room.journal) if row.kind == "closed")
    body = room.journal[bad].body.replace(b'"record"', b'"recorb"')
    room.journal[bad] = room.journal[bad]._replace(body=body)
    stood, sealed = room.table.state, {*room.table.sealed}
    with by_the_journal():
        room.exercise = restore(room.journal, sign, load=load)
    assert (room.table.state, {*room.table.sealed}) == (stood, sealed)
    assert sealed == {"red.1"}
    assert room.table.held
