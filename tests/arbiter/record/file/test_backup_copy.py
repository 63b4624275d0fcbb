"""A backup copy can be resumed, is never partial, and replaces no other exercise."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.record.file.backup_copy import keep, keep_folder
from warcouncil.arbiter.shell.base.entries import Entry, JournalError
from warcouncil.arbiter.shell.file.listened_at import ListenedAt
from warcouncil.arbiter.shell.service import journal
from warcouncil.arbiter.shell.service.journal import Journal
from warcouncil.protocol.wire.replies import Welcome

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import begin, entries

TICK = Entry(1, "ticked", 0, b'{"kind":"ticked","at":1}')


def held(file: Path, rows: Sequence[Row]) -> Journal:
    """Return an exercise that is in use."""
    made = begin(file, rows)
    made.remember(ListenedAt("127.0.0.1", 5270, addresses=("192.0.2.1:5270",)))
    return made


def test_a_resume_from_a_copy_reports_what_it_lacks(tmp_path: Path) -> None:
    """A laptop dies, and the copy is a minute old.

    Answers sealed in that minute are missing, and no report says so.
    """
    room = Room("kartenspiel")
    army = room.sit("red.army")
    running = held(tmp_path / "jena", room.journal)
    (tmp_path / "stick").mkdir()
    kept = keep(tmp_path / "jena", tmp_path / "stick" / "jena", "2026-10-14 09:41:00")
    known = len(room.journal)
    room.suggest(army)
    running.append(entries(room.journal[known:]))
    running.close()

    assert [path.name for path in (tmp_path / "stick").iterdir()] == ["jena"]
    again = journal.resume(tmp_path / "stick" / "jena")
    assert (kept.seq, again.seq, len(list(again.rows()))) == (known, known, known)
    assert again.whereabouts
    assert (again.whereabouts.copied, again.whereabouts.addresses) == (
        "2026-10-14 09:41:00",
        ("192.0.2.1:5270",),
    )
    again.append([TICK])
    again.close()
    room.crash(rows=known)
    assert room.greet(army.key).last(Welcome).receipt == "missing"


def test_a_copy_of_a_file_at_rest_lacks_nothing(tmp_path: Path) -> None:
    """A host who resumes from the copy the next day is warned of a loss that never happened."""
    room = Room("nim")
    running = held(tmp_path / "jena", room.journal)
    running.close()
    (tmp_path / "stick").mkdir()
    keep(tmp_path / "jena", tmp_path / "stick" / "jena", "2026-10-14 09:41:00")
    again = journal.resume(tmp_path / "stick" / "jena")
    assert again.whereabouts
    assert (again.head, again.whereabouts.copied) == (running.head, "")
    again.close()


@pytest.mark.parametrize("other", ["played on", "another exercise", "not an exercise"])
def test_nothing_is_written_over_that_is_no_earlier_moment(tmp_path: Path, other: str) -> None:
    """A copy from a week ago replaces the newer file that was resumed from it, or the file of another morning."""
    room, there = Room("nim"), tmp_path / "stick" / "jena"
    there.parent.mkdir()
    running = held(tmp_path / "jena", room.journal)
    keep(tmp_path / "jena", there, "then")
    if other == "played on":
        further = journal.resume(there)
        further.append([TICK] * 3)
        further.close()
    elif other == "another exercise":
        there.unlink()
        begin(there, Room("sealed_bid").journal).close()
    else:
        there.write_bytes(b"holiday pictures")
    before = there.read_bytes()
    running.append([TICK] if other != "played on" else [TICK._replace(at=2)] * 5)
    kept = keep(tmp_path / "jena", there, "now")
    running.close()
    assert kept.aside is not None
    assert (kept.aside.parent, kept.aside.read_bytes()) == (there.parent, before)
    assert keep(tmp_path / "jena", there, "later").aside is None


def test_a_stick_that_fails_leaves_the_former_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A backup disk fails during a copy and leaves half of the only copy."""
    room, there = Room("nim"), tmp_path / "stick" / "jena"
    there.parent.mkdir()
    running = held(tmp_path / "jena", room.journal)
    keep(tmp_path / "jena", there, "then")
    before = there.read_bytes()
    running.append([TICK])

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "no room")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="no room"):
            keep(tmp_path / "jena", there, "now")
    running.close()
    assert {path.name: path.read_bytes() for path in there.parent.iterdir()} == {"jena": before}


def test_a_copy_at_the_path_of_the_exercise_itself_is_refused(tmp_path: Path) -> None:
    """A host who resumes from the copy overwrites the open file, because the copy remembers its backup folder."""
    running = held(tmp_path / "jena", Room("nim").journal)
    with pytest.raises(JournalError, match="is the exercise file itself"):
        keep(tmp_path / "jena", tmp_path / "jena", "now")
    running.close()


def test_a_folder_beside_the_exercise_is_copied_for_its_owner_alone(tmp_path: Path) -> None:
    """Browsers warn again, because the fingerprint differs from the cards.

    Or other users can read the keys.
    """
    (tmp_path / "jena-web" / "seats").mkdir(parents=True)
    for name in ("key.pem", "seats/one"):
        (tmp_path / "jena-web" / name).write_text(name)
    keep_folder(tmp_path / "jena-web", tmp_path / "stick")
    kept = [path for path in sorted((tmp_path / "stick").rglob("*")) if path.is_file()]
    assert [path.read_text() for path in kept] == ["key.pem", "seats/one"]
    if sys.platform != "win32":
        assert {path.stat().st_mode & 0o777 for path in kept} == {0o600}


@pytest.mark.parametrize("own", [TICK, Entry(2, "ticked", 0, b'{"kind":"ticked","at":2}')])
def test_a_stick_that_was_played_from_takes_whole_copies_again(own: Entry, tmp_path: Path) -> None:
    """A host who tests the copy in a break spoils every later copy, and notices it only when the laptop fails."""
    rows = Room("kartenspiel").journal
    running, there = held(tmp_path / "jena", rows), tmp_path / "stick" / "jena"
    there.parent.mkdir()
    keep(tmp_path / "jena", there, "09:41")
    tried = journal.resume(there)
    tried.append([own])
    tried.close()
    running.append([TICK] * 3)
    kept = keep(tmp_path / "jena", there, "09:42")
    running.close()
    files = {there: len(rows) + 3}
    if own is not TICK:  # otherwise the records of the test are an earlier moment of the same exercise
        assert kept.aside is not None
        files[kept.aside] = len(rows) + 1
    for file, number in files.items():
        again = journal.resume(file)
        assert len(list(again.rows())) == number
        again.close()
