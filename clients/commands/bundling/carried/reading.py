"""Reads a bundle on its target machine: its contents, whether they are unchanged, and its target systems."""

from __future__ import annotations

import errno
import hashlib
import json
import platform
import sys
import sysconfig
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

MANIFEST, SUMS, WHEELS = "bundle.json", "SHA256SUMS", "wheels"


class BadBundle(Exception):
    """The bundle cannot be used in this way, or not on this machine.

    The text is one line: what is wrong, where, and how to correct it.
    """


class Bundle:
    """A bundle: one file, or the folder into which it was unpacked by hand."""

    def __init__(self, where: Path) -> None:
        """Open the bundle. Raises BadBundle."""
        self.where = where
        try:
            self._file = None if where.is_dir() else zipfile.ZipFile(where)
        except (OSError, zipfile.BadZipFile) as fault:
            raise BadBundle(
                f"{where}: the file cannot be read ({said(fault)}). Copy the bundle again"
            ) from None
        self.sums = dict(_sum_lines(self._read(SUMS).decode("utf-8", "replace")))
        self.manifest: dict[str, Any] = json.loads(self.read(MANIFEST))

    def names(self) -> set[str]:
        """Return the names of all files in it."""
        if self._file:
            return {name for name in self._file.namelist() if not name.endswith("/")}
        paths = (path for path in self.where.rglob("*") if path.is_file() and path.suffix != ".pyc")
        return {path.relative_to(self.where).as_posix() for path in paths}

    def read(self, name: str) -> bytes:
        """Return a file after checking its hash. Raises BadBundle."""
        data = self._read(name)
        if hashlib.sha256(data).hexdigest() != self.sums.get(name):
            raise BadBundle(
                f"{self.where}: {name} has changed since packing (its hash differs). Copy the bundle again"
            )
        return data

    def _read(self, name: str) -> bytes:
        try:
            return self._file.read(name) if self._file else (self.where / name).read_bytes()
        except (KeyError, FileNotFoundError):
            raise BadBundle(f"{self.where}: {name} is missing. Copy the bundle again") from None
        except (OSError, zipfile.BadZipFile) as fault:
            raise BadBundle(
                f"{self.where}: {name} cannot be read ({said(fault)}). Copy the bundle again"
            ) from None


_SYSTEM = {
    errno.ENOENT: "there is no such file or folder",
    errno.EACCES: "you have no permission",
    errno.EPERM: "you have no permission",
    errno.EISDIR: "that is a folder",
    errno.ENOTDIR: "part of the path is a file, not a folder",
    errno.EEXIST: "it exists already",
    errno.ENOSPC: "the disk is full",
    errno.EROFS: "it is read-only",
    errno.ENAMETOOLONG: "the name is too long",
    errno.EBUSY: "another program holds it open",
    errno.EIO: "the disk failed",
}


def said(fault: Exception) -> str:
    """Return a plain sentence that says why a file cannot be used.

    The program is still packed, so its table of words is not available.
    """
    if isinstance(fault, zipfile.BadZipFile):
        return "it is damaged"
    number = getattr(fault, "errno", None) or 0
    if not number:
        return "the system gives no reason"
    return _SYSTEM.get(number) or f"the system says {errno.errorcode.get(number, number)}"


def home(instead: str) -> Path:
    """Return the user's home. Raises BadBundle with the alternative `instead`."""
    try:
        return Path.home()
    except RuntimeError:
        raise BadBundle(f"this user has no home folder. Name a folder: {instead}") from None


def _sum_lines(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        digest, _, name = line.partition("  ")
        yield name, digest


def bundle_faults(bundle: Bundle) -> list[str]:
    """Return a line for each wrong file. There is none if the bundle is unchanged."""
    found = []
    for name in sorted(bundle.sums):
        try:
            bundle.read(name)
        except BadBundle as fault:
            found.append(str(fault))
    more = sorted(bundle.names() - {*bundle.sums, SUMS})
    return [*found, *(f"{bundle.where}: {name} was added to it. Copy the bundle again" for name in more)]


def meant_for(manifest: Mapping[str, Any]) -> str:
    """Return text that names the systems and Pythons that a bundle supports."""
    pythons: dict[str, list[str]] = {}
    for target in manifest["targets"]:
        pythons.setdefault(target["label"], []).append(target["python"])
    labels: dict[str, list[str]] = {}
    for label, those in pythons.items():
        few = len(those) < 3
        labels.setdefault(", ".join(those) if few else f"{those[0]} to {those[-1]}", []).append(label)
    return "; ".join(f"{', '.join(those)}: Python {versions}" for versions, those in labels.items())


def here() -> dict[str, Any]:
    """Return this system and this Python, in the terms of a bundle's targets."""
    name, version = sys.platform, [0, 0]
    if name == "linux":
        library, release = platform.libc_ver()
        name, version = ("linux" if library == "glibc" else "linux without glibc"), numbers(release)
    elif name == "darwin":
        version = numbers(platform.mac_ver()[0])
    machine = platform.machine().lower()
    if name == "win32":  # A 32-bit Python runs there too, but the carried wheels do not run in it
        machine = sysconfig.get_platform().removeprefix("win-")
    python = "{}.{}".format(*sys.version_info)
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        python += " (not the usual CPython)"
    return {"platform": name, "machine": machine, "version": version, "python": python}


def numbers(release: str) -> list[int]:
    """Return the first two numbers of a release. If it has fewer numbers, return those."""
    found = [int(part) if part.isdigit() else 0 for part in release.split(".")[:2]]
    return [*found, 0, 0][:2]


def target_for(manifest: Mapping[str, Any], found: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the target that fits this machine. Raises BadBundle."""
    meant = f"this bundle is for {meant_for(manifest)}"
    same: list[Mapping[str, Any]] = [
        each
        for each in manifest["targets"]
        if all(each[key] == found[key] for key in ("platform", "machine"))
    ]
    if not same:
        raise BadBundle(
            f"{meant}. This machine is {found['platform']} on {found['machine']}. Use a bundle for it"
        )
    fits = [each for each in same if each["python"] == found["python"]]
    if not fits:
        known = same[-1]["python"]
        raise BadBundle(
            f"{meant}. This is Python {found['python']}. Start it with python{known} (Windows: py -{known})"
        )
    if found["version"] < fits[0]["version"]:
        raise BadBundle(f"{meant}. This system is too old")
    return fits[0]
