"""Documents that the board of a seat shows in full count as read. Unread ones are in sight in their list."""

from __future__ import annotations

import pytest
from warcouncil.clients.seat.drawing.foot import Foot
from warcouncil.clients.widgets.board.sheet import Drawing, SheetView
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.scenario import shipped
from warcouncil.games.scenario.sheet import truth
from warcouncil.protocol.table.sheets import Document, Documents, Sheet, documents_of

from tests.clients.seat.papers import asked
from tests.clients.seat.sitting import LARGE, MIDDLE, SMALL, Sitting, sitting
from tests.clients.seat.tables import play_gate, playing, view, welcome

SHORT = tuple(Document(title=f"Order {n}", text=f"Hold bridge {n}.", secret=n == 2) for n in range(1, 4))
LONG = Document(title="Survey", text="\n".join(f"Post {n} has sunk." for n in range(60)))
PAPERS = Sheet(elements=(Documents(title="To read", documents=(*SHORT, LONG)),))


def board(seat: Sitting) -> list[str]:
    """Return the lines of the board that are in sight."""
    pane, drawing = seat.app.table.query_one(SheetView), seat.app.table.query_one(Drawing)
    first = int(pane.scroll_y)
    return [line.plain for line in drawing.lines(drawing.size.width)][first : first + pane.size.height]


def foot(seat: Sitting) -> str:
    """Return the keys that are offered at the table."""
    return str(seat.app.table.query_one(Foot).render())


@pytest.mark.parametrize("size", [MIDDLE, LARGE])
async def test_documents_in_full_count_as_read(size: tuple[int, int]) -> None:
    """If this fails, a player opens documents again that were on the screen all the time."""
    async with sitting(*asked(sheet=PAPERS), size=size) as seat:
        shown = seat.said("#papers") + "\n".join(board(seat))
        assert all(f"▎Hold bridge {n}." in shown for n in (1, 2, 3))
        assert "● Survey" in shown
        assert shown.count("● ") == 1
        assert "Ctrl+D Read (1 new)" in foot(seat)


async def test_documents_that_are_only_in_their_list_stay_unread() -> None:
    """If this fails, a document that no player could read counts as read."""
    letters = tuple(LONG.model_copy(update={"title": f"Letter {n}"}) for n in range(3))
    sheet = Sheet(elements=(Documents(title="To read", documents=letters),))
    async with sitting(*asked(sheet=sheet), size=SMALL) as seat:
        assert "▎" not in "\n".join(board(seat))
        assert "Ctrl+D Read (3)" in foot(seat)


async def test_a_box_over_the_board_reads_no_document() -> None:
    """If this fails, a document that came while the rules were open is never marked as new."""
    welcomed, viewed = asked(sheet=Sheet())
    async with sitting(welcomed, viewed, size=LARGE) as seat:
        await seat.press("f2")
        await seat.hear(viewed.model_copy(update={"sheet": PAPERS}))
        assert seat.app.seat.documents.unread == 4
        await seat.press("escape")
        assert seat.app.seat.documents.unread == 1


async def test_an_open_document_stays_open_after_it_was_read() -> None:
    """If this fails, documents take turns on the board, because each counts as read and makes room for the next."""
    async with sitting(*asked(sheet=PAPERS), size=LARGE) as seat:
        before = board(seat), seat.said("#papers")
        for _ in range(5):
            await seat.later(1000)
        assert (board(seat), seat.said("#papers")) == before


@pytest.mark.parametrize(("size", "both"), [(SMALL, False), (MIDDLE, False), ((160, 70), True)])
async def test_the_board_beside_the_verdict_does_not_repeat_how_the_game_ended(
    size: tuple[int, int], *, both: bool
) -> None:
    """If this fails, the last sentence of a game is on the screen twice."""
    table, who = playing("scenario", 60, scenario=shipped.text("evacuation")), "roads.minister"
    assert isinstance(table.phase, Finish)
    reason = table.phase.reason
    async with sitting(welcome(table, who), view(table, who), size=size) as seat:
        for _ in range(2):
            pane = seat.app.table.query_one(SheetView)
            assert pane.display is both or seat.app.table.panes.looks_at_board
            shown = [seat.said("#telling")] if seat.app.table.query_one("#telling").display else []
            shown += board(seat) if pane.display else []
            words = " ".join(" ".join(shown).split())
            assert words.count(reason) == 1
            await seat.press("escape")


@pytest.mark.parametrize("size", [MIDDLE, LARGE])
async def test_last_answers_do_not_push_unread_documents_off_the_board(size: tuple[int, int]) -> None:
    """If this fails, from the second round on a player does not see that a document came."""
    table, who = playing("scenario", scenario=shipped.text("evacuation")), "roads.minister"
    async with sitting(welcome(table, who), view(table, who), size=size) as seat:
        for _ in range(6):
            assert isinstance(table.phase, Phase)
            play_gate(table)
            await seat.hear(view(table, who))
            await seat.press("escape")
            lines = "\n".join(board(seat))
            documents = documents_of(view(table, who).sheet)
            unread = [each.title for each in documents if not seat.app.seat.documents.is_read(each)]
            assert unread
            assert all(f"● {title}" in lines for title in unread), lines


async def test_a_tall_screen_shows_the_reasons_for_the_points_beside_the_verdict() -> None:
    """If this fails, half of a large screen is empty at the end, and the points stand without their reasons."""
    table, who = playing("scenario", 60, scenario=shipped.text("evacuation")), "roads.minister"
    news = view(table, who).model_copy(update={"sheet": truth(table.state)})
    async with sitting(welcome(table, who), news, size=LARGE) as seat:
        assert seat.app.table.query_one(SheetView).display
        assert "many people were still in the streets of Halm." in seat.said("#telling")
        assert any(line.startswith("How the points were counted") for line in board(seat))
