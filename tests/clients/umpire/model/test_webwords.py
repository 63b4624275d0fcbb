"""The console's texts about browsers: their address, and the seats that use one."""

from __future__ import annotations

import segno
from warcouncil.clients.commands.rule.show import wall_lines
from warcouncil.clients.umpire.model.labels import code_square, code_words, in_browsers, opened_at, web_words
from warcouncil.clients.umpire.screens.help import HelpScreen
from warcouncil.clients.widgets.pieces.drawn import Drawn
from warcouncil.protocol.wire.consoles import CodeIssued, Wall, WebAddress
from warcouncil.protocol.words import SeatId, TableId

from tests.clients.umpire.builders import calm_room, seat, table
from tests.clients.umpire.console import LARGE, Desk, console

WEB = WebAddress(address="https://10.0.0.4:5282", fingerprint=" ".join(f"{n:04X}" for n in range(1000, 1016)))
FIRST, SECOND = "03E8 03E9 03EA 03EB 03EC 03ED 03EE 03EF", "03F0 03F1 03F2 03F3 03F4 03F5 03F6 03F7"
ISSUED = CodeIssued(
    table=TableId(4), seat=SeatId("red.army"), seat_title="Red army commander", code="7K3-Q4MN-P2XT"
)


def test_the_address_and_the_fingerprint_can_be_read_aloud() -> None:
    """A guest's browser warns of the certificate, and no umpire can read out the right fingerprint."""
    said = web_words(WEB)
    assert said[0] == "Browsers open https://10.0.0.4:5282"
    assert [line.strip() for line in said[2:]] == [FIRST, SECOND]
    assert len(web_words(WEB.model_copy(update={"fingerprint": ""}))) == 1
    assert web_words(None) == []


def test_a_new_code_is_told_with_the_page_where_it_is_typed() -> None:
    """A player who lost their phone has a code but no address."""
    assert code_words(ISSUED, WEB).endswith("7K3-Q4MN-P2XT · in a browser: https://10.0.0.4:5282/seat/7K3")
    assert code_words(ISSUED).endswith("at table 4: 7K3-Q4MN-P2XT")
    of_console = ISSUED.model_copy(update={"table": TableId(0), "seat_title": "Umpire"})
    assert code_words(of_console, WEB) == "new code for the Umpire: 7K3-Q4MN-P2XT"
    assert opened_at(of_console, WEB) == opened_at(ISSUED, None) == ""


def test_seats_in_browsers_are_counted_in_words() -> None:
    """An umpire does not see how many seats use a browser."""
    paged = seat().model_copy(update={"browser": True})
    assert in_browsers([seat(), seat()]) == ""
    assert in_browsers([paged, seat()]) == "1 in a browser"
    assert in_browsers([paged, paged]) == "2 in browsers"
    here = table(1).model_copy(update={"seats": (paged, seat())})
    lines = wall_lines("Room", (here,), WEB)
    assert lines[0] == "Room · 1 table · 2/2 seats connected (1 in a browser)"
    assert FIRST in "\n".join(lines)


def drawn(desk: Desk) -> str:
    """Return the complete text of the front screen."""
    return "\n".join(piece.text for piece in desk.app.screen.query(Drawn))


def test_the_page_of_a_new_code_is_a_square_for_a_camera() -> None:
    """A player who lost their phone types an address letter by letter, while the clock runs."""
    drawn = [line.plain for line in code_square(ISSUED, WEB)]
    wanted = segno.make(
        "https://10.0.0.4:5282/seat/7K3#seat=Red+army+commander&table=4", error="l", micro=False
    )
    dark = {"▀": (1, 0), "▄": (0, 1), "█": (1, 1), " ": (0, 0)}
    rows = [[dark[sign][half] for sign in line] for line in drawn for half in (0, 1)]
    matrix = [[*row] for row in wanted.matrix_iter(border=2)]
    assert rows[: len(matrix)] == matrix
    assert len({len(line) for line in drawn}) == 1
    assert code_square(ISSUED, None) == []


async def test_the_console_shows_them_at_the_seats_and_in_its_help() -> None:
    """An umpire must ask each person what they use."""
    first, *rest = calm_room(2)
    first = first.model_copy(
        update={"seats": (first.seats[0].model_copy(update={"browser": True}), *first.seats[1:])}
    )
    async with console((first, *rest), size=LARGE) as desk:
        await desk.hear(Wall(exercise="Jena", tables=(first, *rest), web=WEB))
        assert "20/20 connected (1 in a browser)" in drawn(desk)
        await desk.press("enter")
        assert "in a browser" in drawn(desk)
        await desk.press("f1")
        assert isinstance(desk.app.screen, HelpScreen)
        page = drawn(desk)
        assert "Browsers open https://10.0.0.4:5282" in page
        assert FIRST in page
