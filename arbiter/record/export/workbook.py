"""The workbook: tables as one xlsx file, a sheet for each. Texts are stored as texts, so no spreadsheet changes them.

Two workbooks with equal tables have equal bytes.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xlsxwriter import Workbook  # type: ignore[import-untyped]  # it comes without types
    from xlsxwriter.format import Format  # type: ignore[import-untyped]

ROWS_MAX = 1_048_575
"""How many rows a sheet can have, without its heading."""
CELL_CHARS_MAX = 32_767
SHEET_CHARS_MAX = 31
CONTENTS = "CONTENTS"
CREATED = datetime(1980, 1, 1, tzinfo=UTC)
"""The date in every workbook. The true date would make the bytes differ each time."""
AS_WRITTEN = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}
Tables = Mapping[str, tuple[Sequence[str], Sequence[Mapping[str, Any]]]]
"""The columns and the rows of each table."""


class TooLarge(Exception):
    """A table does not fit into a sheet. The text is one line: which table, and why."""


def sheet_names(tables: Sequence[str]) -> dict[str, str]:
    """Return the name of each table's sheet. A long name is cut. It gets a number if the cut name is not unique."""
    found: dict[str, str] = {}
    for table in tables:
        name = table[:SHEET_CHARS_MAX]
        number = 1
        while name in found.values():
            number += 1
            name = f"{table[: SHEET_CHARS_MAX - len(str(number)) - 1]}~{number}"
        found[table] = name
    return found


def workbook(tables: Tables) -> bytes:
    """Return a workbook with a sheet of contents and one sheet for each table. Raises TooLarge."""
    from xlsxwriter import Workbook

    sheets = sheet_names([*tables])
    contents = [
        {"sheet": sheets[name], "table": name, "rows": len(rows)} for name, (_, rows) in tables.items()
    ]
    file = io.BytesIO()
    book = Workbook(file, AS_WRITTEN)
    book.set_properties({"created": CREATED})
    head = book.add_format({"bold": True})
    _sheet(book, CONTENTS, ("sheet", "table", "rows"), contents, head)
    for name, (columns, rows) in tables.items():
        _sheet(book, sheets[name], columns, rows, head)
    book.close()
    return file.getvalue()


def _sheet(
    book: Workbook, name: str, columns: Sequence[str], rows: Sequence[Mapping[str, Any]], head: Format
) -> None:
    """Add a sheet: its heading in bold, always visible, and its rows."""
    if len(rows) > ROWS_MAX:
        raise TooLarge(f"table {name} has {len(rows):,} rows, and a sheet holds {ROWS_MAX:,}")
    sheet = book.add_worksheet(name)
    sheet.freeze_panes(1, 0)
    for at, column in enumerate(columns):
        sheet.write_string(0, at, column, head)
    for number, row in enumerate(rows, 1):
        for at, column in enumerate(columns):
            value = row.get(column)
            if value in (None, ""):
                continue
            if isinstance(value, bool):
                sheet.write_boolean(number, at, value)
            elif isinstance(value, int | float):
                sheet.write_number(number, at, value)
            else:
                sheet.write_string(number, at, _fitting(name, str(value)))


def _fitting(name: str, text: str) -> str:
    """Return a text unchanged. Raises TooLarge if a cell cannot hold it."""
    if len(text) > CELL_CHARS_MAX:
        raise TooLarge(
            f"table {name} has a text of {len(text):,} characters, and a cell holds {CELL_CHARS_MAX:,}"
        )
    return text
