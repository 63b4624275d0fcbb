"""Speech of seats: within their limits, in open channels, in clean text."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.arbiter.core.people.speech_limit import SPEECH_WINDOW_MS, SPEECHES_MAX
from warcouncil.arbiter.core.room.seat_requests import OPEN_CALLS_MAX
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.acts.acts import Answered, EndNow, Pause, Tell
from warcouncil.protocol.table.views import Spoken, View
from warcouncil.protocol.wire.replies import Deals, Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Call, Propose, Respond, Resync, Say, Write
from warcouncil.protocol.words import ChannelId, GateNo, SeatId

from tests.arbiter.core.harness import Person, Room

RED, FOE = SeatId("red.1"), SeatId("black.1")
TALK: dict[str, Any] = {"talk": "public", "talk_deals": True, "talk_seconds": 600}


def talking(**more: Any) -> tuple[Room, dict[str, Person]]:
    """Return a room in which every seat may speak and deal."""
    room = Room("sealed_bid", {**TALK, **more})
    return room, room.sit_all()


def too_fast(person: Person) -> int:
    """Return how often a person was refused with TOO_FAST."""
    return [refusal.code for refusal in person.of(Refusal)].count(RefusalCode.TOO_FAST)


def test_ten_speeches_in_ten_seconds_and_then_one_as_each_is_ten_seconds_old() -> None:
    """One player dominates a channel, or cannot speak again for longer than announced."""
    room, people = talking()
    red = people[RED]
    for number in range(11):
        room.say(red, "all", f"speech {number}")
    assert (len(red.of(Spoken)), too_fast(red)) == (10, 1)
    room.at += 9_999
    room.say(red, "all", "too soon")
    assert (len(red.of(Spoken)), too_fast(red)) == (10, 2)
    room.at += 1
    room.say(red, "all", "ten seconds later")
    assert (len(red.of(Spoken)), too_fast(red)) == (11, 2)


def test_twenty_proposals_of_one_seat_wait_and_the_next_is_put_off() -> None:
    """One player floods another with proposals, and no third player can propose to that player."""
    room, people = talking()
    for number in range(21):
        assert too_fast(people[RED]) == 0
        room.ask(people[RED], Propose(id=room.fresh(), to=FOE, text=f"offer {number}"))
        room.at += 10_000
    assert (len(room.table.talk.deals), too_fast(people[RED])) == (20, 1)


def test_a_seat_that_speaks_too_much_silences_no_other() -> None:
    """One seat's flood closes the channel for all."""
    room, people = talking()
    for number in range(SPEECHES_MAX + 1):
        room.say(people[RED], "all", f"line {number}")
    assert people[RED].of(Refusal)
    room.say(people[FOE], "all", "and now to something else")
    assert not people[FOE].of(Refusal)


def test_waiting_replies_are_limited() -> None:
    """The replies of one seat, which was asked a single question, fill the walls of all umpires until they exceed
    a frame.
    """
    room, people = talking()
    umpire = room.umpire()
    for _ in range(2):
        room.rule(umpire, Tell(text="Why?", reply=True))
    for number in range(2 + OPEN_CALLS_MAX + 1):
        room.at += SPEECH_WINDOW_MS
        assert not people[RED].of(Refusal)
        room.ask(people[RED], Write(id=room.fresh(), notice=1, text=f"reply {number}"))
    assert people[RED].last(Refusal).code is RefusalCode.TOO_FAST
    room.ask(people[FOE], Write(id=room.fresh(), notice=1, text="somebody else's"))
    assert not people[FOE].of(Refusal)
    room.rule(umpire, Answered(call=1, text=""))
    room.ask(people[RED], Write(id=room.fresh(), notice=2, text="one was read"))
    assert len(people[RED].of(Refusal)) == 1


def test_waiting_calls_are_limited() -> None:
    """A call that the limit allows is refused, or one more is accepted."""
    room, people = talking()
    for number in range(OPEN_CALLS_MAX + 1):
        room.at += SPEECH_WINDOW_MS
        room.ask(people[FOE], Call(id=room.fresh(), text=f"call {number}"))
    assert len(room.table.talk.calls) == OPEN_CALLS_MAX
    assert len(people[FOE].of(Refusal)) == 1


def test_the_text_of_a_deal_is_cleaned() -> None:
    """A proposal carries control characters to another seat's terminal."""
    room, people = talking()
    room.ask(people[RED], Propose(id=room.fresh(), to=FOE, text="pe\x1b[31mace\u202e?\n"))
    for who in (RED, FOE):
        text = people[who].last(Deals).deals[0].text
        assert text == room.table.talk.deals[0].text
        assert not any(char in text for char in "\x1b\u202e\n")


