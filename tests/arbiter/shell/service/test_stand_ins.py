"""Bots of a plan in a real arbiter: they have their seats from the start, and the arbiter ends without an error."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.stimuli import Began
from warcouncil.arbiter.shell.service.opening import begin, new_codes
from warcouncil.arbiter.shell.service.service import Service
from warcouncil.protocol.words import SeatId, TableId

from tests.arbiter.shell.running import arbiter
from tests.arbiter.shell.service.test_service import Bots
from tests.waiting import until_true


def began(where: Path) -> None:
    """Write an exercise in which a bot has a seat."""
    plan = TablePlan(
        table=TableId(1), game="kashmir_crisis", options={}, seed="5a" * 32, bots=(SeatId("india"),)
    )
    begin(where, Began(exercise="Exercise", tables=(plan,), codes=new_codes((plan,)))).journal.close()


async def test_time_ticks_once_however_an_arbiter_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second chain of ticks goes on after the end, so that an orderly stop looks like a failure."""
    where, bots = tmp_path / "exercise.warcouncil", Bots()
    began(where)
    loop = asyncio.get_running_loop()
    timers: list[asyncio.TimerHandle] = []
    call_at = loop.call_at

    def watched(when: float, callback: Any, *words: Any, **context: Any) -> asyncio.TimerHandle:
        timer = call_at(when, callback, *words, **context)
        if getattr(callback, "__func__", None) is Service._tick:
            timers.append(timer)
        return timer

    def waiting() -> list[asyncio.TimerHandle]:
        return [timer for timer in timers if not timer.cancelled() and timer.when() > loop.time() - 1]

    monkeypatch.setattr(loop, "call_at", watched)
    async with arbiter(where, stand_ins=bots, resume=True) as running:
        assert bots.notes == ["sit india sensible"]
        await until_true(waiting)  # the first tick may still wait for the disk
        assert len(waiting()) == 1
        await running.stop()
        assert waiting() == []
