"""Requests of umpires: their messages, their notes, calls for them, and the reason of every ruling."""

from __future__ import annotations

from warcouncil.protocol.acts.acts import (
    Act,
    Answered,
    Begin,
    DeclareFor,
    EndGame,
    EndNow,
    Extend,
    Fiat,
    GiveBack,
    GiveToBot,
    GoBack,
    Hold,
    LayOpen,
    Note,
    Pause,
    Release,
    Resume,
    SetClock,
    Tell,
    Void,
)
from warcouncil.protocol.acts.room_acts import Lockstep, Reissue, Remove, Reseat, Results
from warcouncil.protocol.table.views import Notice
from warcouncil.protocol.wire.consoles import CodeIssued, TableStatus
from warcouncil.protocol.wire.consoles import Room as RoomView
from warcouncil.protocol.wire.replies import Done, Fenced, Refusal, RefusalCode
from warcouncil.protocol.wire.requests import (
    Call,
    Rule,
    Watch,
    Write,
)
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId, TeamId

from tests.arbiter.core.bidding import bid, opened
from tests.arbiter.core.harness import Room

RED = SeatId("red.1")


def test_a_message_that_asks_for_a_reply_gets_it_on_the_record() -> None:
    """An umpire's question is never answered."""
    room, people, umpire = opened()
    room.ask(umpire, Watch(table=TableId(1)))
    room.rule(umpire, Tell(seat=RED, text="What is your intent?", reply=True))
    number = people[RED].last(Notice).number
    assert number
    room.ask(people["red.2"], Write(id=room.fresh(), notice=number, text="not yours"))
    assert people["red.2"].last(Refusal).code is RefusalCode.NO_SUCH
    room.ask(people[RED], Write(id=room.fresh(), notice=number, text="to hold the ridge"))
    room.wait(250)
    assert any("to hold the ridge" in line.words() for line in umpire.last(RoomView).rulings)
    assert not any("ridge" in str(person.replies) for seat, person in people.items() if seat != RED)


def test_a_message_that_asks_for_no_reply_gets_none() -> None:
    """Small talk fills the umpire's record."""
    room, people, umpire = opened()
    room.rule(umpire, Tell(text="Good morning."))
    assert people[RED].last(Notice).number == 0
    for notice in (0, 1):
        room.ask(people[RED], Write(id=room.fresh(), notice=notice, text="good morning"))
        assert people[RED].last(Refusal).code is RefusalCode.NO_SUCH


def test_a_note_is_for_the_debrief_and_reaches_no_player() -> None:
    """Players read the umpire's notes."""
    room, people, umpire = opened()
    heard = [len(person.frames) for person in people.values()]
    room.rule(umpire, Note(text="Red commits too early."), reason="for the debrief")
    assert [len(person.frames) for person in people.values()] == heard
    assert "note: Red commits too early." in room.table.story.record[-1].words()
    room.play(3)
    room.crash()
    assert any("Red commits too early." in line.words() for line in room.table.story.record)


def test_five_calls_of_one_seat_wait_and_the_sixth_is_put_off() -> None:
    """One player's calls fill the wall and hide the calls of all others."""
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


def test_every_ruling_is_on_the_record_with_its_reason() -> None:
    """After the exercise the reason for an umpire's act is unknown."""
    room, _, umpire = opened()
    done: tuple[tuple[Act, str], ...] = (
        (Pause(), "paused the clock"),
        (Resume(), "started the clock again"),
        (Extend(seconds=5), "changed the clock by +5 seconds"),
        (Extend(seconds=-3), "changed the clock by -3 seconds"),
        (Void(seat=RED), "struck out the answer of Red 1"),
        (DeclareFor(seat=SeatId("red.2"), answer={"card": "3"}), "sealed an answer for Red 2"),
        (Tell(text="listen"), "told the table: listen"),
        (Tell(team=TeamId("red"), text="listen"), "told team red: listen"),
        (Tell(seat=RED, text="listen"), "told Red 1: listen"),
        (GiveToBot(seat=RED), "gave Red 1 to a bot"),
        (GiveBack(seat=RED), "gave Red 1 back to its player"),
        (Hold(), "held the table"),
        (Release(), "released the table"),
        (
            SetClock(phase="Bidding", seconds=9),
            "set the clock of Bidding to 9 seconds, from its next question on",
        ),
        (Fiat(text="So be it."), "ruled: So be it."),
        (Note(text="look"), "note: look"),
        (Lockstep(phases=("Bidding",)), "put all tables in lock-step in Bidding"),
        (Lockstep(), "ended the lock-step of all tables"),
        (Results(shown=True), "showed the results of the room"),
        (Results(shown=False), "hid the results of the room"),
        (EndNow(), "ended the question"),
        (GoBack(to=GateNo(1)), "took the table back to question 1"),
        (
            Reseat(seat=RED, to_table=TableId(1), to_seat=SeatId("red.2")),
            "moved the player of Red 1 to Red 2 at table 1",
        ),
        (Reissue(seat=RED), "gave Red 1 a new code"),
        (Remove(seat=SeatId("red.2"), keep=True), "removed the player of Red 2 and kept the sealed answer"),
        (
            Remove(seat=SeatId("red.2"), keep=False),
            "removed the player of Red 2 and struck out the sealed answer",
        ),
        (EndGame(text="enough"), "ended the game: enough"),
        (LayOpen(), "showed all secrets"),
    )
    for number, (act, _) in enumerate(done):
        assert isinstance(room.rule(umpire, act, reason=f"reason {number}"), Done), act
    said = [line.words() for line in room.table.story.record if "(reason" in line.words()]
    assert said == [f"{words} (reason {number})" for number, (_, words) in enumerate(done)]


