"""CSV in the forms that people and spreadsheets write: commas, semicolons or tabs, a byte order mark or UTF-16, and no formulas."""

from __future__ import annotations

import csv
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from pathlib import Path

from warcouncil.clients.link.base.bounded_files import read_bounded
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.plan.text.option_text import TEXT_BYTES_MAX, BadInput
from warcouncil.protocol.words import plain

SEPARATORS = ",;\t"
MARK = "\ufeff"
"""The byte order mark, by which spreadsheets recognise a text in UTF-8."""
BYTES_MAX = 1_000_000
YES, NO = ("yes", "y", "true", "x", "1", "ja"), ("no", "n", "false", "0", "nein")
"""The words for yes and no in a cell."""
_PACKED = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""The first bytes of files in the formats of spreadsheet programs: the newer formats, and the old .xls."""
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_INNER = re.compile(r"([,;]\s*)(?='*[=+\-@])")
"""Matches the place of a formula after a separator, because a spreadsheet of another country splits the text there."""
_INNER_GUARDED = re.compile(r"([,;]\s*)'(?='*[=+\-@])")


class BrokenCsv(Exception):
    """Beginning with this row, a text cannot be read as CSV."""

    def __init__(self, row: int) -> None:
        super().__init__(row)
        self.row = row


def csv_text(file: Path, holds: str) -> str:
    """Return the text of a CSV file. `holds` describes the contents for an error message. Raises BadInput."""
    try:
        data = read_bounded(file, TEXT_BYTES_MAX)
    except OSError as fault:
        raise BadInput(f"{file}: the file cannot be read ({why(fault)})") from None
    if data.startswith(_PACKED):
        raise BadInput(f"{file}: this is a spreadsheet file, not CSV. Save it there as “CSV UTF-8”")
    if file.suffix.lower() in (".xls", ".xlsx", ".ods"):
        raise BadInput(
            f"{file}: its name is that of a spreadsheet file, but it is text. Call it {file.stem}.csv"
        )
    if len(data) > BYTES_MAX:
        raise BadInput(f"{file}: this file is too large for {holds}. Use at most one megabyte")
    try:
        text = data.decode("utf-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(
            f"{file}: this is not a text in UTF-8. Save it as “CSV UTF-8” in the spreadsheet"
        ) from None
    if "\0" in text:
        raise BadInput(f"{file}: this is not a text. Save it as “CSV UTF-8” in the spreadsheet")
    return text


def csv_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not empty, each with its number and its cells. Raises BrokenCsv."""
    heading, _, rest = text.partition("\n")
    told = re.fullmatch(r"sep=([,;\t])\r?", heading)
    separator = told[1] if told else max(SEPARATORS, key=re.sub(r'"[^"]*"', "", heading).count)
    lines = csv.reader(StringIO(rest if told else text, newline=""), delimiter=separator, strict=True)
    number = 2 if told else 1
    try:
        for cells in lines:
            row, number = number, number + 1
            values = [bare(cell.replace("\r\n", "\n").strip()) for cell in cells]
            if any(values):
                yield row, values
    except csv.Error:
        raise BrokenCsv(number) from None


def csv_of(head: Sequence[str], rows: Iterable[Sequence[str]], separator: str = ",") -> str:
    """Return a CSV file for any spreadsheet."""
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return f"{MARK}{out.getvalue()}"


def guarded(text: str, *, lines: bool = False) -> str:
    """Return a text as a cell that no spreadsheet takes for a formula. With `lines`, the cell keeps its lines."""
    text = _INNER.sub(r"\1'", text if lines else plain(text))
    return f"'{text}" if _FORMULA.match(text) else text


def bare(cell: str) -> str:
    """Return the text of a cell without the sign that protects it from being a formula."""
    whole = cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
    return _INNER_GUARDED.sub(r"\1", whole)
