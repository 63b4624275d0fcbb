"""The document reader of a seat: the opened document, its keys, and the notice of a question meanwhile."""

from __future__ import annotations

import pytest
from warcouncil.clients.seat.screen.document_reader import DocumentBox
from warcouncil.clients.widgets.pieces.drawn import Page
from warcouncil.protocol.table.sheets import Document, Documents, Sheet
from warcouncil.protocol.wire.requests import Declare
from warcouncil.protocol.words import GateNo

from tests.clients.seat.papers import CABLE, REASON, asked
from tests.clients.seat.sitting import LARGE, MIDDLE, SMALL, Sitting, sitting


def page(seat: Sitting) -> str:
    """Return the text of the page."""
    return seat.app.screen.query_one("#reading", Page).text


def foot(seat: Sitting) -> str:
    """Return the keys that are offered at the table."""
    return str(seat.app.table.query_one("#foot").render())


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE])
async def test_a_document_is_read_to_its_end_under_the_clock(size: tuple[int, int]) -> None:
    """A player cannot reach the end of a cable, or the clock runs out behind it."""
    async with sitting(*asked(REASON), size=size) as seat:
        new = "" if size == SMALL else " new"
        assert f"Read (3{new})" in foot(seat)
        await seat.press("ctrl+d")
        assert isinstance(seat.app.screen, DocumentBox)
        assert page(seat).startswith(
            "Cable of the ambassador\nhanded to you in round 2\nsecret: the others do not have it\n\n1. "
        )
        box, head = seat.app.screen.query_one("#reader").region, seat.app.table.query_one("#head").region
        assert (box.y, box.bottom) == (head.bottom, size[1])
        reading = seat.app.screen.query_one("#reading", Page)
        await seat.press("end")
        await seat.pilot.wait_for_animation()
        assert reading.scroll_y == reading.max_scroll_y > 0
        await seat.press("home", "space")
        assert reading.scroll_y > 0
        await seat.press("escape")
        assert f"Read (2{new})" in foot(seat)


async def test_one_goes_from_one_to_the_next() -> None:
    """A player must close one document to open another."""
    async with sitting(*asked(REASON)) as seat:
        await seat.press("ctrl+d", "right")
        assert page(seat).startswith("Report of the treasury\npublic")
        await seat.press("right")
        assert page(seat).startswith("The situation\n")
        await seat.press("left", "left", "left")
        assert page(seat).startswith("Order of the fleet")
        await seat.press("ctrl+d")
        assert seat.app.screen is seat.app.table
        assert foot(seat).count("Read (") == 0


async def test_many_documents_are_told_by_their_number() -> None:
    """Titles of two letters are shown, or half of them are outside the screen."""
    many = Documents(documents=tuple(Document(title=f"Paper number {n}", text="x") for n in range(12)))
    async with sitting(*asked(REASON, sheet=Sheet(elements=(many,)))) as seat:
        await seat.press("ctrl+d")
        assert seat.said("#reader-head") == " 1 of 12  ● 11 unread Esc back  ← → others"


async def test_a_reader_is_told_of_a_question_and_of_the_end_of_time() -> None:
    """A reader misses a question, or finds the time gone."""
    welcome, view = asked(REASON)
    async with sitting(welcome, view.model_copy(update={"form": None})) as seat:
        await seat.press("ctrl+d")
        assert "question" not in seat.said("#reader-head")
        await seat.hear(view.model_copy(update={"gate": GateNo(view.gate + 1)}))
        assert "A question has come: What are your orders for the night?" in seat.said("#reader-head")
        assert page(seat).startswith("Cable")
        await seat.press("x", "enter")
        assert seat.sent(Declare) == []
        await seat.press("escape")
        await seat.later(3000)
        await seat.press("ctrl+d")
        assert "question" not in seat.said("#reader-head")
        await seat.later(seat.app.desk.left_ms(seat.clock.ms) - 5000)
        assert "Time is nearly up, and you have sealed nothing." in seat.said("#reader-head")


async def test_a_document_that_is_taken_away_closes_the_reader() -> None:
    """An empty page covers the table."""
    welcome, view = asked(REASON)
    async with sitting(welcome, view) as seat:
        await seat.press("ctrl+d")
        await seat.hear(view.model_copy(update={"sheet": Sheet()}))
        assert seat.app.screen is seat.app.table
        await seat.press("ctrl+d")
        assert seat.app.screen is seat.app.table


async def test_another_seat_does_not_read_on() -> None:
    """The documents of the former seat stay on the screen."""
    welcome, view = asked(REASON)
    async with sitting(welcome, view) as seat:
        await seat.press("ctrl+d")
        seat.app.desk.seatings += 1
        await seat.later(300)
        assert seat.app.screen is seat.app.table


async def test_a_document_keeps_its_key_while_one_talks_or_writes() -> None:
    """In a line that is being written, the key deletes a letter and opens no document."""
    async with sitting(*asked(REASON)) as seat:
        await seat.press(*"we", "tab", *"hold", "home", "ctrl+d", "escape")
        assert page_is_closed(seat)
        assert seat.talk.query_one("#talk-line").value == "hold"  # type: ignore[attr-defined]  # a line to write on


def page_is_closed(seat: Sitting) -> bool:
    """Return whether the table is in front, and the cable was read."""
    return seat.app.screen is seat.app.table and seat.app.seat.documents.is_read(CABLE)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 36)])
async def test_no_two_titles_look_alike(size: tuple[int, int]) -> None:
    """If this fails, three tabs say "About …", and a player tries one after the other."""
    welcome, view = asked(REASON)
    titles = [f"About the Ministry of {name}" for name in ("Roads", "the Sea", "Health", "Trade", "War")]
    papers = Documents(documents=tuple(Document(title=title, text="Text") for title in titles))
    news = view.model_copy(update={"sheet": Sheet(elements=(papers,))})
    async with sitting(welcome, news, size=size) as seat:
        await seat.press("ctrl+d")
        head = seat.said("#reader-head")
        whole = [title for title in titles if title in head]
        assert whole == titles or (whole == [] and " of 5 " in head), head
