"""Rows: what a line of the screen stands for, so that a mouse can point at it."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from warcouncil.clients.seat.words import tone
from warcouncil.clients.wording.saying import say


@dataclass(frozen=True, slots=True)
class Spot:
    """A row of a field. `columns` are the cells (from, to) at which each place stands. `at` -1: the line that seals."""

    at: int
    row: int
    columns: tuple[tuple[int, int], ...] = ()

    def column(self, x: int) -> int | None:
        """Give the column at a cell."""
        return next((number for number, (start, end) in enumerate(self.columns) if start <= x < end), None)


SEAL = Spot(-1, -1)
Row = tuple[Content, Spot | None]


def hidden_row(above: int, below: int) -> Row:
    """Say how many lines there are beyond those that are shown."""
    parts = [say("fields.more_above", n=above)] * bool(above)
    parts += [say("fields.more_below", n=below)] * bool(below)
    return Content.styled(f"   {'   '.join(parts)}", tone.QUIET), None