@pytest.mark.parametrize("talk", ["public", "bilateral"])
def test_every_channel_shuts_with_its_discussion(talk: str) -> None:
    """Two seats go on talking in secret when the discussion is over."""
    room, people = talking(talk=talk)
    channels = room.table.phase.channels if isinstance(room.table.phase, Phase) else ()
    assert channels
    for channel in channels:
        room.say(people[channel.members[0]], channel.id, "while it is open")
    assert len(room.table.talk.lines) == len(channels)
    room.rule(room.umpire(), EndNow())
    for channel in channels:
        room.say(people[channel.members[0]], channel.id, "still there?")
        assert people[channel.members[0]].last(Refusal).code is RefusalCode.CLOSED
    assert len(room.table.talk.lines) == len(channels)


@pytest.mark.parametrize("talk", ["public", "bilateral"])
def test_a_quiet_time_begins_to_the_millisecond_in_every_channel(talk: str) -> None:
    """A seat speaks during a quiet time, above all in a secret channel, or is silenced before it begins."""
    room, people = talking(talk=talk, talk_seconds=60, talk_quiet_seconds=10)
    channels = room.table.phase.channels if isinstance(room.table.phase, Phase) else ()
    assert channels
    for channel in channels:
        room.at = 49_999
        room.say(people[channel.members[0]], channel.id, "the last word")
    assert len(room.table.talk.lines) == len(channels)
    for channel in channels:
        room.at = 50_000
        room.say(people[channel.members[0]], channel.id, "one too late")
        assert people[channel.members[0]].last(Refusal).code is RefusalCode.CLOSED
    assert len(room.table.talk.lines) == len(channels)


@pytest.mark.parametrize("waits_for", ["its seats", "other tables"])
def test_no_seat_speaks_or_deals_while_a_table_waits_after_its_time(waits_for: str) -> None:
    """A modified client talks for as long as a table waits, although all other seats had two minutes."""
    by_step = waits_for == "other tables"
    room = Room(
        "sealed_bid",
        {**TALK, "talk_seconds": 60},
        tables=2,
        grace_ms=1000,
        plan=None if by_step else {"silence": [{"phase": "*", "policy": "wait"}]},
        exercise={"lockstep": ("Negotiation",)} if by_step else None,
    )
    people = room.sit_all()
    room.rule(room.umpire(), Pause(), table=2)
    for room.at in (59_999, 60_999):  # a line sent in time may take a moment to arrive
        room.say(people[RED], "all", "in time")
        room.ask(people[RED], Propose(id=room.fresh(), to=FOE, text="in time"))
    for room.at in (61_000, 600_000):
        room.settle()
        for body in (
            Say(id=room.fresh(), channel=ChannelId("all"), text="too late"),
            Propose(id=room.fresh(), to=FOE, text="too late"),
        ):
            room.ask(people[RED], body)
            assert people[RED].last(Refusal).code is RefusalCode.CLOSED
        room.ask(people[FOE], Respond(id=room.fresh(), deal=1, accept=True))
        assert people[FOE].last(Refusal).code is RefusalCode.CLOSED
    assert (room.table.gate, len(room.table.talk.lines), len(room.table.talk.deals)) == (1, 2, 2)
    room.ask(people[RED], Resync())
    (channel,) = people[RED].last(View).channels
    assert not channel.open


def test_a_quiet_time_shuts_deals_too() -> None:
    """Two seats close a bargain in the quiet time, and no other can answer it."""
    room, people = talking(talk_seconds=60, talk_quiet_seconds=10)
    room.at = 49_999
    for text in ("now", "then"):
        room.ask(people[RED], Propose(id=room.fresh(), to=FOE, text=text))
    room.ask(people[FOE], Respond(id=room.fresh(), deal=1, accept=True))
    assert [deal.state for deal in room.table.talk.deals] == ["accepted", "open"]
    room.at = 50_000
    for who, body in (
        (FOE, Respond(id=room.fresh(), deal=2, accept=True)),
        (RED, Propose(id=room.fresh(), to=FOE, text="too late")),
    ):
        room.ask(people[who], body)
        assert people[who].last(Refusal).code is RefusalCode.CLOSED
    assert [deal.state for deal in room.table.talk.deals] == ["accepted", "open"]


def test_a_line_meant_for_another_question_is_not_said_in_this_one() -> None:
    """A yes to the former question is read as a yes to the present one."""
    room, people = talking()
    room.rule(room.umpire(), EndNow())
    assert room.table.gate == 2
    for gate, lines in ((2, 1), (0, 2), (1, 2), (3, 2)):
        room.ask(people[RED], Say(id=room.fresh(), channel=ChannelId("red"), text="yes", gate=GateNo(gate)))
        assert len(room.table.talk.lines) == lines
    assert [each.code for each in people[RED].of(Refusal)] == [RefusalCode.CLOSED] * 2


def test_a_seat_that_speaks_at_a_paused_table_is_told_that_it_is_paused() -> None:
    """A player reads that the discussion is over, and never tries again."""
    room, people = talking()
    room.rule(room.umpire(), Pause())
    room.say(people[RED], "all", "hello?")
    assert people[RED].last(Refusal).code is RefusalCode.PAUSED
    assert not room.table.talk.lines
