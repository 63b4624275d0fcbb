"""The limits of a table, each tested at its edge: the last permitted value and the first refused one."""

from __future__ import annotations

from warcouncil.arbiter.core.table.gate import GateClock
from warcouncil.arbiter.core.words.plan import Silence
from warcouncil.protocol.table.views import Spoken
from warcouncil.protocol.wire.replies import Receipt, Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Draft, Propose
from warcouncil.protocol.words import GateNo, SeatId

from tests.arbiter.core.harness import Person, Room


def bids() -> tuple[Room, Person]:
    """Return a room of sealed bids with a person in every seat, and the person at red.1."""
    room = Room("sealed_bid")
    return room, room.sit_all()["red.1"]


def too_fast(person: Person) -> int:
    """Return how often a person was refused with TOO_FAST."""
    return [refusal.code for refusal in person.of(Refusal)].count(RefusalCode.TOO_FAST)


def test_an_answer_may_be_changed_a_hundred_times() -> None:
    """A program at a seat fills the journal, or a person who hesitates loses the answer."""
    room, red = bids()
    for _ in range(100):
        room.suggest(red)
    assert (len(red.of(Receipt)), too_fast(red)) == (100, 0)
    rows = len(room.journal)
    room.suggest(red)
    assert (len(red.of(Receipt)), too_fast(red), len(room.journal)) == (100, 1, rows)


def test_a_draft_may_be_changed_two_hundred_times() -> None:
    """A program at a seat fills the journal with unsealed drafts, or a slow writer's draft does not count."""
    room = Room("sealed_bid", plan={"silence": [{"phase": "*", "policy": Silence.DRAFT, "seconds": 10}]})
    red = room.sit_all()["red.1"]
    rows = len(room.journal)
    for number in range(201):
        assert too_fast(red) == 0
        room.ask(red, Draft(gate=GateNo(1), answer={"card": str(number)}))
    assert (too_fast(red), len(room.journal)) == (1, rows + 200)
    assert room.table.now.drafts[SeatId("red.1")].answer == {"card": "199"}


def test_twenty_proposals_of_one_seat_wait_and_the_next_is_put_off() -> None:
    """One player floods another with proposals, and no third player can propose to that player."""
    room = Room("sealed_bid", {"talk": "public", "talk_deals": True, "talk_seconds": 900})
    red = room.sit_all()["red.1"]
    for number in range(21):
        assert too_fast(red) == 0
        room.ask(red, Propose(id=room.fresh(), to=SeatId("black.1"), text=f"offer {number}"))
        room.at += 10_000
    assert (len(room.table.talk.deals), too_fast(red)) == (20, 1)


def test_ten_speeches_in_ten_seconds_and_then_one_as_each_is_ten_seconds_old() -> None:
    """One player dominates a channel, or cannot speak again for longer than announced."""
    room, red = bids()
    for number in range(11):
        room.say(red, "red", f"speech {number}")
    assert (len(red.of(Spoken)), too_fast(red)) == (10, 1)
    room.at += 9_999
    room.say(red, "red", "too soon")
    assert (len(red.of(Spoken)), too_fast(red)) == (10, 2)
    room.at += 1
    room.say(red, "red", "ten seconds later")
    assert (len(red.of(Spoken)), too_fast(red)) == (11, 2)


def test_a_seat_is_unlinked_just_after_four_seconds_without_a_frame() -> None:
    """A team is told that a present mate is gone, or learns it late."""
    room, red = bids()
    session = next(session for session in room.exercise.sessions if session.key == red.key)
    room.wait(4_000)
    assert session.linked
    room.wait(1, step_ms=1)
    assert not session.linked


def test_a_clock_is_resumed_once() -> None:
    """A second resume gives the table time that it does not have."""
    clock = GateClock.started(0, 60_000).paused(10_000).resumed(20_000)
    assert clock.deadline == 70_000
    assert clock.resumed(30_000) == clock
    assert clock.left(75_000) == 0
