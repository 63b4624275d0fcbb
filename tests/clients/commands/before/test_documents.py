"""`warcouncil docs` opens the site of the documents. Without a browser or a site it says where the documents are."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path

import pytest
from typer.testing import CliRunner
from warcouncil.clients.commands.before import documents
from warcouncil.clients.commands.cli import app

from tests.clients.commands.before.test_demo_seat import Opened


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Return a fake browser on a machine with a screen."""
    found = Opened()
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setattr(webbrowser, "get", lambda: found)
    return found


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a package in which the site was built."""
    monkeypatch.setattr(documents, "ROOT", tmp_path)
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("<p>The documents")
    return tmp_path


def test_the_site_is_opened_and_its_place_printed(here: Opened, root: Path) -> None:
    """If this fails, a reader waits for a page that never opens."""
    done = CliRunner().invoke(app, ["docs"])
    assert (done.exit_code, done.stdout) == (0, f"{root / 'site' / 'index.html'}\n")
    assert here.addresses == [(root / "site" / "index.html").as_uri()]


def test_without_a_browser_the_place_is_printed(
    here: Opened, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this fails, a browser for terminals takes the window of a person who is logged in remotely."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    done = CliRunner().invoke(app, ["docs"])
    assert (done.exit_code, done.stdout) == (0, f"{root / 'site' / 'index.html'}\n")
    assert here.addresses == []


def test_without_a_site_the_line_says_how_to_build_it(here: Opened, root: Path) -> None:
    """If this fails, a person with a fresh checkout reads of a missing file, and not how to build it."""
    (root / "site" / "index.html").unlink()
    done = CliRunner().invoke(app, ["docs"])
    assert done.exit_code == 1
    assert done.stderr.count("\n") == 1
    assert "make docs" in done.stderr
    assert str(root / "docs" / "README.md") in done.stderr
    assert here.addresses == []


def test_the_markdown_that_the_line_names_is_there() -> None:
    """If this fails, the line sends a reader to a file that does not exist."""
    assert (documents.ROOT / "docs" / "README.md").is_file()
