"""The seat: the requests of its keys, and its messages."""

from __future__ import annotations

from typing import Any

import pytest
from textual.widgets import Input
from warcouncil.clients.seat.model.typing_guard import GUARD_MS
from warcouncil.clients.seat.screen.boxes import SureBox
from warcouncil.clients.seat.screen.proposals import DealBox
from warcouncil.clients.seat.screen.question_pane import QuestionPane
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import ClockView, Deal, View
from warcouncil.protocol.wire.replies import Clock, Deals, Receipt, Refusal, RefusalCode, Team
from warcouncil.protocol.wire.requests import Claim, Declare, Draft, HandOver, Propose, Respond, Say
from warcouncil.protocol.words import SPEECH_CHARS_MAX, ChannelId, GateNo, SeatId

from tests.clients.seat.sitting import sitting
from tests.clients.seat.tables import playing, view, welcome

BATTLE = playing("kartenspiel", 1)
HELLO = welcome(BATTLE, "red.corps.2")
DECLARING = view(BATTLE, "red.corps.2")
OPENING = playing("kartenspiel")
ARMY = welcome(OPENING, "red.army")
DEPLOYING = view(OPENING, "red.army")
TALKING = view(OPENING, "red.corps.2")


def paused(question: View, left_ms: int) -> Clock:
    """Make the word that the clock was paused."""
    clock = ClockView(left_ms=left_ms, total_ms=0, running=False)
    return Clock(gate=question.gate, clock=clock, paused="The umpire has stopped the clock.")


def deal(number: int = 1) -> Deal:
    """Make a proposal of Pakistan to India."""
    return Deal(
        number=number,
        giver=SeatId("pakistan"),
        giver_title="Pakistan",
        taker=SeatId("india"),
        taker_title="India",
        text="We both keep off the Military Front.",
        state="open",
    )


# --- answering ----------------------------------------------------------------------------------------------------


async def test_a_declaration_is_one_letter_and_enter() -> None:
    """A commander needs more than two keys for a declaration, and thirty seconds are too short."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("a", "enter")
        (declare,) = seat.sent(Declare)
        assert (declare.gate, declare.answer) == (DECLARING.gate, {"corps.2": "attack"})
        assert "SEALING" in seat.question
        await seat.hear(Receipt(id=declare.id, gate=declare.gate, answer=declare.answer))
        assert "◉ SEALED  Attack" in seat.question
        assert "you can change it until the question closes" in seat.question


async def test_a_sealed_answer_counts_until_another_is_sealed() -> None:
    """A player does not know which of their answers counts."""
    async with sitting(HELLO, DECLARING.model_copy(update={"sealed": {"corps.2": "attack"}})) as seat:
        await seat.press("d")
        assert "◉ SEALED  Attack" in seat.question
        assert "seals this instead" in seat.question
        assert seat.sent(Declare) == []
        await seat.press("enter")
        assert seat.sent(Declare)[0].answer == {"corps.2": "defend"}


async def test_an_army_commander_sends_divisions_with_digits_and_sees_what_would_result() -> None:
    """A player must compute a redeployment on paper."""
    async with sitting(ARMY, DEPLOYING) as seat:
        await seat.press("5", "right", "4", "down", "1")
        rows = seat.question.splitlines()
        assert rows[-2].split() == ["after", "16", "5", "5", "0", "0"]
        await seat.press("enter")
        (declare,) = seat.sent(Declare)
        assert declare.answer == {"moves": {"inf": {"I": 5, "II": 4}, "cav": {"II": 1}}}


async def test_a_click_chooses_and_a_click_on_the_last_line_seals() -> None:
    """A player with a mouse finds nothing to press."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.pilot.click("#question", offset=(12, 1))
        await seat.settle()
        await seat.pilot.click("#question", offset=(12, 4))
        await seat.settle()
        assert seat.sent(Declare)[0].answer == {"corps.2": "attack"}


