"""A report is written completely or not at all, and never replaces another file."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from warcouncil.clients.debrief.draw.writing import prepared, write
from warcouncil.clients.plan.text.option_text import BadInput

MARK = "0123456789abcdef"
PAGE = f'<meta name="warcouncil-exercise" content="{MARK}">'


def test_a_report_is_written_whole_and_read_by_its_owner_alone(tmp_path: Path) -> None:
    """Another user reads the report, which holds every side's secrets."""
    path = tmp_path / "debrief.html"
    assert write(path, MARK, [PAGE, "the rest"]) == len(PAGE) + 8
    assert path.read_text("utf-8") == f"{PAGE}the rest"
    if os.name != "nt":
        assert path.stat().st_mode & 0o777 == 0o600
    assert write(path, MARK, [PAGE, "again"])
    assert path.read_text("utf-8").endswith("again")
    assert [each.name for each in tmp_path.iterdir()] == ["debrief.html"]


@pytest.mark.parametrize("there", ["my notes", PAGE.replace("0", "1")])
def test_something_else_is_not_written_over(tmp_path: Path, there: str) -> None:
    """A tutor's notes, or the report of another exercise, are lost."""
    path = tmp_path / "debrief.html"
    path.write_text(there, "utf-8")
    with pytest.raises(BadInput, match=r"another file is there\. Name another folder"):
        write(path, MARK, [PAGE])
    assert path.read_text("utf-8") == there


def test_a_full_disk_leaves_nothing_half(tmp_path: Path) -> None:
    """Half a report looks like a complete one, in front of forty people."""
    path = tmp_path / "debrief.html"
    write(path, MARK, [PAGE, "whole"])

    def pieces() -> Iterator[str]:
        yield PAGE
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(BadInput, match=r"cannot be written .*No part of it was kept"):
        write(path, MARK, pieces())
    assert path.read_text("utf-8") == f"{PAGE}whole"
    assert [each.name for each in tmp_path.iterdir()] == ["debrief.html"]


def test_the_folder_may_be_there_and_may_not_be_a_file(tmp_path: Path) -> None:
    """A second report fails, or a file is mistaken for a folder."""
    for _ in range(2):
        with prepared(tmp_path / "a" / "b"):
            pass
    (tmp_path / "file").write_text("x")
    with (
        pytest.raises(BadInput, match=r"is a file\. Name another folder with --out"),
        prepared(tmp_path / "file"),
    ):
        pass


def stopped(folder: Path, name: str = "") -> None:
    """Write a report that is stopped after the page of this `name`."""
    with prepared(folder):
        assert folder.is_dir()
        if name:
            (folder / name).touch()
        raise KeyboardInterrupt


@pytest.mark.parametrize("there", ["", "a", "a/b"])
def test_a_report_that_is_stopped_leaves_no_folder_behind_that_was_not_there(
    there: str, tmp_path: Path
) -> None:
    """A user who pressed Ctrl-C finds an empty folder and takes it for a report.

    Their own empty folder must stay.
    """
    (tmp_path / there).mkdir(parents=True, exist_ok=True)
    before = sorted(tmp_path.rglob("*"))
    folder = tmp_path / "a" / "b"
    with pytest.raises(KeyboardInterrupt):
        stopped(folder)
    assert sorted(tmp_path.rglob("*")) == before
    with pytest.raises(KeyboardInterrupt):
        stopped(folder, "table-1-red.html")
    assert (folder / "table-1-red.html").exists(), "what was written before is whole"
