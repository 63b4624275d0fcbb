"""The results of a room: the winner of each table and how it won, within the available space."""

from __future__ import annotations

import pytest
from warcouncil.clients.widgets.pieces.results import results_lines, tallies
from warcouncil.protocol.wire.consoles import TableStatus

from tests.clients.umpire.builders import table
from tests.clients.umpire.test_results import ROOM, over


def _text(tables: tuple[TableStatus, ...], width: int, room: int) -> str:
    lines = results_lines(tables, width, room)
    assert len(lines) <= room
    assert all(line.cell_length <= width for line in lines)
    return "\n".join(line.plain for line in lines)


def test_the_board_says_who_won_where_how_when_and_at_what_cost() -> None:
    """Forty tables end in the word "over", and the room does not know the results."""
    said = _text(ROOM, 120, 20)
    assert "Red 2 · Black 1 · drawn 1" in said
    first = next(line for line in said.splitlines() if "1 · Jena" in line)
    for words in (
        "Red won",
        "3 turns",
        "divisions lost Red 11, Black 9",
        "the line broke at corps IV on turn 3",
    ):
        assert words in first
    assert "drawn" in next(line for line in said.splitlines() if line.startswith("4"))


def test_an_end_with_a_title_is_counted_under_it() -> None:
    """Two games that end with "The dam broke" are counted as "drawn 2"."""
    flood = over(1, "").result
    assert flood is not None
    flood = flood.model_copy(update={"winners": (), "title": "The dam broke"})
    ends = tuple(over(number, "Red").model_copy(update={"result": flood}) for number in (1, 2))
    assert tallies(ends) == ["The dam broke 2"]
    assert "The dam broke" in _text(ends, 120, 20).splitlines()[-1]


def test_a_mixed_room_counts_each_game_for_itself() -> None:
    """India's victories are added to Red's."""
    mixed = (
        *ROOM,
        over(5, "India", game="Kashmir Crisis"),
        table(6).model_copy(update={"game_title": "Kartenspiel"}),
    )
    assert tallies(mixed) == [
        "Kartenspiel: Red 2 · Black 1 · drawn 1 · 1 not over",
        "Kashmir Crisis: India 1",
    ]


@pytest.mark.parametrize(("width", "room"), [(76, 4), (76, 12), (40, 6), (156, 48), (20, 3), (76, 1)])
def test_it_keeps_within_its_place_and_names_what_it_leaves_out(width: int, room: int) -> None:
    """A long room pushes the tally off the screen, or loses tables without a message."""
    said = _text(tuple(over(number, "Red") for number in range(1, 41)), width, room)
    assert "Red 40" in said
    if 4 < room < 40:
        assert "more tables" in said


def test_a_unit_is_named_once() -> None:
    """*turns* is above *3 turns* in every line."""
    lines = _text(ROOM, 120, 20).splitlines()
    (head,) = (line for line in lines if "winner" in line)
    assert "lasted" in head
    assert "turns" not in head
    assert sum("turns" in line for line in lines) == len(ROOM)
