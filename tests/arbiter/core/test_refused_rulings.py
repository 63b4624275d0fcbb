"""The refusals of rulings, word for word: what is wrong, and what the umpire must do first."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.arbiter.core.room import rulings
from warcouncil.arbiter.core.table.states import HELD, PAUSED, RUNS, UNBEGUN, Happening, Stop, follow
from warcouncil.arbiter.core.words.outcome import Refused
from warcouncil.protocol.acts.acts import (
    Act,
    Answered,
    EndGame,
    GoBack,
    Hold,
    Note,
    Pause,
    SetClock,
    Tell,
    Void,
)
from warcouncil.protocol.acts.room_acts import Approve, Lockstep, PutAway, Renew, Reseat, Withdraw
from warcouncil.protocol.table.views import Notice
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.wire.requests import Call, Write
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId, TeamId

from tests.arbiter.core.bidding import refused
from tests.arbiter.core.harness import Room

H, C = Happening, RefusalCode
RED, FOE, NOBODY = SeatId("red.1"), SeatId("black.1"), SeatId("green.9")
TALK: dict[str, Any] = {"talk": "public", "talk_deals": True, "talk_seconds": 600}


@pytest.mark.parametrize(
    ("stops", "what", "code", "text"),
    [
        (HELD, H.BEGIN, C.PAUSED, "The table is held. Release it first."),
        (UNBEGUN | HELD, H.BEGIN, C.PAUSED, "The table is held. Release it first."),
        (RUNS, H.BEGIN, C.NO_SUCH, "The game has already begun."),
        (PAUSED, H.BEGIN, C.NO_SUCH, "The game has already begun."),
        (UNBEGUN, H.PAUSE, C.PAUSED, "The game has not begun, so no clock runs."),
        (PAUSED, H.PAUSE, C.PAUSED, "The clock of that table is already stopped."),
        (HELD, H.RESUME, C.PAUSED, "The table is held. To go on, release it."),
        (UNBEGUN, H.RESUME, C.PAUSED, "The game has not begun. Begin it first."),
        (RUNS, H.RESUME, C.NO_SUCH, "The clock of that table is already running."),
        (HELD, H.HOLD, C.PAUSED, "The table is already held."),
        (RUNS, H.RELEASE, C.NO_SUCH, "The table is not held."),
        (PAUSED, H.RELEASE, C.NO_SUCH, "The table is not held."),
        (HELD, H.ANSWER, C.PAUSED, "The table waits for the umpire."),
        (PAUSED | HELD, H.ANSWER, C.PAUSED, "The table waits for the umpire."),
        (UNBEGUN, H.ANSWER, C.PAUSED, "The game has not begun yet."),
        (PAUSED, H.ANSWER, C.PAUSED, "The umpire has stopped the clock. Wait until it runs again."),
        (HELD, H.DECLARE_FOR, C.PAUSED, "The table is held. Release it first."),
        (UNBEGUN, H.DECLARE_FOR, C.PAUSED, "The game has not begun. Begin it first."),
        (HELD, H.END_NOW, C.PAUSED, "The table is held. Release it first."),
        (UNBEGUN, H.END_NOW, C.PAUSED, "The game has not begun. Begin it first."),
    ],
    ids=str,
)
def test_a_ruling_that_is_impossible_now_is_refused_with_what_to_do_first(
    stops: Stop, what: Happening, code: RefusalCode, text: str
) -> None:
    """An umpire in a hurry presses the same key again and again."""
    with pytest.raises(Refused) as said:
        follow(stops, what)
    assert (said.value.code, said.value.text, said.value.rule) == (code, text, "")


def test_a_transition_that_no_person_can_request_is_an_assertion_error() -> None:
    """The person who happens to ask is blamed for a gate that closes while it is held."""
    with pytest.raises(AssertionError, match="all answered, or time is up: impossible while"):
        follow(HELD, H.CLOSE)


@pytest.mark.parametrize(
    ("act", "table", "code", "text"),
    [
        (Pause(), 7, C.NO_SUCH, "There is no table 7."),
        (GoBack(to=GateNo(1)), 1, C.NO_SUCH, "The table cannot go back to that question."),
        (
            SetClock(phase="Dancing", seconds=5),
            1,
            C.NO_SUCH,
            "There is no such phase. The phases are Negotiation, Bidding, Claiming.",
        ),
        (Void(seat=NOBODY), 1, C.NO_SUCH, "There is no seat 'green.9' at this table."),
        (Tell(team=TeamId("green"), text="x"), 1, C.NO_SUCH, "There is no team 'green' at this table."),
        (
            EndGame(winners=("green",), text="enough"),
            1,
            C.NO_SUCH,
            "'green' is neither a team nor a seat of this table.",
        ),
        (Answered(call=1, text="yes"), 1, C.NO_SUCH, "There is no call with this number."),
        (Answered(call=0, text="yes"), 1, C.NO_SUCH, "There is no call with this number."),
        (Note(text="\u200b"), 1, C.MALFORMED, "The text has no readable characters."),
        (Approve(number=1), 0, C.NO_SUCH, "No ruling with this number waits for a second umpire."),
        (Withdraw(number=1), 0, C.NO_SUCH, "No ruling with this number waits for a second umpire."),
        (PutAway(alarm=1), 0, C.NO_SUCH, "This alarm no longer exists."),
        (
            Renew(plate="ZZZ"),
            0,
            C.NO_SUCH,
            "The card ZZZ belongs to no console. Use reissue to give a seat a new code.",
        ),
        (
            Renew(plate="AAA"),
            0,
            C.NO_SUCH,
            "The card AAA belongs to no console. Use reissue to give a seat a new code.",
        ),
        (
            Reseat(seat=RED, to_table=TableId(1), to_seat=RED),
            1,
            C.NO_SUCH,
            "The player already sits at Red 1.",
        ),
        (
            Reseat(seat=FOE, to_table=TableId(1), to_seat=RED),
            1,
            C.NO_SUCH,
            "No player sits at Black 1.",
        ),
    ],
    ids=lambda value: value.act if hasattr(value, "act") else None,
)
def test_a_ruling_on_a_missing_thing_names_what_is_missing(
    act: Act, table: int, code: RefusalCode, text: str
) -> None:
    """An umpire who mistyped cannot see what was wrong, and repeats the mistake."""
    room = Room("sealed_bid")
    room.sit(RED)
    said = refused(room, room.umpire(), act, table=table)
    assert (said.code, said.text) == (code, text)


def test_a_call_that_waits_for_an_answer_is_not_answered_with_an_empty_text() -> None:
    """The call is gone from the umpires' list, and its author still waits."""
    room = Room("sealed_bid")
    red, umpire = room.sit(RED), room.umpire()
    room.ask(red, Call(id=room.fresh(), text="may I?"))
    said = refused(room, umpire, Answered(call=1))
    assert (said.code, said.text) == (
        C.MALFORMED,
        "The player waits for this answer. Write a text for them.",
    )


