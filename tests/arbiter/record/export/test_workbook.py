"""The workbook is read back with the standard library, as a spreadsheet reads it."""

from __future__ import annotations

import io
from typing import Any
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest
from warcouncil.arbiter.record.export import workbook as books
from warcouncil.arbiter.record.export.workbook import CELL_CHARS_MAX, TooLarge, sheet_names, workbook


def read(data: bytes) -> dict[str, list[list[Any]]]:
    """Return the cells of each sheet, row by row."""
    with ZipFile(io.BytesIO(data)) as book:
        names = [one.get("name") or "" for one in _parts(book, "workbook", "sheet")]
        texts = ["".join(one.itertext()) for one in _parts(book, "sharedStrings", "si")]
        return {
            name: [
                [_value(cell, texts) for cell in row]
                for row in _parts(book, f"worksheets/sheet{number}", "row")
            ]
            for number, name in enumerate(names, 1)
        }


def _parts(book: ZipFile, part: str, tag: str) -> list[ET.Element]:
    root = ET.fromstring(book.read(f"xl/{part}.xml"))
    return [*root.iter(f"{{http://schemas.openxmlformats.org/spreadsheetml/2006/main}}{tag}")]


def _value(cell: ET.Element, texts: list[str]) -> Any:
    text = "".join(cell.itertext())
    match cell.get("t"):
        case "b":
            return text == "1"
        case "s":
            return texts[int(text)]
        case _:
            return float(text) if "." in text or "e" in text else int(text)


def test_values_come_back_as_they_were() -> None:
    """If this fails, a spreadsheet shows another value, or takes a text for a formula or a date."""
    rows = [{"a": 1, "b": "=1+1", "c": True}, {"a": -0.5, "b": "3.1 <&> _x0041_ ü", "c": None}]
    sheets = read(workbook({"talk": (("a", "b", "c"), rows)}))
    assert sheets["CONTENTS"] == [["sheet", "table", "rows"], ["talk", "talk", 2]]
    assert sheets["talk"] == [
        ["a", "b", "c"],
        [1, "=1+1", True],
        [-0.5, "3.1 <&> _x005F_x0041_ ü"],
    ]


def test_equal_tables_give_equal_bytes() -> None:
    """If this fails, the checksum of an export says that data changed."""
    tables = {"talk": (("a",), [{"a": 1}])}
    book = workbook(tables)
    assert book == workbook(tables)
    dates = {part.date_time[0] for part in ZipFile(io.BytesIO(book)).infolist()}
    told = ZipFile(io.BytesIO(book)).read("docProps/core.xml").decode()
    assert dates == {1980}
    assert told.count("1980-01-01T00:00:00Z") == 2


def test_names_of_sheets_are_short_and_differ() -> None:
    """If this fails, a spreadsheet repairs the file, and tables change places."""
    names = sheet_names([f"event_kashmir_crisis_cards_dealt_{end}" for end in ("openly", "open", "x")])
    assert len({*names.values()}) == 3
    assert all(len(name) <= 31 for name in names.values())


def test_what_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, a spreadsheet shows half a text, or half a table."""
    with pytest.raises(TooLarge, match="table talk has a text of 32,768 characters"):
        workbook({"talk": (("a",), [{"a": "x" * (CELL_CHARS_MAX + 1)}])})
    monkeypatch.setattr(books, "ROWS_MAX", 1)
    with pytest.raises(TooLarge, match="table talk has 2 rows, and a sheet holds 1"):
        workbook({"talk": (("a",), [{"a": 1}, {"a": 2}])})
