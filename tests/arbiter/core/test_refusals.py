"""The refusals of requests from a seat, word for word: what is wrong, and what the player can do about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from warcouncil.arbiter.core.words.stimuli import Received
from warcouncil.protocol.acts.acts import (
    EndGame,
    GiveBack,
    GiveToBot,
    Void,
)
from warcouncil.protocol.wire.replies import Refusal, RefusalCode
from warcouncil.protocol.wire.requests import (
    Beat,
    Call,
    Claim,
    Declare,
    Draft,
    HandOver,
    Look,
    Propose,
    ReadRules,
    Request,
    Respond,
    Say,
    Watch,
    Write,
)
from warcouncil.protocol.words import ChannelId, GateNo, Role, SeatId, TableId

from tests.arbiter.core.bidding import BID, bid, refused, told
from tests.arbiter.core.harness import Person, Room

C = RefusalCode
RED, FOE, NOBODY = SeatId("red.1"), SeatId("black.1"), SeatId("green.9")
TALK: dict[str, Any] = {"talk": "public", "talk_deals": True, "talk_seconds": 600}


def seat_asks(
    ask: Callable[[Room], Request], *, options: dict[str, Any] | None = None
) -> tuple[RefusalCode, str]:
    """Return the refusal of a seat's request in a full room.

    Check that it leaves no record in the journal.
    """
    room = Room("sealed_bid", options)
    red = room.sit_all()[RED]
    rows = len(room.journal)
    room.ask(red, ask(room))
    assert len(room.journal) == rows
    return told(red)


def declares(gate: int, **more: Any) -> Callable[[Room], Request]:
    """Return a function that makes a declaration for a gate."""
    return lambda room: Declare(id=room.fresh(), gate=GateNo(gate), answer=BID, **more)


@pytest.mark.parametrize(
    ("ask", "options", "code", "text"),
    [
        (
            declares(2),
            {},
            C.STALE,
            "That question has not been asked yet. Nothing was changed.",
        ),
        (
            declares(1, table=TableId(1), seat=FOE),
            {},
            C.STALE,
            "You are at another seat now. Nothing was changed.",
        ),
        (
            declares(1, table=TableId(2), seat=RED),
            {},
            C.STALE,
            "You are at another seat now. Nothing was changed.",
        ),
        (
            lambda room: Draft(gate=GateNo(1), answer=BID),
            {},
            C.STALE,
            "Drafts do not count now.",
        ),
        (
            lambda room: Say(id=room.fresh(), channel=ChannelId("black"), text="psst"),
            {},
            C.CLOSED,
            "The conversation is closed. Your line was not sent.",
        ),
        (
            lambda room: Say(id=room.fresh(), channel=ChannelId("red"), text="\u200b"),
            {},
            C.MALFORMED,
            "The text has no readable characters.",
        ),
        (
            lambda room: Say(id=room.fresh(), channel=ChannelId("red"), text="late", gate=GateNo(7)),
            {},
            C.CLOSED,
            "The conversation is closed. Your line was not sent.",
        ),
        (
            lambda room: Propose(id=room.fresh(), to=FOE, text="peace"),
            {},
            C.CLOSED,
            "You cannot make proposals now.",
        ),
        (
            lambda room: Propose(id=room.fresh(), to=FOE, text="peace", gate=GateNo(7)),
            TALK,
            C.CLOSED,
            "The question for which you made the proposal has closed.",
        ),
        (
            lambda room: Propose(id=room.fresh(), to=RED, text="peace"),
            TALK,
            C.NO_SUCH,
            "You cannot send a proposal to yourself.",
        ),
        (
            lambda room: Respond(id=room.fresh(), deal=1, accept=True),
            TALK,
            C.NO_SUCH,
            "You have no such proposal to answer.",
        ),
        (lambda room: Claim(id=room.fresh()), {}, C.NO_SUCH, "No bot plays your seat."),
        (lambda room: HandOver(id=room.fresh()), {}, C.NO_SUCH, "No other player of your crew is here."),
        (
            lambda room: Write(id=room.fresh(), notice=3, text="yes"),
            {},
            C.NO_SUCH,
            "No message asked you for this reply.",
        ),
        (lambda room: Watch(table=TableId(1)), {}, C.NOT_ALLOWED, "Your card does not allow this."),
    ],
)
def test_a_seat_that_may_not_is_told_why(
    ask: Callable[[Room], Request], options: dict[str, Any], code: RefusalCode, text: str
) -> None:
    """A player does not know whether the order counts, whether to wait, or which person to ask."""
    assert seat_asks(ask, options=options) == (code, text)


def test_a_seat_that_asks_too_much_is_told_so() -> None:
    """A player believes that a message was sent, although it was refused."""
    room = Room("sealed_bid", TALK)
    red = room.sit_all()[RED]
    for number in range(6):
        room.ask(red, Call(id=room.fresh(), text=f"call {number}"))
    assert told(red) == (C.TOO_FAST, "The umpire has not answered your calls yet. Wait for an answer.")
    for number in range(6):
        room.ask(red, Propose(id=room.fresh(), to=FOE, text=f"deal {number}"))
    assert told(red) == (C.TOO_FAST, "You are writing too fast. Wait a few seconds.")
    for number in range(20):
        room.at += 10_000
        room.ask(red, Propose(id=room.fresh(), to=FOE, text=f"deal {number}"))
    assert told(red) == (C.TOO_FAST, "Too many of your proposals wait for an answer.")


def test_a_proposal_is_answered_once() -> None:
    """A player accepts a proposal after refusing it, and the other player acts on it."""
    room = Room("sealed_bid", TALK)
    people = room.sit_all()
    room.ask(people[RED], Propose(id=room.fresh(), to=FOE, text="peace"))
    for _ in range(2):
        room.ask(people[FOE], Respond(id=room.fresh(), deal=1, accept=False))
    assert told(people[FOE]) == (C.CLOSED, "That proposal is already refused.")
    room.ask(people[RED], Respond(id=room.fresh(), deal=1, accept=True))
    assert told(people[RED]) == (C.NO_SUCH, "You have no such proposal to answer.")


def test_a_seat_that_changes_its_answer_too_often_is_told_which_answer_counts() -> None:
    """A player believes that the last order has replaced the one before."""
    room = Room("sealed_bid")
    red = room.sit_all()[RED]
    for _ in range(101):
        room.suggest(red)
    assert told(red) == (C.TOO_FAST, "You changed your answer too often. Your last answer counts.")


def test_a_seat_that_changes_its_draft_too_often_is_told_what_to_do() -> None:
    """A player believes that the newest draft counts when the time is up."""
    room = Room("sealed_bid", plan={"silence": [{"phase": "*", "policy": "draft", "seconds": 10}]})
    red = room.sit_all()[RED]
    for number in range(201):
        room.ask(red, Draft(gate=GateNo(1), answer={"card": str(number)}))
    assert told(red) == (C.TOO_FAST, "You changed your draft too often. Seal your answer.")
    room.ask(red, Draft(gate=GateNo(2), answer=BID))
    assert told(red) == (C.STALE, "Drafts do not count now.")


def test_a_late_a_voided_and_an_unasked_seat_are_told_which_of_these_they_are() -> None:
    """A late answer, a forbidden one and one out of turn get the same refusal."""
    room = Room("sealed_bid")
    people, umpire = room.sit_all(), room.umpire()
    room.play()
    room.ask(people[RED], declares(1)(room))
    assert told(people[RED]) == (
        C.STALE,
        "That question is closed. The answer that was sealed in time has counted.",
    )
    room.rule(umpire, Void(seat=RED))
    room.ask(people[RED], declares(room.table.gate)(room))
    assert told(people[RED]) == (
        C.NOT_ALLOWED,
        "The umpire struck out your answer to this question.",
    )
    nim = Room("nim")
    idle = next(person for seat, person in nim.sit_all().items() if seat not in nim.table.now.asked)
    nim.ask(idle, declares(1)(nim))
    assert told(idle) == (C.NOT_ASKED, "You are not asked now.")
    asked = nim.rule(nim.umpire(), Void(seat=SeatId(nim.exercise.keys[idle.key].seat)))
    assert isinstance(asked, Refusal)
    assert (asked.code, asked.text) == (C.NOT_ASKED, "That seat is not asked now.")


def test_a_repeat_of_an_answer_sealed_in_time_is_told_so_when_its_receipt_is_gone() -> None:
    """A player whose link broke believes that the order came too late."""
    room = Room("sealed_bid")
    people = room.sit_all()
    request = room.declare(people[RED], bid(room, people[RED]))
    room.play()
    room.play()
    assert room.table.gate > request.gate + 1
    room.ask(people[RED], request)
    assert told(people[RED]) == (C.COUNTED, "That answer was sealed in time. Its question has closed.")


def test_nothing_is_asked_when_the_game_is_over() -> None:
    """A player looks for a mistake in the order when the game is over."""
    room = Room("sealed_bid")
    people, umpire = room.sit_all(), room.umpire()
    room.rule(umpire, EndGame(text="enough"))
    room.ask(people[RED], declares(room.table.gate)(room))
    assert told(people[RED]) == (C.OVER, "The game at this table is over.")
    assert refused(room, umpire, EndGame(text="once more")).code is C.OVER


def test_a_seat_that_a_bot_plays_is_told_how_to_get_it_back() -> None:
    """A player sends orders that do not count while a bot plays the seat."""
    room = Room("sealed_bid", plan={"bots": [RED]})
    people, umpire = room.sit_all(), room.umpire()
    room.ask(people[RED], declares(1)(room))
    assert told(people[RED]) == (C.NOT_DRIVER, "A bot plays your seat. Take it back first.")
    room.rule(umpire, GiveBack(seat=RED))
    room.rule(umpire, GiveToBot(seat=RED))
    room.ask(people[RED], Claim(id=room.fresh()))
    assert told(people[RED]) == (
        C.NOT_DRIVER,
        "A bot plays your seat. Ask the umpire to give the seat back.",
    )
    assert refused(room, umpire, GiveToBot(seat=RED)).text == "A bot already plays that seat."
    room.rule(umpire, GiveBack(seat=RED))
    assert refused(room, umpire, GiveBack(seat=RED)).text == "No bot plays that seat."
    again = room.sit(RED, role=Role.STAND_IN)
    room.ask(again, declares(1)(room))
    assert told(again) == (C.NOT_DRIVER, "The umpire gave the seat back.")


def test_a_watcher_whose_driver_is_present_must_ask_the_driver() -> None:
    """Two people play one seat."""
    room = Room("sealed_bid", exercise={"crews": True})
    room.sit_all()
    watcher = room.sit(RED, role=Role.WATCHER)
    room.ask(watcher, Claim(id=room.fresh()))
    assert told(watcher) == (
        C.NOT_DRIVER,
        "The player who answers for your seat is here. Ask them to hand the seat over.",
    )


def test_a_person_without_a_session_is_told_how_to_open_one() -> None:
    """A window that was left, a stranger and a client without a hello get the same refusal."""
    room = Room("sealed_bid")
    old = room.sit(RED)
    room.greet(old.key, "another window")

    def answered(key: str, session: str) -> tuple[RefusalCode, str]:
        room.people["probe"] = probe = Person(key, session)
        room.do(Received(at=room.at, key=key, body=Beat(), session=session, route=b"probe"))
        return told(probe)

    assert answered(old.key, old.token) == (C.FENCED, "The seat was opened in another window.")
    unknown = "The host does not know this machine. Join with the code on your card."
    assert answered("a stranger", "any") == (C.UNKNOWN_KEY, unknown)
    room.greet("a stranger")
    assert told(room.people["a stranger"]) == (C.UNKNOWN_KEY, unknown)
    room.crash()
    assert answered(old.key, old.token) == (C.STALE, "The first message must be hello.")


def test_a_request_of_another_role_is_refused() -> None:
    """A projector reads what is said at a seat, or a bot calls the umpire."""
    room = Room("sealed_bid")
    bot, projector = room.sit(RED, role=Role.STAND_IN), room.console(Role.DISPLAY)
    requests: tuple[Request, ...] = (
        Call(id=room.fresh(), text="x"),
        ReadRules(id=room.fresh()),
        Look(id=room.fresh(), table=TableId(1)),
    )
    for request in requests:
        for person in (bot, projector):
            room.ask(person, request)
            assert told(person) == (C.NOT_ALLOWED, "Your card does not allow this.")
