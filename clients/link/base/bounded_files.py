"""Reads files that come from outside: only regular files, and only up to a size. Raises OSError."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

MB = 1024 * 1024


def read_bounded(path: Path, bytes_max: int) -> bytes:
    """Return the contents of a file of at most `bytes_max` bytes. Its kind and size are looked at before it is read.

    A pipe or a device is refused and never waited for.
    """
    how = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    with os.fdopen(os.open(path, how), "rb") as file:
        found = os.fstat(file.fileno())
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, "a folder", str(path))
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.ENODEV, "no file", str(path))
        if found.st_size > bytes_max or len(data := file.read(bytes_max + 1)) > bytes_max:
            raise OSError(errno.EFBIG, "too large", str(path))
        return data
