"""Every console learns within two seconds that the exercise file is not in its place."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from warcouncil.arbiter.shell.hosting import file_guard
from warcouncil.arbiter.shell.hosting.file_guard import LOOK_SECONDS, FileGuard
from warcouncil.arbiter.shell.service.journal import create

from tests.arbiter.shell.forty import ENTRIES, PAPERS


class FakeService:
    """Records what consoles are told."""

    def __init__(self) -> None:
        self.told: asyncio.Queue[str] = asyncio.Queue()

    def hear_file(self, fault: str) -> None:
        """Record it."""
        self.told.put_nowait(fault)

    def between_batches(self, do: Callable[[], str]) -> str:
        """Do it at once."""
        return do()


class FakeLog:
    """Records what the log is told."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def critical(self, event: str, **_: object) -> None:
        """Record it."""
        self.lines.append(event)

    info = critical


def test_it_looks_often_enough() -> None:
    """If this fails, an umpire reads of the loss later than two seconds after it."""
    assert 2 * LOOK_SECONDS < 2


async def test_consoles_read_that_the_file_is_gone_and_that_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this fails, the host signs receipts for hours that no file holds."""
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