def test_the_begin_of_a_table_by_its_umpire_is_on_the_record() -> None:
    """The record does not show when the game began, and by whose ruling."""
    room, _, umpire = opened(exercise={"start": "umpire"})
    room.rule(umpire, Begin(), reason="all are here")
    assert [line.words() for line in room.table.story.record] == ["began the game (all are here)"]


def test_a_seat_is_told_what_an_umpire_did_to_it() -> None:
    """A seat's order is voided, or sealed in its place, without its knowledge."""
    room, people, umpire = opened()
    room.rule(umpire, Void(seat=RED))
    assert people[RED].last(Notice).text == "The umpire struck out your answer."
    room.rule(umpire, DeclareFor(seat=RED, answer=bid(room, people[RED])))
    assert people[RED].last(Notice).text == "The umpire sealed an answer for you."
    assert {notice.to for notice in people[RED].of(Notice)} == {"you"}
    room.rule(umpire, Remove(seat=RED, keep=True))
    assert people[RED].last(Fenced).text == "The umpire removed you from this seat."
    other = room.sit(RED, key="another")
    room.rule(umpire, Reissue(seat=RED))
    assert other.last(Fenced).text == "The umpire gave this seat a new code."
    first, second = room.sit(RED, key="first"), room.sit(RED, key="second")
    assert first.last(Fenced).text == "Another player answers for this seat now."
    assert not second.of(Fenced)


def test_a_ruling_that_was_refused_is_not_carried_out_when_it_comes_again() -> None:
    """An umpire has read that nothing was changed, and a late copy of the ruling voids an answer to another
    question.
    """
    room = Room("nim")
    room.sit_all()
    umpire = room.umpire()
    asked = room.table.now.asked[0]
    other = next(seat for seat in room.table.seats if seat != asked)
    ruling = Rule(id=room.fresh(), table=TableId(1), act=Void(seat=other), reason="a mistake")
    room.ask(umpire, ruling)
    assert umpire.last(Refusal).code is RefusalCode.NOT_ASKED
    room.play()
    assert room.table.now.asked == (other,)
    journal = len(room.journal)
    room.ask(umpire, ruling)
    assert [each.code for each in umpire.of(Refusal) if each.id == ruling.id] == [RefusalCode.NOT_ASKED] * 2
    assert len(room.journal) == journal


def test_an_order_that_was_refused_is_judged_anew_when_it_is_given_anew() -> None:
    """A script that gave a ruling too early can never repeat it under the same id. It reads that the clock is
    already running, while the table is paused.
    """
    room = Room("nim")
    room.sit_all()
    order = Rule(id=room.fresh(), table=TableId(1), act=Resume(), reason="on we go")
    early = room.umpire()
    room.ask(early, order)
    assert early.last(Refusal).id == order.id
    room.rule(early, Pause())
    room.wait(1_000)
    again = room.greet("umpire")
    room.ask(again, order)
    assert again.last(Done).id == order.id
    assert not room.table.paused


def test_a_new_code_is_sent_again_to_a_repeated_request() -> None:
    """The link broke before the code arrived.

    The umpire reads "done", and has no code for the person in front of them.
    """
    room = Room("nim")
    room.sit_all()
    umpire = room.umpire()
    seat = room.table.now.asked[0]
    order = Rule(id=room.fresh(), table=TableId(1), act=Reissue(seat=seat), reason="lost")
    room.ask(umpire, order)
    room.settle()
    first = umpire.last(CodeIssued).code
    room.wait(1_000)
    back = room.greet("umpire")
    room.ask(back, order)
    room.settle()
    assert back.last(Done).id == order.id
    assert back.last(CodeIssued).code == first
    helper = room.console(Role.TECHNICAL)
    asked = Rule(id=room.fresh(), table=TableId(1), act=Reissue(seat=seat), reason="lost again")
    for _ in range(2):
        room.ask(helper, asked)
        room.settle()
    assert not helper.of(CodeIssued), "umpires alone read codes"
