"""Bookmarks: moments that a person marked in a replay, stored in a file beside the exercise file.

The file counts as foreign input. A fault in it is reported in one line, and a faulty file is never overwritten.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from pydantic import Field, ValidationError
from warcouncil.arbiter.record.account.account import Moment, MomentKind, TableAccount
from warcouncil.arbiter.record.file.reading import Record
from warcouncil.arbiter.shell.base.location import Location, home_of
from warcouncil.arbiter.shell.file.file_lock import cause
from warcouncil.arbiter.shell.file.outside_files import check_size
from warcouncil.games.kit.text.toml_text import NotToml, parse_toml
from warcouncil.protocol.words import Model, Speech, TableId, clean

BYTES_MAX = 1_000_000
BOOKMARKS_MAX = 2000
OWNER_ONLY = 0o600
HEAD = (
    "# Moments that were marked in a replay of this exercise (warcouncil replay, key b). Its report"
    " shows them.\n# You can change a note here. record, table and at_ms say which moment it is.\n"
)


class BookmarksFault(Exception):
    """The file cannot be read or written. The text is one line."""


class Bookmark(Model):
    """A moment at a table: after this record, at this exercise time."""

    table: TableId = Field(ge=1)
    record: int = Field(ge=0)
    at_ms: int = Field(ge=0)
    note: Speech


class Bookmarks(Model):
    """The content of the file. `exercise` and `key` identify the exercise that it belongs to."""

    exercise: str
    key: str
    bookmark: tuple[Bookmark, ...] = Field(default=(), max_length=BOOKMARKS_MAX)


def beside(home: Path | Location) -> Path:
    """Return the path of an exercise's bookmarks."""
    return home_of(home).beside(".bookmarks.toml")


def read(record: Record) -> tuple[Bookmark, ...]:
    """Read the bookmarks of an exercise, in order. Raises BookmarksFault."""
    file = beside(record.home)
    try:
        check_size(file, BYTES_MAX)
        data = file.read_bytes()
    except FileNotFoundError:
        return ()
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise BookmarksFault(f"{file}: this file is too large for bookmarks. Move it away") from None
        raise BookmarksFault(f"{file}: the bookmarks cannot be read ({cause(error)})") from None
    try:
        found = Bookmarks.model_validate(parse_toml(data.decode("utf-8")))
    except ValidationError as error:
        place = ".".join(map(str, error.errors(include_url=False)[0]["loc"]))
        raise BookmarksFault(f"{file}: {clean(place)} is wrong. Correct it, or move the file away") from None
    except UnicodeDecodeError:
        raise BookmarksFault(
            f"{file}: this is not a text in UTF-8, so it has no bookmarks. Correct it, or move it away"
        ) from None
    except NotToml as fault:
        where = f"line {fault.line}: {fault}"
        raise BookmarksFault(
            f"{file}: the bookmarks cannot be read ({where}). Correct the file, or move it away"
        ) from None
    if found.key != record.papers.curve_public:
        other = clean(found.exercise) or "another"
        raise BookmarksFault(f"{file}: these are bookmarks of another exercise ({other}). Move the file away")
    notes = (one.model_copy(update={"note": clean(one.note)}) for one in found.bookmark)
    return tuple(sorted(notes, key=lambda one: (one.table, one.record, one.at_ms)))


def marked(account: TableAccount, bookmarks: Iterable[Bookmark]) -> TableAccount:
    """Return a table's account with these bookmarks among its moments. They look like the notes that umpires made during play."""
    own = [one for one in bookmarks if one.table == account.number]
    if not own or not account.gates:
        return account
    found = list(account.moments)
    for one in own:
        opened = [gate.number for gate in account.gates if gate.opened_seq <= one.record]
        gate = max(opened, default=account.gates[0].number)
        found.append(Moment(one.record, one.at_ms, gate, MomentKind.NOTED, text=one.note))
    return replace(account, moments=sorted(found, key=lambda moment: (moment.seq, moment.at)))


def write(record: Record, bookmarks: Iterable[Bookmark]) -> None:
    """Write these bookmarks in place of the present ones. Raises BookmarksFault, also if the present ones cannot be read."""
    read(record)
    kept = tuple(bookmarks)
    file = beside(record.home)
    if len(kept) > BOOKMARKS_MAX:
        raise BookmarksFault(f"{file}: at most {BOOKMARKS_MAX} bookmarks fit. Take some out")
    rows = [
        HEAD,
        f"exercise = {_quoted(record.papers.exercise)}",
        f"key = {_quoted(record.papers.curve_public)}",
    ]
    for one in kept:
        rows += ["", "[[bookmark]]", f"table = {one.table}", f"record = {one.record}", f"at_ms = {one.at_ms}"]
        rows.append(f"note = {_quoted(one.note)}")
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        with suppress(FileNotFoundError):
            fresh.unlink()
        with os.fdopen(
            os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "w", encoding="utf-8"
        ) as out:
            out.write("\n".join(rows) + "\n")
        fresh.replace(file)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink()
        raise BookmarksFault(f"{file}: the bookmark cannot be saved ({cause(error)})") from None


def _quoted(text: str) -> str:
    """Return a text as a TOML string. TOML uses the same escapes as JSON, and the text has no control codes."""
    return json.dumps(clean(text), ensure_ascii=False)
