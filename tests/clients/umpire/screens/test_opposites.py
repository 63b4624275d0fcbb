"""A key with two opposite meanings does what its umpire wants, whatever another console does at that moment."""

from __future__ import annotations

import pytest
from warcouncil.clients.umpire.model.turns import JUST_MS
from warcouncil.clients.umpire.screens.act_box import RulingScreen
from warcouncil.clients.widgets.window.pasting import REPEAT_MS
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.acts.acts import EndGame, Pause, Resume
from warcouncil.protocol.acts.room_acts import Lockstep, Results
from warcouncil.protocol.wire.replies import Done
from warcouncil.protocol.words import TableId

from tests.clients.umpire.builders import seat, table
from tests.clients.umpire.console import MIDDLE, console

ALARM = "Fire alarm"


async def test_two_umpires_who_pause_at_once_leave_the_room_paused() -> None:
    """If this fails, the second umpire at a fire alarm lets all clocks run again."""
    async with console((table(1), table(2))) as desk:
        await desk.hear(table(1, paused=ALARM), table(2, paused=ALARM))
        await desk.press("P")
        assert "already paused the clock at tables 1–2" in desk.said("#last")
        await desk.press("enter")
        assert desk.rules == []


async def test_what_another_console_paused_long_ago_can_be_resumed() -> None:
    """If this fails, the second umpire can never let the clocks run."""
    async with console((table(1), table(2))) as desk:
        await desk.hear(table(1, paused=ALARM), table(2, paused=ALARM))
        await desk.later(JUST_MS)
        await desk.press("P", "enter")
        assert [type(rule.act) for rule in desk.rules] == [Resume, Resume]


async def test_an_umpire_may_resume_at_once_what_they_paused_themselves() -> None:
    """If this fails, an umpire who pressed the wrong key must wait for five seconds."""
    async with console((table(1),)) as desk:
        await desk.press("p", "enter")
        rule = desk.rules[0]
        await desk.hear(Done(id=rule.id), table(1, paused=rule.reason))
        await desk.press("p", "enter")
        assert [type(rule.act) for rule in desk.rules] == [Pause, Resume]


async def test_a_pause_just_after_another_console_resumed_needs_enter_twice() -> None:
    """If this fails, two umpires who end a break together stop all clocks. Or the next fire alarm cannot stop
    them.
    """
    async with console((table(1, paused=ALARM),), MIDDLE) as desk:
        await desk.hear(table(1))
        await desk.press("p")
        assert "resumed the clock at table 1" in desk.said("#whom")
        await desk.press("enter")
        assert desk.rules == []
        assert say("umpire.once_more") in desk.said("#error").replace("\n", " ")
        await desk.press("enter")
        assert [type(rule.act) for rule in desk.rules] == [Pause]


async def test_two_umpires_who_give_a_seat_to_a_bot_leave_it_with_the_bot() -> None:
    """If this fails, the second umpire takes the seat from the bot again, and no one plays it."""
    idle = (seat("red", "army", linked=False),)
    played = (seat("red", "army", linked=False, bot=True),)
    async with console((table(1, people=idle),), MIDDLE) as desk:
        await desk.press("enter")
        await desk.hear(table(1, people=played))
        await desk.press("b")
        assert "already gave this seat to a bot" in desk.said("#last")
        await desk.press("enter")
        assert desk.rules == []


async def test_a_box_that_shows_results_never_hides_them() -> None:
    """If this fails, results that another umpire showed a moment ago leave every projector."""
    async with console((table(1), table(2))) as desk:
        await desk.press("R")
        assert "Show the results of the room" in desk.said(".box-title")
        await desk.hear(table(1).model_copy(update={"results": True}))
        await desk.press("enter")
        assert desk.rules == []
        assert "already" in desk.said("#error")


async def test_the_key_for_results_names_which_way_it_goes() -> None:
    """If this fails, an umpire reads that projectors show the results *or no longer*."""
    async with console((table(1).model_copy(update={"results": True}),)) as desk:
        await desk.press("R")
        assert "Show the tables again" in desk.said(".box-title")
        await desk.press("enter")
        assert [rule.act for rule in desk.rules] == [Results(shown=False)]


async def test_a_box_that_ends_a_step_never_begins_it() -> None:
    """If this fails, two umpires who end a step together keep it."""
    phase = table(1).phase
    async with console((table(1).model_copy(update={"lockstep": (phase,)}),)) as desk:
        await desk.press("j")
        assert "own pace" in desk.said(".box-title")
        await desk.hear(table(1))
        await desk.write("we go on")
        await desk.press("enter")
        assert [rule.act for rule in desk.rules if isinstance(rule.act, Lockstep)] == []


@pytest.mark.parametrize("gap_ms", [3, 33, 500, REPEAT_MS - 1])
async def test_an_enter_that_is_held_does_not_confirm_a_grave_act(gap_ms: int) -> None:
    """If this fails, one long press ends a game for good."""
    async with console((table(1),), MIDDLE) as desk:
        await desk.press("d", "tab")
        await desk.write("We are out of time")
        await desk.press("enter")
        assert say("umpire.once_more") in desk.said("#error").replace("\n", " ")
        await desk.press_after(gap_ms, "enter")
        assert desk.rules == []
        await desk.press_after(REPEAT_MS, "enter")
        assert [type(rule.act) for rule in desk.rules] == [EndGame]


async def test_pasted_text_orders_nothing() -> None:
    """If this fails, a mail that is pasted into the wrong window pauses a table."""
    async with console((table(1), table(2))) as desk:
        for key in ("p", "a", "enter", "x", "enter"):
            await desk.press_after(2, key)
        assert desk.rules == []
        assert isinstance(desk.app.screen, RulingScreen)
        assert say("umpire.act_not_meant") in desk.said("#error").replace("\n", " ")
        await desk.press("enter")
        assert [(rule.table, type(rule.act)) for rule in desk.rules] == [(TableId(1), Pause)]
