"""The knowledge of a seat's client: new events, and those from before."""

from __future__ import annotations

import pytest
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.protocol.table.views import Deal, Ended, Mate, Notice, Spoken, StoryLine
from warcouncil.protocol.wire.replies import (
    Deals,
    Done,
    Receipt,
    Team,
    Welcome,
)
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.clients.seat.desks import ATTACK, DECLARING, NEXT, RED, TALKING, desk_of
from tests.clients.seat.tables import UP, ids, playing, welcome


def line(n: int, text: str) -> Spoken:
    """Make a line of the council."""
    return Spoken(channel=RED, n=n, seat=SeatId("red.army"), title="Red army commander", text=text)


PROPOSAL = Deal(
    number=4,
    giver=SeatId("red.corps.2"),
    giver_title="Red corps II",
    taker=SeatId("red.army"),
    taker_title="Red army commander",
    text="Peace",
    state="open",
)
"""A proposal of corps II to its army commander."""
ONE, TWO, THREE = (StoryLine(heading="turn 1", text=text) for text in ("one", "two", "three"))


def test_a_hand_over_is_reported_to_both_people() -> None:
    """The new driver reads that the seat was handed over, and the former one that it is theirs."""
    desk, there = Desk(ids()), (playing("kartenspiel"), "red.army")
    told = []
    for role in (Role.WATCHER, Role.SEAT, Role.WATCHER, Role.WATCHER, Role.SEAT):
        desk.feed(welcome(*there, role), 0)
        told.append(desk.said)
    yours, gone = "The seat is yours.", "The seat has been handed over."
    assert told == ["", yours, gone, gone, yours]


def test_an_event_is_news_but_not_the_story_before_joining() -> None:
    """A newcomer watches the complete battle step by step."""
    desk = desk_of(DECLARING.model_copy(update={"story": (ONE,)}))
    assert list(desk.news) == []
    desk.feed(DECLARING.model_copy(update={"whole": False, "story": (TWO, THREE)}), 5)
    assert (desk.news, desk.news_number, desk.story) == ((TWO, THREE), 1, [ONE, TWO, THREE])


def test_an_event_during_a_broken_link_is_news() -> None:
    """A player with a bad cable misses a reveal."""
    desk = desk_of(DECLARING.model_copy(update={"story": (ONE,)}))
    desk.feed(DECLARING.model_copy(update={"story": (ONE, TWO)}), 5)
    assert desk.news == (TWO,)


def test_an_event_that_was_watched_before_a_broken_link_does_not_hide_the_missed_one() -> None:
    """A complete view has no scenes. A player who watched an event reads nothing of what was missed after it."""
    desk = desk_of(DECLARING.model_copy(update={"story": (ONE,)}))
    watched = TWO.model_copy(update={"shows": 1})
    desk.feed(DECLARING.model_copy(update={"whole": False, "story": (watched,)}), 5)
    desk.feed(DECLARING.model_copy(update={"story": (ONE, TWO, THREE)}), 6)
    assert desk.news == (THREE,)


def test_a_missed_event_is_news_also_when_the_story_no_longer_has_its_beginning() -> None:
    """In a long game a complete view has the newest lines alone. A player with a bad cable misses a reveal."""
    desk = desk_of(DECLARING.model_copy(update={"story": (ONE, TWO)}))
    desk.feed(DECLARING.model_copy(update={"story": (TWO, THREE)}), 5)
    assert desk.news == (THREE,)


def test_presence_and_the_bot_follow_the_arbiter() -> None:
    """A player waits for a team mate who has gone, or types at a seat that a bot plays."""
    desk = desk_of(DECLARING)
    mates = (Mate(seat=SeatId("red.army"), title="Red army commander", linked=False),)
    desk.feed(Team(team=mates, bot=True), 1)
    assert (desk.team, desk.bot, desk.locked(1)) == (mates, True, "A bot plays your seat.")


