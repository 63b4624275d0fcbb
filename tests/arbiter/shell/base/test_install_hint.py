"""What is lacking is brought into the installation that lacks it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from warcouncil.arbiter.shell.base.install_hint import install


def test_the_command_installs_where_we_run() -> None:
    """The pip that a shell finds is another Python's: it knows no warcouncil, and says that no such thing is to be had."""
    words = install("warcouncil[web]").replace(
        " install ", " install --dry-run --no-deps --no-index --quiet "
    )
    done = subprocess.run(words, shell=True, capture_output=True, text=True, check=False)  # as it is typed
    assert (done.returncode, done.stderr) == (0, "")


def test_a_folder_with_a_blank_in_its_name_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a laptop of somebody's own full name the line would not run."""
    monkeypatch.setattr(sys, "executable", "/home/Jo Doe/python")
    assert install("x") == '"/home/Jo Doe/python" -m pip install "x"'
