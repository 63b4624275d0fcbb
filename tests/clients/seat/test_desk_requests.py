"""The requests of a desk, and its reports of their results."""

from __future__ import annotations

from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import Deal, Notice
from warcouncil.protocol.wire.replies import Deals, Done
from warcouncil.protocol.words import SeatId

from tests.clients.seat.desks import DECLARING, TALKING, desk_of, refusal


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
        "Your reply has arrived.",
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


def test_a_request_for_information_goes_to_the_white_cell() -> None:
    """If this fails, a player's request for information reaches the umpires."""
    desk = desk_of(TALKING)
    assert desk.asks_at == ""
    desk.feed(TALKING.model_copy(update={"asks_at": "White cell"}), 1)
    assert desk.asks_at == "White cell"
    assert desk.ask(" ") is None
    request = desk.ask("how many\x1b ships?")
    assert request is not None
    assert (request.text, request.to) == ("how many ships?", "cell")
    desk.feed(Done(id=request.id), 2)
    assert desk.said == "Your request has been sent."


def test_an_answer_settles_the_request_at_every_seat_of_the_white_cell() -> None:
    """If this fails, two members of the white cell answer the same request."""
    asked = [
        Notice(text=text, to="White cell", sender="Red", kind="request", number=n)
        for n, text in enumerate("ab", 1)
    ]
    answer = Notice(text="yes", to="Red", sender="White cell", kind="answer", about="a", answers=1)
    desk = desk_of(TALKING.model_copy(update={"notices": (asked[0],)}))
    desk.feed(asked[1], 1)
    assert desk.unreplied == asked
    desk.feed(answer, 2)
    assert desk.unreplied == [asked[1]]
    assert desk_of(TALKING.model_copy(update={"notices": (*asked, answer)})).unreplied == [asked[1]]


def test_a_conversation_that_is_only_read_takes_no_line() -> None:
    """If this fails, the white cell types into the talk of a team, and the host refuses it without a reason."""
    (channel, *_) = TALKING.channels
    mine = channel.model_copy(update={"reads_only": True, "readers": ("Head of the white cell",)})
    desk = desk_of(TALKING.model_copy(update={"channels": (mine,)}))
    assert desk.say(channel.id, "hush", 1) is None
    assert desk.mute(desk.talks[channel.id], 1) == say("talk.reads_only")


def test_a_deal_joins_those_that_are_known() -> None:
    """Each new proposal deletes the older ones from the screen, though they wait for an answer."""
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
