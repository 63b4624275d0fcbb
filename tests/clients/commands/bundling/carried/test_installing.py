"""Installing from a bundle: each fault is reported in a line. tests/packaging checks the success."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from warcouncil.clients.commands.bundling.carried import installing
from warcouncil.clients.commands.bundling.carried.installing import install
from warcouncil.clients.commands.bundling.carried.reading import BadBundle, Bundle, here, target_for
from warcouncil.clients.commands.bundling.targets import this_python

from tests.clients.commands.bundling.toy import toy_bundle


def attempt(tmp_path: Path, folder: Path) -> None:
    """Install the toy into a folder."""
    bundle = Bundle(toy_bundle(tmp_path / "made"))
    install(bundle, target_for(bundle.manifest, here()), folder)


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    """`--install Documents` mixes a thousand files into a user's documents."""
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "thesis.txt").write_text("mine")
    with pytest.raises(BadBundle, match="this exists already, and is not an installation"):
        attempt(tmp_path, tmp_path / "papers")
    assert [path.name for path in (tmp_path / "papers").iterdir()] == ["thesis.txt"]


def test_a_python_without_its_installer_is_told_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a fresh Debian the user sees twenty lines of venv, and not the way that works there."""
    monkeypatch.setattr(installing, "find_spec", lambda name: None)
    with pytest.raises(BadBundle, match=r"python3-venv, or play without installing: python3 toy\.zip demo"):
        attempt(tmp_path, tmp_path / "env")
    assert not (tmp_path / "env").exists()


def test_the_last_line_of_pip_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The failure is a traceback, or is reported as a success."""
    failing = tmp_path / "python"
    failing.write_text(f"#!{sys.executable}\nprint('ERROR: the disk is full')\nraise SystemExit(1)\n")
    failing.chmod(0o755)
    if sys.platform == "win32":
        pytest.skip("a script cannot stand in Python's place here")
    monkeypatch.setattr(sys, "executable", str(failing))
    with pytest.raises(BadBundle, match="Python could not make an environment: ERROR: the disk is full"):
        attempt(tmp_path, tmp_path / "env")
    assert [*(tmp_path / "env").iterdir()] == []


@pytest.mark.skipif(sys.platform == "win32", reason="install.sh is for the others")
def test_a_python_that_is_named_and_does_not_run_is_passed_over(tmp_path: Path) -> None:
    """A manager of several Pythons offers them all but runs only one, and the installer ends with that manager's
    message.
    """
    programs = tmp_path / "programs"
    programs.mkdir()
    for name, does in (
        (f"python{this_python()}", "exit 127"),
        ("python3", 'test "$1" = -c || echo "installs with $*"'),
    ):
        (programs / name).write_text(f"#!/bin/sh\n{does}\n")
        (programs / name).chmod(0o755)
    with zipfile.ZipFile(toy_bundle(tmp_path / "made")) as file:
        file.extractall(tmp_path / "apart")
    words = ["sh", str(tmp_path / "apart" / "install.sh"), "there"]
    env = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"}
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    assert done.stdout == f"installs with {tmp_path / 'apart'} --install there\n"


def test_where_nothing_can_be_written_another_folder_is_asked_for(tmp_path: Path) -> None:
    """If a file has the name of the folder, a traceback appears."""
    (tmp_path / "file").write_text("")
    with pytest.raises(BadBundle, match="the program cannot be installed there"):
        attempt(tmp_path, tmp_path / "file" / "env")
