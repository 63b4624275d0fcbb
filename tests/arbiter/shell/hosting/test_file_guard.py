"""Every console learns within two seconds that the exercise file is not in its place."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.shell.file import reading_notes
from warcouncil.arbiter.shell.file.reading_notes import ReadingNote
from warcouncil.arbiter.shell.hosting import file_guard
from warcouncil.arbiter.shell.hosting.file_guard import LOOK_SECONDS, FileGuard
from warcouncil.arbiter.shell.service.journal import create

from tests.arbiter.core.harness import Room
from tests.arbiter.record.files import begin
from tests.arbiter.shell.forty import ENTRIES, PAPERS


class FakeService:
    """Records the messages for consoles."""

    def __init__(self) -> None:
        self.told: asyncio.Queue[str] = asyncio.Queue()
        self.readers: asyncio.Queue[str] = asyncio.Queue()

    def hear_readers(self, notes: list[ReadingNote]) -> None:
        """Record the readers of the file."""
        for note in notes:
            self.readers.put_nowait(note.command)

    def hear_file(self, fault: str) -> None:
        """Record the state of the file."""
        self.told.put_nowait(fault)

    def between_batches(self, do: Callable[[], str]) -> str:
        """Do the work at once."""
        return do()


class FakeLog:
    """Records the lines of the log."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def critical(self, event: str, **_: object) -> None:
        """Record the line."""
        self.lines.append(event)

    info = warning = critical


def test_it_looks_often_enough() -> None:
    """If this fails, an umpire reads of the loss later than two seconds after it."""
    assert 2 * LOOK_SECONDS < 2


async def test_consoles_read_that_the_file_is_gone_and_that_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this fails, the host signs receipts for hours although no file holds the records."""
    monkeypatch.setattr(file_guard, "LOOK_SECONDS", 0.01)
    file = tmp_path / "x.warcouncil"
    journal = create(file, PAPERS)
    journal.append(ENTRIES[:2])
    service, log = FakeService(), FakeLog()
    guard = FileGuard(journal, service)  # type: ignore[arg-type]  # it needs no more of it
    task = asyncio.create_task(guard.watch(log))  # type: ignore[arg-type]
    away = tmp_path / "away"
    file.rename(away)
    async with asyncio.timeout(20):
        gone = await service.told.get()
    assert "was moved or deleted" in gone
    assert str(tmp_path / "x-rescued.warcouncil") in gone
    assert guard.fault == gone
    away.rename(file)
    async with asyncio.timeout(20):
        assert await service.told.get() == ""
    assert log.lines == ["exercise file", "exercise file is back"]
    task.cancel()
    journal.close()


async def test_a_command_that_reads_the_file_of_a_running_host_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this fails, an umpire exports every secret beside the running host, and nothing shows it afterwards."""
    monkeypatch.setattr(file_guard, "LOOK_SECONDS", 0.01)
    room = Room("nim")
    room.sit_all()
    file = tmp_path / "x.warcouncil"
    journal = begin(file, room.journal)
    journal.go_on()
    service, log = FakeService(), FakeLog()
    guard = FileGuard(journal, service)  # type: ignore[arg-type]  # it needs no more of it
    task = asyncio.create_task(guard.watch(log))  # type: ignore[arg-type]
    with open_record(file, reader="export"):
        pass
    async with asyncio.timeout(60):
        assert await service.readers.get() == "export"
    assert "the exercise file was read" in log.lines
    with open_record(file):  # such as the writer of reports, whose order is on the record
        pass
    assert not reading_notes.beside(file).exists()
    task.cancel()
    journal.close()
    with open_record(file, reader="export"):
        pass
    assert not reading_notes.beside(file).exists(), (
        "a file that is closed in order is read as often as one likes"
    )
    assert service.readers.empty()


def test_notes_are_foreign_input(tmp_path: Path) -> None:
    """If this fails, a file that a stranger puts beside the exercise ends the host, or fills its record."""
    file = tmp_path / "x.warcouncil"
    path = reading_notes.beside(file)
    assert reading_notes.take(file) == []
    for text in (
        b"\xff",
        b"[]\n{}\n7",
        b'{"command": "", "wall_ms": 1}',
        b'{"command": "x", "wall_ms": "1"}',
    ):
        path.write_bytes(text)
        assert reading_notes.take(file) == []
        assert not path.exists()
    path.write_bytes(b'{"command": "x", "wall_ms": 1}\n' * 1000)
    assert len(reading_notes.take(file)) == reading_notes.NOTES_MAX
    path.write_bytes(b" " * (reading_notes.NOTES_BYTES_MAX + 1))
    assert reading_notes.take(file) == []
    path.mkdir()
    reading_notes.leave(file, "export")
    assert reading_notes.take(file) == []
