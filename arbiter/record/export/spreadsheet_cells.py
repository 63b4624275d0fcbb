"""Cells: the values of tidy tables, made safe for files that other programs open.

No cell has a sequence that a terminal or an editor executes. No cell of a CSV file begins like a formula. For an
anonymous export, names are replaced in every text that is not a word of the program, whatever its column.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from warcouncil.arbiter.record.export.pseudonyms import Pseudonyms
from warcouncil.arbiter.record.export.rows import Rows
from warcouncil.arbiter.record.export.schema import TableSchema
from warcouncil.protocol.words import plain

FORMULAS = ("=", "+", "-", "@", "|", "%", "＝", "＋", "－", "＠")
"""The beginnings of a cell that a spreadsheet takes for a formula."""


_NUMBER = r"-?\d+(?:\.\d+)?(?=\s*(?:[,;\]}]|$))"
_INNER = re.compile(rf"([,;\t\r\n]\s*)(?!{_NUMBER})(?=[=+\-@|%＝＋－＠])")
"""The place of a formula after a separator within a text. A list of numbers does not change."""
_CHANGED = re.compile(r"\d+(?:[./:-]\d+)+|\d+[eE]\d+")
"""A text such as 3.1, 4-2 or 12e5, which a spreadsheet reads as a date, a time or another number."""


def cleaned(rows: Rows, schemas: Mapping[str, TableSchema], others: Pseudonyms | None) -> Rows:
    """Return tables with safe texts, and with pseudonyms if `others` is set."""
    kept = {row["seat"] for row in rows["seats"]} | {row["team"] for row in rows["seats"]}
    return {
        name: [_cleaned(row, schemas[name], others, kept) for row in table] for name, table in rows.items()
    }


def _cleaned(
    row: Mapping[str, Any], schema: TableSchema, others: Pseudonyms | None, kept: Collection[str]
) -> dict[str, Any]:
    """Return a row with safe texts. Names of seats and teams in event fields stay, even if a person has the same
    name."""
    made: dict[str, Any] = {}
    for column in schema.columns:
        value = row.get(column.name)
        text = plain(value) if isinstance(value, str) else value
        is_word = column.is_word or (schema.is_told and value in kept)
        made[column.name] = others.text(text) if others and isinstance(text, str) and not is_word else text
    return made


def no_formula(value: Any) -> Any:
    """Return a cell of CSV.

    A text that a spreadsheet would compute, or change into a date or another number, gets an apostrophe in front. So
    does a formula after a comma, a semicolon or a tab, because spreadsheets in some countries split the text there.
    """
    if not isinstance(value, str):
        return value
    text = _INNER.sub(r"\1'", value)
    return f"'{text}" if text.startswith(FORMULAS) or _CHANGED.fullmatch(text) else text
