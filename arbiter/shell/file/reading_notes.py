"""Notes that a command leaves beside an exercise file when it reads the file of a running host.

The host records each note. A note that no host took waits for the next resume.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from warcouncil.arbiter.shell.base.clock import wall_ms
from warcouncil.arbiter.shell.file.outside_files import read_bounded

NOTES_BYTES_MAX = 64 * 1024
NOTES_MAX = 50
"""How many notes are taken at once. A flood of notes must not fill the record."""
COMMAND_CHARS_MAX = 40


class ReadingNote(NamedTuple):
    """A command that read the file, and when by the wall clock."""

    command: str
    wall_ms: int


def beside(file: Path) -> Path:
    """Return the path of the notes of an exercise file."""
    return file.with_name(file.name + "-read")


def leave(file: Path, command: str) -> None:
    """Leave a note. If the folder is not writable, leave none."""
    line = json.dumps({"command": command, "wall_ms": wall_ms()}) + "\n"
    with suppress(OSError):
        how = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        handle = os.open(beside(file), how, 0o600)
        try:
            os.write(handle, line.encode())
        finally:
            os.close(handle)


def take(file: Path) -> list[ReadingNote]:
    """Return the notes beside a file, and remove them. Skip lines that are not notes."""
    path = beside(file)
    taken = path.with_name(path.name + ".taken")
    try:
        path.replace(taken)
        data = read_bounded(taken, NOTES_BYTES_MAX)
    except OSError:
        data = b""
    with suppress(OSError):
        taken.unlink()
    return [note for line in data.splitlines()[:NOTES_MAX] if (note := _note(line)) is not None]


def _note(line: bytes) -> ReadingNote | None:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return None
    match said:
        case {"command": str(command), "wall_ms": int(at)} if 0 < len(command) <= COMMAND_CHARS_MAX:
            return ReadingNote(command, max(0, at))
        case _:
            return None
