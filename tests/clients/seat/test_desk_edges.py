"""The desk where two things happen at once: each sentence that it says, and each instant at which it changes its mind."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.clients.link.line import LinkChange, LinkState
from warcouncil.clients.seat.desk import Desk
from warcouncil.clients.seat.guard import GUARD_MS
from warcouncil.clients.seat.talk import Timing
from warcouncil.protocol.forms import Answer
from warcouncil.protocol.replies import Alive, Clock, Deals, Done, Refusal, RefusalCode, Reply, TableRules
from warcouncil.protocol.requests import ReadRules, Request, SayReady
from warcouncil.protocol.rulebooks import Briefing, Rulebook
from warcouncil.protocol.views import (
    ChannelView,
    ClockView,
    Company,
    Deal,
    Ended,
    Notice,
    Sitter,
    Spoken,
    StoryLine,
)
from warcouncil.protocol.words import ChannelId, GateNo, Role, SeatId

from tests.clients.seat.tables import DOWN, UP, ids, playing, view, welcome

ATTACK: Answer = {"corps.2": "attack"}
RED = ChannelId("red")
DECLARING = view(playing("kartenspiel", 1), "red.corps.2")
TALKING = view(playing("kartenspiel"), "red.corps.2")
NEXT = DECLARING.model_copy(update={"gate": GateNo(9), "whole": False, "story": ()})


def desk_of(*news: Reply | LinkChange) -> Desk:
    """Make a desk that has heard this."""
    desk = Desk(ids())
    for each in (UP, welcome(playing("kartenspiel"), "red.corps.2"), *news):
        desk.feed(each, 0)
    return desk


def declaring(**changes: Any) -> Desk:
    """Make a desk that is asked for a declaration, in a view changed so."""
    return desk_of(DECLARING.model_copy(update=changes))


def clock(left_ms: int, *, running: bool = True) -> ClockView:
    """Make a clock."""
    return ClockView(left_ms=left_ms, total_ms=30_000, running=running)


def refusal(request: Request | None, text: str = "No.") -> Refusal:
    """Refuse a request, or (None) whatever it was."""
    return Refusal(id=getattr(request, "id", ""), code=RefusalCode.CLOSED, text=text)


# --- the clock ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said_ms", "shown_ms"), [(29_700, 30_000), (30_300, 30_000), (29_699, 29_699), (30_301, 30_301)]
)
def test_three_tenths_of_a_second_are_the_networks_unrest(said_ms: int, shown_ms: int) -> None:
    """The clock would flicker at every beat, or run off from the arbiter's by more than anyone allows."""
    desk = declaring(clock=clock(30_000))
    desk.feed(Alive(clock=clock(said_ms)), 0)
    assert desk.left_ms(0) == shown_ms


def test_a_beat_that_says_the_clock_stands_stops_it() -> None:
    """The last seconds would run out on the screen of whoever missed the word of a pause."""
    desk = declaring(clock=clock(30_000))
    desk.feed(Alive(clock=clock(20_000, running=False)), 10_000)
    assert (desk.left_ms(25_000), desk.timing(25_000)) == (20_000, Timing.STANDS)
    desk.feed(Alive(), 26_000)
    assert desk.left_ms(26_000) == 20_000


def test_ten_seconds_are_urgent_and_a_moment_more_is_not() -> None:
    """The alarm would come early or late."""
    desk = declaring(clock=clock(30_000))
    assert [desk.timing(ms) for ms in (19_999, 20_000, 29_999, 30_000)] == [
        Timing.RUNS,
        Timing.URGENT,
        Timing.URGENT,
        Timing.UP,
    ]


