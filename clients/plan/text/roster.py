"""A roster: people in a CSV file with a heading line, as any spreadsheet writes it."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from io import StringIO

from warcouncil.clients.plan.text.mistakes import NO_CSV, Fault
from warcouncil.protocol.words import NAME_CHARS_MAX, clean, typed_number

COLUMNS = ("name", "table", "seat")
ROWS_MAX = 10_000
"""How many rows a roster can have. 400 tables of 20 seats have 8,000 people. Bounds the time of a check."""
TOO_MANY = f"there are more than {ROWS_MAX:,} rows. Give only the people of this exercise"
MUDDLED = "there are more cells here than the heading has columns. Is a separator in a name without quotes?"


@dataclass(frozen=True, slots=True)
class Person:
    """A person who needs a seat, and their line in the file. A table is a number or a name."""

    name: str
    table: int | str | None
    seat: str | None
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class RosterFile:
    """The contents of a file."""

    people: tuple[Person, ...] = ()
    faults: tuple[Fault, ...] = ()
    hints: tuple[Fault, ...] = ()


def read_roster(text: str, file: str) -> RosterFile:
    """Read a roster. Columns may be in any order, separated by commas, semicolons or tabs."""
    text = text.removeprefix("\ufeff")
    heading = next((line for line in text.splitlines() if line.strip()), "")
    mark = max(",;\t", key=heading.count)
    lines = csv.reader(StringIO(text, newline=""), delimiter=mark, skipinitialspace=True, strict=True)
    people: list[Person] = []
    faults: list[Fault] = []
    columns: list[str] = []
    line = 1
    try:
        for cells in lines:
            at, line = line, lines.line_num + 1
            values = [clean(cell, NAME_CHARS_MAX + 1) for cell in cells]
            if not any(values):
                continue
            if not columns:
                columns = [value.lower() for value in values]
                if "name" not in columns:
                    return RosterFile(faults=(Fault(file, at, _heading(values)),))
            elif len(people) + len(faults) >= ROWS_MAX:
                faults.append(Fault(file, at, TOO_MANY))
                break
            elif any(values[len(columns) :]):
                faults.append(Fault(file, at, MUDDLED))
            else:
                person = _person(dict(zip(columns, values, strict=False)), file, at)
                (people if isinstance(person, Person) else faults).append(person)  # type: ignore[arg-type]
    except csv.Error:
        faults.append(Fault(file, line, NO_CSV))
    unused = [column for column in columns if column and column not in COLUMNS]
    hints = [
        Fault(file, 1, f"the column {column!r} is not used. The columns are {_and(COLUMNS)}")
        for column in unused
    ]
    hints += [
        Fault(file, 1, f"the column {column!r} is named twice here. The last one counts")
        for column in COLUMNS
        if columns.count(column) > 1
    ]
    if not people and not faults:
        hints.append(Fault(file, 1, "the file names no people. Write one person per line: name,table,seat"))
    return RosterFile(tuple(people), tuple(faults), tuple(hints))


def _person(cells: dict[str, str], file: str, line: int) -> Person | Fault:
    name = cells.get("name", "")
    if not name:
        return Fault(file, line, "the name is missing. Write it in the column name, or take the line out")
    if len(name) > NAME_CHARS_MAX:
        return Fault(file, line, f"the name is too long. Give at most {NAME_CHARS_MAX} characters")
    table = cells.get("table", "")
    number = typed_number(table)
    return Person(name, (table if number is None else number) or None, cells.get("seat") or None, file, line)


def _heading(values: list[str]) -> str:
    return (
        f"the first line must name the columns, as in: name,table,seat. Here it is: {','.join(values)[:60]}"
    )


def _and(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
