"""What is said at a table: who hears it, and that nobody else does."""

from __future__ import annotations

import pytest
from warcouncil.protocol.acts import (
    Answered,
    Tell,
)
from warcouncil.protocol.consoles import TableStatus
from warcouncil.protocol.replies import (
    Deals,
    Refusal,
    RefusalCode,
)
from warcouncil.protocol.requests import (
    Call,
    Propose,
    Respond,
)
from warcouncil.protocol.views import Notice, Spoken, View
from warcouncil.protocol.words import SeatId, TeamId

from tests.arbiter.core.bidding import bids
from tests.arbiter.core.room import Room


def test_speech_reaches_the_members_of_the_channel_and_nobody_else() -> None:
    """The enemy would hear the council of war."""
    room, people = bids()
    before = {seat: len(person.frames) for seat, person in people.items()}
    room.say(people["red.1"], "red", "hold the line")
    assert people["red.2"].last(Spoken).text == "hold the line"
    assert [len(people[seat].frames) - before[seat] for seat in ("black.1", "black.2")] == [0, 0]


@pytest.mark.parametrize(("channel", "who"), [("black", "red.1"), ("nowhere", "red.1"), ("red", "black.2")])
def test_nobody_speaks_in_a_channel_of_which_he_is_no_member(channel: str, who: str) -> None:
    """A player would talk to the enemy, or into his council."""
    room, people = bids()
    room.say(people[who], channel, "psst")
    assert people[who].last(Refusal).code is RefusalCode.CLOSED
    assert not room.table.talk.lines


def test_a_late_line_is_refused_and_its_author_told() -> None:
    """A team would go on talking after its time."""
    room = Room("nim")
    north = room.sit("north")
    room.say(north, "red", "are you there?")
    assert north.last(Refusal).code is RefusalCode.CLOSED
    assert "not sent" in north.last(Refusal).text


def test_speech_is_cleaned_before_anyone_reads_it() -> None:
    """A line would repaint another player's terminal."""
    room, people = bids()
    room.say(people["red.1"], "red", "a\x1b]0;PWNED\x07\x9b2J\u202eb")
    assert people["red.2"].last(Spoken).text == "a]0;PWNED2Jb"


def test_nobody_floods_his_team() -> None:
    """One player would bury the discussion."""
    room, people = bids()
    for number in range(12):
        room.say(people["red.1"], "red", f"line {number}")
    assert len(room.table.talk.lines) == 10
    assert people["red.1"].last(Refusal).code is RefusalCode.TOO_FAST


@pytest.mark.parametrize(
    ("tell", "heard"),
    [
        (Tell(seat=SeatId("red.1"), text="stay"), {"red.1"}),
        (Tell(team=TeamId("black"), text="stay"), {"black.1", "black.2"}),
        (Tell(text="stay"), {"red.1", "red.2", "black.1", "black.2"}),
    ],
)
def test_the_umpire_speaks_to_whom_he_means(tell: Tell, heard: set[str]) -> None:
    """A hint for one team would reach the other."""
    room, people = bids()
    room.rule(room.umpire(), tell)
    assert {seat for seat, person in people.items() if person.of(Notice)} == heard


def test_a_call_waits_for_the_umpire_and_its_answer_goes_to_the_caller() -> None:
    """A question of a player would be lost in the noise."""
    room, people = bids()
    umpire = room.umpire()
    room.ask(people["red.1"], Call(id=room.fresh(), text="may I look at the discards?"))
    room.wait(250)
    (alarm,) = umpire.last(TableStatus).alarms
    assert (alarm.call, alarm.seat) == (1, "red.1")
    room.rule(umpire, Answered(call=1, text="you may"))
    assert people["red.1"].last(Notice).text == "you may"
    assert not people["red.2"].of(Notice)
    assert umpire.last(TableStatus).alarms == ()


def test_a_deal_is_known_to_its_parties_only_and_lapses_with_its_window() -> None:
    """A third seat would read what two have agreed."""
    room = Room("sealed_bid", {"talk": "public", "talk_deals": True, "talk_seconds": 30})
    people = room.sit_all()
    assert people["red.1"].last(View).deals_open
    room.ask(people["red.1"], Propose(id=room.fresh(), to=SeatId("black.1"), text="no eights today"))
    room.ask(people["red.2"], Propose(id=room.fresh(), to=SeatId("black.2"), text="tell me your hand"))
    assert people["black.1"].last(Deals).deals[0].text == "no eights today"
    assert not people["black.1"].of(Deals)[1:]
    room.ask(people["black.2"], Respond(id=room.fresh(), deal=1, accept=True))
    assert people["black.2"].last(Refusal).code is RefusalCode.NO_SUCH
    room.ask(people["black.1"], Respond(id=room.fresh(), deal=1, accept=True))
    assert people["red.1"].last(Deals).deals[0].state == "accepted"
    room.wait(31_000)
    assert [deal.state for deal in room.table.talk.deals] == ["accepted", "lapsed"]
    assert [deal.number for deal in people["red.1"].last(View).deals] == [1]