def test_there_is_no_clock_before_the_first_view_nor_after_the_end() -> None:
    """A player would be hurried by a clock of nothing."""
    assert (Desk(ids()).timing(0), Desk(ids()).left_ms(0)) == (Timing.NONE, 0)
    assert declaring(clock=None).timing(0) is Timing.NONE
    early = Desk(ids())
    early.feed(Alive(clock=clock(5_000)), 0)
    assert (early.left_ms(0), early.standstill()) == (0, "The clock stands.")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"held": True, "paused": "Paused."}, "The table waits for the umpire."),
        ({"paused": "Coffee\x1b."}, "Coffee."),
        ({"clock": clock(9_000, running=False)}, "The clock stands."),
    ],
)
def test_it_says_why_the_clock_stands(changes: dict[str, Any], sentence: str) -> None:
    """A player would wait and not know for whom."""
    desk = declaring(**changes)
    assert desk.timing(0) is Timing.STANDS
    assert desk.standstill() == sentence
    assert desk.locked(0) == f"{sentence} Nothing can be sealed until it runs."


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, ""),
        ({"form": None}, "You are not asked."),
        ({"bot": True}, "A bot plays your seat."),
        ({"watching": True}, "You watch; another of your crew answers."),
    ],
)
def test_it_says_why_nothing_can_be_sealed(changes: dict[str, Any], sentence: str) -> None:
    """A player would press the key again and again, and not know what is wrong."""
    desk = declaring(**changes)
    assert (desk.locked(0), desk.declare(ATTACK, 0) is None, desk.refused) == (
        sentence,
        bool(sentence),
        sentence,
    )
    desk.feed(LinkChange(LinkState.SHUT, "Opened elsewhere."), 0)
    assert desk.locked(0) == (sentence or "The link is shut.")


# --- sealing ------------------------------------------------------------------------------------------------------


def test_a_view_that_shows_the_seal_is_as_good_as_its_receipt() -> None:
    """After a break "on its way" would stand there for ever, beside what is sealed."""
    desk = declaring()
    declare = desk.declare(ATTACK, 0)
    desk.feed(DECLARING.model_copy(update={"sealed": {"corps.2": "defend"}}), 5)
    assert desk.sending == declare
    desk.feed(DECLARING.model_copy(update={"sealed": ATTACK}), 5)
    assert (desk.sending, desk.sealed) == (None, ATTACK)


def test_a_new_question_forgets_what_was_refused_and_said_and_drafted() -> None:
    """The refusal of the last answer would stand beside a question that nobody has answered."""
    desk = declaring(drafts=True)
    declare = desk.declare(ATTACK, 0)
    desk.draft(ATTACK, 0)
    desk.feed(refusal(declare), 1)
    desk.feed(refusal(None, "slowly"), 1)
    assert (desk.refused, desk.said) == ("No.", "slowly")
    desk.feed(NEXT.model_copy(update={"drafts": True}), 2)
    assert (desk.refused, desk.said) == ("", "")
    assert desk.draft(ATTACK, 2 + GUARD_MS) is not None


def test_sealing_anew_takes_the_old_refusal_away() -> None:
    """A player would read that what he has just sent was refused."""
    desk = declaring()
    desk.feed(refusal(desk.declare(ATTACK, 0)), 1)
    desk.declare(ATTACK, 2)
    assert desk.refused == ""


@pytest.mark.parametrize("changes", [{"bot": True}, {"watching": True}, {"drafts": False}])
def test_no_draft_is_told_where_nothing_could_be_sealed(changes: dict[str, Any]) -> None:
    """A watcher's or a bot's draft would count for the seat."""
    assert declaring(**{"drafts": True, **changes}).draft(ATTACK, 0) is None


def test_no_draft_is_told_while_the_link_is_down_and_then_it_is() -> None:
    """The seat's last thought would be held for told, and the clock would answer with an older one."""
    desk = declaring(drafts=True)
    desk.feed(DOWN, 0)
    assert desk.draft(ATTACK, 0) is None
    desk.feed(UP, 1)
    assert desk.draft(ATTACK, 1) is not None


# --- what became of requests --------------------------------------------------------------------------------------


def test_it_says_what_became_of_each_request() -> None:
    """A player would not know whether his proposal was put, or who has the seat now."""
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
        "Your proposal has been put.",
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
    """A proposal would reach another seat, or its words clear the screen of whoever reads it."""
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
    """A refusal that is nobody's would overwrite what the player is reading."""
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


