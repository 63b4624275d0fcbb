"""The keys of a text: write, delete, move. The functions are pure.

Each function for a key returns the new text, or the same object if only the cursor moved.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from pydantic_core import to_json
from rich.cells import cell_len
from warcouncil.clients.seat.answer.field_keys import FieldCursor
from warcouncil.protocol.table.forms import Words
from warcouncil.protocol.words import WRITTEN_LINES_MAX, plain

_WORD = re.compile(r"\s*\S*")
Rows = list[tuple[int, int]]
"""The rows of a drawn text: the index where each begins, and the index where it ends."""


def kept(field: Words, text: str) -> str:
    """Return a text without characters that a terminal would execute.

    Blanks and empty lines at its ends stay, because the player may continue to write.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not field.lines:
        lines = [" ".join(lines)]
    return _cut("\n".join(map(_kept_line, lines[:WRITTEN_LINES_MAX])), field.chars_max)


def _cut(text: str, chars_max: int) -> str:
    return text if len(text) <= chars_max else text[:chars_max].rstrip(" ")


def _kept_line(line: str) -> str:
    said = plain(line)
    if not said:
        return ""
    return f"{said} " if line.endswith(" ") else said


def press(cursor: FieldCursor, field: Words, text: str, key: str, char: str, *, spare: int) -> str | None:
    """Handle a key. Return None if the key has no effect. `spare` is how many more bytes may be written."""
    at = cursor.column = min(cursor.column, len(text))
    moved = _moved(cursor, field, text, key)
    if moved is not None:
        cursor.column = moved
        return text
    begin, end = _taken_back(field, text, at, key)
    if begin < end:
        cursor.column = begin
        return text[:begin] + text[end:]
    if key in ("backspace", "delete", "ctrl+u", "ctrl+w"):
        return text
    if key == "enter" and field.lines:
        return insert(cursor, field, text, "\n", spare=spare)
    return insert(cursor, field, text, char, spare=spare) if char and char.isprintable() else None


def insert(cursor: FieldCursor, field: Words, text: str, piece: str, *, spare: int) -> str:
    """Insert a text at the cursor, as much of it as fits.

    A second blank in a row is dropped.
    """
    before, after = text[: cursor.column], text[cursor.column :]
    if (piece == " " and (not before or before[-1] in " \n")) or len(text) >= field.chars_max:
        return text
    lines = kept(field, before + piece).split("\n")[: WRITTEN_LINES_MAX - after.count("\n")]
    written = _cut("\n".join(lines), field.chars_max - len(after))
    while written and bytes_of(written) - bytes_of(before) > spare:
        written = written[:-1]
    cursor.column = len(written)
    return text if written == before else written + after


def bytes_of(text: str) -> int:
    """Return how many bytes a text has in an answer."""
    return len(to_json(text)) - 2


def _moved(cursor: FieldCursor, field: Words, text: str, key: str) -> int | None:
    """Return where a key moves the cursor, or None if it does not move it."""
    at = cursor.column
    match key:
        case "left":
            return max(0, at - 1)
        case "right":
            return min(len(text), at + 1)
        case "ctrl+left":
            return _word_before(text, at)
        case "ctrl+right":
            return at + len(_WORD.match(text[at:])[0])  # type: ignore[index]  # it matches nothing at all too
        case "home" | "end":
            begin, end = _row(text, cursor)
            return begin if key == "home" else end
        case "up" | "down" if field.lines:
            return _beside(text, cursor, -1 if key == "up" else 1)
        case _:
            return None


def _word_before(text: str, at: int) -> int:
    """Return where the word before the cursor begins."""
    before = text[:at].rstrip()
    return max(before.rfind(" "), before.rfind("\n")) + 1


def _taken_back(field: Words, text: str, at: int, key: str) -> tuple[int, int]:
    """Return the range of letters (from, to) that a key deletes."""
    match key:
        case "backspace":
            return max(0, at - 1), at
        case "delete":
            return at, min(len(text), at + 1)
        case "ctrl+w":
            return _word_before(text, at), at
        case "ctrl+u" if field.lines:
            return text.rfind("\n", 0, at) + 1, at
        case "ctrl+u":
            return 0, len(text)
        case _:
            return 0, 0


# --- the rows in which it is drawn --------------------------------------------------------------------------------


def rows(text: str, width: int) -> Rows:
    """Break a text into rows of at most `width` cells, between words if possible. The line ends of the text stay."""
    found: Rows = []
    start = 0
    for line in text.split("\n"):
        found += [(start + begin, start + end) for begin, end in _broken(line, max(2, width))]
        start += len(line) + 1
    return found


def _broken(line: str, width: int) -> Rows:
    found: Rows = []
    begin = 0
    while True:
        end, used = begin, 0
        while end < len(line) and (used := used + cell_len(line[end])) <= width:
            end += 1
        if end == len(line):
            return [*found, (begin, end)]
        blank = line.rfind(" ", begin + 1, end + 1)
        found.append((begin, blank if blank > 0 else end))
        begin = blank + 1 if blank > 0 else end


def row_of(drawn: Rows, at: int) -> int:
    """Return the row of the cursor."""
    return max(0, bisect_right([begin for begin, _ in drawn], at) - 1)


def _row(text: str, cursor: FieldCursor) -> tuple[int, int]:
    drawn = rows(text, cursor.width)
    return drawn[row_of(drawn, cursor.column)]


def _beside(text: str, cursor: FieldCursor, by: int) -> int:
    """Return the index one row above or below the cursor.

    Above the first row, return the beginning of the text. Below the last row, return the end.
    """
    drawn = rows(text, cursor.width)
    row = row_of(drawn, cursor.column)
    if not 0 <= row + by < len(drawn):
        return 0 if by < 0 else len(text)
    cells = cell_len(text[drawn[row][0] : cursor.column])
    begin, end = drawn[row + by]
    at = begin
    while at < end and cell_len(text[begin : at + 1]) <= cells:
        at += 1
    return at
