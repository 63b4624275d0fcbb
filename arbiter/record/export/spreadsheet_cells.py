"""Cells: what of a tidy table may stand in a file that other programs open.

Laws: no cell holds what a terminal or an editor could obey; in CSV none begins as a formula does; without names, every text
that is not a word of the program has them replaced, in columns that nobody thought of too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from warcouncil.arbiter.record.export import tidy_tables
from warcouncil.arbiter.record.export.pseudonyms import Pseudonyms
from warcouncil.arbiter.record.export.rows import Rows, columns
from warcouncil.protocol.words import plain

FORMULAS = ("=", "+", "-", "@", "|", "%", "＝", "＋", "－", "＠")
"""What a cell begins with that a spreadsheet takes for a formula."""


def cleaned(rows: Rows, others: Pseudonyms | None) -> Rows:
    """Give tables whose texts may be written; with pseudonyms if there are to be no names."""
    kept = {row["seat"] for row in rows["seats"]} | {row["team"] for row in rows["seats"]}
    return {
        name: [_cleaned(row, _words(name), others, kept) for row in table] for name, table in rows.items()
    }


def _words(name: str) -> frozenset[str]:
    """Give the columns of a table that hold words of the program alone."""
    fields = tidy_tables.TABLES[name].model_fields
    word = tidy_tables.Word.__metadata__[0]  # type: ignore[attr-defined]  # an annotated type has it
    return frozenset(each for each, field in fields.items() if word in field.metadata)


def _cleaned(
    row: Mapping[str, Any], words: frozenset[str], others: Pseudonyms | None, kept: Collection[str]
) -> dict[str, Any]:
    """Clean a row; names of seats and teams in the fields of events stay, whoever is called so."""
    made: dict[str, Any] = {}
    for name, value in row.items():
        text = plain(value) if isinstance(value, str) else value
        is_word = name in words or (name.startswith(tidy_tables.FIELD) and value in kept)
        made[name] = others.text(text) if others and isinstance(text, str) and not is_word else text
    return made


def no_formula(value: Any) -> Any:
    """Give a cell of CSV: a text that a spreadsheet would compute has an apostrophe before it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULAS) else value


def kinds(name: str, rows: list[dict[str, Any]]) -> dict[str, type]:
    """Give each column of a table with what it holds: int, bool or str. A field of events that is not always one is str."""
    fields = tidy_tables.TABLES[name].model_fields
    found: dict[str, type] = {}
    for column in columns(name, rows):
        if column in fields:
            hint = fields[column].annotation
            found[column] = int if hint in (int, int | None) else bool if hint is bool else str
        else:
            held = {type(row[column]) for row in rows if row.get(column) is not None}
            found[column] = held.pop() if held in ({int}, {bool}) else str
    return found
