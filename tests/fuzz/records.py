"""Targets: an exercise's records from its file or its database, for an arbiter that resumes it, and for a
reader that verifies or debriefs it. An input is a list of records as JSON. The chain is calculated for it:
a chain protects from accidents, not from an author of false files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.room.recovery import restore
from warcouncil.arbiter.core.words.record import Corrupt, Row
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.export.rows import tables_of
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.verifying.verify import verify
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.protocol.acts.acts import Extend, Note, Pause, Resume
from warcouncil.protocol.wire.requests import Call

from tests.arbiter.core.harness import Room, load, sign
from tests.arbiter.record.files import keep
from tests.fuzz.files import folder
from tests.fuzz.target import Target

INT64 = 2**63


class NoRecords(Exception):
    """An input that no file or database can hold."""


def rows_in(data: bytes) -> list[Row]:
    """Return the records that an input describes. Raises NoRecords."""
    try:
        told = json.loads(data)
        return [_row(seq, one) for seq, one in enumerate(told, 1)]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise NoRecords from None


def _row(seq: int, one: Any) -> Row:
    at, kind, table, body = one["at"], one["kind"], one["table"], one["body"]
    if type(at) is not int or type(table) is not int or type(kind) is not str or not -INT64 <= at < INT64:
        raise NoRecords
    if not -(2**31) <= table < 2**31 or len(kind.encode()) > 1000:
        raise NoRecords
    written = body if isinstance(body, str) else json.dumps(body, separators=(",", ":"))
    return Row(seq, at, kind, table, written.encode())


def told(rows: list[Row]) -> bytes:
    """Return records as an input."""
    parts = [
        {"at": row.at, "kind": row.kind, "table": row.table, "body": json.loads(row.body)} for row in rows
    ]
    return json.dumps(parts, separators=(",", ":")).encode()


def _taken_up(data: bytes) -> int:
    exercise: Exercise = restore(rows_in(data), sign, load=load)
    return len(exercise.tables)


def _verified(data: bytes) -> Any:
    """Verify the records, and make tables of them."""
    rows = rows_in(data)
    if not all(0 <= row.table < 2**16 for row in rows):
        raise NoRecords  # its trail cannot be written
    path = folder() / "one.exercise"
    for beside in folder().glob("one.exercise*"):
        beside.unlink()
    keep(path, rows)
    with open_record(path) as record:
        found = verify(record, load=load)
        tables_of(record, gather(record, load=load))
    return found


def _played() -> Iterator[bytes]:
    for game in ("nim", "sealed_bid"):
        room = Room(game)
        people, umpire = room.sit_all(), room.umpire()
        room.play()
        first = next(iter(people.values()))
        room.rule(umpire, Extend(seconds=5))
        room.rule(umpire, Note(text="a note"))
        room.rule(umpire, Pause())
        room.rule(umpire, Resume())
        room.ask(first, Call(id=room.fresh(), text="umpire!"))
        room.play()
        yield told(room.journal)


TARGETS = (
    Target("journal", _taken_up, (Corrupt, NoRecords), seeds=_played, steps=(60_000, 120), bytes_max=40_000),
    Target(
        "record", _verified, (JournalError, NoRecords), seeds=_played, steps=(150_000, 300), bytes_max=40_000
    ),
)