# --- talking ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "down", "sentence"),
    [
        ({}, False, ""),
        ({}, True, "The link is down."),
        ({"bot": True}, False, "A bot plays your seat."),
        ({"watching": True}, False, "You watch."),
        ({"channels": ()}, False, "It is closed."),
    ],
)
def test_it_says_why_one_cannot_speak(changes: dict[str, Any], down: bool, sentence: str) -> None:
    """A player would write into a line that nobody hears."""
    desk = desk_of(TALKING, TALKING.model_copy(update={"whole": False, "story": (), **changes}))
    if down:
        desk.feed(DOWN, 0)
    assert desk.mute(desk.talks[RED], 0) == sentence
    if sentence:
        assert desk.say(RED, "hello", 0) is None
        assert desk.said == f"Not said: {sentence} Your line is kept."


def test_a_conversation_shuts_when_its_quiet_begins_and_no_earlier_than_now() -> None:
    """The screen would count down to the wrong second, or below nothing."""
    quiet = ChannelView(id=RED, title="Council", members=(SeatId("red.army"),), open=True, quiet_ms=20_000)
    desk = desk_of(
        TALKING,
        TALKING.model_copy(
            update={"whole": False, "story": (), "channels": (quiet,), "clock": clock(30_000)}
        ),
    )
    talk = desk.talks[RED]
    assert (talk.title, talk.members) == ("Council", (SeatId("red.army"),))
    assert [desk.shuts_ms(talk, ms) for ms in (0, 9_000, 10_000, 30_000)] == [10_000, 1_000, 0, 0]


def test_a_line_of_a_channel_nobody_named_is_still_read() -> None:
    """Words that reach a seat before its view would be lost."""
    desk = desk_of()
    desk.feed(
        Spoken(channel=ChannelId("war_room"), n=1, seat=SeatId("red.army"), title="Red", text="come"), 0
    )
    talk = desk.talks[ChannelId("war_room")]
    assert (talk.title, talk.members, talk.quiet_ms, len(talk.lines)) == ("War room", (), 0, 1)


def test_a_whole_view_begins_the_lines_and_the_deals_anew_and_a_part_adds() -> None:
    """After the table went back, words and notices that never were would stand there still."""
    said = Spoken(channel=RED, n=1, seat=SeatId("red.army"), title="Red", text="come")
    one, two = (Notice(text=text, to="all") for text in ("one", "two"))
    desk = desk_of(TALKING.model_copy(update={"lines": (said,), "notices": (one,)}))
    desk.feed(TALKING.model_copy(update={"whole": False, "story": (), "notices": (two,)}), 1)
    assert (desk.notices, len(desk.talks[RED].lines)) == ([one, two], 1)
    desk.feed(TALKING, 2)
    assert (desk.notices, desk.talks[RED].lines) == ([], {})


# --- what happened ------------------------------------------------------------------------------------------------


def test_a_story_that_is_another_is_not_told_as_news() -> None:
    """When a table goes back, the players would be told a turn that they are about to play."""
    one, two, three = (StoryLine(heading="turn 1", text=text) for text in ("one", "two", "three"))
    desk = declaring(story=(one, two))
    desk.feed(DECLARING.model_copy(update={"story": (one, three, two)}), 5)
    assert (desk.news, desk.news_number, desk.story) == ((), 0, [one, three, two])


def test_a_word_about_the_clock_of_this_question_sets_it_and_its_pause() -> None:
    """More time would not be seen, or a pause would outlast itself on the screen."""
    desk = declaring(clock=clock(9_000, running=False), paused="Paused.")
    desk.feed(Clock(gate=DECLARING.gate, clock=clock(25_000), paused=""), 2_000)
    assert (desk.left_ms(4_000), desk.paused, desk.timing(4_000)) == (23_000, "", Timing.RUNS)


# --- before the first question, and after the last ------------------------------------------------------------------

SITTING = (
    ("red.army", "Red army", "Ben", False),
    ("red.corps.2", "Red corps II", "Ana", True),
    ("black.army", "Black army", "Gül\x1b", True),
)


def sitters(*, awaited: bool = True, begins: Any = "ready") -> Company:
    """Give who sits at the table, and for whom it waits."""
    return Company(
        begins=begins,
        sitters=tuple(
            Sitter(seat=SeatId(seat), title=title, person=person, awaited=awaits and awaited)
            for seat, title, person, awaits in SITTING
        ),
    )


def briefing() -> TableRules:
    """Give the rules of the table."""
    told = Briefing(role="a", wins="b", sees="c", decides="d")
    return TableRules(id="0" * 32, briefing=told, book=Rulebook(title="t", designer="d", chapters=()))


