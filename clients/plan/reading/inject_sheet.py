"""Injects as a spreadsheet: a CSV file with a heading line and one inject in each row.

A file that is written and read again is unchanged.

The reader accepts files as people and spreadsheets write them: columns in any order, separated by commas,
semicolons or tabs. A byte order mark and UTF-16 are accepted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from difflib import get_close_matches
from hashlib import blake2b
from json import dumps
from pathlib import Path
from typing import Any

from warcouncil.clients.plan.reading.layout import InjectRoom
from warcouncil.clients.plan.text.csv_text import (
    NO,
    YES,
    BrokenCsv,
    csv_of,
    csv_rows,
    csv_text,
    guarded,
)
from warcouncil.clients.plan.text.mistakes import NO_CSV, Fault
from warcouncil.protocol.words import clean, plain

COLUMNS = (
    *("text", "at", "phase", "occasion", "after", "name", "at_hand"),
    *("label", "over", "tables", "seat", "team", "reply"),
    *("sender", "kind", "while_open"),
)
ALSO = {
    "message": "text",
    "inject": "text",
    "time": "at",
    "table": "tables",
    "limit": "over",
    "number": "label",
    "from": "sender",
}
"""Other names of columns."""
LONG_HOURS = 4
_SPOKEN = re.compile(
    r"(?:(\d{1,2}) ?h(?:ours?)?)? ?(?:(\d{1,4}) ?m(?:in(?:utes?)?)?)? ?(?:(\d{1,5}) ?s(?:ec(?:onds?)?)?)?"
)


@dataclass(slots=True)
class InjectSheet:
    """The contents of a file. It has the rows in the form of a plan, each with its number, and the faults and hints."""

    rows: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    hints: list[Fault] = field(default_factory=list)


# --- out ----------------------------------------------------------------------------------------------------------


def digest_of(injects: Sequence[InjectRoom]) -> str:
    """Return the digest of injects. It depends on their texts, addressees and times, and not on the kind of file."""
    values = [
        {
            name: plain(value) if isinstance(value, str) else value
            for name, value in {**asdict(each), "line": 0, "at_seconds": each.at_seconds or 0}.items()
        }
        for each in injects
    ]
    return blake2b(dumps(values, sort_keys=True).encode(), digest_size=8).hexdigest()


def sheet_of(injects: Sequence[InjectRoom], separator: str = ",") -> str:
    """Return injects as a CSV file for any spreadsheet."""
    rows: list[list[str]] = []
    for each in injects:
        cells = {
            "text": guarded(each.text),
            "sender": guarded(each.sender),
            "kind": each.kind if each.kind != "message" else "",
            "at": "" if each.at_seconds is None else time_words(each.at_seconds),
            "phase": guarded(each.phase),
            "occasion": str(each.occasion) if each.occasion > 1 else "",
            "while_open": "yes" if each.while_open else "",
            "after": "" if each.after is None else guarded(injects[each.after].name),
            "name": guarded(each.name),
            "at_hand": "yes" if each.at_hand else "",
            "label": guarded(each.label),
            "over": str(each.over) if each.label else "",
            "tables": " | ".join(map(str, each.tables)),
            "seat": guarded(each.seat),
            "team": guarded(each.team),
            "reply": "yes" if each.reply else "",
        }
        rows.append([cells[column] for column in COLUMNS])
    return csv_of(COLUMNS, rows, separator)


def inject_lines(injects: Sequence[InjectRoom]) -> list[str]:
    """Return injects as lines of text: when each comes, and its text."""
    return [
        f"{number}  {_when(injects, each)}: {f'{each.sender}: ' if each.sender else ''}{clean(each.text)}"
        for number, each in enumerate(injects, 1)
    ]


def _when(injects: Sequence[InjectRoom], each: InjectRoom) -> str:
    if each.at_hand:
        return "at hand"
    opening = f", opening {each.occasion}" if each.occasion > 1 else ""
    parts = [
        time_words(each.at_seconds) if each.at_seconds is not None else "",
        f"after {each.phase} opened{opening}" if each.phase else "",
        f"after {injects[each.after].name}" if each.after is not None else "",
        f"{each.label} over {each.over}" if each.label else "",
    ]
    return " ".join(filter(None, parts))


def time_words(seconds: int) -> str:
    """Return a time in a form that no spreadsheet reads as a time of day, such as 12 min 30 s."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes} min {rest} s" if minutes and rest else f"{minutes} min" if minutes else f"{rest} s"


