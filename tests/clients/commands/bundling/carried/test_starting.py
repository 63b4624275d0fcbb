"""`python FILE`: the bundle runs from itself, reports whether it is intact, and fails in one line."""

from __future__ import annotations

import ast
import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import pytest
from warcouncil.clients.commands.bundling import carried

from tests.clients.commands.bundling.toy import here_now, toy_bundle


def started(file: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Start a bundle in a folder of misleading names."""
    for name in ("warcouncil", "warcouncil_bundle", "other", "zipfile"):
        (file.parent / f"{name}.py").write_text("raise SystemExit('it was run')\n")
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [sys.executable, file.name, *words],
        cwd=file.parent,
        env=kept | {"WARCOUNCIL_CACHE": str(file.parent / "kept")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_plays_and_its_children_find_the_program(tmp_path: Path) -> None:
    """On a laptop where nothing is installed the arbiter starts, but its flood wall does not."""
    done = started(toy_bundle(tmp_path), "host")
    assert (done.returncode, done.stdout) == (0, "['host'] found\n['child'] found\n"), done.stderr


def test_it_says_whether_it_is_whole(tmp_path: Path) -> None:
    """A user cannot check in the room whether the disk still holds what was written."""
    file = toy_bundle(tmp_path)
    done = started(file, "--check")
    assert done.stdout.startswith(f"{file} is complete: ")
    file.write_bytes(file.read_bytes().replace(b"How to run a room", b"How to rue a room", 1))
    done = started(file, "--check")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "guide/docs/rooms.md" in done.stderr


def test_another_system_gets_one_line(tmp_path: Path) -> None:
    """A guest sees a traceback about a library."""
    here = here_now()
    other = dataclasses.replace(
        here, system=dataclasses.replace(here.system, label="Windows", platform="win32", machine="none")
    )
    done = started(toy_bundle(tmp_path, other), "demo")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("warcouncil: this bundle is for Windows: Python 3.")


def test_a_library_that_the_system_blocks_is_named_in_one_line(tmp_path: Path) -> None:
    """On a laptop that runs nothing from users' folders, the user sees twenty lines of Python, and not what to do."""
    fault = f"raise ImportError('blocked by group policy', path={str(tmp_path / 'zmq.pyd')!r})\n"
    done = started(toy_bundle(tmp_path, more=fault), "demo")
    assert (done.returncode, done.stderr.count("\n")) == (2, 2)
    assert "does not let Python load files from there. Name another folder in WARCOUNCIL_CACHE" in done.stderr


def test_a_library_of_ours_that_is_missing_is_our_fault(tmp_path: Path) -> None:
    """The laptop's owner is told to look for a folder, and the mistake is never reported to us."""
    done = started(toy_bundle(tmp_path, more="import nowhere_at_all\n"), "demo")
    assert "ModuleNotFoundError" in done.stderr


@pytest.mark.parametrize("version", [(3, 4), (3, 7), (3, 10)])
def test_an_old_python_can_read_the_door(version: tuple[int, int]) -> None:
    """The error names a syntax error in line 9, and not Python 3.11."""
    (folder,) = carried.__path__
    ast.parse((Path(folder) / "__main__.py").read_text("utf-8"), feature_version=version)
