"""Reading a bundle at its destination: damage is found, and an error for an unsupported system names the supported
ones.
"""

from __future__ import annotations

import errno
import platform
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Any

import pytest
from warcouncil.clients.commands.bundling.carried.reading import (
    BadBundle,
    Bundle,
    bundle_faults,
    here,
    home,
    meant_for,
    said,
    target_for,
)

from tests.clients.commands.bundling.toy import toy_bundle

WHEEL = "wheels/other-1-py3-none-any.whl"
MANIFEST = {
    "targets": [
        {"label": "Linux", "platform": "linux", "machine": "x86_64", "version": [2, 28], "python": "3.11"},
        {"label": "Linux", "platform": "linux", "machine": "x86_64", "version": [2, 28], "python": "3.12"},
        {"label": "Windows", "platform": "win32", "machine": "amd64", "version": [0, 0], "python": "3.12"},
    ]
}
LAPTOP = {"platform": "linux", "machine": "x86_64", "version": [2, 31], "python": "3.12"}


def taken_apart(tmp_path: Path) -> Path:
    """Return the folder into which a bundle was extracted."""
    with zipfile.ZipFile(toy_bundle(tmp_path / "made")) as file:
        file.extractall(tmp_path / "apart")
    return tmp_path / "apart"


def test_a_folder_is_read_as_the_file_is(tmp_path: Path) -> None:
    """A user who extracted the file by hand cannot install from it."""
    folder = taken_apart(tmp_path)
    assert bundle_faults(Bundle(folder)) == []
    assert Bundle(folder).names() == Bundle(tmp_path / "made" / "toy.zip").names()


@pytest.mark.parametrize("place", [WHEEL, "README.txt", "warcouncil_bundle/starting.py"])
def test_one_changed_byte_is_found(place: str, tmp_path: Path) -> None:
    """A faulty disk, or an attacker on the way, puts another program into the room."""
    folder = taken_apart(tmp_path)
    data = bytearray((folder / place).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / place).write_bytes(data)
    assert bundle_faults(Bundle(folder)) == [
        f"{folder}: {place} has changed since packing (its hash differs). Copy the bundle again"
    ]
    with pytest.raises(BadBundle, match="has changed since packing"):
        Bundle(folder).read(place)


def test_a_missing_wheel_and_an_added_one_are_found(tmp_path: Path) -> None:
    """An attacker can add a second `zmq` to the wheels."""
    folder = taken_apart(tmp_path)
    (folder / WHEEL).unlink()
    (folder / "wheels" / "zmq-99-py3-none-any.whl").write_bytes(b"")
    assert [line.removeprefix(f"{folder}: ") for line in bundle_faults(Bundle(folder))] == [
        f"{WHEEL} is missing. Copy the bundle again",
        "wheels/zmq-99-py3-none-any.whl was added to it. Copy the bundle again",
    ]


def test_a_file_that_is_cut_off_is_no_bundle(tmp_path: Path) -> None:
    """An interrupted copy causes a traceback."""
    file = toy_bundle(tmp_path)
    whole = file.read_bytes()
    for left in (len(whole) - 200, 1000, 0):
        file.write_bytes(whole[:left])
        with pytest.raises(BadBundle, match="Copy the bundle again"):
            Bundle(file)
    with pytest.raises(BadBundle, match=r"SHA256SUMS is missing"):
        Bundle(tmp_path)


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ({"python": "3.10"}, "This is Python 3.10. Start it with python3.12"),
        ({"python": "3.12 (not the usual CPython)"}, "This is Python 3.12 (not the usual CPython)"),
        ({"platform": "darwin", "machine": "arm64"}, "This machine is darwin on arm64"),
        ({"platform": "linux without glibc"}, "This machine is linux without glibc on x86_64"),
        ({"version": [2, 17]}, "This system is too old"),
    ],
)
def test_another_system_is_told_for_whom_it_is(found: dict[str, Any], told: str) -> None:
    """A guest with a Mac sees a Linux program crash."""
    assert target_for(MANIFEST, LAPTOP)["python"] == "3.12"
    with pytest.raises(
        BadBundle, match=r"this bundle is for Linux: Python 3\.11, 3\.12; Windows: Python 3\.12\. "
    ) as fault:
        target_for(MANIFEST, LAPTOP | found)
    assert told in str(fault.value)


def test_systems_with_the_same_pythons_are_said_in_one_breath() -> None:
    """Sixteen targets fill five lines of a guest's terminal, and the solution comes last."""
    targets = [
        {"label": label, "python": f"3.{minor}"} for label in ("Linux", "macOS") for minor in (11, 12, 13)
    ]
    assert meant_for({"targets": [*targets, {"label": "Windows", "python": "3.12"}]}) == (
        "Linux, macOS: Python 3.11 to 3.13; Windows: Python 3.12"
    )


def test_a_user_without_a_home_is_told_to_name_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a container the first start is a traceback."""

    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nowhere)
    with pytest.raises(BadBundle, match=r"this user has no home folder\. Name a folder: WARCOUNCIL_CACHE"):
        home("WARCOUNCIL_CACHE")


@pytest.mark.parametrize(
    ("named", "built", "library", "release", "expected"),
    [
        (("linux", "x86_64"), "linux-x86_64", ("glibc", "2.36"), "", ("linux", "x86_64", [2, 36])),
        (("linux", "aarch64"), "linux-aarch64", ("glibc", "2.9"), "", ("linux", "aarch64", [2, 9])),
        (("linux", "x86_64"), "linux-x86_64", ("", ""), "", ("linux without glibc", "x86_64", [0, 0])),
        (("win32", "AMD64"), "win-amd64", ("", ""), "", ("win32", "amd64", [0, 0])),
        (("win32", "AMD64"), "win32", ("", ""), "", ("win32", "win32", [0, 0])),
        (("darwin", "arm64"), "macosx-11.0-universal2", ("", ""), "14.5", ("darwin", "arm64", [14, 5])),
        (("darwin", "x86_64"), "macosx-11.0-universal2", ("", ""), "11", ("darwin", "x86_64", [11, 0])),
    ],
)
def test_a_system_is_known_by_what_its_python_says(
    monkeypatch: pytest.MonkeyPatch,
    *,
    named: tuple[str, str],
    built: str,
    library: tuple[str, str],
    release: str,
    expected: tuple[str, str, list[int]],
) -> None:
    """A 32-bit Python on Windows gets 64-bit wheels, or Alpine gets those of other Linuxes."""
    monkeypatch.setattr(sys, "platform", named[0])
    monkeypatch.setattr(platform, "machine", lambda: named[1])
    monkeypatch.setattr(platform, "libc_ver", lambda: library)
    monkeypatch.setattr(platform, "mac_ver", lambda: (release, ("", "", ""), named[1]))
    monkeypatch.setattr(sysconfig, "get_platform", lambda: built)
    found = here()
    assert (found["platform"], found["machine"], found["version"]) == expected


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (zipfile.BadZipFile("File is not a zip file"), "it is damaged"),
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full"),
        (OSError(errno.EXDEV, "Invalid cross-device link"), "the system says EXDEV"),
        (OSError("something else"), "the system gives no reason"),
    ],
)
def test_a_fault_is_told_in_our_words(fault: Exception, told: str) -> None:
    """If this fails, the IT department reads a sentence of the system, in any language."""
    assert said(fault) == told
