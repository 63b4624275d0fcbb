"""A scenario file with its tables. A list may be the name of a CSV file beside it, whose rows then become
part of its text.

`injects = "mel.csv"` has a row for each message. Teams, seats, numbers, documents and hints can be tables in
the same way. `bonus = "bonuses.csv"` in [scores] can too. `allocations = "start.csv"` sets the initial
numbers. `sheet = "payoffs.csv"` in [scores] has a row for each issue and option, and a column of points for
each party. The `picture = "quay.svg"` of a document is a file too.

The game gets one text and reads no file. A message about a mistake names the row.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path as File
from typing import Any

from warcouncil.clients.link.base.bounded_files import read_bounded
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.plan.text.csv_text import NO, YES, BrokenCsv, csv_rows, csv_text
from warcouncil.clients.plan.text.mistakes import NO_CSV, Fault
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.plan.text.toml_lines import Path, line_of
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.games.scenario.file.pictures import PNG_BEGINS, SOURCE_CHARS_MAX, source_of
from warcouncil.games.scenario.file.pictures.unfit import Unfit
from warcouncil.protocol.words import clean

LISTS: tuple[Path, ...] = (
    *(("injects",), ("teams",), ("seats",), ("numbers",), ("documents",), ("hints",)),
    ("scores", "bonus"),
)
"""The lists that may be a CSV file. A column is a key of one entry."""
ALLOCATIONS, SHEET = ("allocations",), ("scores", "sheet")
WHO, ISSUE, OPTION, WORDS = "who", "issue", "option", "words"
LIST_SIGN = "|"
"""Separates the entries of a list in one cell."""
ROWS_MAX = 1000
_NAME = re.compile(r"[^/\\\0]{1,100}\.csv", re.IGNORECASE)
_PICTURE = re.compile(r"[^/\\\0]{1,100}\.(?:png|svg)", re.IGNORECASE)
_ENTRY = re.compile(r"(\S+)\s+(-?\d{1,7})")


@dataclass(slots=True)
class Assembled:
    """The values of a scenario file with its tables, the row of each value from a table, and the faults.

    `seen` is the text of the tables. It changes whenever one of them does.
    """

    values: dict[str, Any]
    file: File
    lines: Mapping[Path, int]
    rows: dict[Path, tuple[str, int]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)

    @property
    def has_tables(self) -> bool:
        """Whether the file names a table."""
        return bool(self.seen or self.faults)

    def text(self) -> str:
        """Return the whole scenario as one text: JSON, which the game reads too."""
        return json.dumps(self.values, ensure_ascii=False, default=str)

    def fault(self, path: Path, said: str) -> Fault:
        """Return a fault at a value: at the row of its table, or else at its line of the file."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.rows:
                name, row = self.rows[path[:length]]
                return Fault(name, row, said)
        return Fault(str(self.file), line_of(self.lines, path), said)


def assemble(values: dict[str, Any], file: File, lines: Mapping[Path, int]) -> Assembled:
    """Insert the tables that a file names."""
    made = Assembled(values, file, lines)
    for path in LISTS:
        owner, key = _owner(values, path)
        if owner is not None and isinstance(owner.get(key), str):
            owner[key] = _entries(made, path, owner[key])
    if isinstance(values.get(ALLOCATIONS[0]), str):
        _allocate(made, values.pop(ALLOCATIONS[0]))
    scores = values.get(SHEET[0])
    if isinstance(scores, dict) and isinstance(scores.get(SHEET[1]), str):
        _score(made, scores, scores.pop(SHEET[1]))
    _see_pictures(made)
    return made


def _see_pictures(made: Assembled) -> None:
    """Insert the picture files that documents name. An SVG can also be in the scenario file itself."""
    documents = made.values.get("documents")
    for at, document in enumerate(documents if isinstance(documents, list) else ()):
        name = document.get("picture") if isinstance(document, dict) else None
        if not isinstance(name, str) or not name or name.lstrip().startswith(("<", PNG_BEGINS)):
            continue
        path: Path = ("documents", at, "picture")
        if not _PICTURE.fullmatch(name) or name.startswith("."):
            said = f"picture: {clean(name, 60)!r} is not a picture. Name a PNG or SVG file in the same folder"
            made.faults.append(made.fault(path, said))
            continue
        file = made.file.parent / name
        try:
            document["picture"] = source_of(read_bounded(file, SOURCE_CHARS_MAX))
            made.seen.append(document["picture"])
        except OSError as fault:
            made.faults.append(made.fault(path, f"{file}: the file cannot be read ({why(fault)})"))
            made.seen.append(name)
        except Unfit as unfit:
            made.faults.append(made.fault(path, f"{file}: {unfit}"))
            made.seen.append(name)


