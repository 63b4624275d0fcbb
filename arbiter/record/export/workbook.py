"""The workbook: tables as one xlsx file, a sheet for each. A text is a text there, so no spreadsheet changes it.

It uses the smallest part of Office Open XML (ECMA-376) that spreadsheets need. Equal tables give equal bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ROWS_MAX = 1_048_575
"""How many rows a sheet holds, without its head."""
CELL_CHARS_MAX = 32_767
SHEET_CHARS_MAX = 31
CONTENTS = "CONTENTS"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_KINDS = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_RELATIONS = "application/vnd.openxmlformats-package.relationships+xml"
_CODED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
"""The beginning of what a spreadsheet would read as a code of a character."""
_STYLES = "".join(
    (
        f'<styleSheet xmlns="{_MAIN}">',
        '<fonts count="2"><font/><font><b/></font></fonts>',
        '<fills count="2"><fill><patternFill patternType="none"/></fill>',
        '<fill><patternFill patternType="gray125"/></fill></fills>',
        '<borders count="1"><border/></borders>',
        '<cellStyleXfs count="1"><xf/></cellStyleXfs>',
        '<cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs>',
        "</styleSheet>",
    )
)
Tables = Mapping[str, tuple[Sequence[str], Sequence[Mapping[str, Any]]]]
"""The columns and the rows of each table."""


class TooLarge(Exception):
    """A table does not fit into a sheet. The text is one line: which, and why."""


def sheet_names(tables: Sequence[str]) -> dict[str, str]:
    """Return the name of each table's sheet. A long name is cut, and gets a number if that is not unique."""
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
    """Return a workbook: a sheet of contents, and one for each table. Raises TooLarge."""
    sheets = sheet_names([*tables])
    contents = [
        {"sheet": sheets[name], "table": name, "rows": len(rows)} for name, (_, rows) in tables.items()
    ]
    parts: list[tuple[str, Sequence[str], Sequence[Mapping[str, Any]]]] = [
        (CONTENTS, ("sheet", "table", "rows"), contents)
    ]
    parts += [(sheets[name], columns, rows) for name, (columns, rows) in tables.items()]
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as out:
        for path, text in _frame([name for name, *_ in parts]).items():
            _write(out, path, [_HEAD, text])
        for number, (name, columns, rows) in enumerate(parts, 1):
            _write(out, f"xl/worksheets/sheet{number}.xml", _sheet(name, columns, rows))
    return file.getvalue()


def _write(out: ZipFile, path: str, pieces: Sequence[str] | Iterator[str]) -> None:
    about = ZipInfo(path, (1980, 1, 1, 0, 0, 0))
    about.compress_type = ZIP_DEFLATED
    with out.open(about, "w", force_zip64=True) as file:
        for piece in pieces:
            file.write(piece.encode())


def _frame(sheets: Sequence[str]) -> dict[str, str]:
    """Return the parts of a workbook around its sheets."""
    numbers = range(1, len(sheets) + 1)
    listed = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{number}" r:id="rId{number}"/>'
        for number, name in zip(numbers, sheets, strict=True)
    )
    targets = [(f"rId{number}", "worksheet", f"worksheets/sheet{number}.xml") for number in numbers]
    targets.append((f"rId{len(sheets) + 1}", "styles", "styles.xml"))
    overrides = "".join(
        f'<Override PartName="/xl/worksheets/sheet{number}.xml" ContentType="{_KINDS}.worksheet+xml"/>'
        for number in numbers
    )
    return {
        "[Content_Types].xml": "".join(
            (
                f'<Types xmlns="{_PACKAGE}/content-types">',
                f'<Default Extension="rels" ContentType="{_RELATIONS}"/>',
                '<Default Extension="xml" ContentType="application/xml"/>',
                f'<Override PartName="/xl/workbook.xml" ContentType="{_KINDS}.sheet.main+xml"/>',
                f'<Override PartName="/xl/styles.xml" ContentType="{_KINDS}.styles+xml"/>',
                overrides,
                "</Types>",
            )
        ),
        "_rels/.rels": _relations([("rId1", "officeDocument", "xl/workbook.xml")]),
        "xl/_rels/workbook.xml.rels": _relations(targets),
        "xl/styles.xml": _STYLES,
        "xl/workbook.xml": (
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{listed}</sheets></workbook>'
        ),
    }


def _relations(targets: Sequence[tuple[str, str, str]]) -> str:
    listed = "".join(
        f'<Relationship Id="{name}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for name, kind, target in targets
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{listed}</Relationships>'


def _sheet(name: str, columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a sheet: the head in bold, always in view, and the rows."""
    if len(rows) > ROWS_MAX:
        raise TooLarge(f"table {name} has {len(rows):,} rows, and a sheet holds {ROWS_MAX:,}")
    yield (
        f'{_HEAD}<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>'
    )
    yield _row(name, 1, columns, ' s="1"')
    for number, row in enumerate(rows, 2):
        yield _row(name, number, [row.get(column) for column in columns])
    yield "</sheetData></worksheet>"


def _row(name: str, number: int, values: Sequence[Any], style: str = "") -> str:
    cells = "".join(
        _cell(name, f"{_letters(at)}{number}", value, style)
        for at, value in enumerate(values)
        if value not in (None, "")
    )
    return f'<row r="{number}">{cells}</row>'


def _cell(name: str, place: str, value: Any, style: str) -> str:
    if isinstance(value, bool):
        return f'<c r="{place}" t="b"><v>{value:d}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{place}"><v>{value!r}</v></c>'
    text = str(value)
    if len(text) > CELL_CHARS_MAX:
        raise TooLarge(
            f"table {name} has a text of {len(text):,} characters, and a cell holds {CELL_CHARS_MAX:,}"
        )
    kept = escape(_CODED.sub("_x005F_", text))
    return f'<c r="{place}" t="inlineStr"{style}><is><t xml:space="preserve">{kept}</t></is></c>'


def _letters(at: int) -> str:
    """Return the name of a column by its place: A to Z, AA and so on."""
    name = ""
    at += 1
    while at:
        at, rest = divmod(at - 1, 26)
        name = chr(ord("A") + rest) + name
    return name
