"""Files that their owner alone may read: keys, codes, receipts. Each function raises OSError."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

OWNER_ONLY = 0o600
ANYBODY = 0o666
"""Whoever the system lets, as of a file that an editor saves."""


def write(path: Path, text: str, rights: int = OWNER_ONLY) -> None:
    """Write a file anew, whole or not at all, its lines ended alike on every system; a link or a file that stood there with other
    rights is gone. What is no file, such as a device or a pipe, stays what it is. `rights`: ANYBODY, where nothing in it is secret."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(errno.ENODEV, "no file", str(path))
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(FileNotFoundError):
        fresh.unlink()
    try:
        _open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, text, rights)
        fresh.replace(path)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise


def append(path: Path, text: str) -> None:
    """Add to a file."""
    _open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, text)


def folder(path: Path) -> None:
    """Make a folder that its owner alone may enter."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def _open(path: Path, how: int, text: str, rights: int = OWNER_ONLY) -> None:
    with os.fdopen(os.open(path, how, rights), "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
