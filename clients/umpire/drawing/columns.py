"""How the tables stand on the wall: in how many columns, and how wide each part of a row is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.cells import cell_len
from warcouncil.clients.umpire.model.phrases import answered_text, clock_word, place_text
from warcouncil.clients.widgets.pieces.results import several_games
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.protocol.wire.consoles import TableStatus

CELL_MIN = 25
CELL_NAMES_MIN = 62
"""From this width on a cell also names who is missing."""
PLACES_AND_NAMES_MIN = 110
"""From this width on a cell has room for both, however long the tables' names."""
PLACE_HEAD = "table"
SHORT_HEAD = "left"
"""What stands above the clocks where none is longer."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How the tables stand on the wall: so many columns of so many rows, each so wide."""

    columns: int
    rows: int
    width: int

    @property
    def cells(self) -> int:
        """How many tables have a place."""
        return self.columns * self.rows


def plan_for(tables: int, width: int, height: int) -> Plan:
    """Choose as few columns as the height allows, so that each cell says as much as it can."""
    height = max(1, height)
    columns_max = max(1, width // CELL_MIN)
    columns = min(columns_max, max(1, -(-tables // height)))
    rows = min(height, max(1, -(-tables // columns)))
    return Plan(columns, rows, width // columns)


@dataclass(frozen=True, slots=True)
class WallColumns:
    """The cells of a row of the wall: for the table's number, its name and (`mixed`) its game, for the clock, for who has answered."""

    places: int = 0
    mixed: bool = False
    clock: int = 12
    answered: int = 5
    number: int = 3


IN_ALL = WallColumns()
"""Those of a wide row in a room of one game without names."""


def columns_for(tables: Iterable[TableNow], now_ms: int, width: int) -> WallColumns:
    """Give the columns of a row. Where it is short, no more than the longest word of this room takes: the phase has the rest."""
    known = list(tables)
    places = place_width([now.status for now in known], width)
    mixed = several_games(now.status for now in known)
    clock = 12 if width >= (100 if places else 44) else 6
    if width >= CELL_NAMES_MIN or not known:
        return WallColumns(places, mixed, clock)
    longest = max(len(clock_word(now, now_ms, clock)) for now in known)
    answered = max(len(answered_text(now)) for now in known)
    number = max(2, *(len(str(now.status.table)) for now in known))
    return WallColumns(places, mixed, max(len(SHORT_HEAD), longest), max(len("in"), answered), number)


def place_width(tables: Iterable[TableStatus], width: int) -> int:
    """Give the cells for the tables' names and games: none where all play one game without names, or there is no room."""
    known = list(tables)
    mixed = several_games(known)
    longest = max((cell_len(place_text(status, mixed=mixed)) for status in known), default=0)
    if not longest or width < CELL_NAMES_MIN:
        return 0
    return max(len(PLACE_HEAD), min(longest, width * 2 // 5))


def names_missing(width: int, places: int) -> bool:
    """Tell whether there is room to name who is missing: a table's own name and game come first."""
    return width >= CELL_NAMES_MIN and (places <= width // 4 or width >= PLACES_AND_NAMES_MIN)


def phase_width(width: int, columns: WallColumns) -> int:
    """Give the cells for the phase: what the others leave."""
    places = columns.places
    names = (width - CELL_NAMES_MIN) // 2 + 26 if names_missing(width, places) else 0
    if places and names:
        names = max(16, names - places - 2)
    taken = (names + 2 if names else 0) + (places + 2 if places else 0)
    return width - (1 + columns.number + 1 + 1 + columns.clock + 1 + 1 + columns.answered) - taken