def _owner(values: dict[str, Any], path: Path) -> tuple[dict[str, Any] | None, str]:
    *above, key = path
    owner: Any = values
    for step in above:
        owner = owner.get(step) if isinstance(owner, dict) else None
    return (owner if isinstance(owner, dict) else None), str(key)


def _table(made: Assembled, path: Path, name: str) -> tuple[list[str], list[tuple[int, dict[str, str]]]]:
    """Return the columns of a CSV file beside the scenario, and its rows. Record a fault for each part that
    cannot be read.
    """
    if not _NAME.fullmatch(name) or name.startswith("."):
        said = f"{path[-1]}: {clean(name, 60)!r} is not a table. Name a CSV file in the same folder, such as {path[-1]}.csv"
        made.faults.append(made.fault(path, said))
        return [], []
    file = made.file.parent / name
    try:
        text = csv_text(file, "a table of a scenario")
    except BadInput as fault:
        made.faults.append(made.fault(path, f"{path[-1]}: {fault}"))
        made.seen.append(str(fault))
        return [], []
    made.seen.append(text)
    return _rows(made, str(file), text)


def _rows(made: Assembled, name: str, text: str) -> tuple[list[str], list[tuple[int, dict[str, str]]]]:
    columns: list[str] = []
    rows: list[tuple[int, dict[str, str]]] = []
    try:
        for number, cells in csv_rows(text):
            if not columns:
                columns = [cell.strip() for cell in cells]
                twice = next((cell for cell in columns if cell and columns.count(cell) > 1), "")
                if twice:
                    said = f"two columns are called {clean(twice, 40)!r}. Rename one, or take it out"
                    made.faults.append(Fault(name, number, said))
            elif any(cells[len(columns) :]):
                said = "this row has more cells than the heading has columns. Is a separator in a text without quotes?"
                made.faults.append(Fault(name, number, said))
            else:
                rows.append(
                    (number, {key: cell for key, cell in zip(columns, cells, strict=False) if key and cell})
                )
    except BrokenCsv as broken:
        made.faults.append(Fault(name, broken.row, NO_CSV))
    if len(rows) > ROWS_MAX:
        made.faults.append(
            Fault(name, rows[ROWS_MAX][0], f"this table is too long. Use at most {ROWS_MAX} rows")
        )
    return columns, rows[:ROWS_MAX]


# --- one entry a row ----------------------------------------------------------------------------------------------


def _entries(made: Assembled, path: Path, name: str) -> list[dict[str, Any]]:
    """Return a list of the file from its table. A column is a key. If a cell is empty, the key is left out."""
    keys = columns_of(path)
    columns, rows = _table(made, path, name)
    for column in columns:
        if column and column not in keys:
            said = unknown(f"there is no key {clean(column, 40)!r}", column, keys, "columns are")
            made.faults.append(Fault(str(made.file.parent / name), 1, said))
    found: list[dict[str, Any]] = []
    for number, cells in rows:
        made.rows[*path, len(found)] = str(made.file.parent / name), number
        found.append({key: _value(cell, keys[key]) for key, cell in cells.items() if key in keys})
    return found


@cache
def columns_of(path: Path) -> Mapping[str, Mapping[str, Any]]:
    """Return the columns of a list, each with the schema of its values. A key has no column if its value is a
    list of mappings.
    """
    # Loaded only here, because a plan without a scenario does not need it
    from warcouncil.games.scenario.file.text.scenario import Scenario

    part: Any = Scenario
    for step in path:
        hint = part.model_fields[str(step)].annotation
        part = next(model for model in _models(hint))
    whole = part.model_json_schema()
    found: dict[str, Mapping[str, Any]] = {}
    for key, schema in whole["properties"].items():
        kinds = tuple(_kinds(schema))
        if not any(_is_table(kind) for kind in kinds):
            found[key] = {"kinds": kinds}
    return found


def _is_table(kind: Mapping[str, Any]) -> bool:
    """Return whether a schema allows tables that have keys of their own. Such a schema contains a reference to a
    definition (`#/$defs/`).
    """
    return "#/$defs/" in json.dumps(kind)


def _models(hint: Any) -> list[Any]:
    """Return the models inside a type."""
    if isinstance(hint, type) and hasattr(hint, "model_fields"):
        return [hint]
    return [model for part in getattr(hint, "__args__", ()) for model in _models(part)]


