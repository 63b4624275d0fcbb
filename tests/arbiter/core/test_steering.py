"""What umpires ask for: their words, their notes, calls for them, and the reason of every ruling."""

from __future__ import annotations

from warcouncil.protocol.acts import (
    Act,
    Answered,
    EndGame,
    EndNow,
    Extend,
    Fiat,
    GiveBack,
    GiveToBot,
    GoBack,
    Hold,
    Note,
    Pause,
    Release,
    Resume,
    SetClock,
    Tell,
    Void,
)
from warcouncil.protocol.consoles import Room as RoomView
from warcouncil.protocol.consoles import TableStatus
from warcouncil.protocol.replies import Refusal, RefusalCode
from warcouncil.protocol.requests import (
    Call,
    Watch,
    Write,
)
from warcouncil.protocol.views import Notice
from warcouncil.protocol.words import GateNo, SeatId, TableId

from tests.arbiter.core.bidding import opened, refused

RED = SeatId("red.1")


def test_a_word_that_asks_for_a_reply_gets_it_on_the_record() -> None:
    """An umpire would ask into the void."""
    room, people, umpire = opened()
    room.ask(umpire, Watch(table=TableId(1)))
    room.rule(umpire, Tell(seat=RED, text="What is your intent?", reply=True))
    number = people[RED].last(Notice).number
    assert number
    room.ask(people["red.2"], Write(id=room.fresh(), notice=number, text="not yours"))
    assert people["red.2"].last(Refusal).code is RefusalCode.NO_SUCH
    room.ask(people[RED], Write(id=room.fresh(), notice=number, text="to hold the ridge"))
    room.wait(250)
    assert any("to hold the ridge" in line.text for line in umpire.last(RoomView).rulings)
    assert not any("ridge" in str(person.replies) for seat, person in people.items() if seat != RED)


def test_nobody_replies_to_a_word_that_asks_for_none() -> None:
    """Small talk would fill the umpire's record."""
    room, people, umpire = opened()
    room.rule(umpire, Tell(text="Good morning."))
    assert people[RED].last(Notice).number == 0
    for notice in (0, 1):
        room.ask(people[RED], Write(id=room.fresh(), notice=notice, text="good morning"))
        assert people[RED].last(Refusal).code is RefusalCode.NO_SUCH


def test_a_note_is_for_the_debrief_and_for_nobody_at_the_table() -> None:
    """Players would read over the umpire's shoulder."""
    room, people, umpire = opened()
    heard = [len(person.frames) for person in people.values()]
    room.rule(umpire, Note(text="Red commits too early."), reason="for the debrief")
    assert [len(person.frames) for person in people.values()] == heard
    assert "note: Red commits too early." in room.table.story.record[-1].text
    room.play(3)
    room.crash()
    assert any("Red commits too early." in line.text for line in room.table.story.record)


def test_five_calls_of_one_seat_wait_and_the_sixth_is_put_off() -> None:
    """One player would bury the calls of all others, and the wall with them."""
    room, people, umpire = opened()
    for number in range(6):
        room.ask(people[RED], Call(id=room.fresh(), text=f"call {number}"))
        room.wait(2_000)
        room.beat(people[RED])
    assert people[RED].last(Refusal).code is RefusalCode.TOO_FAST
    assert len(umpire.last(TableStatus).alarms) == 5
    room.rule(umpire, Answered(call=1, text="yes"))
    room.ask(people[RED], Call(id=room.fresh(), text="one more"))
    assert len(room.table.talk.calls) == 6


def test_a_ruling_without_a_readable_reason_is_refused() -> None:
    """The record would say what was done and not why."""
    room, _, umpire = opened()
    assert refused(room, umpire, Pause(), reason="\u200b").code is RefusalCode.MALFORMED


def test_every_ruling_stands_on_the_record_with_its_reason() -> None:
    """After the exercise nobody could say why an umpire did what he did."""
    room, _, umpire = opened()
    acts: tuple[Act, ...] = (
        Pause(),
        Resume(),
        Extend(seconds=5),
        Void(seat=RED),
        Tell(text="listen"),
        GiveToBot(seat=RED),
        GiveBack(seat=RED),
        Hold(),
        Release(),
        SetClock(phase="Bidding", seconds=9),
        Fiat(text="So be it."),
        Note(text="look"),
        EndNow(),
        GoBack(to=GateNo(1)),
        EndGame(text="enough"),
    )
    for number, act in enumerate(acts):
        room.rule(umpire, act, reason=f"reason {number}")
    reasons = [line.text for line in room.table.story.record if "(reason" in line.text]
    assert len(reasons) == len(acts)
