"""Tests of the seat: what its keys send, and what it says."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from clients.seat.app import Plain
from clients.seat.boxes import Asking, NotesBox, Reading, Sure
from clients.seat.dealbox import DealBox
from clients.seat.notes import Notes
from protocol.messages import (
    Call,
    Claim,
    Clock,
    ClockView,
    Deal,
    Deals,
    Declare,
    Done,
    Draft,
    Fenced,
    HandOver,
    Notice,
    Propose,
    Receipt,
    Refusal,
    RefusalCode,
    Respond,
    Role,
    Say,
    StoryLine,
    View,
    Write,
)
from protocol.words import ChannelId, GateNo, SeatId
from tests.clients.seat.sitting import LARGE, MIDDLE, SMALL, Sitting, sitting
from tests.clients.seat.tables import DOWN, UP, play_gate, playing, view, welcome

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
    return Clock(gate=question.gate, clock=clock, paused="The umpire has paused the clock.")


def told(*texts: str, gate: int = 9) -> View:
    """Make a view that brings news."""
    story = tuple(StoryLine(heading="turn 1", text=text) for text in texts)
    return DECLARING.model_copy(update={"whole": False, "gate": GateNo(gate), "story": story})


def deal(number: int = 1) -> Deal:
    """Make a proposal to Pakistan's seat."""
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
    """Otherwise thirty seconds would be short."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("a", "enter")
        (declare,) = seat.sent(Declare)
        assert (declare.gate, declare.answer) == (DECLARING.gate, {"corps.2": "attack"})
        assert "SEALING" in seat.question
        await seat.hear(Receipt(id=declare.id, gate=declare.gate, answer=declare.answer))
        assert "◉ SEALED  Attack" in seat.question
        assert "it may be changed until" in seat.question


async def test_a_sealed_answer_may_be_changed_and_the_old_one_stands_until_then() -> None:
    """Otherwise a player would not know which of his answers counts."""
    async with sitting(HELLO, DECLARING.model_copy(update={"sealed": {"corps.2": "attack"}})) as seat:
        await seat.press("d")
        assert "◉ SEALED  Attack" in seat.question
        assert "seals this instead" in seat.question
        assert seat.sent(Declare) == []
        await seat.press("enter")
        assert seat.sent(Declare)[0].answer == {"corps.2": "defend"}


async def test_an_army_commander_sends_divisions_with_digits_and_sees_what_would_result() -> None:
    """Otherwise redeployment would be arithmetic on paper."""
    async with sitting(ARMY, DEPLOYING) as seat:
        await seat.press("5", "right", "4", "down", "1")
        rows = seat.question.splitlines()
        assert rows[-2].split() == ["would", "be", "16", "5", "5", "0", "0"]
        await seat.press("enter")
        (declare,) = seat.sent(Declare)
        assert declare.answer == {"moves": {"inf": {"I": 5, "II": 4}, "cav": {"II": 1}}}


async def test_a_click_chooses_and_a_click_on_the_last_line_seals() -> None:
    """Otherwise a player with a mouse in hand would find nothing to press."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.pilot.click("#question", offset=(12, 1))
        await seat.settle()
        await seat.pilot.click("#question", offset=(12, 3))
        await seat.settle()
        assert seat.sent(Declare)[0].answer == {"corps.2": "attack"}


async def test_answering_locks_when_the_clock_is_at_nothing() -> None:
    """Otherwise the hidden grace would be time for whoever keeps typing."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.later(30_000)
        assert "Time is up." in seat.question
        assert "Time is up" in seat.said("#head")
        await seat.press("a", "enter")
        assert seat.sent(Declare) == []


async def test_nothing_is_sealed_while_the_clock_stands_and_all_can_be_when_it_runs() -> None:
    """Otherwise a pause would eat a declaration, or the seat would stay locked after it."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(paused(DECLARING, 12_000))
        assert "The umpire has paused the clock." in seat.said("#head")
        await seat.press("a", "enter")
        assert seat.sent(Declare) == []
        await seat.hear(
            Clock(gate=DECLARING.gate, clock=ClockView(left_ms=12_000, total_ms=0, running=True), paused="")
        )
        await seat.press("enter")
        assert seat.sent(Declare)[0].answer == {"corps.2": "attack"}


async def test_a_game_that_has_not_begun_says_so() -> None:
    """Otherwise people would wait before a clock that seems broken."""
    clock = ClockView(left_ms=120_000, total_ms=0, running=False)
    waiting = DEPLOYING.model_copy(update={"paused": "The game has not begun yet.", "clock": clock})
    async with sitting(ARMY, waiting) as seat:
        assert "The game has not begun yet." in seat.said("#head")


