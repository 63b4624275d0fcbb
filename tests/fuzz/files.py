"""Targets: files that others wrote or that were damaged: keys, receipts, notes, settings, bookmarks, the
place of an exercise.
"""

from __future__ import annotations

import atexit
import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

from warcouncil.arbiter.record.account import bookmarks
from warcouncil.arbiter.record.account.bookmarks import BookmarksFault
from warcouncil.arbiter.record.file.reading import Record
from warcouncil.arbiter.record.judging import analysis
from warcouncil.arbiter.record.judging.analysis import BadFindings
from warcouncil.arbiter.record.verifying.brought_receipts import BroughtReceipts, read_brought
from warcouncil.arbiter.shell.base.entries import JournalError, Receipted
from warcouncil.arbiter.shell.base.location import home_of
from warcouncil.arbiter.shell.file import trail, write_ahead_log
from warcouncil.arbiter.shell.file.listened_at import ListenedAt, WebPlace, read_place
from warcouncil.clients.link.connect.link import Unsealer
from warcouncil.clients.link.identity import keyring
from warcouncil.clients.link.identity.keyring import HOME_VARIABLE, Ticket
from warcouncil.clients.link.identity.notes import NotesFile
from warcouncil.clients.link.identity.receipts import Receipts, read_kept
from warcouncil.clients.widgets.window import settings
from warcouncil.clients.widgets.window.settings import Settings

from tests.fuzz.target import Target
from tests.simulation.world import in_memory

ORIGIN = b"\7" * 32


@cache
def folder() -> Path:
    """Return a folder for files of one moment."""
    held = TemporaryDirectory(dir=in_memory())
    atexit.register(held.cleanup)
    return Path(held.name)


def written(name: str, data: bytes) -> Path:
    """Return a file with this content."""
    path = folder() / name
    path.write_bytes(data)
    return path


def _tickets(data: bytes) -> tuple[Ticket, ...]:
    """Read a key as the key ring does. Its owner joins with it."""
    (folder() / "seats").mkdir(exist_ok=True)
    written("seats/one.json", data)
    with patch.dict(os.environ, {HOME_VARIABLE: str(folder())}):
        found = keyring.tickets()
    for ticket in found:
        Unsealer(server_key=ticket.server_key, secret=ticket.secret)
    return found


def _receipts(data: bytes) -> Any:
    path = written("some.receipts", data)
    newest = Receipts(path).newest
    kept = read_kept(path)
    assert newest is None or newest in [getattr(each, "held", None) for each in kept]
    return kept


def _receipts_again(kept: Any) -> bytes:
    return "".join(f"{each.model_dump_json()}\n" for each in kept).encode()


def _brought(data: bytes) -> BroughtReceipts:
    found = read_brought(written("brought.receipts", data))
    assert all(fault.isprintable() for fault in found.faults)
    return found


def _notes(data: bytes) -> str:
    return NotesFile(written("one.notes", data), "secret").read()


def _settings(data: bytes) -> Settings:
    found, _ = settings.read(written("settings.toml", data))
    return found


def _bookmarks(data: bytes) -> Any:
    """Read bookmarks of an exercise that has this key."""
    path = folder() / "marked.exercise"
    record = SimpleNamespace(home=home_of(path), papers=SimpleNamespace(curve_public="key"))
    bookmarks.beside(record.home).write_bytes(data)
    return bookmarks.read(cast(Record, record))


def _findings(data: bytes) -> Any:
    return analysis.read_findings(written("one.analysis", data))


def _place(data: bytes) -> ListenedAt | None:
    return read_place(data.decode("utf-8", "replace"))


def _place_again(place: ListenedAt | None) -> bytes:
    return b"" if place is None else json.dumps(asdict(place)).encode()


def _trail(data: bytes) -> Any:
    found = trail.Trail(data, ORIGIN)
    return found.is_ours, found.is_sound, [*found.slots(1)], found.fits(1, ORIGIN)


def _log(data: bytes) -> write_ahead_log.Log:
    return write_ahead_log.scan(written("one-wal", data))


def _locked() -> bytes:
    box = NotesFile(folder() / "none", "secret")
    box.write("a note")
    return (folder() / "none").read_bytes()


def _slots() -> Iterator[bytes]:
    path = folder() / "a-trail"
    slots = {
        n: trail.Slot(n, bytes([n]) * 32, 1, Receipted(n, "red.army") if n % 2 else None) for n in (1, 2, 3)
    }
    trail.rewrite(path, ORIGIN, 3, None, slots)
    yield path.read_bytes()


PLACES = (
    ListenedAt(
        "0.0.0.0", 5000, addresses=("10.0.0.1:5000",), web=WebPlace(8443), known_as="host", standby=("b",)
    ),
    ListenedAt("::", 5000, walled=False, announced=False),
)
SETTINGS = b'theme = "light"\nsound = true\ncoached = ["a", "b"]\n\n[keys]\n"seat.seal" = ["f5", "ctrl+s"]\n'
BOOKMARKS = b"""exercise = "Jena"
key = "key"

[[bookmark]]
table = 1
record = 3
at_ms = 100
note = "worth a word"
"""
TICKET = Ticket(
    exercise="Jena",
    host="10.0.0.1",
    port=5000,
    server_key="rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7",
    public="Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID",
    secret="D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs",
    title="Red army",
    elsewhere=("10.0.0.2:5000",),
    epoch=3,
)

TARGETS = (
    Target(
        "tickets",
        _tickets,
        encode=lambda found: b"".join(each.model_dump_json().encode() for each in found),
        seeds=lambda: iter([TICKET.model_dump_json().encode()]),
    ),
    Target("receipts", _receipts, encode=_receipts_again),
    Target("brought", _brought, (JournalError,)),
    Target("notes", _notes, kind="bytes", seeds=lambda: iter([_locked()])),
    Target("settings", _settings, kind="lines", seeds=lambda: iter([SETTINGS])),
    Target("bookmarks", _bookmarks, (BookmarksFault,), None, "lines", lambda: iter([BOOKMARKS])),
    Target("analysis", _findings, (BadFindings,)),
    Target("whereabouts", _place, encode=_place_again, seeds=lambda: iter(map(_place_again, PLACES))),
    Target("trail", _trail, kind="bytes", seeds=_slots),
    Target("log", _log, kind="bytes"),
)
