"""Chance that all seats make is the same after a crash at any record.

A record with another chance is refused.
"""

from __future__ import annotations

import json

import pytest
from warcouncil.arbiter.core.checks.invariants import check
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.room.recovery import Retelling, restore
from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.arbiter.core.words.stimuli import Bound
from warcouncil.protocol.acts.acts import Begin, Fiat
from warcouncil.protocol.acts.room_acts import Results
from warcouncil.protocol.wire.replies import Done, DrawShown, Refusal, Welcome
from warcouncil.protocol.words import Role, TableId

from tests.arbiter.core.drawing import TOO_LATE_MS, all_drawn, bound, drawing, open_lot, pledge
from tests.arbiter.core.harness import Room, load, sign
from tests.arbiter.core.standing import differences
from tests.toys.sealed_bid import GAME as SEALED_BID

ONE = TableId(1)
SEATS = [seat.id for seat in SEALED_BID.seats(SEALED_BID.options_type())]


def test_a_chance_of_other_numbers_than_were_put_in_is_refused() -> None:
    """The record of the contributed numbers can be changed without notice."""
    room = drawing()
    people = room.sit_all()
    for person in people.values():
        pledge(room, person)
    lots = room.table.draw.lots(room.table.seats) if room.table.draw else ()
    other = lots[0].model_copy(update={"number": "0" * 64})
    false = Bound(at=room.at, table=ONE, lots=(other, *lots[1:]))
    assert isinstance(attempt(lambda: room.exercise.handle(false)), RulesFault)
    assert not room.table.begun
    check(room.exercise)


def lived() -> Room:
    """Play a room in which one person did not open, umpires ruled before the deal, and some questions were
    asked.
    """
    room = drawing(start="umpire")
    umpire = room.umpire()
    people = room.sit_all()
    for person in people.values():
        pledge(room, person, "first")
        pledge(room, person)
    room.rule(umpire, Fiat(text="no shouting"))
    room.rule(umpire, Results(shown=True), table=0)
    room.rule(umpire, Begin())
    for person in [*people.values()][:-1]:
        open_lot(room, person)
    for person in people.values():
        room.beat(person)
    room.wait(TOO_LATE_MS)
    room.play(3)
    return room


def test_a_crash_after_any_record_loses_nothing() -> None:
    """An arbiter that was killed while the chance was made deals other cards than before, or none."""
    room = lived()
    rows = room.journal
    for after in range(1, len(rows) + 1):
        if rows[after - 1].kind == "bound":
            continue  # this record is written together with the closing that follows it
        resumed = restore(rows[:after], sign, load=load)
        check(resumed)
        through = Retelling(Exercise(sign, load=load), load)
        for row in rows[:after]:
            through.take(row)
        assert not through.doubts
        assert not differences(resumed, through.exercise), f"after record {after}"
    assert (
        sum(row.kind == "closed" for row in rows) > 2
    )  # some resumes began at a later closing than the deal


@pytest.mark.parametrize("kind", ["pledged", "received", "bound"])
def test_a_crash_on_the_way_is_gone_on_from(kind: str) -> None:
    """After a crash while the chance is made, people who reconnect are not asked for their numbers again. The
    table waits for ever.
    """
    room = drawing()
    people = room.sit_all()
    for person in people.values():
        pledge(room, person)
    if kind in ("received", "bound"):
        open_lot(room, next(iter(people.values())))
    if kind == "bound":
        for person in [*people.values()][1:]:
            open_lot(room, person)
    made = room.table.chance
    room.crash()
    again = {seat: room.greet(person.key, f"{seat} again") for seat, person in people.items()}
    for person in again.values():
        assert person.last(Welcome).chance == "all"
        assert person.last(DrawShown).pledges
        pledge(room, person)
        open_lot(room, person)
    assert room.table.begun
    assert kind != "bound" or room.table.chance == made
    assert all(one.counts for one in bound(room).lots)


def test_a_resume_restarts_the_time_for_opening_a_number() -> None:
    """A crash shortens the time for opening a number. The chance then leaves out every person who reconnects
    slowly.
    """
    room = drawing()
    people = room.sit_all()
    for person in people.values():
        pledge(room, person)
    first, *rest = people.values()
    room.wait(TOO_LATE_MS - 250)
    open_lot(room, first)
    room.crash()
    room.wait(TOO_LATE_MS - 250)
    assert rest
    assert not room.table.begun
    room.wait(250)
    assert room.table.begun


def test_a_deal_that_is_not_the_one_in_the_journal_is_doubted() -> None:
    """A program with other rules deals other cards at a resume, and people see their hands change."""
    room = drawing()
    all_drawn(room)
    told = json.loads(room.journal[-1].body)
    told["digest"] = "0" * 32
    room.journal[-1] = room.journal[-1]._replace(body=json.dumps(told).encode())
    room.crash()
    assert "the rules give another result" in room.table.held


def test_a_branch_of_records_names_the_lots() -> None:
    """The exercise file does not show which seats made the chance."""
    room = drawing()
    all_drawn(room)
    (row,) = [row for row in room.journal if row.kind == "bound"]
    assert [one["seat"] for one in json.loads(row.body)["lots"]] == list(room.table.seats)
    assert row.table == 1


def test_a_watcher_puts_nothing_in() -> None:
    """A crew of five contributes five numbers."""
    room = drawing(crews=True)
    room.sit_all()
    watcher = room.sit("red.1", role=Role.WATCHER)
    assert isinstance(pledge(room, watcher), Refusal)


def test_a_pledge_that_is_sent_again_after_a_crash_is_known() -> None:
    """A seat whose number is in the chance reads that the chance was made without it."""
    room = drawing()
    people = all_drawn(room)
    room.play(2)
    room.crash()
    for key in [person.key for person in people.values()]:
        person = room.greet(key)
        assert isinstance(pledge(room, person), Done)
        assert isinstance(open_lot(room, person), Done)