async def test_the_last_ten_seconds_change_the_words_and_the_weight_of_the_clock() -> None:
    """Otherwise only those who see red would hurry."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.later(19_000)
        calm = seat.said("#head")
        await seat.later(2_000)
        hurried = seat.said("#head")
        assert "Hurry: 9 seconds left" in hurried
        assert ("┃" in calm, "┃" in hurried) == (False, True)


async def test_a_refused_answer_says_why() -> None:
    """Otherwise a player would believe that he has sealed."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("enter")
        (declare,) = seat.sent(Declare)
        await seat.hear(Refusal(id=declare.id, code=RefusalCode.ILLEGAL, text="No such order.", rule="3.2"))
        assert "✗ Not sealed: No such order. (rule 3.2)" in seat.question


async def test_a_draft_is_told_as_it_changes_where_drafts_count() -> None:
    """Otherwise a seat that falls silent would leave an old draft behind."""
    async with sitting(HELLO, DECLARING.model_copy(update={"drafts": True})) as seat:
        await seat.press("a", "d", "d")
        assert [draft.answer["corps.2"] for draft in seat.sent(Draft)] == ["attack", "defend"]


async def test_a_bot_at_the_seat_takes_the_keys_away() -> None:
    """Otherwise a person would seal what is refused, beside a bot that plays on."""
    async with sitting(HELLO, DECLARING.model_copy(update={"bot": True})) as seat:
        await seat.press("a", "enter")
        assert seat.sent(Declare) == []
        assert "A bot plays your seat" in seat.said("#banner")


async def test_another_of_the_crew_only_watches_and_may_take_the_seat() -> None:
    """Otherwise two people would drive one seat, or nobody could when its driver has gone."""
    async with sitting(HELLO, DECLARING.model_copy(update={"watching": True})) as seat:
        await seat.press("a", "enter")
        assert "You watch" in seat.said("#banner")
        await seat.press("f8", "enter")
        assert seat.sent(Declare) == []
        assert len(seat.sent(Claim)) == 1


