"""The full truth of a table on the console: one key, one recorded look."""

from __future__ import annotations

from warcouncil.protocol.table.sheets import Prose, Sheet
from warcouncil.protocol.wire.consoles import Seen
from warcouncil.protocol.wire.replies import Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Look

from tests.clients.umpire.builders import room, table, view
from tests.clients.umpire.console import LARGE, Desk, console


def _answer(desk: Desk, text: str = "Corps III holds nine.") -> Seen:
    """Make the answer to the last look at everything."""
    look = desk.sent(Look)[-1]
    assert look.seat == ""
    truth = Sheet(headline="All of it", elements=(Prose(text=text),))
    return Seen(id=look.id, table=look.table, seat=look.seat, view=view().model_copy(update={"sheet": truth}))


async def test_one_key_shows_all_that_is_so_and_the_public_sheet_again() -> None:
    """An umpire must look at ten seats, one after the other, to settle one dispute."""
    async with console((table(1), table(2)), LARGE) as desk:
        await desk.press("enter")
        await desk.hear(room(1))
        await desk.press("0")
        assert "Loading everything" in desk.said("#pane-sheet .pane-title")
        await desk.hear(_answer(desk))
        assert "EVERYTHING, WITH ALL SECRETS" in desk.said("#pane-sheet .pane-title")
        assert "Corps III holds nine." in desk.sheet
        await desk.press("0")
        assert "Corps III holds nine." not in desk.sheet
        assert "Turn 4, first day" in desk.sheet
        assert len(desk.sent(Look)) == 1


async def test_each_question_is_looked_at_once() -> None:
    """Each look is recorded, so a clock that ticks fills the record with looks."""
    async with console((table(1, gate=4),), LARGE) as desk:
        await desk.press("enter", "0")
        await desk.hear(room(1), _answer(desk))
        await desk.hear(table(1, gate=4, left_ms=9_000), table(1, gate=4, paused="A break"))
        assert len(desk.sent(Look)) == 1
        await desk.hear(table(1, gate=5))
        assert len(desk.sent(Look)) == 2
        await desk.hear(_answer(desk, "Corps III holds two."))
        assert "Corps III holds two." in desk.sheet


async def test_going_on_to_another_table_does_not_look_there() -> None:
    """The record contains a look that the umpire did not mean."""
    async with console((table(1), table(2)), LARGE) as desk:
        await desk.press("enter", "0")
        await desk.hear(room(1), _answer(desk))
        await desk.press("right")
        await desk.hear(room(2))
        assert "Turn 4, first day" in desk.sheet
        assert len(desk.sent(Look)) == 1


async def test_a_card_that_may_not_look_is_told_so() -> None:
    """A technician waits for a sheet that never comes."""
    async with console((table(1),), LARGE) as desk:
        await desk.press("enter", "0")
        look = desk.sent(Look)[-1]
        text = "Your card does not allow this."
        await desk.hear(room(1), Refusal(id=look.id, code=RefusalCode.NOT_ALLOWED, text=text))
        assert text in desk.said("#pane-sheet .pane-title")
        assert "Turn 4, first day" in desk.sheet
