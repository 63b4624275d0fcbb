"""`warcouncil scenario preview`: as an author types it, and as it ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result
from warcouncil.clients.commands.before.scenario import scenario

from tests.clients.browsers import started
from tests.clients.room.preview.writing import FERRY, written

LINE_SECONDS = 60


def run(*words: str | Path) -> Result:
    """Run the command with these words."""
    return CliRunner().invoke(scenario, ["preview", *map(str, words)])


def test_once_shows_the_game_and_its_status_says_whether_it_is_sound(tmp_path: Path) -> None:
    """If this fails, a script takes a broken exercise for a good one."""
    file = written(tmp_path)
    good = run(file, "--once")
    assert good.exit_code == 0
    assert "== Week 1 · Work ==" in good.stdout
    assert "Version 1 of" in good.stdout
    assert "The board, as seen by: Mayor of Upper" in run(file, "--once", "--as", "upper").stdout
    written(tmp_path, FERRY.replace("bridge >= 4", "brigde >= 4"))
    bad = run(file, "--once")
    assert bad.exit_code == 1
    assert "Did you mean 'bridge'" in bad.stdout


def test_what_cannot_be_previewed_is_one_line(tmp_path: Path) -> None:
    """If this fails, an author reads forty lines of Python."""
    missing = run(tmp_path / "no.toml")
    assert (missing.exit_code, missing.stderr.count("\n")) == (2, 1)
    assert "the file cannot be read" in missing.stderr
    seat = run(written(tmp_path), "--once", "--as", "uper")
    assert seat.exit_code == 2
    assert "there is no seat 'uper'. Did you mean 'upper'" in seat.stderr


@pytest.fixture
def preview(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a preview of a small scenario in a process of its own."""
    words = (
        sys.executable,
        "-m",
        "warcouncil",
        "scenario",
        "preview",
        str(written(tmp_path)),
        "--no-browser",
    )
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    ) as process:
        yield process
        process.kill()


def lines(process: subprocess.Popen[str], until: str) -> str:
    """Read the lines of a preview to one that holds a text."""
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if until in line:
            return said
    raise AssertionError(said)


def test_a_preview_outlives_a_bad_file_and_ends_well(preview: subprocess.Popen[str], tmp_path: Path) -> None:
    """If this fails, a typing mistake ends the preview, or a script takes its end for a failure."""
    address = lines(preview, "Preview: ").split()[-1]
    assert address.startswith("http://127.0.0.1:")
    lines(preview, "Version 1 of")
    with urllib.request.urlopen(address, timeout=LINE_SECONDS) as page:
        assert "Two villages" in page.read().decode()
    written(tmp_path, "x = ")
    assert "1 mistake." in lines(preview, "Version 2 of")
    written(tmp_path, FERRY.replace("Two villages", "Two towns"))
    assert "No mistakes." in lines(preview, "Version 3 of")
    with urllib.request.urlopen(address, timeout=LINE_SECONDS) as page:
        assert "Two towns" in page.read().decode()
    preview.send_signal(signal.SIGINT)
    assert preview.wait(LINE_SECONDS) == 0
    assert preview.stdout is not None
    assert preview.stdout.read().endswith("The preview has ended.\n")


def test_the_page_loads_again_when_the_file_is_saved(preview: subprocess.Popen[str], tmp_path: Path) -> None:
    """If this fails, an author looks at an old version after each save."""
    address = lines(preview, "Preview: ").split()[-1]
    with started() as browser:
        page = browser.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.goto(address)
        page.get_by_label("A day").first.check()
        page.get_by_role("button", name="Close the question").click()
        page.get_by_text("what each rule did").wait_for()
        written(tmp_path, FERRY.replace("bridge >= 4", "brigde >= 4"))
        page.get_by_role("heading", name="1 mistake").wait_for()
        written(tmp_path, FERRY.replace("Two villages", "Two towns"))
        page.get_by_role("heading", name="Two towns").wait_for()
        assert page.get_by_role("heading", name="After Week 1 · Work: what each rule did").is_visible()
        preview.send_signal(signal.SIGINT)
        page.get_by_text("The preview has ended. Start it again").wait_for()
        assert faults == []
