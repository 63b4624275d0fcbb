"""The trail: a file beside the exercise file, with one slot for each acknowledged record and its receipt.

- A slot is written after its record is durable and before any client is answered. So the trail never lists more than
  was stored. Its length alone shows how many records an exercise file must have.
- The trail is not synced at each commit. A killed process loses no slot of it. After a power cut it may be shorter
  than the file, which is no sign of damage.
"""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from warcouncil.arbiter.shell.base.entries import Receipted
from warcouncil.arbiter.shell.file.outside_files import TRAIL_BYTES_MAX, read_bounded

SLOT_BYTES = 64
CHAIN_BYTES = 16
"""How many bytes of a record's chain value its slot holds."""
SEAT_BYTES = 30

_CHECK = struct.Struct(">I")
_SLOT = struct.Struct(f">q{CHAIN_BYTES}sHI{SEAT_BYTES}s")
_HEAD = struct.Struct(">16s32s12x")
_MAGIC = b"warcouncil trail"


class Slot(NamedTuple):
    """The entry of the trail for one record. `receipt` is None for a record that is not a declaration of a seat."""

    seq: int
    chain: bytes
    table: int
    receipt: Receipted | None


def beside(file: Path) -> Path:
    """Return the path of an exercise file's trail."""
    return file.with_name(file.name + "-trail")


def records(path: Path) -> int:
    """Return how many records a trail lists, by its length alone. Return 0 if there is none."""
    try:
        return max(0, path.stat().st_size // SLOT_BYTES - 1)
    except OSError:
        return 0


class Trail:
    """A trail as it was read. `last` is the newest record that it lists, even if that slot is unreadable."""

    def __init__(self, data: bytes, origin: bytes) -> None:
        self._data = data
        self._seed = crc32(origin)
        self.last = max(0, -(-len(data) // SLOT_BYTES) - 1)
        self.is_sound = data[:SLOT_BYTES] == _head(origin) and len(data) % SLOT_BYTES == 0
        self.is_ours = data[:SLOT_BYTES] == _head(origin) or any(True for _ in self.slots(1))
        """Whether it belongs to this exercise. A trail with a damaged head is recognised by its slots."""

    def slot(self, seq: int) -> Slot | None:
        """Return the slot of a record. Return None if it is unreadable."""
        body = self._body(seq)
        if not body:
            return None
        at_seq, chain, table, gate, seat = _SLOT.unpack(body)
        name = seat.rstrip(b"\0").decode(errors="replace")
        return Slot(at_seq, chain, table, Receipted(gate, name) if name else None)

    def fits(self, seq: int, chain: bytes) -> bool | None:
        """Return whether the slot of a record has this chain value. Return None if the slot is unreadable."""
        body = self._body(seq)
        return body[8 : 8 + CHAIN_BYTES] == chain[:CHAIN_BYTES] if body else None

    def slots(self, since: int) -> Iterator[Slot]:
        """Yield the readable slots from a record on."""
        for seq in range(since, self.last + 1):
            slot = self.slot(seq)
            if slot:
                yield slot

    def _body(self, seq: int) -> bytes:
        slot = self._data[SLOT_BYTES * seq : SLOT_BYTES * (seq + 1)]
        body = slot[_CHECK.size :]
        if len(slot) < SLOT_BYTES or slot[:4] != _CHECK.pack(crc32(body, self._seed)):
            return b""
        return body if int.from_bytes(body[:8]) == seq else b""


class TrailWriter:
    """A trail that is being written. New slots are appended at its end."""

    def __init__(self, path: Path, origin: bytes) -> None:
        self._seed = crc32(origin)
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))

    def pack(self, slot: Slot) -> bytes:
        """Return a slot as it is written."""
        return _pack(slot, self._seed)

    def write(self, slots: bytes) -> None:
        """Write slots. Raises OSError if they cannot all be written."""
        if os.write(self._file, slots) != len(slots):
            raise OSError(errno.ENOSPC, "the disk took only a part")

    def close(self) -> None:
        """Sync the trail to the disk, then close it. Raises OSError."""
        try:
            os.fsync(self._file)
        finally:
            os.close(self._file)


def read(path: Path, origin: bytes) -> Trail | None:
    """Read a trail. Return None if there is none. Raises OSError."""
    try:
        return Trail(read_bounded(path, TRAIL_BYTES_MAX), origin)
    except FileNotFoundError:
        return None


def rewrite(path: Path, origin: bytes, last: int, found: Trail | None, missing: Mapping[int, Slot]) -> None:
    """Write a complete trail up to a record, durably. It joins the slots that were found and the given slots for the
    missing ones. Raises OSError.
    """
    seed = crc32(origin)
    slots = [_head(origin)]
    for seq in range(1, last + 1):
        slot = missing.get(seq) or (found and found.slot(seq))
        assert slot, "each record has a slot, found or missing"
        slots.append(_pack(slot, seed))
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(b"".join(slots))
        file.flush()
        os.fsync(handle)
    fresh.replace(path)
    sync_folder(path)


def sync_folder(path: Path) -> None:
    """Make the name of a file durable, on systems that can sync a folder."""
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _head(origin: bytes) -> bytes:
    head = _HEAD.pack(_MAGIC, origin)
    return _CHECK.pack(crc32(head)) + head


def _pack(slot: Slot, seed: int) -> bytes:
    gate, seat = slot.receipt or (0, "")
    name = seat.encode()[:SEAT_BYTES]
    body = _SLOT.pack(slot.seq, slot.chain[:CHAIN_BYTES], slot.table, gate, name)
    return _CHECK.pack(crc32(body, seed)) + body
