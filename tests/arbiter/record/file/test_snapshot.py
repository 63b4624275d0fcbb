"""An exercise can be read while its arbiter writes, at any moment, without an effect on the arbiter or the
file.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from warcouncil.arbiter.record.file import snapshot as snapshots
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.file.snapshot import snapshot
from warcouncil.arbiter.shell.base.entries import Entry, JournalError

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import begin, keep
from tests.profile import games


def _room() -> Room:
    room = Room("nim")
    room.sit_all()
    return room


def test_a_running_exercise_is_read_and_not_touched(tmp_path: Path) -> None:
    """A tutor who reads the file of a running exercise stops it, or changes the state for a resume."""
    journal = begin(tmp_path / "jena", _room().journal)
    before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()}
    with open_record(tmp_path / "jena") as record:
        assert record.whole == journal.seq
        assert record.in_use
    assert before == {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()}
    journal.append([Entry(1, "ticked", 0, b'{"kind":"ticked","at":1}')])
    journal.close()
    with open_record(tmp_path / "jena") as record:
        assert (record.whole, record.in_use) == (journal.seq, False)


@pytest.mark.parametrize("turn", range(games(6, 200)))
def test_a_write_during_a_snapshot_is_wholly_in_or_wholly_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, turn: int
) -> None:
    """The database file of one moment is read with the log of another, and looks damaged or shows a state that
    never was.
    """
    journal = begin(tmp_path / "jena", _room().journal)
    first, copies = journal.seq, [0]
    copy = shutil.copyfile

    def copyfile(there: Path, here: Path) -> None:
        """Copy, while the arbiter writes so much that its log is checkpointed and restarted."""
        copies[0] += 1
        if copies[0] <= 3 + turn % 6:
            for _ in range(1 + 35 * (turn % 3)):
                journal.append(
                    [
                        Entry(1, "ticked", 0, b'{"kind":"ticked","at":1,"wall_ms":%d}' % (10**15))
                        for _ in range(8)
                    ]
                )
        copy(there, here)

    monkeypatch.setattr(shutil, "copyfile", copyfile)
    with open_record(tmp_path / "jena") as record:
        assert not record.fault
        assert first <= record.whole <= journal.seq
    journal.close()


def test_a_file_that_changes_too_fast_is_given_up_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A report mixes two moments, or is never finished."""
    file = keep(tmp_path / "jena", _room().journal)
    monkeypatch.setattr(snapshots, "_copied", lambda _file, _copy: False)
    with pytest.raises(JournalError, match="changes faster than it can be copied"), snapshot(file):
        pass


def test_a_full_disk_for_the_copy_is_not_laid_to_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Because the disk was full, a verifier believes that an intact file is damaged, and looks for another copy."""
    file = keep(tmp_path / "jena", Room("nim").journal)

    def full(*_: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(JournalError, match="has no room for a copy "), snapshot(file):
        pass


def test_a_missing_folder_for_the_copy_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A verifier at a laptop with a full disk reads a traceback."""
    file = keep(tmp_path / "jena", Room("nim").journal)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    said = r"jena: there is no folder for a copy \(there is no such file or folder\)\. Name one in TMPDIR$"
    with pytest.raises(JournalError, match=said), snapshot(file):
        pass


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_named_and_not_waited_for(tmp_path: Path) -> None:
    """The command waits for ever for a writer of the pipe."""
    os.mkfifo(tmp_path / "pipe")
    with (
        pytest.raises(JournalError, match="pipe: this is a pipe or a device, not an exercise file"),
        snapshot(tmp_path / "pipe"),
    ):
        pass


def test_the_copy_is_gone_afterwards(tmp_path: Path) -> None:
    """The temporary copy stays on the disk, with every code and key of the exercise."""
    with snapshot(keep(tmp_path / "jena", _room().journal)) as copy:
        assert copy.exists()
        assert copy.parent.stat().st_mode & 0o077 == 0
    assert not copy.parent.exists()


@pytest.mark.parametrize("what", ["folder", "nothing", "text", "empty"])
def test_a_file_that_is_no_exercise_is_named_in_one_line(tmp_path: Path, what: str) -> None:
    """A tutor at the end of a long day reads a traceback."""
    place = tmp_path / what
    if what == "folder":
        place.mkdir()
    elif what != "nothing":
        place.write_text("" if what == "empty" else "no exercise at all")
    with pytest.raises(JournalError) as told, snapshot(place):
        pass
    assert str(told.value).startswith(f"{place}: ")
    assert "\n" not in str(told.value)
