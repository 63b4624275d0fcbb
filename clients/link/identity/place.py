"""Place: on which machine a ticket was used last, and whether a window has it open now.

Several machines may share one home folder, as in a computer room with one account. A ticket there may belong to
another person. So a command asks before it uses a ticket that is open or was used on another machine.
"""

from __future__ import annotations

import os
import platform
import sys
import time
import uuid
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from warcouncil.clients.link.base import private_files
from warcouncil.protocol.words import clean

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

NAME_CHARS = 40
RANDOM_NODE = 1 << 40
"""The bit that marks a network address which Python drew at random, because the machine has none."""
TRIES, PAUSE_SECONDS = 5, 0.01
"""How often a lock is tried, and the pause between attempts. Another command may read the same file for a moment."""

_held: list[int] = []
"""The open files of the tickets that this process uses. The system releases them with the process."""


def this_machine() -> str:
    """Return the name of this machine for people, and a mark that distinguishes it from machines with the same name."""
    node = uuid.getnode()
    marks = [platform.node(), "" if node & RANDOM_NODE else str(node)]
    with suppress(OSError):
        marks.append(Path("/etc/machine-id").read_text(encoding="ascii", errors="replace").strip())
    mark = blake2b("|".join(marks).encode(), digest_size=6).hexdigest()
    return f"{clean(platform.node(), NAME_CHARS) or 'a machine'} {mark}"


def name_of(machine: str) -> str:
    """Return the name of a machine for people."""
    return machine.rpartition(" ")[0] or "another machine"


def hold(path: Path) -> None:
    """Mark a ticket's file as open until this process ends. A folder that does not allow marks is ignored."""
    with suppress(OSError):
        private_files.folder(path.parent)
        file = os.open(path, os.O_RDWR | os.O_CREAT, private_files.OWNER_ONLY)
        for _ in range(TRIES):
            if _locked(file, shared=True):
                _held.append(file)
                return
            time.sleep(PAUSE_SECONDS)
        os.close(file)


def is_held(path: Path) -> bool:
    """Return whether any process has marked a ticket's file as open."""
    try:
        file = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        return not _locked(file, shared=False)
    finally:
        os.close(file)


def _locked(file: int, *, shared: bool) -> bool:
    """Lock a file. Return whether that was possible."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
