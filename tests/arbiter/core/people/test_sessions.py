"""Sessions: which people are linked, and what a request must name."""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core.people import sessions
from warcouncil.arbiter.core.people.sessions import ASKED_MAX, SeenRequests
from warcouncil.arbiter.core.words.stimuli import SILENCE_MS_MAX, Grant, Received, Ticked
from warcouncil.protocol.acts.acts import Note
from warcouncil.protocol.wire.replies import Done, Refusal, RefusalCode, Team
from warcouncil.protocol.wire.requests import Beat, Call, Leave, Propose, Rule
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.arbiter.core.harness import Room

RED, MATE = SeatId("red.1"), SeatId("red.2")
ONE = TableId(1)


@pytest.mark.parametrize("session", ["", "somebody else's"])
def test_a_request_that_does_not_name_its_session_is_refused(session: str) -> None:
    """A program that has only the key, but not the token of the newest window, speaks for the seat."""
    room = Room("sealed_bid")
    person = room.sit(RED)
    request = Call(id=room.fresh(), text="help")
    room.do(Received(at=0, key=person.key, body=request, session=session, route=person.key.encode()))
    assert person.last(Refusal).code is RefusalCode.FENCED
    assert not room.table.talk.calls


def test_a_seat_is_linked_until_the_silence_is_over_the_limit_and_again_when_it_is_heard() -> None:
    """A team is told that a present mate is gone, or is not told that a mate is back."""
    room = Room("sealed_bid")
    person, mate = room.sit(RED), room.sit(MATE)
    room.at = SILENCE_MS_MAX
    room.beat(mate)
    room.do(Ticked(at=room.at))
    assert room.exercise.sessions.linked(ONE, RED)
    room.at += 1
    room.do(Ticked(at=room.at))
    assert not room.exercise.sessions.linked(ONE, RED)
    assert {m.seat: m.linked for m in mate.last(Team).team} == {RED: False, MATE: True}
    room.ask(person, Beat())
    assert {m.seat: m.linked for m in mate.last(Team).team} == {RED: True, MATE: True}


def test_a_seat_is_unlinked_just_after_four_seconds_without_a_frame() -> None:
    """A team is told that a present mate is gone, or learns it late."""
    room = Room("sealed_bid")
    room.sit(RED)
    room.wait(4_000)
    assert room.exercise.sessions.linked(ONE, RED)
    room.wait(1, step_ms=1)
    assert not room.exercise.sessions.linked(ONE, RED)


def test_each_of_two_seats_is_missed_when_its_own_silence_is_over_the_limit() -> None:
    """A seat that falls silent just before another is reported counts as linked for too long."""
    room = Room("sealed_bid")
    room.sit(RED)
    mate = room.sit(MATE)
    room.at = 3000
    room.beat(mate)
    for at, linked in (
        (SILENCE_MS_MAX + 1, True),
        (3000 + SILENCE_MS_MAX, True),
        (3001 + SILENCE_MS_MAX, False),
    ):
        room.at = at
        room.do(Ticked(at=at))
        assert not room.exercise.sessions.linked(ONE, RED)
        assert room.exercise.sessions.linked(ONE, MATE) is linked


def test_a_seat_heard_just_within_the_limit_stays_linked() -> None:
    """Whenever one mate is really gone, a team reads that another is gone too."""
    room = Room("sealed_bid")
    room.sit(RED)
    room.at = 1
    room.sit(MATE)
    room.at = 1 + SILENCE_MS_MAX
    room.do(Ticked(at=room.at))
    linked = [room.exercise.sessions.linked(ONE, seat) for seat in (RED, MATE)]
    assert linked == [False, True]


def test_a_seat_that_says_good_bye_is_not_linked_until_it_is_heard_again() -> None:
    """A closed window occupies its seat for four seconds more, and the table waits for it."""
    room = Room("sealed_bid")
    person, mate = room.sit(RED), room.sit(MATE)
    rows = len(room.journal)
    room.ask(person, Leave())
    assert not room.exercise.sessions.linked(ONE, RED)
    assert {m.seat: m.linked for m in mate.last(Team).team} == {RED: False, MATE: True}
    assert len(room.journal) == rows
    room.ask(person, Beat())
    assert room.exercise.sessions.linked(ONE, RED)
    assert {m.seat: m.linked for m in mate.last(Team).team} == {RED: True, MATE: True}


def test_the_good_bye_of_an_older_window_is_not_the_newest_ones() -> None:
    """A player who continues in another window and closes the first is shown as gone."""
    room = Room("sealed_bid")
    person = room.sit(RED)
    older = room.exercise.sessions.get(person.key)
    assert older
    room.greet(person.key, route="newer")
    room.do(Received(at=0, key=person.key, body=Leave(), session=older.token, route=b"older"))
    assert room.exercise.sessions.linked(ONE, RED)


def test_a_good_bye_before_the_welcome_ends_the_session_of_its_own_hello() -> None:
    """A window that was closed during its start occupies the seat, or it ends the session of another window."""
    room = Room("sealed_bid")
    person, mate = room.sit(RED), room.sit(MATE)
    room.greet(person.key, route="newer")
    for key, route, linked in (
        (person.key, b"older", True),
        (mate.key, b"newer", True),
        (person.key, b"newer", False),
    ):
        room.do(Received(at=0, key=key, body=Leave(), session="", route=route))
        assert room.exercise.sessions.linked(ONE, RED) is linked
    assert room.exercise.sessions.linked(ONE, MATE)
    assert {m.seat: m.linked for m in mate.last(Team).team} == {RED: False, MATE: True}
    room.do(Received(at=0, key=person.key, body=Beat(), session="", route=b"newer"))
    assert not room.exercise.sessions.linked(ONE, RED)


