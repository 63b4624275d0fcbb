"""The search for a browser to print with. Without one, one line says what to do instead."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
from pathlib import Path

import pytest
from warcouncil.clients.debrief.draw import printing
from warcouncil.clients.plan.text.option_text import BadInput


def test_without_a_browser_one_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tutor gets a traceback ten minutes before the debrief."""
    monkeypatch.delenv(printing.BROWSER, raising=False)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(printing, "_usual_places", lambda: iter(()))
    with pytest.raises(BadInput, match="print it there") as told:
        printing.browser_here()
    assert "\n" not in str(told.value)


def test_a_browser_that_is_named_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another browser than the named one prints the page."""
    monkeypatch.setenv(printing.BROWSER, "no-such-browser-here")
    with pytest.raises(BadInput, match=r"there is no such program\. Name a Chromium, Chrome or Edge"):
        printing.browser_here()


def test_browsers_that_are_not_on_the_path_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every Windows has Edge, but not on the path, so no browser is found."""
    edge = tmp_path / "Microsoft/Edge/Application/msedge.exe"
    edge.parent.mkdir(parents=True)
    edge.write_bytes(b"")
    monkeypatch.delenv(printing.BROWSER, raising=False)
    monkeypatch.setenv("PROGRAMFILES", str(tmp_path))
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert printing.browser_here() == str(edge)


def test_where_nothing_can_be_printed_in_is_said_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine with a full disk the debrief ends with a traceback."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(
        BadInput,
        match=r"no temporary folder can be made for printing \(there is no such file or folder\)\. Name one in TMPDIR",
    ):
        printing.print_page("browser", tmp_path / "page.html")


def test_a_program_that_prints_nothing_is_told_of(tmp_path: Path) -> None:
    """An empty PDF, or none, is noticed only at the copier."""
    page = tmp_path / "debrief.html"
    page.write_text("x")
    with pytest.raises(BadInput, match=r"did not print the report\. Open"):
        printing.print_page(sys.executable, page)
    assert [each.name for each in tmp_path.iterdir()] == ["debrief.html"]


def test_a_print_is_its_owners_alone_from_its_first_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another user of that machine opens the file while it is copied, and reads every secret."""
    copy, rights = shutil.copyfile, list[int]()

    def watched(aside: Path, fresh: Path) -> None:
        rights.append(stat.S_IMODE(fresh.stat().st_mode) if fresh.exists() else -1)
        copy(aside, fresh)

    monkeypatch.setattr(shutil, "copyfile", watched)
    aside, pdf = tmp_path / "aside.pdf", tmp_path / "debrief.pdf"
    aside.write_bytes(b"%PDF")
    stale = tmp_path / f".debrief.pdf.{os.getpid()}"
    stale.write_bytes(b"of a run that broke off")
    stale.chmod(0o644)
    printing._kept(aside, pdf)
    assert rights == [stat.S_IMODE(pdf.stat().st_mode)] == [0o600]
    assert pdf.read_bytes() == b"%PDF"


def test_a_browser_without_a_network_is_started() -> None:
    """A page that was made to send requests sends them while it is printed."""
    words = printing._command("chromium", Path("page.html"), Path("page.pdf"), Path("profile"))
    assert "--proxy-server=127.0.0.1:9" in words
    assert "--headless" in words
    assert words[-1].startswith("file://")