@pytest.mark.parametrize("whole", [False, True], ids=["told by itself", "in a view"])
def test_an_answer_of_a_bot_is_not_counted_as_missed(whole: bool) -> None:
    """A player whose bot sealed reads at the end that they missed the answer."""
    desk = desk_of(DECLARING)
    desk.feed(DECLARING.model_copy(update={"bot": True}) if whole else Team(team=(), bot=True), 1)
    desk.feed(NEXT.model_copy(update={"bot": True, "form": None}), 2)
    assert (desk.deeds.sealed, desk.deeds.missed) == (0, 0)
    there = desk_of(DECLARING, NEXT)
    assert there.deeds.missed == 1, "who was there all the time and sealed nothing has missed it"


def test_an_answer_of_another_crew_member_is_not_counted_as_missed() -> None:
    """A player who handed the seat over reads at the end that they missed their mate's answer. Or the mate reads
    that they sealed nothing.
    """
    watched = DECLARING.model_copy(update={"watching": True})
    left, took = desk_of(DECLARING, watched), desk_of(watched, DECLARING)
    request = took.declare(ATTACK, 3)
    assert request
    took.feed(Receipt(id=request.id, gate=request.gate, answer=ATTACK), 3)
    for desk in (left, took):
        desk.feed(NEXT, 4)
    assert [(desk.deeds.sealed, desk.deeds.missed) for desk in (left, took)] == [(0, 0), (1, 0)]


def test_a_player_who_gets_the_seat_back_during_a_question_has_sealed_their_answer() -> None:
    """The player reads at the end that they sealed nothing."""
    desk = desk_of(DECLARING)
    for at, bot in ((1, True), (2, False)):
        desk.feed(Team(team=(), bot=bot), at)
    request = desk.declare(ATTACK, 3)
    assert request
    desk.feed(Receipt(id=request.id, gate=request.gate, answer=ATTACK), 3)
    desk.feed(NEXT, 4)
    assert (desk.deeds.sealed, desk.deeds.missed) == (1, 0)


def test_a_voided_answer_is_neither_sealed_nor_missed() -> None:
    """A player reads at the end that they sealed a voided answer, and how quickly."""
    silent, desk = desk_of(DECLARING), desk_of(DECLARING)
    request = desk.declare(ATTACK, 3)
    assert request
    desk.feed(Receipt(id=request.id, gate=request.gate, answer=ATTACK), 3)
    for each in (silent, desk):
        each.feed(DECLARING.model_copy(update={"whole": False, "voided": True}), 4)
        each.feed(NEXT, 5)
        assert (each.deeds.sealed, each.deeds.missed, each.deeds.quickest_ms) == (0, 0, None)


def test_an_answer_sealed_by_an_umpire_after_a_void_counts_as_sealed() -> None:
    """A player reads at the end that no answer of theirs counted."""
    struck = DECLARING.model_copy(update={"whole": False, "voided": True})
    ruled = struck.model_copy(update={"voided": False, "sealed": ATTACK})
    desk = desk_of(DECLARING, struck, ruled, NEXT)
    assert (desk.deeds.sealed, desk.deeds.missed) == (1, 0)


def test_a_proposal_waits_for_the_one_it_was_put_to() -> None:
    """A player is asked to answer their own proposal."""
    desk = desk_of(DECLARING)
    theirs = PROPOSAL
    mine = theirs.model_copy(update={"number": 1, "giver": theirs.taker, "taker": theirs.giver})
    desk.feed(Deals(deals=(mine, theirs)), 1)
    assert list(desk.waiting_deals) == [mine]
    desk.feed(Deals(deals=(mine.model_copy(update={"state": "lapsed"}),)), 2)
    assert list(desk.waiting_deals) == []


def moved(**changes: object) -> Welcome:
    """Return the welcome at another seat."""
    return welcome(playing("kartenspiel"), "black.army").model_copy(update=changes)


