"""Files that only their owner may read: keys, codes, receipts. Each function raises OSError."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

OWNER_ONLY = 0o600
ANYBODY = 0o666
"""The permissions that the umask allows, as for a file that an editor saves."""


def write(path: Path, text: str, rights: int = OWNER_ONLY) -> None:
    """Replace a file atomically, with the same line ends on every system.

    An existing link, or a file with other permissions, is replaced. A device or a pipe is refused and stays
    unchanged. `rights` is ANYBODY if nothing in the file is secret.
    """
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
    """Append to a file."""
    _open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, text)


def folder(path: Path) -> None:
    """Create a folder that only its owner may enter."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def _open(path: Path, how: int, text: str, rights: int = OWNER_ONLY) -> None:
    with os.fdopen(os.open(path, how, rights), "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
