"""Talk at a table: it reaches the members of its channel and no other seat."""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core.room.seat_requests import OPEN_DEALS_MAX
from warcouncil.arbiter.core.table.talk import Talk
from warcouncil.protocol.acts.acts import (
    Answered,
    Tell,
)
from warcouncil.protocol.table.views import Notice, Spoken, View
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.wire.replies import (
    Deals,
    Refusal,
    RefusalCode,
)
from warcouncil.protocol.wire.requests import (
    Call,
    Propose,
    Respond,
)
from warcouncil.protocol.words import ChannelId, SeatId, TeamId

from tests.arbiter.core.bidding import bids
from tests.arbiter.core.harness import Person, Room


def test_speech_reaches_only_the_members_of_the_channel() -> None:
    """The enemy reads the team's discussion."""
    room, people = bids()
    before = {seat: len(person.frames) for seat, person in people.items()}
    room.say(people["red.1"], "red", "hold the line")
    assert people["red.2"].last(Spoken).text == "hold the line"
    assert [len(people[seat].frames) - before[seat] for seat in ("black.1", "black.2")] == [0, 0]


def test_the_number_of_a_line_does_not_reveal_how_much_others_spoke() -> None:
    """If a scenario gives two conversations one name, the members of the later one learn how long the others
    talked.
    """
    room, people = bids()
    talk, red = room.table.talk, ChannelId("red")
    circle = SeatId("red.1"), SeatId("black.1")
    for text in ("come over", "what do you pay?", "enough"):
        talk.speak(red, circle, room.table.seats[circle[0]], text)
    room.say(people["red.1"], "red", "hold the line")
    assert (people["red.1"].last(Spoken).n, people["red.2"].last(Spoken).n) == (4, 1)
    again = Talk()
    again.put(talk.take(), 1)
    for kept in (talk, again):
        assert [line.n for line in kept.lines_for(SeatId("red.2"))] == [1]
        assert [line.n for line in kept.lines_for(SeatId("red.1"))] == [1, 2, 3, 4]
        assert [line.n for line in kept.lines_for(SeatId("red.1"), 2)] == [3, 4]
        assert [line.n for line in kept.lines_for(SeatId("black.1"))] == [1, 2, 3]
        assert [line.n for line in kept.lines] == [1, 2, 3, 4]


@pytest.mark.parametrize(("channel", "who"), [("black", "red.1"), ("nowhere", "red.1"), ("red", "black.2")])
def test_a_seat_cannot_speak_in_a_channel_without_membership(channel: str, who: str) -> None:
    """A player talks to the enemy, or into their discussion."""
    room, people = bids()
    room.say(people[who], channel, "psst")
    assert people[who].last(Refusal).code is RefusalCode.CLOSED
    assert not room.table.talk.lines


def test_speech_is_cleaned_before_anyone_reads_it() -> None:
    """A line repaints another player's terminal."""
    room, people = bids()
    room.say(people["red.1"], "red", "a\x1b]0;PWNED\x07\x9b2J\u202eb")
    assert people["red.2"].last(Spoken).text == "a]0;PWNED2Jb"


@pytest.mark.parametrize(
    ("tell", "heard"),
    [
        (Tell(seat=SeatId("red.1"), text="stay"), {"red.1"}),
        (Tell(team=TeamId("black"), text="stay"), {"black.1", "black.2"}),
        (Tell(text="stay"), {"red.1", "red.2", "black.1", "black.2"}),
    ],
)
def test_an_umpires_message_reaches_exactly_its_addressees(tell: Tell, heard: set[str]) -> None:
    """A hint for one team reaches the other."""
    room, people = bids()
    room.rule(room.umpire(), tell)
    assert {seat for seat, person in people.items() if person.of(Notice)} == heard


