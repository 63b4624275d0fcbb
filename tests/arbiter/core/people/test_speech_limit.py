"""The speech limit of a seat follows from the journal: after a crash, for a standby, and in any replay."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.arbiter.core.people.speech_limit import SPEECH_WINDOW_MS, SPEECHES_MAX, SpeechLimit
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.room.recovery import Retelling, restore
from warcouncil.arbiter.core.words.outcome import Refused
from warcouncil.protocol.acts.acts import EndNow, Tell
from warcouncil.protocol.wire.replies import Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Call, Propose, Request, Say, Write
from warcouncil.protocol.words import ChannelId, SeatId, TableId

from tests.arbiter.core.harness import Room, load, sign
from tests.arbiter.core.standing import differences, retold

RED, FOE = SeatId("red.1"), SeatId("black.1")
TALK: dict[str, Any] = {"talk": "public", "talk_deals": True, "talk_seconds": 600}


def spoken_out(body: str = "say") -> Room:
    """Return a room in which a seat has used its limit, and two closings or more have passed in no time.

    The channel is open again.
    """
    room = Room("sealed_bid", TALK)
    red, umpire = room.sit_all()[RED], room.umpire()
    room.rule(umpire, Tell(text="Why?", seat=RED, reply=True))
    for _ in range(SPEECHES_MAX - 1):
        room.say(red, "all", "forward!")
    room.ask(red, utterance(room, body))
    assert not red.of(Refusal)
    for _ in range(2):
        room.rule(umpire, EndNow())
    while not room.table.now.channel(ChannelId("all")):
        room.rule(umpire, EndNow())
    return room


def utterance(room: Room, kind: str) -> Request:
    """Return a request that counts as speech."""
    made: dict[str, Request] = {
        "say": Say(id=room.fresh(), channel=ChannelId("all"), text="forward!"),
        "propose": Propose(id=room.fresh(), to=FOE, text="peace?"),
        "call": Call(id=room.fresh(), text="may we?"),
        "write": Write(id=room.fresh(), notice=1, text="because"),
    }
    return made[kind]


def test_the_oldest_counted_utterance_decides() -> None:
    """A seat waits longer than it is told, or speaks more often than it may."""
    speech_limit = SpeechLimit()
    for at in range(SPEECHES_MAX):
        speech_limit.check(at, TableId(1), RED)
        speech_limit.count(at, TableId(1), RED)
    with pytest.raises(Refused):
        speech_limit.check(SPEECH_WINDOW_MS - 1, TableId(1), RED)
    speech_limit.check(SPEECH_WINDOW_MS, TableId(1), RED)
    speech_limit.check(SPEECHES_MAX, TableId(1), FOE)
    speech_limit.check(SPEECHES_MAX, TableId(2), RED)


@pytest.mark.parametrize("kind", ["say", "propose", "call", "write"])
def test_a_resumed_arbiter_refuses_what_the_former_would_have_refused(kind: str) -> None:
    """A crash lets a seat speak twice as often."""
    room = spoken_out(kind)
    room.crash()
    people = {seat: room.greet(f"1:{seat}:seat") for seat in room.table.seats}
    room.say(people[RED], "all", "once more")
    assert people[RED].last(Refusal).code is RefusalCode.TOO_FAST
    room.say(people[FOE], "all", "my turn")
    assert not people[FOE].of(Refusal)
    room.at += SPEECH_WINDOW_MS
    room.say(people[RED], "all", "now")
    assert len(people[RED].of(Refusal)) == 1


def test_whichever_closing_a_standby_began_at_it_counts_the_same() -> None:
    """A standby counts a seat's speech in another way than the arbiter that it follows, and accepts other
    lines after a take-over.
    """
    room = spoken_out()
    closings = [row.seq for row in room.journal if row.kind == "closed"]
    for known in (1, *closings, len(room.journal)):
        again = retold(room.journal, sign, known, load=load)
        assert not differences(room.exercise, again), f"begun after record {known}"


def test_speech_in_the_journal_is_not_refused_for_its_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal of an arbiter with another limit is rejected, and its table is held."""
    room = spoken_out()
    with monkeypatch.context() as forgetful:
        forgetful.setattr(SpeechLimit, "check", lambda *_: None)
        for _ in range(5):
            room.say(room.people["1:red.1:seat"], "all", "on and on")
    lines = len(room.table.talk.lines)
    assert lines == SPEECHES_MAX + 5
    told = Retelling(Exercise(sign, load=load), load)
    for row in room.journal:
        told.take(row)
    assert not told.doubts
    assert len(told.exercise.tables[TableId(1)].talk.lines) == lines
    room.crash()
    assert not room.table.held
    red = room.greet("1:red.1:seat")
    room.say(red, "all", "and on")
    assert red.last(Refusal).code is RefusalCode.TOO_FAST
    assert not differences(restore(room.journal, sign, load=load), retold(room.journal, sign, load=load))
