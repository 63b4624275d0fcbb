"""Reads files that come from outside. It accepts only regular files up to a maximum size. Raises OSError."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

MB = 1024 * 1024
PIECE_BYTES = 64 * 1024
"""How much is read at once. One read of `bytes_max` would need that much memory even for the smallest file."""


def read_bounded(path: Path, bytes_max: int) -> bytes:
    """Return the contents of a file of at most `bytes_max` bytes. Its kind and size are checked before it is
    read.

    A pipe or a device is refused without waiting for it.
    """
    how = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    with os.fdopen(os.open(path, how), "rb") as file:
        found = os.fstat(file.fileno())
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, "a folder", str(path))
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.ENODEV, "no file", str(path))
        data = bytearray()
        is_large = found.st_size > bytes_max
        while not is_large and len(data) <= bytes_max and (piece := file.read(PIECE_BYTES)):
            data += piece
        if is_large or len(data) > bytes_max:
            raise OSError(errno.EFBIG, "too large", str(path))
        return bytes(data)
