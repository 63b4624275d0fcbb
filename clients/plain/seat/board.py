"""BoardTeller: the changes of a seat's board in words. An unchanged element is not repeated."""

from __future__ import annotations

from warcouncil.clients.plain.base.sheets import element_lines, list_lines
from warcouncil.protocol.table.sheets import Documents, Fronts, Map, Rows, Sheet


class BoardTeller:
    """Remembers which lines of a sheet were written."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def forget(self) -> None:
        """Start again at another seat."""
        self._known = set()

    def new(self, sheet: Sheet) -> list[str]:
        """Return what has changed since the last call. Of fronts, tables and maps only the changed lines."""
        lines: list[str] = [] if sheet.headline in self._known else [sheet.headline]
        known = {sheet.headline}
        number = 1
        for element in sheet.elements:
            if isinstance(element, Documents):
                rows = list_lines(element, number)
                number += len(element.documents)
            else:
                rows = element_lines(element)
            block = "\n".join(rows)
            known |= {block, *rows}
            if block in self._known:
                continue
            apart = isinstance(element, Fronts | Rows | Map | Documents) and rows[0] in self._known
            lines += [rows[0], *(row for row in rows[1:] if row not in self._known)] if apart else rows
        self._known = known
        return [f"board: {line.strip()}" for line in lines if line]

    def whole(self, sheet: Sheet) -> list[str]:
        """Return the whole sheet."""
        self._known = set()
        return self.new(sheet)
