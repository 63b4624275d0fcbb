"""Rows: screen lines, each with the place of a field that a mouse click on the line selects."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from warcouncil.clients.seat.words import tone
from warcouncil.clients.wording.saying import say


@dataclass(frozen=True, slots=True)
class Spot:
    """A row of a field.

    `columns` are the cells (from, to) of each place. `at` is the index of the field, or -1 for the line that seals the
    answer.
    """

    at: int
    row: int
    columns: tuple[tuple[int, int], ...] = ()

    def column(self, x: int) -> int | None:
        """Return the column at a cell, or None."""
        return next((number for number, (start, end) in enumerate(self.columns) if start <= x < end), None)


SEAL = Spot(-1, -1)
Row = tuple[Content, Spot | None]


def hidden_row(above: int, below: int) -> Row:
    """Return a row that counts the lines hidden above and below."""
    parts = [say("fields.more_above", n=above)] * bool(above)
    parts += [say("fields.more_below", n=below)] * bool(below)
    return Content.styled(f"   {'   '.join(parts)}", tone.QUIET), None
