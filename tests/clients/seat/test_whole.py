"""Tests that nothing important is cut off: games played by bots, and what their seats are asked, at common sizes."""

from __future__ import annotations

import pytest
from warcouncil.clients.seat.desk import Desk
from warcouncil.clients.seat.fields import FieldLook
from warcouncil.clients.seat.filling import Filling
from warcouncil.clients.seat.layout import SIDE_MAX, SIDE_MIN, WIDE
from warcouncil.clients.seat.question import Hand, question_rows
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play import suggested
from warcouncil.games.registry import names

from tests.clients.seat.tables import ids, play_gate, playing, view, welcome

WIDTHS = (80, 100, 120)
GATES_MAX = 24
NOW_MS = 1_000_000


def question_width(width: int) -> int:
    """Give the width of the question on a screen of this width, as the layout shares it."""
    side = max(SIDE_MIN, min(SIDE_MAX, width * 3 // 8))
    return width - 2 if width < WIDE else width - side - 4


@pytest.mark.parametrize("game", names())
def test_no_text_of_a_form_is_cut_while_there_is_room(game: str) -> None:
    """Otherwise the one decision of a turn is read as *lose one division, more if they attack and o…*."""
    table = playing(game, -1)
    asked = 0
    while isinstance(table.phase, Phase) and table.gate < GATES_MAX:
        for seat in table.phase.asked[:2]:
            desk, seen = Desk(ids()), view(table, seat)
            desk.feed(welcome(table, seat), NOW_MS)
            desk.feed(seen, NOW_MS)
            if seen.form is None:
                continue
            asked += 1
            for width in map(question_width, WIDTHS):
                hand = Hand(seen.gate, Filling(seen.form, None))
                rows = question_rows(desk, hand, NOW_MS, FieldLook(width, live=True, focused=True), 200)
                assert not [line.plain for line, _ in rows if "…" in line.plain]
                assert all(line.cell_length <= width for line, _ in rows)
        play_gate(table, suggested)
    assert asked
