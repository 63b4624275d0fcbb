"""Writes a report atomically: if anything fails, no part of it is left."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.link.base.private_files import OWNER_ONLY
from warcouncil.clients.plan.text.option_text import BadInput

_HEAD_BYTES = 4000


@contextmanager
def prepared(folder: Path) -> Iterator[None]:
    """Create the folder of a report.

    If anything fails or is stopped, remove the new folders that are empty. Raises BadInput.
    """
    fresh = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise BadInput(f"{folder}: this is a file. Name another folder with --out") from None
    except OSError as error:
        raise BadInput(
            f"{folder}: the folder cannot be made ({why(error)}). Name another one with --out"
        ) from None
    try:
        yield
    except BaseException:
        with suppress(OSError):
            for each in fresh:
                each.rmdir()
        raise


def write(path: Path, mark: str, pieces: Iterable[str]) -> int:
    """Write a page to a temporary file and move it to its place.

    Return its size in bytes. It has secrets, so only its owner may read it.

    It replaces a report of the same exercise for the same readers, and no other file. Raises BadInput.
    """
    _spare(path, mark)
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(
            os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY),
            "w",
            encoding="utf-8",
            newline="\n",
        ) as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    except OSError as error:
        raise BadInput(
            f"{path}: the file cannot be written ({why(error)}). No part of it was kept. Free space, or name another folder with --out"
        ) from None
    finally:
        with suppress(OSError):
            aside.unlink()
    return path.stat().st_size


def _spare(path: Path, mark: str) -> None:
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
    except FileNotFoundError:
        return
    except OSError as error:
        raise BadInput(
            f"{path}: the file cannot be replaced ({why(error)}). Name another folder with --out"
        ) from None
    if f'content="{mark}"'.encode() not in head:
        raise BadInput(
            f"{path}: another file is there. Name another folder with --out, or move the file away"
        )