def test_a_call_waits_for_the_umpire_and_its_answer_goes_to_the_caller() -> None:
    """A player's question is lost among other messages."""
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
    """A third seat reads what two have agreed."""
    room = Room("sealed_bid", {"talk": "public", "talk_deals": True, "talk_seconds": 30})
    people = room.sit_all()
    assert people["red.1"].last(View).deals_open
    room.ask(people["red.1"], Propose(id=room.fresh(), to=SeatId("black.1"), text="no eights today"))
    room.ask(people["red.2"], Propose(id=room.fresh(), to=SeatId("black.2"), text="tell me your hand"))
    assert people["black.1"].last(Deals).deals[0].text == "no eights today"
    assert not people["black.1"].of(Deals)[1:]
    room.ask(people["black.2"], Respond(id=room.fresh(), deal=2, accept=True))
    assert people["black.2"].last(Refusal).code is RefusalCode.NO_SUCH
    room.ask(people["black.1"], Respond(id=room.fresh(), deal=1, accept=True))
    assert people["red.1"].last(Deals).deals[0].state == "accepted"
    room.wait(31_000)
    assert [deal.state for deal in room.table.talk.deals] == ["accepted", "lapsed"]
    assert [(deal.number, deal.state) for deal in people["black.2"].last(Deals).deals] == [(1, "lapsed")]
    assert [(deal.number, deal.state) for deal in people["red.1"].last(Deals).deals] == [(1, "accepted")]
    back = room.greet(people["red.1"].key)
    assert [(deal.number, deal.state) for deal in back.last(View).deals] == [(1, "accepted")]


def put(number: int, text: str, *, answered: bool) -> dict[str, Person]:
    """Send `number` proposals between two seats, and close their window."""
    room = Room("sealed_bid", {"talk": "public", "talk_deals": True, "talk_seconds": 600})
    people = room.sit_all()
    for each in range(1, number + 1):
        room.ask(people["red.1"], Propose(id=room.fresh(), to=SeatId("black.1"), text=text))
        if answered:
            room.ask(people["black.1"], Respond(id=room.fresh(), deal=each, accept=True))
        room.wait(1_500)
    assert [each.state for each in room.table.talk.deals] == ["accepted" if answered else "open"] * number
    while room.table.gate == 1:
        room.wait(1_000)
    return people


@pytest.mark.parametrize("answered", [True, False])
def test_proposals_of_two_seats_make_no_other_view_longer(answered: bool) -> None:
    """By the length of its own frames a third seat learns that others have made deals, and about how many."""
    many = 60 if answered else OPEN_DEALS_MAX
    none, some = (
        {
            seat: person.view_lengths()
            for seat, person in put(number, "\u4e2d" * 280, answered=answered).items()
        }
        for number in (0, many)
    )
    assert all(none.values())
    assert none == some


@pytest.mark.parametrize("others", [0, 3])
def test_no_number_tells_how_much_others_have_to_do_with_each_other(others: int) -> None:
    """A seat whose first proposal has number 7 knows that six were made between others, or that the umpire
    has asked others.
    """
    room = Room("sealed_bid", {"talk": "public", "talk_deals": True, "talk_seconds": 300})
    people, umpire = room.sit_all(), room.umpire()
    for _ in range(others):
        room.ask(people["red.2"], Propose(id=room.fresh(), to=SeatId("black.2"), text="psst"))
        room.rule(umpire, Tell(seat=SeatId("red.2"), text="And you?", reply=True))
    room.rule(umpire, Tell(seat=SeatId("red.1"), text="Where are you?", reply=True))
    assert people["red.1"].last(Notice).number == 1
    room.ask(people["red.1"], Propose(id=room.fresh(), to=SeatId("black.2"), text="peace?"))
    assert [deal.number for deal in people["red.1"].last(Deals).deals] == [1]
    assert [deal.number for deal in people["black.2"].last(Deals).deals] == [others + 1], (
        "who made some with another"
    )
    room.ask(people["black.2"], Respond(id=room.fresh(), deal=others + 1, accept=True))
    (mine,) = people["red.1"].last(Deals).deals
    assert (mine.number, mine.text, mine.state) == (1, "peace?", "accepted")
    view = room.greet(people["red.1"].key).last(View)
    assert [deal.number for deal in view.deals] == [notice.number for notice in view.notices] == [1]


def test_each_party_and_no_other_seat_is_told_of_each_lapsed_proposal() -> None:
    """A proposal stays open on a screen for ever, or a third seat learns that there was one."""
    every = set(range(1, OPEN_DEALS_MAX + 1))
    for seat, person in put(OPEN_DEALS_MAX, "Pass.", answered=False).items():
        lapsed = {each.number for news in person.of(Deals) for each in news.deals if each.state == "lapsed"}
        assert lapsed == (every if seat in ("red.1", "black.1") else set())
