"""The program names itself: its version and commit, and the Python installation that lacks a package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from warcouncil.arbiter.shell.base import program
from warcouncil.arbiter.shell.base.program import commit, install

HASH, OTHER = "4d98f9a7" * 5, "0a" * 20


def test_the_command_installs_into_the_running_python() -> None:
    """The pip that a shell finds belongs to another Python, and reports that there is no such package."""
    words = install("warcouncil[web]").replace(
        " install ", " install --dry-run --no-deps --no-index --quiet "
    )
    done = subprocess.run(words, shell=True, capture_output=True, text=True, check=False)  # as it is typed
    assert (done.returncode, done.stderr) == (0, "")


def test_a_folder_with_a_blank_in_its_name_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a laptop whose user folder has a space in its name the command fails."""
    monkeypatch.setattr(sys, "executable", "/home/Jo Doe/python")
    assert install("x") == '"/home/Jo Doe/python" -m pip install "x"'


def lay(root: Path, files: dict[str, str]) -> Path:
    """Write files below a folder."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"COMMIT": f"{HASH}\n"}, HASH),
        ({"COMMIT": HASH, ".git/HEAD": OTHER}, HASH),
        ({".git/HEAD": f"{HASH}\n"}, HASH),
        ({".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": f"{HASH}\n"}, HASH),
        (
            {
                ".git/HEAD": "ref: refs/heads/main\n",
                ".git/packed-refs": f"# pack-refs\n{OTHER} refs/heads/old\n{HASH} refs/heads/main\n",
            },
            HASH,
        ),
        (
            {
                ".git": "gitdir: there/worktrees/x\n",
                "there/worktrees/x/HEAD": "ref: refs/heads/x\n",
                "there/worktrees/x/commondir": "../..\n",
                "there/refs/heads/x": HASH,
            },
            HASH,
        ),
        ({".git/HEAD": "ref: refs/heads/main\n"}, ""),
        ({".git/HEAD": "nonsense"}, ""),
        ({"COMMIT": "nonsense"}, ""),
        ({}, ""),
    ],
    ids=[
        *("built", "built beside a checkout", "detached", "branch", "packed", "worktree", "unborn"),
        *("unreadable", "unreadable note", "copied"),
    ],
)
def test_the_commit_is_found_wherever_the_program_came_from(
    tmp_path: Path, files: dict[str, str], found: str
) -> None:
    """If this fails, an old exercise file does not say which program can resume it."""
    assert commit(lay(tmp_path, files)) == found


def test_the_program_is_named_by_version_and_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, two programs of one version look the same, or a copy without history cannot begin an exercise."""
    monkeypatch.setattr(program, "release", lambda: "0.1.0")
    monkeypatch.setattr(program, "commit", lambda: HASH)
    assert program.program() == f"0.1.0 ({HASH[:12]})"
    monkeypatch.setattr(program, "commit", str)
    assert program.program() == "0.1.0"
    monkeypatch.setattr(program, "release", str)
    assert program.program() == "of no version"
