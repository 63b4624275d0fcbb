"""The install hint: it names the Python installation that lacks the package."""

from __future__ import annotations

import subprocess
import sys

import pytest
from warcouncil.arbiter.shell.base.install_hint import install


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
