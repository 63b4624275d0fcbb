"""Unpacks a bundle once into a folder of the user. The program runs there without installation.

Compiled libraries (the sockets, the cipher) cannot be loaded from inside a zip file.
"""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import shutil
import sys
import tempfile
import time
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from .reading import BadBundle, Bundle, home, said

WHOLE = "whole.json"
"""The file that is written last in an unpacked folder. It lists each file with its size in bytes."""
PART = "part-"
STALE_SECONDS = 24 * 3600
"""The age at which the folder of an unfinished unpacking is removed."""
TRIES, PAUSE_SECONDS = 20, 0.25
"""How often renaming a folder is tried while a virus scanner still reads it (Windows), and the pause between the
attempts.
"""


def cache() -> Path:
    """Return the folder where bundles unpack themselves: WARCOUNCIL_CACHE, or the system's usual place for
    caches.
    """
    if named := os.environ.get("WARCOUNCIL_CACHE"):
        return Path(named).absolute()
    mine = home("WARCOUNCIL_CACHE")
    if sys.platform == "win32":
        usual = Path(os.environ.get("LOCALAPPDATA") or mine / "AppData" / "Local")
    elif sys.platform == "darwin":
        usual = mine / "Library" / "Caches"
    else:
        usual = Path(os.environ.get("XDG_CACHE_HOME") or mine / ".cache")
    return usual / "warcouncil" / "bundles"


def unpacked(bundle: Bundle, target: Mapping[str, Any]) -> Path:
    """Return the folder with everything for a target.

    It is made if it is missing or incomplete. Raises BadBundle.

    Its name is the hash of its contents. It gets the name only when it is complete. If two processes start at the
    same time, the first one names it.
    """
    listed = "\n".join(f"{bundle.sums.get(name)}  {name}" for name in target["wheels"])
    folder = cache() / hashlib.sha256(listed.encode()).hexdigest()[:16]
    if is_whole(folder):
        return folder
    sys.stderr.write(f"warcouncil: unpacking into {folder}. This happens only once ...\n")
    try:
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _forget_parts(folder.parent)
        part = Path(tempfile.mkdtemp(prefix=PART, dir=folder.parent))
        try:
            _fill(part, bundle, target)
            _give_name(part, folder)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    except OSError as fault:
        raise BadBundle(
            f"{folder}: the folder cannot be written ({said(fault)}). Name a folder with 500 MB of"
            " space in WARCOUNCIL_CACHE"
        ) from None
    return folder


def is_whole(folder: Path) -> bool:
    """Return whether all files exist with the right size.

    A power failure or a disk cleaner may have removed single files.
    """
    try:
        sizes: dict[str, int] = json.loads((folder / WHOLE).read_text("utf-8"))
        return all((folder / name).stat().st_size == size for name, size in sizes.items())
    except (OSError, ValueError):
        return False


def _fill(part: Path, bundle: Bundle, target: Mapping[str, Any]) -> None:
    for name in target["wheels"]:
        with zipfile.ZipFile(io.BytesIO(bundle.read(name))) as wheel:
            wheel.extractall(part)  # Its hash is right, and zipfile writes no file outside the folder
    paths = [path for path in part.rglob("*") if path.is_file()]
    sizes = {path.relative_to(part).as_posix(): path.stat().st_size for path in paths}
    (part / WHOLE).write_text(json.dumps(sizes), "utf-8")


def _give_name(part: Path, folder: Path) -> None:
    """Rename the unpacked folder, unless another process was first."""
    for tried in range(TRIES):
        with suppress(OSError):
            if folder.exists() and not is_whole(folder):
                folder.rename(part / "old")
            part.rename(folder)
        if is_whole(folder):
            shutil.rmtree(folder / "old", ignore_errors=True)
            return
        if tried + 1 < TRIES:
            time.sleep(PAUSE_SECONDS)
    raise OSError(errno.EBUSY, "another program has it open")


def _forget_parts(folder: Path) -> None:
    for part in folder.glob(f"{PART}*"):
        with suppress(OSError):
            if time.time() - part.stat().st_mtime > STALE_SECONDS:
                shutil.rmtree(part, ignore_errors=True)