async def test_a_driver_hands_the_seat_over_once_he_is_sure() -> None:
    """Otherwise a slip of the finger would give the seat away."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("f8", "escape", "f8")
        assert isinstance(seat.app.screen, Sure)
        await seat.press("y")
        assert len(seat.sent(HandOver)) == 1


# --- talking ------------------------------------------------------------------------------------------------------


async def test_a_line_is_said_while_the_council_is_open() -> None:
    """Otherwise a team could not decide together."""
    async with sitting(HELLO, TALKING) as seat:
        assert "OPEN · closes in 2:00" in seat.talk.text
        await seat.press("tab")
        await seat.write("hold")
        await seat.press("enter")
        assert [(say.channel, say.text) for say in seat.sent(Say)] == [("red", "hold")]


async def test_the_council_closes_at_the_instant_and_a_half_written_line_is_kept() -> None:
    """Otherwise somebody would write on after the others, or lose what he was writing."""
    async with sitting(HELLO, TALKING) as seat:
        await seat.press("tab")
        await seat.write("hold")
        await seat.later(119_999)
        assert "OPEN" in seat.talk.text
        await seat.later(1)
        assert "✕ CLOSED Your half-written line is kept." in seat.talk.text
        assert seat.talk.box.disabled
        await seat.press("x", "enter")
        assert seat.sent(Say) == []
        again = TALKING.model_copy(update={"gate": GateNo(9), "whole": False, "story": ()})
        await seat.hear(again)
        assert seat.talk.box.value == "hold"
        await seat.press("tab", "enter")
        assert [say.text for say in seat.sent(Say)] == ["hold"]


async def test_a_pause_closes_the_council_and_its_end_opens_it() -> None:
    """Otherwise a pause would be time to talk for whoever notices."""
    async with sitting(HELLO, TALKING) as seat:
        await seat.hear(paused(TALKING, 50_000))
        assert "✕ CLOSED" in seat.talk.text
        await seat.hear(
            Clock(gate=TALKING.gate, clock=ClockView(left_ms=50_000, total_ms=0, running=True), paused="")
        )
        assert "OPEN · closes in 0:50" in seat.talk.text


async def test_a_late_line_comes_back_with_the_reason() -> None:
    """Otherwise its writer would think it was heard."""
    async with sitting(HELLO, TALKING) as seat:
        await seat.press("tab")
        await seat.write("hold")
        await seat.press("enter")
        (say,) = seat.sent(Say)
        await seat.hear(Refusal(id=say.id, code=RefusalCode.CLOSED, text="The talk has closed."))
        assert "Not said: The talk has closed." in seat.said("#notice")
        assert seat.talk.box.value == "hold"


async def test_the_arrows_go_from_one_conversation_to_the_next() -> None:
    """Otherwise a seat with two neighbours could talk to one."""
    channels = tuple(
        TALKING.channels[0].model_copy(update={"id": ChannelId(name), "title": f"With {name}"})
        for name in ("black", "blue")
    )
    async with sitting(HELLO, TALKING.model_copy(update={"channels": channels})) as seat:
        await seat.press("tab", "down")
        await seat.write("hi")
        await seat.press("enter")
        assert [say.channel for say in seat.sent(Say)] == ["blue"]


# --- proposals ----------------------------------------------------------------------------------------------------

BARGAIN = playing("kashmir_crisis", talk="public", talk_deals=True)
INDIA = welcome(BARGAIN, "india")
BARGAINING = view(BARGAIN, "india", deals_open=True)


async def test_a_proposal_is_put_to_a_seat_and_one_is_accepted() -> None:
    """Otherwise nothing could be agreed on the record."""
    async with sitting(INDIA, BARGAINING) as seat:
        assert "F6 makes one" in seat.said("#deals")
        await seat.hear(Deals(deals=(deal(),)))
        assert "We both keep off" in seat.said("#deals")
        await seat.press("f6")
        assert isinstance(seat.app.screen, DealBox)
        await seat.write("peace")
        await seat.press("enter", "f9")
        assert [(put.to, put.text) for put in seat.sent(Propose)] == [("pakistan", "peace")]
        assert [(given.deal, given.accept) for given in seat.sent(Respond)] == [(1, True)]


async def test_no_proposal_can_be_written_once_the_window_has_closed() -> None:
    """Otherwise people would bargain on after time."""
    async with sitting(INDIA, BARGAINING) as seat:
        await seat.hear(Deals(deals=(deal(),)))
        await seat.press("f6")
        await seat.hear(BARGAINING.model_copy(update={"whole": False, "deals_open": False, "story": ()}))
        assert seat.app.screen.query_one(Input).disabled
        await seat.press("f10")
        assert [(given.deal, given.accept) for given in seat.sent(Respond)] == [(1, False)]


# --- the umpire ---------------------------------------------------------------------------------------------------


async def test_the_umpire_is_called_with_a_few_words() -> None:
    """Otherwise a player with a question would have to stand up."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("f5")
        assert isinstance(seat.app.screen, Asking)
        await seat.write("rule?")
        await seat.press("enter")
        (call,) = seat.sent(Call)
        assert call.text == "rule?"
        await seat.hear(Done(id=call.id))
        assert "The umpire has been called." in seat.said("#notice")


async def test_the_umpires_word_stands_out_until_it_is_put_away() -> None:
    """Otherwise it would be overlooked, or stand in the way for ever."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(Notice(text="Five minutes to lunch.", to="all"))
        assert "Five minutes to lunch." in seat.said("#notice")
        await seat.press("escape")
        assert seat.said("#notice") == ""
        await seat.press("f7")
        assert isinstance(seat.app.screen, Reading)


async def test_a_question_of_the_umpire_is_replied_to() -> None:
    """Otherwise an inject that asks for an answer would get none."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(Notice(text="What do you report?", to="Red corps II", number=3))
        await seat.press("f7")
        await seat.write("quiet")
        await seat.press("enter")
        assert [(write.notice, write.text) for write in seat.sent(Write)] == [(3, "quiet")]


# --- what happened ------------------------------------------------------------------------------------------------


async def test_what_happened_is_told_step_by_step_and_does_not_hide_the_question() -> None:
    """Otherwise a combat would be a number that changed, or the telling would cost time to answer."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(told("one happened", "two happened", "three happened"))
        assert "one happened" in seat.said("#telling")
        assert "two happened" not in seat.said("#telling")
        await seat.later(1_200)
        assert "two happened" in seat.said("#telling")
        await seat.press("a", "enter")
        assert len(seat.sent(Declare)) == 1


async def test_a_telling_goes_on_at_a_key_ends_at_another_and_can_be_read_again() -> None:
    """Otherwise quick readers would wait and slow ones would miss it."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(told("one happened", "two happened", "three happened"))
        await seat.press("space")
        assert "two happened" in seat.said("#telling")
        await seat.press("escape")
        assert not seat.app.table.query_one("#telling").display
        assert seat.app.table.query_one("#sheet").display
        await seat.press("f3")
        assert "three happened" in seat.app.screen.query_one("#reading").text  # type: ignore[attr-defined]