def _kinds(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [kind for each in schema["anyOf"] for kind in _kinds(each)] if "anyOf" in schema else [schema]


def _value(cell: str, column: Mapping[str, Any]) -> Any:
    """Return a cell in the type that the key of its column needs.

    A cell that does not fit is returned unchanged, and refused later like a value in the file.
    """
    kinds = {kind.get("type", "string"): kind for kind in column["kinds"]}
    words = {
        word
        for kind in column["kinds"]
        for word in (*kind.get("enum", ()), *([kind["const"]] if "const" in kind else ()))
    }
    if "boolean" in kinds and cell.casefold() in (*YES, *NO):
        return cell.casefold() in YES
    if kinds.keys() & {"integer", "number"} and re.fullmatch(r"-?\d{1,9}", cell):
        return int(cell)
    if "number" in kinds and re.fullmatch(r"-?\d{1,6}[.,]\d{1,6}", cell):
        return float(cell.replace(",", "."))
    parts = [part.strip() for part in cell.split(LIST_SIGN) if part.strip()]
    if "object" in kinds and parts and all(_ENTRY.fullmatch(part) for part in parts):
        return {found[1]: int(found[2]) for part in parts if (found := _ENTRY.fullmatch(part))}
    if "array" in kinds and cell not in words and (LIST_SIGN in cell or "string" not in kinds or words):
        return [_value(part, {"kinds": [kinds["array"].get("items", {})]}) for part in parts]
    return cell


# --- allocations and payoffs --------------------------------------------------------------------------------------


def _allocate(made: Assembled, name: str) -> None:
    """Set the initial numbers, with a row for each team or seat and a column for each number."""
    columns, rows = _table(made, ALLOCATIONS, name)
    file = str(made.file.parent / name)
    listed = made.values.get("numbers")
    numbers = {
        str(number["name"]): (place, number)
        for place, number in enumerate(listed if isinstance(listed, list) else [])
        if isinstance(number, dict) and "name" in number
    }
    if columns and WHO not in columns:
        made.faults.append(Fault(file, 1, f"the heading must have the column {WHO}: the team or seat"))
        return
    for column in columns:
        if column and column != WHO and column not in numbers:
            said = unknown(f"there is no number {clean(column, 40)!r}", column, numbers, "numbers are")
            made.faults.append(Fault(file, 1, said))
    for row, cells in rows:
        who = cells.get(WHO, "")
        for column, cell in cells.items():
            if column in numbers:
                place, number = numbers[column]
                starts = number.setdefault("starts", {})
                if isinstance(starts, dict):
                    starts[who] = _value(cell, {"kinds": [{"type": "integer"}]})
                    made.rows["numbers", place, "starts", who] = file, row


def _score(made: Assembled, scores: dict[str, Any], name: str) -> None:
    """Set the payoff sheet, with a row for each issue and option and a column for each party."""
    columns, rows = _table(made, SHEET, name)
    file = str(made.file.parent / name)
    missing = [column for column in (ISSUE, OPTION) if columns and column not in columns]
    if missing:
        said = f"the heading must have the columns {ISSUE} and {OPTION}, and one for each party. There is no {missing[0]}"
        made.faults.append(Fault(file, 1, said))
        return
    scores[SHEET[1]] = []
    for row, cells in rows:
        made.rows[*SHEET, len(scores[SHEET[1]])] = file, row
        points = {
            party: _value(cells[party], {"kinds": [{"type": "integer"}]})
            for party in columns
            if party not in (ISSUE, OPTION, WORDS, "") and cells.get(party)
        }
        words = {WORDS: cells[WORDS]} if cells.get(WORDS) else {}
        scores[SHEET[1]].append(
            {ISSUE: cells.get(ISSUE, ""), OPTION: cells.get(OPTION, ""), "points": points} | words
        )


def cell_of(value: Any) -> str:
    """Return a cell for a value. Reading the cell gives the same value."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case dict():
            return f" {LIST_SIGN} ".join(f"{key} {each}" for key, each in value.items())
        case list() | tuple():
            return f" {LIST_SIGN} ".join(map(cell_of, value))
        case float():
            return f"{value:g}"
        case _:
            return str(value)


def entry_rows(path: Path, entries: Sequence[Mapping[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """Return a list of the file as a table. It has only the columns that an entry uses, in the order of the format."""
    used = [key for key in columns_of(path) if any(key in entry for entry in entries)]
    return used, [[_entry_cell(path, key, entry.get(key)) for key in used] for entry in entries]


def _entry_cell(path: Path, key: str, value: Any) -> str:
    """Return a value as a cell of a list.

    If the column can also have a text, a list of one entry has the list sign.
    """
    cell = cell_of(value)
    kinds = columns_of(path)[key]["kinds"]
    could_be_text = any(kind.get("type") == "string" and not {"enum", "const"} & {*kind} for kind in kinds)
    alone = isinstance(value, list | tuple) and len(value) == 1 and could_be_text
    return f"{cell} {LIST_SIGN}" if alone else cell
