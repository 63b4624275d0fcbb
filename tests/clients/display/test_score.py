"""The end of a day at the projector: the score in large digits, and the tables that turn over one by one."""

from __future__ import annotations

import pytest
from warcouncil.clients.display.draw import picture
from warcouncil.clients.display.score import counted_lines, score_lines
from warcouncil.clients.display.showing import Showing
from warcouncil.clients.link.base.line import LinkChange, LinkState, News
from warcouncil.clients.widgets.board.blocks import written
from warcouncil.clients.widgets.pieces.results import turning_lines
from warcouncil.protocol.table.sheets import Badge, Prose
from warcouncil.protocol.table.views import Ended, Score
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.words import TableId

from tests.clients.display.builders import OVER, calm, table, view

BADGES = (
    Badge(id="red", title="Red", sign="♦", ink="red"),
    Badge(id="black", title="Black", sign="♠", ink="black"),
)
LONG = "Both lines broke on turn 9: Red's at corps IV, Black's at corps I, and each side lost 17 divisions"


def won(number: int, *winners: str, reason: str = "the line broke") -> TableStatus:
    """Return a table that is over."""
    end = Ended(reason=reason, winners=winners, won=None, turns=number, sides=BADGES)
    return table(number, ended=reason).model_copy(update={"result": end})


EIGHT = [won(n, *(("Red",), ("Red",), ("Black",), ())[n % 4]) for n in range(1, 9)]


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (160, 50)])
def test_the_score_has_a_column_for_each_side_and_nothing_moves(size: tuple[int, int]) -> None:
    """If this fails, the last row cannot read the score, or it jumps while the tables turn over."""
    width, room = size[0], size[1] // 2
    few, whole = ([line.plain for line in score_lines(EIGHT, n, width, room)] for n in (3, 8))
    assert len(few) == len(whole) <= room
    assert any(four in line for four in written("4", across=2, down=10) for line in whole)
    bars = [next(line for line in reversed(lines) if line.strip()) for lines in (few, whole)]
    assert set(bars[1].strip()) == {"█"}
    assert bars[0].count("█") * 8 == pytest.approx(bars[1].count("█") * 3, abs=24)


def test_a_room_of_several_games_has_its_score_in_words() -> None:
    """If this fails, the wins of Red in one game are added to those in another."""
    other = EIGHT[0].model_copy(update={"game_title": "The ferry"})
    assert score_lines([*EIGHT, other], 9, 160, 30) == []


def test_the_tables_keep_their_places_while_they_turn_over() -> None:
    """If this fails, each table that turns over moves all others."""
    tables = [won(n, "Red", reason=LONG) for n in range(1, 9)]
    half, whole = (
        [line.plain.rstrip() for line in turning_lines(tables, turned, 100, 30)] for turned in (4, 8)
    )
    shut = half.index("5")
    assert len(half) == len(whole)
    assert half[:shut] == whole[:shut]
    assert whole[shut].startswith("5 ")


def test_the_meaning_of_an_end_is_shown_and_nothing_is_said_twice() -> None:
    """If this fails, the room reads who won, but not what it means."""
    showing = Showing(TableId(1))
    over = view(ended=OVER.model_copy(update={"meaning": "The road to the capital is open."}))
    prose = Prose(title="Level", text="The road to the capital is open.")
    sheet = over.sheet.model_copy(
        update={"headline": "Red has won.", "elements": (prose, *over.sheet.elements)}
    )
    headed = over.model_copy(update={"sheet": sheet})
    found: tuple[News, ...] = (LinkChange(LinkState.UP), *calm(1), headed)
    for news in found:
        showing.feed(news, 0)
    lines = [line.plain for line in picture(showing, 99_000, 160, 50)]
    assert sum("The road to the capital is open." in line for line in lines) == 1
    assert not any("Red has won." in line for line in lines)


def test_the_end_of_one_game_has_its_count_in_large_digits() -> None:
    """If this fails, the room reads the figures of a verdict in a small table, or not at all."""
    ended = OVER.model_copy(update={"scores": (Score(label="points", of=(("Red", 12), ("Black", -9))),)})
    lines = [line.plain for line in counted_lines(ended, 160, 12)]
    assert lines[1].strip() == "points"
    assert any(minus in line for line in lines for minus in written("-9", across=3, down=15) if minus.strip())
    assert counted_lines(ended.model_copy(update={"scores": ()}), 160, 12) == []


def test_a_room_draws_the_time_that_each_table_has_left() -> None:
    """If this fails, a person at the back must read twelve small numbers."""
    showing = Showing(None)
    found: tuple[News, ...] = (LinkChange(LinkState.UP), *calm(12))
    for news in found:
        showing.feed(news, 0)
    lines = [line.plain for line in picture(showing, 1000, 160, 50)]
    assert sum("█" in line and "░" in line for line in lines) == 3