def test_a_table_that_waits_says_for_whom_instead_of_a_clock_that_stands() -> None:
    """Everybody would wait, and nobody know for whom."""
    fresh = {"begun": False, "clock": clock(9_000, running=False), "paused": "Not yet."}
    desk = declaring(**fresh)
    assert desk.waiting == ""
    assert desk.standstill() == "Not yet."
    desk.feed(sitters(), 0)
    assert desk.person(SeatId("black.army")) == "Gül"
    assert desk.person(SeatId("black.corps.1")) == ""
    assert desk.waiting == "Waiting for you and Black army (Gül)."
    assert desk.standstill() == "Not begun. Waiting for you and Black army (Gül)."
    assert desk.locked(0) == f"{desk.standstill()} Nothing can be sealed until it runs."
    desk.feed(sitters(awaited=False), 0)
    assert desk.standstill() == "Not begun. All are ready."
    desk.feed(DECLARING.model_copy(update={"clock": clock(9_000, running=False), "paused": "Paused."}), 0)
    assert desk.standstill() == "Paused."
    assert Desk(ids()).waiting == ""


def test_whom_a_table_waits_for_is_known_before_one_knows_where_one_sits() -> None:
    """The client would end in a traceback when two messages come in another order."""
    desk = Desk(ids())
    desk.feed(sitters(), 0)
    assert desk.waiting == "Waiting for Red corps II (Ana) and Black army (Gül)."


@pytest.mark.parametrize(
    ("role", "asks", "ready"),
    [
        (Role.SEAT, True, True),
        (Role.WATCHER, True, False),
        (Role.STAND_IN, False, False),
        (Role.UMPIRE, False, False),
    ],
)
def test_the_rules_are_asked_for_once_and_only_a_driver_says_that_he_is_ready(
    role: Role, asks: bool, ready: bool
) -> None:
    """A bot would read rules for ever, or a watcher hold the table up or let it begin."""
    desk = Desk(ids())
    assert desk.wants_rules() is None
    assert desk.ready() is None
    desk.briefed = False
    desk.feed(welcome(playing("kartenspiel"), "red.corps.2", role), 0)
    first = desk.wants_rules()
    assert (first is not None, desk.rules_asked) == (asks, asks)
    assert first is None or isinstance(first, ReadRules)
    assert desk.wants_rules() is None
    said = desk.ready()
    assert (isinstance(said, SayReady), desk.briefed) == (ready, True)


@pytest.mark.parametrize(
    ("changes", "is_due"),
    [
        ({"begun": False, "gate": GateNo(7)}, True),
        ({"begun": True, "gate": GateNo(1)}, True),
        ({"begun": True, "gate": GateNo(2)}, False),
        ({"begun": False, "ended": Ended(reason="x", winners=())}, False),
    ],
)
def test_a_briefing_is_read_when_the_game_has_hardly_begun(changes: dict[str, Any], is_due: bool) -> None:
    """Whoever comes back in the midst of a game would read what he knows, while his clock runs."""
    desk = declaring(**changes)
    assert not desk.to_be_briefed
    desk.feed(briefing(), 0)
    assert desk.to_be_briefed == is_due
    desk.ready()
    assert not desk.to_be_briefed
    early = Desk(ids())
    early.feed(briefing(), 0)
    assert not early.to_be_briefed


def test_a_farewell_locks_every_answer_and_says_so() -> None:
    """An order would seem to be on its way to nobody."""
    desk = declaring()
    assert not desk.dismissed
    desk.feed(LinkChange(LinkState.ENDED, "The umpire has ended the exercise."), 0)
    assert desk.dismissed
    assert desk.locked(0) == "The exercise was ended."
    assert desk.declare(ATTACK, 0) is None
    assert desk.refused == "The exercise was ended."


def test_how_a_game_ended_is_told_when_all_that_led_to_it_has_been() -> None:
    """The verdict would spoil the reveal, or never come."""
    over = Ended(reason="night fell", winners=("Red",), won=True)
    desk = declaring(form=None, clock=None, ended=over)
    assert desk.ended == over
    desk.is_told = False
    assert desk.ended is None
    assert Desk(ids()).ended is None
