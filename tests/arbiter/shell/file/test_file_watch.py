"""An exercise file that is moved while it is open is noticed, and a complete copy is written."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from warcouncil.arbiter.shell.file import trail, write_ahead_log
from warcouncil.arbiter.shell.file.file_watch import FileWatch
from warcouncil.arbiter.shell.service.journal import Journal, create, resume

from tests.arbiter.shell.forty import ENTRIES, PAPERS


def moved(file: Path) -> None:
    """Move the file into another folder."""
    (file.parent / "elsewhere").mkdir()
    file.rename(file.parent / "elsewhere" / file.name)


def replaced(file: Path) -> None:
    """Move another file to its place."""
    other = file.with_name("other")
    other.write_bytes(b"another program's")
    other.replace(file)


def unmounted(file: Path) -> None:
    """Remove the folder with all its files."""
    file.parent.rename(file.parent.with_name("away"))


WAYS: list[Callable[[Path], object]] = [Path.unlink, moved, replaced, unmounted]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of the exercise, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "room").mkdir()
    return tmp_path / "room" / "x.warcouncil"


def written(file: Path) -> tuple[Journal, FileWatch]:
    """Begin an exercise, and write to it."""
    journal = create(file, PAPERS)
    journal.append(ENTRIES[:2])
    watch = journal.file_watch
    assert watch
    assert watch.look() == ""
    return journal, watch


@pytest.mark.parametrize("beside", [Path, trail.beside, write_ahead_log.beside], ids=["file", "trail", "log"])
@pytest.mark.parametrize("way", [Path.unlink, replaced])
def test_each_of_the_three_files_is_watched(
    file: Path, beside: Callable[[Path], Path], way: Callable[[Path], object]
) -> None:
    """If this fails, a host signs receipts for records that no one can ever read."""
    journal, watch = written(file)
    way(beside(file))
    assert str(beside(file)) in watch.look()
    journal.close()


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_holds_everything_whatever_happened_to_the_file(
    file: Path, way: Callable[[Path], object]
) -> None:
    """If this fails, an exercise whose file was moved away is lost when its host stops."""
    journal, watch = written(file)
    way(file)
    assert watch.look()
    assert journal.rescue() == ""
    journal.append(ENTRIES[2:])
    journal.close()
    assert not watch.is_file_there
    assert watch.copy
    assert watch.copy.stat().st_mode & 0o077 == 0, "only the owner may read it"
    again = resume(watch.copy)
    assert [row.body for row in again.rows()] == [entry.body for entry in ENTRIES]
    again.close()


def test_a_file_that_is_put_back_is_whole_again(file: Path) -> None:
    """If this fails, the alarm stays although the umpire did what it asks."""
    journal, watch = written(file)
    away = file.with_name("away")
    file.rename(away)
    assert watch.look()
    away.rename(file)
    assert watch.look() == ""
    journal.append(ENTRIES[2:])
    journal.close()
    assert watch.is_file_there
    assert resume(file).seq == len(ENTRIES)


def test_a_copy_never_takes_the_place_of_another_file(file: Path) -> None:
    """If this fails, the copy of an earlier accident is lost."""
    journal, watch = written(file)
    former = file.with_name("x-rescued.warcouncil")
    former.write_bytes(b"earlier")
    file.unlink()
    assert journal.rescue() == ""
    assert watch.copy == file.with_name("x-rescued-2.warcouncil")
    assert former.read_bytes() == b"earlier"
    journal.close()


def test_a_copy_that_cannot_be_written_is_reported(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, the alarm names a copy that does not exist."""
    journal, watch = written(file)
    file.unlink()
    monkeypatch.setattr(FileWatch, "_copy_to", lambda *_: (_ for _ in ()).throw(OSError(28, "full")))
    assert "full" in journal.rescue()
    assert watch.copy is None
    monkeypatch.undo()
    journal.close()


def test_files_of_an_exercise_that_closed_in_order_need_no_log(file: Path) -> None:
    """If this fails, a stop in order is called a loss because the log is gone, as it should be."""
    journal, watch = written(file)
    write_ahead_log.beside(file).unlink()
    journal.append(ENTRIES[2:])
    journal.close()
    assert watch.is_file_there
    whole = file.with_name("whole")
    shutil.copy2(file, whole)
    assert [row.body for row in resume(whole).rows()] == [entry.body for entry in ENTRIES]