def test_a_request_is_known_again_for_its_own_key_alone() -> None:
    """A seat's call is reported as done because another seat has used the same id."""
    room = Room("sealed_bid")
    person, mate = room.sit(RED), room.sit(MATE)
    call = Call(id=room.fresh(), text="help")
    for who in (person, mate, person, mate):
        room.ask(who, call)
        assert who.of(Done)
    assert [each.seat for each in room.table.talk.calls] == [RED, MATE]


def test_a_proposal_and_a_note_that_come_again_happen_once() -> None:
    """A proposal appears twice because its answer was lost."""
    room = Room("sealed_bid", {"talk": "public", "talk_deals": True})
    person = room.sit(RED)
    umpire = room.umpire()
    propose = Propose(id=room.fresh(), to=MATE, text="peace?")
    note = Rule(id=room.fresh(), table=ONE, act=Note(text="wet"), reason="the weather")
    for _ in range(3):
        room.ask(person, propose)
        room.ask(umpire, note)
    assert len(room.table.talk.deals) == 1
    assert len([line for line in room.table.story.record if "wet" in line.words()]) == 1
    assert len(person.of(Done)) == len(umpire.of(Done)) == 3


def test_a_request_done_before_a_crash_is_known_by_its_key_afterwards() -> None:
    """A request that is repeated after a crash is done again, or another seat's is not done at all."""
    room = Room("sealed_bid")
    for seat in room.table.seats:
        room.sit(seat)
    call = Call(id=room.fresh(), text="help")
    room.ask(room.people[f"1:{RED}:{Role.SEAT}"], call)
    room.play(3)
    room.crash()
    room.ask(room.greet(f"1:{RED}:{Role.SEAT}"), call)
    room.ask(room.greet(f"1:{MATE}:{Role.SEAT}"), call)
    assert [each.seat for each in room.table.talk.calls] == [RED, MATE]


def test_a_ruling_is_known_however_much_was_asked_after_it() -> None:
    """In a busy room or after a crash, a ruling that a script repeats is carried out twice."""
    room = Room("sealed_bid")
    people = room.sit_all()
    umpire = room.umpire()
    note = Rule(id=room.fresh(), table=TableId(1), act=Note(text="wet"), reason="for the debrief")
    room.ask(umpire, note)
    keys = {person.key for person in people.values()}
    for key in keys:
        for number in range(5000):
            room.exercise.room.repeats.remember(key, f"{number:032}")
    for number in range(5000):
        room.exercise.room.repeats.remember(umpire.key, f"{number:032}")
    room.ask(umpire, note)
    assert len([line for line in room.table.story.record if "wet" in line.words()]) == 1


def test_a_rulings_id_is_known_after_a_crash_however_much_was_asked_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The standby that takes over carries out a repeated ruling a second time."""
    monkeypatch.setattr(sessions, "ASKED_MAX", 3)
    room = Room("sealed_bid")
    people = room.sit_all()
    umpire = room.umpire()
    note = Rule(id=room.fresh(), table=TableId(1), act=Note(text="wet"), reason="for the debrief")
    room.ask(umpire, note)
    calls = [Call(id=room.fresh(), text="help") for _ in range(5)]
    for call in calls:
        room.ask(people[RED], call)
    room.play(3)
    room.crash()
    assert {*room.exercise.room.repeats._done[people[RED].key]} == {call.id for call in calls[-3:]}
    room.ask(room.greet(umpire.key), note)
    assert len([line for line in room.table.story.record if "wet" in line.words()]) == 1


def test_the_oldest_id_is_forgotten_first() -> None:
    """The newest request is done twice."""
    repeats = SeenRequests({"key": Grant(role=Role.SEAT, table=TableId(1), seat=RED)})
    for number in range(ASKED_MAX + 1):
        repeats.remember("key", str(number))
    assert not repeats.known("key", "0")
    assert repeats.known("key", "1")
    assert repeats.known("key", str(ASKED_MAX))


def test_requests_of_keys_that_no_longer_exist_are_forgotten() -> None:
    """Every key that ever connected stays in memory for ever."""
    keys: dict[str, Grant] = {}
    repeats = SeenRequests(keys)
    for number in range(100):
        keys.clear()
        keys[str(number)] = Grant(role=Role.UMPIRE)
        repeats.remember(str(number), "0")
        assert repeats.known(str(number), "0")
        assert len(repeats._done) <= 3


def test_requests_of_struck_keys_are_forgotten_whatever_the_number_of_bots() -> None:
    """A resume strikes bots later than the former arbiter did.

    It knows other requests then, and repeats one that was carried out.
    """
    keys = {"key": Grant(role=Role.SEAT, table=ONE, seat=RED)}
    stand_ins = {f"bot {n}": Grant(role=Role.STAND_IN, table=ONE, seat=MATE) for n in range(5)}
    known = []
    for held in (keys, keys | stand_ins):
        repeats = SeenRequests(held)
        for number in range(3):
            repeats.remember(f"struck {number}", "a")
        known.append([repeats.known(f"struck {number}", "a") for number in range(3)])
    assert known[0] == known[1] == [False, False, True]