def test_a_window_knows_nothing_of_the_seat_that_it_has_left() -> None:
    """The next player of the seat reads the other side's council, proposals and half-written lines."""
    table = moved()
    desk = desk_of(TALKING.model_copy(update={"lines": (line(1, "our reserve is empty"),)}))
    desk.feed(Notice(text="Red: write now.", to="Red", number=3), 1)
    desk.feed(Team(team=(Mate(seat=SeatId("red.army"), title="Red army", linked=True),)), 1)
    write = desk.write(3, "we hold")
    assert write is not None
    desk.feed(Done(id=write.id), 1)
    desk.say(RED, "send me two", 1)
    desk.declare(ATTACK, 1)
    desk.talks[RED].half = "our weak"
    desk.feed(table, 2)
    fresh = Desk(ids())
    for news in (UP, table):
        fresh.feed(news, 2)
    assert "not sent again" in desk.said
    desk.said = fresh.said
    desk.seatings = fresh.seatings
    one, other = (
        {name: value for name, value in vars(each).items() if name != "_make_id"} for each in (desk, fresh)
    )
    assert one.pop("_pending").empty() == other.pop("_pending").empty() == ()
    assert one == other


def test_every_change_of_place_is_one_and_coming_back_is_none() -> None:
    """A break deletes a conversation, or another table that looks alike is taken for the same."""
    for changes, seatings in (
        ({"seat": SeatId("red.corps.2")}, 1),
        ({}, 2),
        ({"seat": SeatId("red.corps.2"), "table": TableId(8)}, 2),
        ({"seat": SeatId("red.corps.2"), "exercise": "Another day"}, 2),
    ):
        desk = desk_of(TALKING)
        desk.feed(moved(**changes), 2)
        assert desk.seatings == seatings
        assert bool(desk.talks) is (seatings == 1)


@pytest.mark.parametrize("over", [False, True])
def test_a_player_who_is_moved_is_told_so_during_a_game(*, over: bool) -> None:
    """If this fails, a moved player goes on as if at the old seat. In another game, the seat is no news."""
    ended = Ended(reason="Night fell.", winners=()) if over else None
    desk = desk_of(TALKING.model_copy(update={"ended": ended}))
    desk.feed(moved(), 2)
    assert desk.said == ("" if over else "You are at another seat now.")


def test_a_proposal_that_lapsed_is_told_to_both_parties() -> None:
    """If this fails, a proposer waits on, or a proposal disappears without a message."""
    mine = PROPOSAL
    theirs = mine.model_copy(
        update={"number": 5, "giver": mine.taker, "giver_title": mine.taker_title, "taker": mine.giver}
    )
    desk = desk_of(DECLARING.model_copy(update={"deals": (mine, theirs)}))
    desk.feed(Deals(deals=tuple(each.model_copy(update={"state": "lapsed"}) for each in (mine, theirs))), 1)
    assert [desk.outcome(number) for number in desk.settled] == [
        "Red army commander did not answer your proposal 4 in time: “Peace”",
        "You did not answer proposal 5 from Red army commander in time: “Peace”",
    ]


def test_the_end_puts_away_only_the_notices_of_earlier_questions() -> None:
    """If this fails, an old call is shown above the verdict, or the umpire's last words are never shown."""
    old, last = Notice(text="Is the road safe?", to="you", number=1), Notice(text="Well played.", to="all")
    desk = desk_of(DECLARING)
    desk.feed(old, 1)
    desk.feed(NEXT.model_copy(update={"whole": False, "story": ()}), 2)
    desk.feed(last, 3)
    over = Ended(winners=(), reason="It is over.", laid_open=False)
    desk.feed(NEXT.model_copy(update={"whole": False, "story": (), "gate": NEXT.gate + 1, "ended": over}), 4)
    assert [desk.notices[at] for at in desk.new_notices] == [last]
    assert desk.notices == [old, last]


def test_an_outcome_is_shown_until_the_question_after_it_closes() -> None:
    """If this fails, an answered proposal fills two rows for the rest of the game."""
    desk = desk_of(DECLARING.model_copy(update={"deals": (PROPOSAL,)}))
    desk.feed(Deals(deals=(PROPOSAL.model_copy(update={"state": "refused"}),)), 1)
    shown = [tuple(desk.settled)]
    for gate in (NEXT.gate, NEXT.gate + 1):
        desk.feed(NEXT.model_copy(update={"gate": gate, "deals": ()}), 2)
        shown.append(tuple(desk.settled))
    assert shown == [(4,), (4,), ()]
