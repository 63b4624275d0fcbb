"""`warcouncil demo`: the end of a demo that is broken off."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from warcouncil.arbiter.core.words.stimuli import Began
from warcouncil.clients.commands.before import demo
from warcouncil.games import registry
from warcouncil.protocol.words import SeatId


async def test_a_demo_that_is_broken_off_removes_its_folder_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the folder goes first, the arbiter misses its file and leaves a copy where the person works."""
    files: list[Path] = []
    was_there: list[bool] = []
    serves = asyncio.Event()

    def begin(file: Path, began: Began) -> None:
        assert began.plays_again
        file.touch()
        files.append(file)

    async def host(*_parts: object, **_options: object) -> int:
        serves.set()
        try:
            return await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            was_there.append(files[0].exists())

    monkeypatch.setattr(demo, "begin", begin)
    monkeypatch.setattr(demo, "host", host)
    game = registry.load("kashmir_crisis")
    show = demo.Show(
        game=game,
        options=game.options_type(),
        tables=1,
        seed=1,
        pace_seconds=0,
        headless=True,
        as_json=True,
        seat=SeatId("india"),
    )
    playing = asyncio.create_task(demo._plays(show))
    await serves.wait()
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert was_there == [True]
    assert not files[0].parent.exists()
