"""An umpire can seal any answer for a seat. Every form of every game is filled in the console, line by line."""

from __future__ import annotations

import pytest
from textual.events import Key
from textual.widgets import Input
from warcouncil.clients.umpire.drawing.answer_box import AnswerBox
from warcouncil.clients.umpire.screens.act_box import RulingScreen
from warcouncil.clients.umpire.screens.base import ConsoleScreen
from warcouncil.clients.widgets.window import pasting
from warcouncil.games import registry
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.table.answers import fault
from warcouncil.protocol.words import SeatId

from tests.clients.plain.piped import typed_lines
from tests.clients.umpire.test_with_arbiter import LiveDesk, live
from tests.profile import games


async def look_at_an_asked_seat(desk: LiveDesk) -> SeatId:
    """Open the first seat that is asked, as an umpire does. Return its name."""
    phase = desk.room.table.phase
    assert isinstance(phase, Phase)
    seat = phase.asked[0]
    await desk.press("enter")
    for _ in range(20):
        screen = desk.app.screen
        assert isinstance(screen, ConsoleScreen)
        if screen.seat() == seat:
            break
        await desk.press("down")
    await desk.press("enter")
    await desk.hear()
    return seat


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("game", registry.names())
async def test_an_answer_to_whatever_is_asked_is_filled_in_and_sealed(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player whose laptop has died cannot dictate to the umpire which divisions to send, or which cards to
    lay.
    """
    monkeypatch.setattr(pasting, "PASTE_MS", 0)  # the keys of a test come faster than those of a hand
    async with live(1, game) as desk:
        for _ in range(games(1, 6)):
            seat = await look_at_an_asked_seat(desk)
            table = desk.room.table
            form = table.game.form(table.state, seat)
            answer = fill(form, Dice(b"by the umpire", str(table.gate)))
            gate = table.gate
            await desk.press("s")
            if isinstance(desk.app.screen, AnswerBox):
                for line in typed_lines(form, answer):
                    box = desk.app.screen.query_one(Input)
                    box.value = line
                    await desk.press("enter")
            assert isinstance(desk.app.screen, RulingScreen)
            meant = desk.app.screen.aimed.answer
            await desk.press("down", "enter")
            await desk.hear()
            assert "✓" in desk.said("#last")
            assert not fault(form, meant)
            assert desk.room.table.gate != gate or desk.room.table.sealed[seat] is not None
            await desk.press("escape", "escape")
            await desk.wait(1_000)
            if not isinstance(desk.room.table.phase, Phase):
                return


async def test_lines_that_are_pasted_as_keys_give_no_answer_for_a_seat() -> None:
    """In a terminal without bracketed paste, the first line of a mail answers for the seat, and its second is the
    reason.
    """
    async with live(1, "kartenspiel") as desk:
        await look_at_an_asked_seat(desk)
        await desk.press("s")
        assert isinstance(desk.app.screen, AnswerBox)
        for number, char in enumerate("seal\nbecause\n"):
            key = Key("enter" if char == "\n" else char, None if char == "\n" else char)
            key.time = number / 1000
            desk.app.post_message(key)
        await desk.pilot.pause(0)
        assert isinstance(desk.app.screen, AnswerBox)
        assert desk.app.screen.query_one(Input).value == "seal because "
