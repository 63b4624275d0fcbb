"""The backups of a host's exercise file: their age is shown, a failure is reported, and a disk that comes
back is used again.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from warcouncil.arbiter.record.file.backup_copy import CopyContents, keep
from warcouncil.arbiter.shell.base.entries import Entry
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.service import journal
from warcouncil.clients.commands.host import backup as backups
from warcouncil.clients.commands.host.backup import Backup, backup_for
from warcouncil.clients.commands.host.listen_address import USUAL, AskedPlace, place_for
from warcouncil.clients.commands.host.window import status_lines
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.plan.text.option_text import BadInput

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import begin
from tests.clients.commands.host.test_host import mistaken
from tests.clients.commands.host.test_window import FACTS

TICK = '{"kind":"ticked","at":1}'


def test_it_is_seen_how_old_the_copy_is_and_a_stick_that_is_gone_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host removes the disk to copy slides, and notices the missing backup only when the laptop fails."""
    now, told = [0], list[str]()
    monkeypatch.setattr(backups, "monotonic_ms", lambda: now[0])
    running = begin(tmp_path / "jena", Room("nim").journal)
    stick = tmp_path / "stick"
    stick.mkdir()
    kept = Backup(tmp_path / "jena", stick, every_seconds=3600)
    said: list[str] = []
    kept.begin(lambda: running.seq, told.append)
    kept._ends.set()
    assert kept._thread
    kept._thread.join()
    now[0] = 41_000
    assert kept.words() == f"41 s old, on the SAME disk   {stick / 'jena'}"

    stick.rename(tmp_path / "elsewhere")
    now[0] = 60_000
    running.append([Entry(1, "ticked", 0, TICK.encode())])
    kept.look()
    kept.look()
    assert told == [f"the folder {stick} does not exist"]
    assert kept.words() == f"FAILS: the folder {stick} does not exist   (60 s old)"

    (tmp_path / "elsewhere").rename(stick)
    kept.look()
    assert (told[1:], kept.words()) == ([""], f"0 s old, on the SAME disk   {stick / 'jena'}")
    running.close()
    kept.finish(said.append)
    assert said == [f"A complete copy is in {stick / 'jena'}"]
    again = journal.resume(stick / "jena")
    assert (again.head, again.was_closed) == (running.head, True)
    again.close()


def test_a_copy_is_not_made_again_while_nothing_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exercise that waits over lunch wears out a stick. Or its copy is called old, although it contains
    everything.
    """
    now, copied = [0], list[str]()
    monkeypatch.setattr(backups, "monotonic_ms", lambda: now[0])

    def counted(file: Path, there: Path, moment: str) -> CopyContents:
        copied.append(moment)
        return keep(file, there, moment)

    monkeypatch.setattr(backups, "keep", counted)
    begin(tmp_path / "jena", Room("nim").journal).close()
    (tmp_path / "stick").mkdir()
    kept = Backup(tmp_path / "jena", tmp_path / "stick")
    for now[0] in (0, 60_000, 120_000):
        kept.look()
    assert len(copied) == 1
    assert kept.words().startswith("0 s old")


def test_the_window_shows_copies_or_says_that_there_are_none() -> None:
    """A host who does not know of backups learns of them when the laptop is lost, or the line about a failed one
    is cut.
    """
    assert "Backup    41 s old   /media/stick/jena" in status_lines(
        replace(FACTS, backup="41 s old   /media/stick/jena"), 80, 24
    )
    (none,) = [line for line in status_lines(replace(FACTS, backup=""), 80, 24) if "Backup" in line]
    assert none == "Backup    none. host --backup FOLDER keeps a copy, for example on a stick"
    assert not [line for line in status_lines(FACTS, 80, 24) if "Backup" in line]


def test_where_copies_can_not_lie_is_said_in_a_line(tmp_path: Path) -> None:
    """A missing disk becomes a folder on the laptop's own disk, unnoticed."""
    file = Location(file=tmp_path / "jena")
    with pytest.raises(BadInput, match=r"there is no such folder\. Is the stick plugged in"):
        backup_for(file, str(tmp_path / "stick"), "")
    with pytest.raises(BadInput, match="the exercise file itself is there"):
        backup_for(file, str(tmp_path), "")
    with pytest.raises(BadInput, match="Back a database up with its own tools"):
        backup_for(Location(address="postgresql+psycopg://h/b", exercise="jena"), str(tmp_path), "")
    line = mistaken("host", "kartenspiel", "--file", str(tmp_path / "jena"), "--backup", str(tmp_path / "no"))
    assert "--backup" in line
    assert not list(tmp_path.iterdir())


def test_a_resume_keeps_copies_where_it_did_before(tmp_path: Path) -> None:
    """After a restart of the laptop the backup is forgotten, or cannot be switched off."""
    file = Location(file=tmp_path / "jena")
    (tmp_path / "other").mkdir()
    assert backup_for(file, None, "/media/stick") == "/media/stick"
    assert backup_for(file, "none", "/media/stick") == ""
    assert backup_for(file, str(tmp_path / "jena" / ".." / "other"), "") == str(
        (tmp_path / "other").resolve()
    )


def test_a_resume_from_a_backup_says_when_it_was_made() -> None:
    """It looks like the exercise itself, and later records are missed only by chance."""
    before = replace(USUAL, addresses=("192.0.2.1:5280",), copied="2026-10-14 09:41:00")
    first, *others = place_for(AskedPlace(), before).news([Address("192.0.2.1", 5280)])
    assert first.startswith("This is a backup of 2026-10-14 09:41:00, which was made while the exercise ran.")
    assert others == ["Its seats look for it at 192.0.2.1:5280, and come back by themselves."]
