"""The requests of a desk, and its reports of their results."""

from __future__ import annotations

from warcouncil.protocol.table.views import Deal
from warcouncil.protocol.wire.replies import Deals, Done
from warcouncil.protocol.words import SeatId

from tests.clients.seat.desks import DECLARING, RED, TALKING, desk_of, refusal


def test_it_says_what_became_of_each_request() -> None:
    """A player does not know whether the proposal was sent, or who has the seat now."""
    desk = desk_of(TALKING)
    said = []
    for request in (
        desk.call("help"),
        desk.write(1, "yes"),
        desk.propose(SeatId("red.army"), "hold"),
        desk.hand_over(),
        desk.claim(),
    ):
        assert request is not None
        desk.feed(Done(id=request.id), 1)
        said.append(desk.said)
    assert said == [
        "The umpire has been called.",
        "Your reply has reached the umpire.",
        "Your proposal has been sent.",
        "The seat has been handed over.",
        "The seat is yours.",
    ]
    desk.said = ""
    response = desk.respond(3, accept=True)
    assert (response.deal, response.accept) == (3, True)
    desk.feed(Done(id=response.id), 1)
    desk.feed(Done(id="0" * 32), 1)
    assert desk.said == ""


def test_requests_carry_what_was_meant_cleaned() -> None:
    """A proposal reaches another seat, or its text clears the reader's screen."""
    desk = desk_of(TALKING)
    proposal, call, reply = (
        desk.propose(SeatId("red.army"), "ho\x1bld"),
        desk.call("he\x1blp"),
        desk.write(4, "we\x1b do"),
    )
    assert proposal is not None
    assert call is not None
    assert reply is not None
    assert (proposal.to, proposal.text) == ("red.army", "hold")
    assert (call.text, reply.notice, reply.text) == ("help", 4, "we do")
    assert len({proposal.id, call.id, reply.id, desk.claim().id, desk.hand_over().id}) == 5


def test_a_deal_joins_those_that_are_known() -> None:
    """Each new proposal would wipe the older ones off the screen, though they wait for an answer."""
    one, two = (
        Deal(
            number=n,
            giver=SeatId("red.army"),
            giver_title="A",
            taker=SeatId("red.corps.2"),
            taker_title="B",
            text="x",
            state="open",
        )
        for n in (1, 2)
    )
    desk = desk_of(DECLARING.model_copy(update={"deals": (one,)}))
    desk.feed(Deals(deals=(two,)), 1)
    assert desk.waiting_deals == (one, two)
    desk.feed(DECLARING.model_copy(update={"whole": False, "story": (), "deals": ()}), 2)
    assert desk.waiting_deals == (one, two)


def test_a_request_that_was_refused_is_told_once_and_a_strangers_not_at_all() -> None:
    """A refusal of an unknown request overwrites what the player is reading."""
    desk = desk_of(TALKING)
    claim = desk.claim()
    desk.feed(refusal(claim), 1)
    assert desk.said == "Not done: No."
    desk.said = ""
    desk.feed(refusal(claim), 2)
    assert desk.said == ""


def test_a_refused_line_leaves_what_its_writer_has_begun_since() -> None:
    """A sentence would be wiped out in the middle of a word."""
    desk = desk_of(TALKING)
    say = desk.say(RED, "the first", 0)
    assert desk.talks[RED].half == ""
    desk.talks[RED].half = "the second, half"
    desk.feed(refusal(say), 1)
    assert desk.talks[RED].half == "the second, half"
