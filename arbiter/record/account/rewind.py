"""Rewinding: a table as it was at any moment of its record, and what a seat saw of it then.

It uses the code of a resume up to that record. So it shows what a resume at that moment would have restored.
"""

from __future__ import annotations

from collections.abc import Callable

from warcouncil.arbiter.core.people.sessions import Sessions
from warcouncil.arbiter.core.room.recovery import restore
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.views import seat_view
from warcouncil.arbiter.core.words.record import Row, read
from warcouncil.arbiter.core.words.stimuli import Admitted
from warcouncil.arbiter.record.account.gathering import IDLE, playable
from warcouncil.arbiter.record.file.reading import Record
from warcouncil.games import registry
from warcouncil.games.kit.game import AnyGame
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.views import View
from warcouncil.protocol.words import Role, SeatId, TableId

MOVED = b'"act":"reseat"'
"""A part of each record that moves a person to another seat, perhaps at another table."""
NOBODY_LINKED = Sessions()
"""The journal does not hold links, so no client counts as linked."""


class Rewind:
    """One table of a record, which can be restored to any moment. It stores the records of that table, which are some megabytes."""

    def __init__(
        self, record: Record, table: TableId, *, load: Callable[[str], AnyGame] = registry.load
    ) -> None:
        rows = [row for row in record.rows((table,)) if row.kind not in IDLE]
        among = any(MOVED in row.body for row in rows)
        if not among:  # People of other tables do not matter then.
            rows = [row for row in rows if row.kind != "admitted" or _table_of(row) in (0, table)]
        began = playable(record, load, () if among else (table,))
        self._rows = [row._replace(body=began) if row.kind == "began" else row for row in rows]
        self._number = table
        self._load = load

    def at(self, seq: int) -> Table:
        """Return the table after the record `seq` was replayed, with the closing that it caused. Raises Corrupt."""
        rows = [row for row in self._rows if row.seq <= seq]
        rest = self._rows[len(rows) :]
        if rest and rest[0].kind == "closed":  # The closing belongs to the record that caused it.
            rows.append(rest[0])
        return restore(rows, lambda _: "", load=self._load).tables[self._number]


def _table_of(row: Row) -> TableId:
    """Return the table that a key was admitted to. Return 0 if it was admitted to no table."""
    return read(Admitted, row).holder.table


def view(table: Table, seat: SeatId | None, at: int, linked: Sessions = NOBODY_LINKED) -> View:
    """Return the complete view that a seat would have received then. With None, return the public view.

    The journal does not hold links, so no seat is shown as linked unless the caller passes `linked`.
    """
    sitting = table.seats[seat] if seat else PUBLIC
    role = Role.SEAT if seat else Role.DISPLAY
    return seat_view.view(table, sitting, at, linked, role=role, since=None)


def truth(table: Table) -> Sheet:
    """Return the full truth at that moment."""
    return seat_view.truth(table)
