"""Rulings that need two umpires. Other rulings on all tables: test_lockstep.py, test_injects.py."""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core.room.rulings import Rulings
from warcouncil.games.kit.game import Finish
from warcouncil.protocol.acts.acts import Act, EndGame, Fiat, GoBack, Pause
from warcouncil.protocol.acts.room_acts import Approve, Reseat, Withdraw
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.wire.replies import Done, RefusalCode
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId

from tests.arbiter.core.bidding import opened, refused
from tests.arbiter.core.harness import Person, Room

RED = SeatId("red.1")


GRAVE: tuple[Act, ...] = (GoBack(to=GateNo(1)), EndGame(text="enough"), Fiat(text="So be it."))


def two_umpires() -> tuple[Room, Person, Person]:
    """Return a room in its second question that requires two umpires for grave rulings."""
    room, _, one = opened(exercise={"second_umpire": True})
    room.play()
    return room, one, room.umpire("second")


@pytest.mark.parametrize("act", GRAVE, ids=lambda act: act.act)
def test_a_grave_ruling_waits_for_another_umpire(act: Act) -> None:
    """One tired umpire can undo an hour of play of forty people."""
    room, one, other = two_umpires()
    before = (room.table.gate, room.table.state, len(room.table.story))
    assert isinstance(room.rule(one, act), Done)
    assert (room.table.gate, room.table.state, len(room.table.story)) == before
    (alarm,) = (alarm for alarm in other.last(TableStatus).alarms if alarm.approval)
    assert alarm.approval == 1
    assert refused(room, one, Approve(number=1)).code is RefusalCode.NOT_ALLOWED
    assert isinstance(room.rule(other, Approve(number=1)), Done)
    assert (room.table.gate, room.table.state, len(room.table.story)) != before
    assert not other.last(TableStatus).alarms
    assert refused(room, other, Approve(number=1)).code is RefusalCode.NO_SUCH


@pytest.mark.parametrize(
    "act",
    [
        GoBack(to=GateNo(2)),
        GoBack(to=GateNo(9)),
        EndGame(winners=("green",), text="enough"),
        EndGame(text="\u200b"),
        Fiat(text="\u200b"),
        Reseat(seat=RED, to_table=TableId(1), to_seat=RED),
        Reseat(seat=RED, to_table=TableId(9), to_seat=RED),
        Reseat(seat=SeatId("red.9"), to_table=TableId(1), to_seat=RED),
    ],
    ids=str,
)
def test_an_impossible_ruling_is_refused_before_a_second_umpire_is_asked(act: Act) -> None:
    """Another umpire comes from the far end of the room, agrees, and reads that it was never possible."""
    room, one, other = two_umpires()
    before = room.table.gate, room.table.state, len(room.table.story.record), room.table.counters.over
    alone, _, single = opened()
    alone.play()
    said, so_alone = refused(room, one, act), refused(alone, single, act)
    assert (said.code, said.text) == (so_alone.code, so_alone.text)
    assert not other.last(TableStatus).alarms
    assert (
        room.table.gate,
        room.table.state,
        len(room.table.story.record),
        room.table.counters.over,
    ) == before


