"""A check of SQLite's write-ahead log before SQLite reads it (sqlite.org/fileformat2.html#walformat).

SQLite reads frames up to the first invalid one and silently ignores the rest. That is right if the power failed
during a transaction. But only one transaction can be unfinished. Complete transactions after it are a sign of damage.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

from warcouncil.arbiter.shell.file.outside_files import LOG_BYTES_MAX, read_bounded

_HEADER_BYTES, _FRAME_BYTES = 32, 24
_MAGIC = 0x377F0682
_WORD = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Log:
    """The result of a scan. `behind` counts the transactions that end after an invalid frame."""

    is_there: bool
    is_readable: bool = True
    behind: int = 0

    @property
    def is_damaged(self) -> bool:
        """Whether durable transactions are unreadable. One may have been unfinished."""
        return not self.is_readable or self.behind > 1


def beside(file: Path) -> Path:
    """Return the path of an exercise file's log."""
    return file.with_name(file.name + "-wal")


def kept(log: Path) -> Path:
    """Return the name of a log while SQLite must not see it."""
    return log.with_name(log.name + ".kept")


def scan(path: Path) -> Log:
    """Scan a log. Raises OSError."""
    try:
        data = read_bounded(path, LOG_BYTES_MAX)
    except FileNotFoundError:
        return Log(is_there=False)
    if not data:
        return Log(is_there=False)
    if len(data) < _HEADER_BYTES:
        return Log(is_there=True, is_readable=False)
    magic, _, page_bytes = struct.unpack_from(">III", data)
    salts, (first, second) = data[16:24], struct.unpack_from(">II", data, 24)
    order = ">" if magic & 1 else "<"
    if magic & ~1 != _MAGIC or _sum(data[:24], order, 0, 0) != (first, second):
        return Log(is_there=True, is_readable=False)
    return Log(is_there=True, behind=_behind(data, page_bytes, order, salts, (first, second)))


def _behind(data: bytes, page_bytes: int, order: str, salts: bytes, sums: tuple[int, int]) -> int:
    step = _FRAME_BYTES + page_bytes
    behind, fits = 0, True
    for start in range(_HEADER_BYTES, len(data) - step + 1, step):
        page, commit = struct.unpack_from(">II", data, start)
        of_now = data[start + 8 : start + 16] == salts
        if fits:
            sums = _sum(data[start : start + 8], order, *sums)
            sums = _sum(data[start + _FRAME_BYTES : start + step], order, *sums)
            fits = of_now and page > 0 and sums == struct.unpack_from(">II", data, start + 16)
            behind += not fits and of_now and commit > 0
        else:
            behind += of_now and commit > 0
    return behind


def _sum(data: bytes, order: str, first: int, second: int) -> tuple[int, int]:
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & _WORD
        second = (second + odd + first) & _WORD
    return first, second