async def test_the_story_does_not_run_ahead_of_the_telling() -> None:
    """Otherwise the outcome would stand beside the combat that is still being told."""
    async with sitting(HELLO, DECLARING, size=LARGE) as seat:
        await seat.hear(told("one happened", "two happened", "three happened"))
        assert "three happened" not in seat.app.table.query_one("#story").text  # type: ignore[attr-defined]
        await seat.later(20_000)
        assert "three happened" in seat.app.table.query_one("#story").text  # type: ignore[attr-defined]


async def test_the_end_says_who_won_and_why() -> None:
    """Otherwise a battle would just stop."""
    over = playing("kartenspiel", 500)
    async with sitting(welcome(over, "red.army"), view(over, "red.army")) as seat:
        assert "THE GAME IS OVER · You" in seat.question
        assert "line broke" in seat.question
        await seat.press("a", "enter")
        assert seat.sent(Declare) == []


# --- the window ---------------------------------------------------------------------------------------------------


async def test_a_lost_link_is_said_and_what_is_sealed_waits_for_it() -> None:
    """Otherwise a player would type into the void."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(DOWN)
        assert "LINK DOWN" in seat.said("#banner")
        await seat.press("a", "enter")
        assert "sent as soon as the link is back" in seat.question
        assert len(seat.sent(Declare)) == 1
        await seat.hear(UP)
        assert seat.said("#banner") == ""


async def test_a_seat_opened_elsewhere_says_so() -> None:
    """Otherwise two windows would seem to play."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(Fenced(text="This seat was opened elsewhere."))
        assert "LINK SHUT · This seat was opened elsewhere." in seat.said("#banner")


async def test_a_card_of_another_kind_is_told_its_command() -> None:
    """Otherwise an umpire would look at an empty table."""
    async with sitting(welcome(BATTLE, "red.army", Role.UMPIRE)) as seat:
        assert isinstance(seat.app.screen, Plain)
        assert "warcouncil umpire" in seat.said("#plain")


async def test_a_window_too_small_says_so_until_it_is_larger() -> None:
    """Otherwise a small window would look broken."""
    async with sitting(HELLO, DECLARING, size=(59, 20)) as seat:
        assert "59 by 20" in seat.said("#plain")
        await seat.pilot.resize_terminal(*SMALL)
        await seat.settle()
        assert not isinstance(seat.app.screen, Plain)


async def test_notes_stay_in_the_window_whatever_its_size() -> None:
    """Otherwise a note would be lost when the window is made larger."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("f4")
        await seat.write("five")
        await seat.press("escape")
        assert not isinstance(seat.app.screen, NotesBox)
        await seat.pilot.resize_terminal(*MIDDLE)
        await seat.settle()
        assert seat.app.table.query_one(Notes).text == "five"
        assert seat.line.sent == []


@pytest.mark.parametrize(
    ("key", "says"),
    [("f1", "a game by Philip Sabin"), ("f2", "declares attack"), ("f3", "Your army commander")],
)
async def test_help_rules_and_story_open_and_close_on_one_key(key: str, says: str) -> None:
    """Otherwise a player would have to leave the table to learn its rules."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press(key)
        assert says in seat.app.screen.query_one("#reading").text.replace("\n", " ")  # type: ignore[attr-defined]
        await seat.press(key)
        assert not isinstance(seat.app.screen, Reading)


async def test_leaving_asks_first() -> None:
    """Otherwise a slip would take a player from the table."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("ctrl+q")
        assert isinstance(seat.app.screen, Sure)
        asked = seat.app.screen.query_one("#sure")
        assert asked.size.height == len(seat.said("#sure").splitlines())
        await seat.press("escape")
        assert seat.app.is_running
        await seat.press("ctrl+q", "enter")
        assert not seat.app.is_running


async def test_another_theme_is_one_key_away() -> None:
    """Otherwise a player in the sun or with other eyes would have to start again."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("f9")
        assert seat.app.theme == "warcouncil-light"


async def test_a_full_battle_can_be_played_with_enter_alone() -> None:
    """Otherwise some question of the game would leave a player stuck."""
    table = playing("kartenspiel")
    async with sitting(welcome(table, "red.army"), view(table, "red.army")) as seat:
        for _ in range(8):
            answered = await _enter(seat)
            assert answered == (seat.app.desk.view is not None and seat.app.desk.view.form is not None)
            so_far = len(table.events)
            play_gate(table)
            await seat.hear(view(table, "red.army", since=so_far))


async def _enter(seat: Sitting) -> bool:
    before = len(seat.sent(Declare))
    await seat.press("enter")
    return len(seat.sent(Declare)) > before