async def test_answering_locks_when_the_clock_is_at_nothing() -> None:
    """The hidden grace is extra time for a player who keeps typing."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.later(30_000)
        assert "Time is up." in seat.question
        assert "Time is up" in seat.said("#head")
        await seat.press("a", "enter")
        assert seat.sent(Declare) == []


async def test_nothing_is_sealed_while_the_clock_is_stopped_and_all_can_be_when_it_runs() -> None:
    """A pause swallows a declaration, or the seat stays locked after it."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(paused(DECLARING, 12_000))
        assert "The umpire has stopped the clock." in seat.said("#head")
        await seat.press("a", "enter")
        assert seat.sent(Declare) == []
        await seat.hear(
            Clock(gate=DECLARING.gate, clock=ClockView(left_ms=12_000, total_ms=0, running=True), paused="")
        )
        await seat.press("enter")
        assert seat.sent(Declare)[0].answer == {"corps.2": "attack"}


async def test_a_game_that_has_not_begun_says_so() -> None:
    """People wait before a clock that seems broken."""
    clock = ClockView(left_ms=120_000, total_ms=0, running=False)
    waiting = DEPLOYING.model_copy(update={"paused": "The game has not begun yet.", "clock": clock})
    async with sitting(ARMY, waiting) as seat:
        assert "The game has not begun yet." in seat.said("#head")


async def test_the_last_ten_seconds_change_the_words_and_the_weight_of_the_clock() -> None:
    """Only players who can see red notice that time runs out."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.later(19_000)
        calm = seat.said("#head")
        await seat.later(2_000)
        hurried = seat.said("#head")
        assert "Hurry: 9 seconds left" in hurried
        assert ("┃" in calm, "┃" in hurried) == (False, True)


async def test_a_refused_answer_says_why() -> None:
    """A player believes that they have sealed."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("d", "enter")
        (declare,) = seat.sent(Declare)
        await seat.hear(Refusal(id=declare.id, code=RefusalCode.ILLEGAL, text="No such order.", rule="3.2"))
        assert "✗ Not sealed: No such order. (rule 3.2)" in seat.question


async def test_a_draft_is_told_as_it_changes_where_drafts_count() -> None:
    """A seat that falls silent leaves an old draft behind."""
    async with sitting(HELLO, DECLARING.model_copy(update={"drafts": True})) as seat:
        await seat.press("a", "d", "d")
        assert [draft.answer["corps.2"] for draft in seat.sent(Draft)] == ["attack", "defend"]


async def test_a_draft_that_could_not_be_told_just_then_is_told_as_soon_as_it_can_be() -> None:
    """A draft that was chosen while the clock was stopped is never sent."""
    stands = {"paused": "A pause.", "clock": ClockView(left_ms=20_000, total_ms=30_000, running=False)}
    runs = {"drafts": True, "clock": ClockView(left_ms=20_000, total_ms=30_000, running=True)}
    paused = DECLARING.model_copy(update=runs | stands)
    async with sitting(HELLO, paused) as seat:
        await seat.press("a")
        assert seat.sent(Draft) == []
        await seat.later(10_000)
        await seat.hear(DECLARING.model_copy(update=runs))
        await seat.later(2_000)
        assert [draft.answer["corps.2"] for draft in seat.sent(Draft)] == ["attack"]


async def test_a_bot_at_the_seat_takes_the_keys_away_until_it_is_sent_away() -> None:
    """A person seals an answer that is refused, beside a bot that plays on."""
    async with sitting(HELLO, DECLARING.model_copy(update={"bot": True})) as seat:
        await seat.press("a", "enter")
        assert seat.sent(Declare) == []
        assert "A bot plays your seat. F5 asks the umpire for it." in seat.said("#banner")
        await seat.hear(Team(team=(), bot=True, lent=True))
        assert "A bot plays your seat. F8 takes it over." in seat.said("#banner")
        await seat.later(GUARD_MS)
        await seat.press("f8", "enter")
        assert len(seat.sent(Claim)) == 1


