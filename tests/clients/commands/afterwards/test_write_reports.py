"""Writing the reports: the debrief, the tables and the verification of one moment, beside the file.

Each is complete, or is named as missing.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from warcouncil.arbiter.record.account import gathering
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.clients.commands.afterwards import write_reports
from warcouncil.clients.commands.afterwards.write_reports import PARTS, write_up
from warcouncil.clients.plan.text.option_text import BadInput

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import begin
from tests.clients.commands.folders import names_in


def nothing(part: str, percent: int) -> None:
    """Ignore the progress."""


def test_everything_of_one_moment_lies_in_one_folder_that_its_owner_alone_may_enter(
    room: Room, tmp_path: Path
) -> None:
    """The report and the tables show two different moments beside a running arbiter, or a guest can read all
    secrets.
    """
    file = tmp_path / "jena.warcouncil"
    running = begin(file, room.journal)
    before = names_in(tmp_path)
    heard: list[tuple[str, int]] = []
    done = write_up(file, lambda part, percent: heard.append((part, percent)))
    assert done.folder == tmp_path / "jena-debrief"
    assert names_in(done.folder) == ["debrief.html", "tables", "verification.txt"]
    assert "nothing is false" in done.text
    with open_record(file) as record:
        head = record.head()
    assert head in (done.folder / "verification.txt").read_text("utf-8")
    assert head in (done.folder / "tables" / "DICTIONARY.md").read_text("utf-8")
    assert names_in(tmp_path) == sorted([*before, "jena-debrief"])
    if os.name == "posix":
        assert done.folder.stat().st_mode & 0o077 == 0
    percents = [percent for _, percent in heard]
    assert percents == sorted(percents)
    assert [*dict.fromkeys(part for part, _ in heard)] == [*PARTS]
    running.close()


def test_an_existing_report_is_never_overwritten(file: Path) -> None:
    """The report that was marked up in the break is lost."""
    assert [write_up(file, nothing).folder.name for _ in range(3)] == [
        "jena-debrief",
        "jena-debrief-2",
        "jena-debrief-3",
    ]


def full(*_: Any, **__: Any) -> Iterator[str]:
    """Raise the error of a full disk."""
    raise OSError(errno.ENOSPC, "No space left on device")


def gone(*_: Any, **__: Any) -> Any:
    """Raise the error of a missing library."""
    raise ImportError("No module named 'polars'", name="polars")


def test_a_part_that_cannot_be_written_is_named_and_the_rest_exists(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a library for tables there is no report either, or the missing tables are not named."""
    monkeypatch.setattr(write_reports, "write_tables", gone)
    done = write_up(file, nothing)
    assert names_in(done.folder) == ["debrief.html", "verification.txt"]
    assert done.text.endswith("MISSING: the tables (polars is not installed)")


def test_a_full_disk_leaves_nothing_under_the_name(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a report looks like a complete one."""
    for part in ("write_reports", "write_tables", "write_private"):
        monkeypatch.setattr(write_reports, part, full)
    before = names_in(file.parent)
    with pytest.raises(BadInput, match=r"nothing could be written: the report \(the disk is full\)"):
        write_up(file, nothing)
    assert names_in(file.parent) == before


def test_a_fault_names_the_place_that_the_umpire_knows(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The umpire looks for a hidden folder that is gone."""

    def fails(_record: Any, _accounts: Any, out: Path, *_: Any) -> Any:
        raise BadInput(f"--out {out}: cannot be written (the disk is full)")

    monkeypatch.setattr(write_reports, "write_tables", fails)
    assert (
        "the tables (" + str(file.parent / "jena-debrief" / "tables") + ": cannot"
        in write_up(file, nothing).text
    )


def test_an_interrupted_debrief_leaves_no_files(file: Path) -> None:
    """Half a folder of secrets stays beside the exercise for ever."""

    def stop(part: str, percent: int) -> None:
        if percent > 60:
            raise KeyboardInterrupt

    before = names_in(file.parent)
    with pytest.raises(KeyboardInterrupt):
        write_up(file, stop)
    assert names_in(file.parent) == before


def test_a_file_that_is_none_and_a_fault_of_ours(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The umpire sees a traceback."""
    (tmp_path / "notes").write_text("dear diary")
    with pytest.raises(BadInput, match="not an exercise"):
        write_up(tmp_path / "notes", nothing)

    def breaks(*_: Any, **__: Any) -> Any:
        raise KeyError("x")

    monkeypatch.setattr(write_reports, "write_reports", breaks)
    assert "the report (an error of this program: KeyError)" in write_up(file, nothing).text
    shutil.rmtree(tmp_path / "jena-debrief")


def test_the_exercise_is_gathered_once_and_what_needs_it_is_named_where_that_fails(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forty tables are played again for the report and again for the tables.

    Or a record of a newer program prevents the verification too.
    """
    gathered: list[object] = []
    real = gathering.gather

    def counts(*words: Any, **more: Any) -> Any:
        gathered.append(words)
        return real(*words, **more)

    monkeypatch.setattr(write_reports, "gather", counts)
    monkeypatch.setattr(gathering, "gather", counts)
    write_up(file, nothing)
    assert len(gathered) == 1

    def refuses(*_: Any, **__: Any) -> Any:
        raise JournalError("jena: record 7 is not one that this program can read")

    monkeypatch.setattr(write_reports, "gather", refuses)
    done = write_up(file, nothing)
    assert names_in(done.folder) == ["verification.txt"]
    assert done.text.count("record 7 is not one that this program can read") == 2
