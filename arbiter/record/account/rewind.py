"""Rewinding: a table as it stood at any moment of its record, and what a seat saw of it then.

It is the resume's own work, cut short: so what is seen here is what the room would have been given back at that moment.
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
"""In a record of somebody who was moved to another seat, perhaps from another table."""
NOBODY_LINKED = Sessions()
"""The journal does not say whose link was up."""


class Rewind:
    """One table of a record, to be stood up at any moment. It keeps the records of that table, some megabytes."""

    def __init__(
        self, record: Record, table: TableId, *, load: Callable[[str], AnyGame] = registry.load
    ) -> None:
        rows = [row for row in record.rows((table,)) if row.kind not in IDLE]
        among = any(MOVED in row.body for row in rows)
        if not among:  # then nobody of another table is of any concern here
            rows = [row for row in rows if row.kind != "admitted" or _table_of(row) in (0, table)]
        began = playable(record, load, () if among else (table,))
        self._rows = [row._replace(body=began) if row.kind == "began" else row for row in rows]
        self._number = table
        self._load = load

    def at(self, seq: int) -> Table:
        """Give the table after the record `seq` was done, with what its gate's closing brought. Raises Corrupt."""
        rows = [row for row in self._rows if row.seq <= seq]
        rest = self._rows[len(rows) :]
        if rest and rest[0].kind == "closed":  # what the last record came to belongs to it
            rows.append(rest[0])
        return restore(rows, lambda _: "", load=self._load).tables[self._number]


def _table_of(row: Row) -> TableId:
    """Give the table that somebody was let in to, 0 for none."""
    return read(Admitted, row).holder.table


def view(table: Table, seat: SeatId | None, at: int, linked: Sessions = NOBODY_LINKED) -> View:
    """Give what a seat (None: everybody) would have been sent whole then. Who was linked no journal tells: nobody shows as
    such, unless somebody knows."""
    sitting = table.seats[seat] if seat else PUBLIC
    role = Role.SEAT if seat else Role.DISPLAY
    return seat_view.view(table, sitting, at, linked, role=role, since=None)


def truth(table: Table) -> Sheet:
    """Give all that was so then."""
    return seat_view.truth(table)