async def test_another_of_the_crew_only_watches_and_may_take_the_seat() -> None:
    """Two people drive one seat, or none can when its driver has gone."""
    async with sitting(HELLO, DECLARING.model_copy(update={"watching": True})) as seat:
        await seat.press("a", "enter")
        assert "You watch" in seat.said("#banner")
        await seat.later(GUARD_MS)
        await seat.press("f8", "enter")
        assert seat.sent(Declare) == []
        assert len(seat.sent(Claim)) == 1


async def test_a_driver_hands_the_seat_over_after_a_confirmation() -> None:
    """A wrong key gives the seat away."""
    async with sitting(HELLO.model_copy(update={"crews": True}), DECLARING) as seat:
        await seat.press("f8", "escape", "f8")
        assert isinstance(seat.app.screen, SureBox)
        await seat.press("y")
        assert len(seat.sent(HandOver)) == 1


async def test_a_hand_over_without_a_crew_is_refused_at_once() -> None:
    """A player is asked for a confirmation, and learns only then that there is no other person."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("f8")
        assert not isinstance(seat.app.screen, SureBox)
        assert "You are alone at this seat" in seat.said("#notice")
        assert seat.sent(HandOver) == []


# --- talking ------------------------------------------------------------------------------------------------------


async def test_a_line_is_said_while_the_council_is_open() -> None:
    """A team cannot decide together."""
    async with sitting(HELLO, TALKING) as seat:
        assert "OPEN · closes in 2:00" in seat.talk.text
        await seat.press("tab")
        await seat.write("hold")
        await seat.press("enter")
        assert [(say.channel, say.text) for say in seat.sent(Say)] == [("red", "hold")]


async def test_the_council_closes_at_the_instant_and_a_half_written_line_is_kept() -> None:
    """A player writes on after the others, or loses the unfinished line."""
    async with sitting(HELLO, TALKING) as seat:
        await seat.press("tab")
        await seat.write("hold")
        await seat.later(119_999)
        assert "OPEN" in seat.talk.text
        await seat.later(1)
        assert "✕ CLOSED Your unfinished line is kept." in seat.talk.text
        assert seat.talk.box.disabled
        await seat.press("x", "enter")
        assert seat.sent(Say) == []
        again = TALKING.model_copy(update={"gate": GateNo(9), "whole": False, "story": ()})
        await seat.hear(again)
        assert seat.talk.box.value == "hold"
        await seat.press("tab", "enter")
        assert [say.text for say in seat.sent(Say)] == ["hold"]


async def test_a_pause_closes_the_council_and_its_end_opens_it() -> None:
    """A pause is extra time to talk."""
    async with sitting(HELLO, TALKING) as seat:
        await seat.hear(paused(TALKING, 50_000))
        assert "✕ CLOSED" in seat.talk.text
        await seat.hear(
            Clock(gate=TALKING.gate, clock=ClockView(left_ms=50_000, total_ms=0, running=True), paused="")
        )
        assert "OPEN · closes in 0:50" in seat.talk.text


async def test_a_late_line_comes_back_with_the_reason() -> None:
    """The writer of a late line believes that it was sent."""
    async with sitting(HELLO, TALKING) as seat:
        await seat.press("tab")
        await seat.write("hold")
        await seat.press("enter")
        (say,) = seat.sent(Say)
        await seat.hear(Refusal(id=say.id, code=RefusalCode.CLOSED, text="The talk has closed."))
        assert "Not sent: The talk has closed." in seat.said("#notice")
        assert seat.talk.box.value == "hold"


async def test_the_arrows_go_from_one_conversation_to_the_next() -> None:
    """A seat with two neighbours can talk to one only."""
    channels = tuple(
        TALKING.channels[0].model_copy(update={"id": ChannelId(name), "title": f"With {name}"})
        for name in ("black", "blue")
    )
    async with sitting(HELLO, TALKING.model_copy(update={"channels": channels})) as seat:
        await seat.press("tab", "down")
        await seat.write("hi")
        await seat.press("enter")
        assert [say.channel for say in seat.sent(Say)] == ["blue"]


def between(*names: str, **changes: Any) -> View:
    """Return the question with these conversations."""
    channels = tuple(
        TALKING.channels[0].model_copy(update={"id": ChannelId(name), "title": f"With {name}"})
        for name in names
    )
    return TALKING.model_copy(update={"channels": channels, **changes})


async def test_as_much_of_what_is_pasted_is_written_as_there_is_room_for() -> None:
    """The pasted text is missing, or its end is missing without a message."""
    async with sitting(HELLO, TALKING) as seat:
        await seat.press("tab")
        await seat.write("a" * 200)
        assert not list(seat.app._notifications)
        await seat.write("b" * 200)
        assert seat.talk.box.value == "a" * 200 + "b" * (SPEECH_CHARS_MAX - 200)
        (said,) = seat.app._notifications
        assert f"A line has at most {SPEECH_CHARS_MAX} characters" in said.message
        await seat.press("shift+home")
        await seat.write("hold")
        assert seat.talk.box.value == "hold"


NEXT = {"gate": GateNo(9), "whole": False, "story": ()}


@pytest.mark.parametrize("drawn", [True, False])
async def test_an_unfinished_line_is_sent_to_no_other_conversation(drawn: bool) -> None:
    """A line begun for the team goes to all when only the public talk goes on, even between two drawings."""
    async with sitting(HELLO, between("red")) as seat:
        await seat.press("tab", *"mine", "space")
        if drawn:
            await seat.hear(between("all", **NEXT))
        else:
            seat.app.desk.feed(between("all", **NEXT), seat.clock())
        await seat.press("x", "enter")
        assert seat.sent(Say) == []
        assert seat.talk.box.value == "mine x"
        assert "With red ✕ CLOSED" in seat.talk.text
        assert "Not sent: This conversation is closed. Your line is kept." in seat.said("#notice")
        await seat.press("down", "y", "enter")
        assert [(each.channel, each.text) for each in seat.sent(Say)] == [("all", "y")]
        await seat.press("up")
        assert seat.talk.box.value == "mine x"


async def test_a_letter_that_was_typed_just_before_a_redraw_is_kept() -> None:
    """A busy machine draws between a key and the message that follows from it, and the letter is lost."""
    async with sitting(HELLO, between("red")) as seat:
        await seat.press("tab", *"mine")
        seat.talk.box.insert_text_at_cursor("d")
        seat.app.redraw()
        await seat.settle()
        assert seat.talk.box.value == "mined"
        await seat.press("enter")
        assert [each.text for each in seat.sent(Say)] == ["mined"]


async def test_a_conversation_that_was_chosen_and_closes_does_not_hide_the_one_that_is_open() -> None:
    """A player who had used the arrows cannot speak while others can."""
    async with sitting(HELLO, between("red", "all")) as seat:
        await seat.press("tab", "down", "up")
        await seat.hear(between("all", **NEXT))
        assert "With all  OPEN" in seat.talk.text
        await seat.press("up")
        assert "With red ✕ CLOSED" in seat.talk.text
        await seat.press("down", "h", "enter")
        assert [(each.channel, each.text) for each in seat.sent(Say)] == [("all", "h")]


# --- proposals ----------------------------------------------------------------------------------------------------

BARGAIN = playing("kashmir_crisis", talk="public", talk_deals=True)
INDIA = welcome(BARGAIN, "india")
BARGAINING = view(BARGAIN, "india", deals_open=True)


async def test_a_proposal_is_put_to_a_seat_and_one_is_accepted() -> None:
    """A deal cannot be recorded."""
    async with sitting(INDIA, BARGAINING) as seat:
        assert "F6 proposes" in seat.said("#deals")
        await seat.hear(Deals(deals=(deal(),)))
        assert "We both keep off" in seat.said("#deals")
        await seat.press("f6")
        assert isinstance(seat.app.screen, DealBox)
        await seat.write("peace")
        await seat.press("enter", "ctrl+y", "enter")
        assert seat.sent(Respond) == []
        await seat.later(GUARD_MS)
        await seat.press("enter")
        assert [(put.to, put.text) for put in seat.sent(Propose)] == [("pakistan", "peace")]
        assert [(given.deal, given.accept) for given in seat.sent(Respond)] == [(1, True)]


@pytest.mark.parametrize("way", ["delete", "backspace", "click"])
async def test_a_ready_player_takes_it_back_by_a_key_or_a_click(way: str) -> None:
    """The screen says that readiness can be taken back, but no key does it."""
    async with sitting(INDIA, BARGAINING) as seat:
        assert "Del" not in seat.question
        await seat.press("delete")
        assert seat.sent(Declare) == []
        await seat.press("enter")
        (ready,) = seat.sent(Declare)
        await seat.hear(Receipt(id=ready.id, gate=ready.gate, answer=ready.answer))
        assert say("question.until_taken_back") in " ".join(seat.question.split())
        assert "Del takes it back" in seat.question
        if way == "click":
            pane = seat.app.table.query_one(QuestionPane)
            (row,) = [n for n, line in enumerate(seat.question.splitlines()) if "takes it back" in line]
            await seat.pilot.click(pane, offset=(5, pane.gutter.top + row))
            await seat.settle()
        else:
            await seat.press(way)
        _, back = seat.sent(Declare)
        assert back.answer == {}
        assert "TAKING BACK" in seat.question
        await seat.hear(Receipt(id=back.id, gate=back.gate, answer={}))
        assert "not sealed" in seat.question
        assert say("question.taken_back") in "\n".join(seat.said(part) for part in ("#banner", "#notice"))
        await seat.press("delete")
        assert len(seat.sent(Declare)) == 2


async def test_keys_that_correct_a_line_take_nothing_back() -> None:
    """A player corrects a word in a conversation, and is then no longer ready."""
    async with sitting(INDIA, BARGAINING) as seat:
        await seat.press("enter")
        (ready,) = seat.sent(Declare)
        await seat.hear(Receipt(id=ready.id, gate=ready.gate, answer=ready.answer))
        await seat.press("tab")
        assert isinstance(seat.app.screen.focused, Input)
        await seat.type_text("waitt")
        await seat.press("backspace", "backspace", "delete")
        assert len(seat.sent(Declare)) == 1


async def test_no_proposal_can_be_written_once_the_window_has_closed() -> None:
    """People bargain on after the time is up."""
    async with sitting(INDIA, BARGAINING) as seat:
        await seat.hear(Deals(deals=(deal(),)))
        await seat.press("f6")
        await seat.hear(BARGAINING.model_copy(update={"whole": False, "deals_open": False, "story": ()}))
        assert seat.app.screen.query_one(Input).disabled
        await seat.press("ctrl+n")
        assert seat.sent(Respond) == []


async def test_at_a_table_that_waits_no_deal_is_offered_after_time_and_it_is_said_why() -> None:
    """People write a proposal, or accept one, and the arbiter refuses it although the screen offered it."""
    gone = "The time for proposals is over. Use the rest of the time to think."
    async with sitting(INDIA, BARGAINING, Deals(deals=(deal(),))) as seat:
        await seat.press("f6")
        assert "Ctrl+Y" in seat.said("#deals-said")
        await seat.press("ctrl+y")
        await seat.later(BARGAINING.clock.left_ms if BARGAINING.clock is not None else 0)
        await seat.press("enter")
        assert gone in seat.said("#deals-to")
        assert "Ctrl+Y" not in seat.said("#deals-said")
        await seat.press("ctrl+y", "ctrl+n")
        assert seat.sent(Respond) == []
        await seat.press("escape")
        assert "F6" not in seat.said("#deals")
        assert gone in " ".join(seat.said("#deals").split())


async def test_a_voided_seat_is_told_that_nothing_more_counts() -> None:
    """A player reads that Enter seals, presses it, and is refused again and again."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("a")
        await seat.hear(DECLARING.model_copy(update={"whole": False, "voided": True, "story": ()}))
        assert "struck out" in seat.question
        assert "The umpire struck out your answer. You cannot answer again." in seat.question
        assert "Enter seals" not in seat.question.replace("\n", " ")
        await seat.press("enter")
        assert seat.sent(Declare) == []