def test_a_call_that_was_answered_is_not_answered_again() -> None:
    """Its author reads two answers, and neither umpire knows of the other's."""
    room = Room("sealed_bid")
    red, umpire = room.sit(RED), room.umpire()
    room.ask(red, Call(id=room.fresh(), text="may I?"))
    room.rule(umpire, Answered(call=1, text="you may"))
    said = refused(room, umpire, Answered(call=1, text="you may not"))
    assert (said.code, said.text) == (C.CLOSED, "That call was already answered: you may")
    assert [notice.text for notice in red.of(Notice)] == ["you may"]


def test_a_second_answer_that_a_journal_holds_is_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A resume holds the table and rejects the file because of an answer that an older arbiter accepted."""
    room = Room("sealed_bid")
    red, umpire = room.sit(RED), room.umpire()
    room.ask(red, Call(id=room.fresh(), text="may I?"))
    with monkeypatch.context() as earlier:
        earlier.setattr(rulings, "check_waits", lambda *_: None)
        for text in ("you may", "you may not"):
            room.rule(umpire, Answered(call=1, text=text))
    room.crash()
    assert not room.table.held
    assert [call.answer for call in room.table.talk.calls] == ["you may not"]


def test_a_reply_that_was_read_is_not_answered_in_another_umpires_name() -> None:
    """One umpire puts the reply away, and the other believes that it was unread."""
    room = Room("sealed_bid")
    red, umpire = room.sit(RED), room.umpire()
    room.rule(umpire, Tell(seat=RED, text="are you ready?", reply=True))
    room.ask(red, Write(id=room.fresh(), notice=red.last(Notice).number, text="yes"))
    room.rule(umpire, Answered(call=1))
    said = refused(room, umpire, Answered(call=1, text="good"))
    assert (said.code, said.text) == (C.CLOSED, "That reply was already read.")


def test_a_ruling_for_a_question_that_has_closed_changes_nothing() -> None:
    """A ruling meant for one question changes the next."""
    room = Room("sealed_bid")
    room.sit_all()
    umpire = room.umpire()
    room.play()
    said = refused(room, umpire, Void(seat=RED), gate=1)
    assert (said.code, said.text) == (
        C.STALE,
        "The table is at another question now. Check your ruling and send it again.",
    )


@pytest.mark.parametrize(
    ("role", "tables", "act", "table", "text"),
    [
        (Role.UMPIRE, (1,), Pause(), 2, "That table is not one of yours."),
        (
            Role.UMPIRE,
            (1,),
            Reseat(seat=RED, to_table=TableId(2), to_seat=RED),
            1,
            "That table is not one of yours.",
        ),
        (
            Role.UMPIRE,
            (1,),
            Lockstep(phases=("Bidding",)),
            0,
            "Only a director of all tables can put them in lock-step.",
        ),
        (
            Role.UMPIRE,
            (1,),
            PutAway(alarm=1),
            0,
            "Only a director of all tables can do this.",
        ),
        (Role.TECHNICAL, (), Pause(), 1, "Only an umpire can do this."),
        (Role.OBSERVER, (), Pause(), 1, "Your card does not allow this."),
    ],
)
def test_a_console_without_permission_is_told_which_console_has_it(
    role: Role, tables: tuple[int, ...], act: Act, table: int, text: str
) -> None:
    """An umpire looks for a fault in the console."""
    room = Room("sealed_bid", tables=2)
    said = refused(room, room.console(role, tables=tables), act, table=table)
    assert (said.code, said.text) == (C.NOT_ALLOWED, text)


def test_a_ruling_without_a_reason_is_told_why_one_is_wanted() -> None:
    """An umpire in a hurry leaves no reason for the debrief."""
    room = Room("sealed_bid")
    said = refused(room, room.umpire(), Hold(), reason="\u200b")
    assert (said.code, said.text) == (
        C.MALFORMED,
        "A ruling needs a reason. The reason goes on the record.",
    )


def test_an_umpire_cannot_second_their_own_ruling() -> None:
    """One umpire alone ends a game, although the plan requires two."""
    room = Room("sealed_bid", exercise={"second_umpire": True})
    umpire = room.umpire()
    room.rule(umpire, EndGame(text="enough"))
    said = refused(room, umpire, Approve(number=1), table=0)
    assert (said.code, said.text) == (
        C.NOT_ALLOWED,
        "You cannot approve your own ruling. Another umpire, with their own card, must approve it.",
    )