# --- in -----------------------------------------------------------------------------------------------------------


def read_sheet(file: Path) -> InjectSheet:
    """Read injects from a CSV file. Raises BadInput if the file is not CSV."""
    sheet = InjectSheet()
    columns: list[str] = []
    try:
        for row, values in csv_rows(csv_text(file, "a list of injects")):
            if not columns:
                columns = _columns(values, str(file), row, sheet)
                if "text" not in columns:
                    return sheet
            elif any(values[len(columns) :]):
                said = (
                    f"row {row} has more cells than the heading has columns. Is a separator in a"
                    " text without quotes?"
                )
                sheet.faults.append(Fault(str(file), row, said))
            else:
                held = {name: value for name, value in zip(columns, values, strict=False) if name and value}
                sheet.rows.append((row, _values(held, row, str(file), sheet)))
    except BrokenCsv as broken:
        sheet.faults.append(Fault(str(file), broken.row, NO_CSV))
    return sheet


def _columns(heading: list[str], file: str, row: int, sheet: InjectSheet) -> list[str]:
    """Return the columns in a heading. A column that is not used is ""."""
    found: list[str] = []
    sure = [column for column, is_sure in map(_column, heading) if is_sure]
    for name in heading:
        column, is_sure = _column(name)
        if not is_sure and (column in sure or column in found):
            column = ""
        if column in found and column:
            said = f"two columns could be {column}. Rename {clean(name, 40)!r}, or take it out"
            sheet.faults.append(Fault(file, row, said))
        elif not column and name:
            said = f"the column {clean(name, 40)!r} is not used. The columns are {', '.join(COLUMNS)}"
            sheet.hints.append(Fault(file, row, said))
        elif not is_sure:
            said = f"the column {clean(name, 40)!r} is used as {column}"
            sheet.hints.append(Fault(file, row, said))
        found.append(column)
    if "text" not in found:
        said = f"the heading must have the column text. It has {clean(', '.join(heading), 60) or 'nothing'}"
        sheet.faults.append(Fault(file, row, said))
    return found


def _column(name: str) -> tuple[str, bool]:
    """Return the column that a heading means, or "", and whether the heading is the exact name."""
    known = {column.replace("_", ""): column for column in COLUMNS} | ALSO
    said = re.sub(r"[\W_]+", "", name.casefold())
    near = get_close_matches(said, known, n=1, cutoff=0.75)
    return (known[said], True) if said in known else (known[near[0]], False) if near else ("", True)


def _values(cells: dict[str, str], row: int, file: str, sheet: InjectSheet) -> dict[str, Any]:
    """Return the values of cells in the form of a plan.

    An unreadable value is kept and reported as in a plan.
    """
    values: dict[str, Any] = dict(cells)
    for name in ("occasion", "over"):
        if re.fullmatch(r"-?\d{1,9}", cells.get(name, "")):
            values[name] = int(cells[name])
    for name in ("at_hand", "reply", "while_open"):
        word = cells.get(name, "").casefold()
        if word in (*YES, *NO):
            values[name] = word in YES
    if "at" in cells:
        values["at"] = _time(cells["at"])
        hours = re.fullmatch(r"(\d{1,2}):\d\d:\d\d", cells["at"])
        if hours and int(hours[1]) >= LONG_HOURS:
            said = (
                f"at: {cells['at']} is {int(hours[1])} hours. A spreadsheet writes 12:30 like this."
                " For minutes, write 12 min 30 s"
            )
            sheet.hints.append(Fault(file, row, said))
    if "tables" in cells:
        parts = re.split(r"\s*\|\s*" if "|" in cells["tables"] else r"\s*[,;]\s*", cells["tables"])
        values["tables"] = [int(part) if re.fullmatch(r"\d{1,5}", part) else part for part in parts if part]
    when = {name: values.pop(name) for name in ("label", "over") if name in values}
    return values | ({"when": when} if when else {})


def _time(cell: str) -> int | str:
    """Parse a time in the form of the sheet, or in seconds. Any other text is kept, and the plan reads it."""
    if re.fullmatch(r"\d{1,6}", cell):
        return int(cell)
    spoken = _SPOKEN.fullmatch(cell.casefold())
    if spoken is None or not any(spoken.groups()):
        return cell
    hours, minutes, seconds = (int(part or 0) for part in spoken.groups())
    return hours * 3600 + minutes * 60 + seconds
