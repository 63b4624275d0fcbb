"""A game that no client knows.

Its Hawks and Doves have their signs and inks on every screen. The drawn messages come from its real arbiter.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from textual.content import Content
from warcouncil.clients.display.draw import picture
from warcouncil.clients.display.showing import Showing
from warcouncil.clients.seat.drawing.header import header_lines
from warcouncil.clients.seat.drawing.verdict import verdict_lines
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.shown.ended import end_of
from warcouncil.clients.seat.model.shown.showing import screen_of
from warcouncil.clients.widgets.board.scale import Scale
from warcouncil.clients.widgets.board.sheet import draw_sheet
from warcouncil.clients.widgets.pieces.results import results_lines
from warcouncil.clients.widgets.window.own_keys import SAME
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire import consoles
from warcouncil.protocol.wire.consoles import Seen, TableStatus
from warcouncil.protocol.wire.replies import Welcome
from warcouncil.protocol.wire.requests import Look, Watch
from warcouncil.protocol.words import Role, TableId

from tests.arbiter.core.harness import Room
from tests.clients.debrief.written import html, written
from tests.clients.seat.tables import UP, ids

ONE = TableId(1)


@pytest.fixture(scope="module")
def room() -> Room:
    """A standoff, played to its end before a projector and an umpire."""
    room = Room("standoff", {"heaps": (1, 1, 1)})
    umpire, projector = room.umpire(), room.console(Role.DISPLAY, "projector")
    room.sit_all()
    for who in (umpire, projector):
        room.ask(who, Watch(table=ONE))
    room.ask(umpire, Look(id=room.fresh(), table=ONE))
    while isinstance(room.table.phase, Phase):
        room.play()
    room.wait(1_000)
    return room


def worn(lines: Iterable[Content]) -> set[tuple[str, str]]:
    """Return each run of words that names a side, with its colour."""
    return {
        (line.plain[span.start : span.end].strip(), str(span.style))
        for line in lines
        for span in line.spans
        if "$gold" in str(span.style) or "$teal" in str(span.style)
    }


HAWKS, DOVES = ("▲ Hawks", "bold $on-gold on $gold-ground"), ("■ Doves", "bold $on-teal on $teal-ground")
IN_WORDS = {("Hawks", "bold $gold"), ("Doves", "bold $teal")}


def check_board(sheet: Sheet) -> None:
    """Check that all elements of a sheet name the sides in their colours and with their signs."""
    drawn = worn(draw_sheet(sheet, 120, scale=Scale.ROOMY))
    assert drawn >= IN_WORDS
    assert {("▲ HAWKS", HAWKS[1]), ("■ DOVES", DOVES[1]), ("▲ Hawks (you)", HAWKS[1]), DOVES} <= drawn
    assert {("╭", "$gold"), ("╭", "$teal")} <= drawn
    assert any(style.endswith("$teal") and words == "held by Doves" for words, style in drawn)
    assert any(style == "$gold" and set(words) == {"█"} for words, style in drawn)


def test_a_seat_sees_its_own_side_and_the_other_in_their_colours(room: Room) -> None:
    """A fifth game is black and white until a developer adds its sides to the clients."""
    person = room.people["1:north:seat"]
    desk = Desk(ids())
    desk.feed(UP, 0)
    desk.feed(person.of(Welcome)[0], 0)
    desk.feed(person.of(View)[0], 0)
    assert HAWKS in worn(header_lines(screen_of(desk, None, 0, SAME), 80))
    check_board(person.of(View)[0].sheet)


def test_umpires_see_them_on_the_public_board_and_on_the_truth(room: Room) -> None:
    """The umpire must learn by heart which army belongs to whom."""
    umpire = room.people["umpire"]
    check_board(umpire.of(consoles.Room)[0].sheet)
    check_board(umpire.of(Seen)[0].view.sheet)


@pytest.mark.parametrize("height", [10, 40])
def test_the_verdict_wears_the_winners_badge(room: Room, height: int) -> None:
    """The verdict of a game of Hawks and Doves is the only grey one."""
    ended = room.people["1:north:seat"].last(View).ended
    assert ended is not None
    (winner,) = ended.winners
    drawn = worn(verdict_lines(end_of(ended), 120, height))
    assert drawn >= IN_WORDS
    badge = {"Hawks": HAWKS, "Doves": DOVES}[winner]
    if height < 20:
        badge = (f"{badge[0]} WINS".upper(), badge[1])
    assert badge in drawn


def test_projectors_and_results_show_them(room: Room) -> None:
    """The room's results have colours only for the four games that come with the program."""
    projector = room.people["projector"]
    showing = Showing(ONE)
    for news in (UP, *(reply.body for reply in projector.replies)):
        showing.feed(news, 0)
    over = worn(picture(showing, 0, 160, 50))
    assert over & {("▲ HAWKS", HAWKS[1]), ("■ DOVES", DOVES[1])}
    status = projector.last(TableStatus)
    assert worn(results_lines([status], 120, 10)) & IN_WORDS


def test_the_debrief_wears_them_in_its_tables_boards_and_pictures(room: Room, tmp_path: Path) -> None:
    """In the report only red and black have their own colour. Other sides take the first six in turn, and have no
    sign.
    """
    page = html(next(iter(written(tmp_path, room.journal).values())))
    for side, ink, sign in (("Hawks", "gold", "▲"), ("Doves", "teal", "■")):
        assert f'<b class="{ink}" data-sign="{sign}">{side}</b>' in page
        assert f"--{ink}: #" in page
        assert f'<div class="army {ink}">' in page
        assert f"{sign} {side}" in page