def test_an_impossible_ruling_in_an_old_journal_keeps_its_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After a resume each later number belongs to another ruling, and a seconded ruling is not carried out."""
    room, one, other = two_umpires()
    with monkeypatch.context() as earlier:
        earlier.setattr(Rulings, "_check_possible", lambda *_: None)
        room.rule(one, GoBack(to=GateNo(9)))
    room.rule(one, EndGame(text="enough"))
    room.rule(other, Approve(number=2))
    room.crash()
    assert isinstance(room.table.phase, Finish)
    assert not room.table.held


def test_two_machines_of_one_card_are_one_umpire() -> None:
    """One person with two windows, or with the console and the command line, seconds their own ruling."""
    room, _, _ = opened(exercise={"second_umpire": True})
    by_console = room.umpire("console", card="UMP")
    by_command = room.umpire("command line", card="UMP")
    other = room.umpire("somebody else", card="ABC")
    room.rule(by_console, GRAVE[1])
    assert refused(room, by_command, Approve(number=1)).code is RefusalCode.NOT_ALLOWED
    room.crash()
    by_command, other = room.greet("command line"), room.greet("somebody else")
    assert refused(room, by_command, Approve(number=1)).code is RefusalCode.NOT_ALLOWED
    assert isinstance(room.rule(by_command, Withdraw(number=1)), Done)
    room.rule(room.greet("console"), GRAVE[1])
    assert isinstance(room.rule(other, Approve(number=2)), Done)
    assert room.table.counters.over


def test_a_ruling_that_waits_may_be_taken_back() -> None:
    """A mistaken request remains pending at the table."""
    room, one, other = two_umpires()
    room.rule(one, GRAVE[0])
    room.rule(one, Withdraw(number=1))
    assert refused(room, other, Approve(number=1)).code is RefusalCode.NO_SUCH
    assert room.table.gate == 2


def test_a_ruling_for_a_question_that_has_closed_cannot_be_seconded() -> None:
    """A correction that was meant for one question changes another."""
    room, one, other = two_umpires()
    room.rule(one, GRAVE[0], gate=2)
    room.play()
    assert refused(room, other, Approve(number=1)).code is RefusalCode.STALE
    assert refused(room, one, GRAVE[0], gate=2).code is RefusalCode.STALE
    room.rule(other, Withdraw(number=1))
    assert not other.last(TableStatus).alarms


def test_a_ruling_that_waits_for_a_second_umpire_survives_a_crash() -> None:
    """The second umpire looks for a request that is gone, or the first can then second it alone."""
    room, one, other = two_umpires()
    room.rule(one, GRAVE[0])
    room.play(2)
    room.crash()
    one, other = room.greet("umpire"), room.greet("second")
    assert [alarm.approval for alarm in one.last(TableStatus).alarms] == [1]
    assert refused(room, one, Approve(number=1)).code is RefusalCode.NOT_ALLOWED
    room.rule(other, Approve(number=1))
    assert room.table.gate == 5
    room.rule(one, GRAVE[1])
    assert [alarm.approval for alarm in one.last(TableStatus).alarms] == [2]


def test_an_umpire_of_other_tables_seconds_nothing_here() -> None:
    """A tutor decides at a table of another tutor."""
    room = Room("sealed_bid", tables=2, exercise={"second_umpire": True})
    one = room.umpire()
    stranger = room.console(Role.UMPIRE, "stranger", tables=(2,))
    room.rule(one, EndGame(text="enough"))
    said = refused(room, stranger, Approve(number=1), table=0)
    assert said.code is RefusalCode.NOT_ALLOWED
    assert refused(room, stranger, Withdraw(number=1), table=0).code is RefusalCode.NOT_ALLOWED


def test_a_light_ruling_needs_no_second_umpire() -> None:
    """One umpire alone cannot even stop a clock."""
    room, one, _ = two_umpires()
    room.rule(one, Pause())
    assert room.table.paused


@pytest.mark.parametrize(
    ("act", "asked"),
    [
        (GoBack(to=GateNo(1)), "go back to question 1"),
        (EndGame(text="enough"), "end the game in a draw: enough"),
        (
            EndGame(winners=("red", "black.1"), text="enough"),
            "end the game, won by red and black.1: enough",
        ),
        (Fiat(text="So be it."), "a ruling: So be it."),
        (
            Reseat(seat=RED, to_table=TableId(1), to_seat=SeatId("black.1")),
            "move the player of red.1 to black.1 at table 1",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.parametrize("seconds", [True, False])
def test_the_second_umpire_reads_the_whole_request_and_the_record_names_both_umpires(
    act: Act, asked: str, *, seconds: bool
) -> None:
    """The second umpire agrees to an end without knowing its winner, or the record does not show who asked
    and who agreed.
    """
    room, one, other = two_umpires()
    room.rule(one, act, reason="late")
    (alarm,) = other.last(TableStatus).alarms
    assert (alarm.table, alarm.approval, alarm.text) == (
        1,
        1,
        f"waits for a second umpire: {asked} (late)",
    )
    room.rule(other, Approve(number=1) if seconds else Withdraw(number=1), reason="we talked", table=0)
    said = [line.words() for line in room.table.story.record]
    did = "approved" if seconds else "withdrew"
    assert said[:2] == [
        f"asked a second umpire to approve ruling number 1: {asked}",
        f"{did} ruling number 1 (we talked)",
    ]
    assert len(said) == (3 if seconds else 2)
    room.rule(one, Fiat(text="Once more."))
    assert [alarm.approval for alarm in other.last(TableStatus).alarms] == [2]
