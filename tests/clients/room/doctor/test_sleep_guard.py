"""SleepGuard: the machine is kept awake while a clock runs, and may sleep a while after the last one stopped."""

from __future__ import annotations

import asyncio
import io
import threading

import pytest
from warcouncil.arbiter.shell.base.log import open_log
from warcouncil.clients.room.doctor import sleep_guard
from warcouncil.clients.room.doctor.sleep_guard import SleepGuard
from warcouncil.clients.room.doctor.wakefulness import Wakefulness

from tests.clients.room.doctor.test_wakefulness import FakeLock
from tests.waiting import until_true

pytestmark = pytest.mark.usefixtures("fast")


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look often, and let the machine sleep soon."""
    monkeypatch.setattr(sleep_guard, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(sleep_guard, "REST_SECONDS", 0.05)


async def test_the_machine_is_held_while_a_clock_runs() -> None:
    """If this fails, the host's laptop sleeps while players think, or never again."""
    lock, runs, told = FakeLock("systemd-inhibit"), [False], io.StringIO()
    guard = SleepGuard(lambda: runs[0], Wakefulness([lock]), open_log(told))
    guard.begin()
    await asyncio.sleep(0.05)
    assert lock.done == []
    runs[0] = True
    await until_true(lambda: lock.done == ["hold"])
    await until_true(lambda: "kept awake" in told.getvalue())  # a thread holds it, and the log follows
    assert guard.warning == ""
    runs[0] = False
    await until_true(lambda: lock.done == ["hold", "release"])
    runs[0] = True
    await until_true(lambda: lock.done == ["hold", "release", "hold"])
    guard.end()
    assert lock.done[-1] == "release"


async def test_a_machine_that_cannot_be_held_says_so_while_clocks_run() -> None:
    """If this fails, an umpire notices a sleeping host only by its silent seats."""
    lock, told = FakeLock("systemd-inhibit", "systemd-inhibit refused"), io.StringIO()
    guard = SleepGuard(lambda: True, Wakefulness([lock]), open_log(told))
    assert guard.warning == ""
    guard.begin()
    await until_true(lambda: bool(guard.warning))
    assert "may fall asleep" in guard.warning
    assert "power settings" in told.getvalue()
    assert lock.done == ["hold"], "a failure is told once"
    guard.end()


async def test_a_slow_program_does_not_hold_up_the_arbiter() -> None:
    """If this fails, every seat waits while a program of the system is slow."""
    threads: list[str] = []

    class Noting(FakeLock):
        def hold(self) -> str:
            threads.append(threading.current_thread().name)
            return super().hold()

    guard = SleepGuard(lambda: True, Wakefulness([Noting("systemd-inhibit")]), open_log(io.StringIO()))
    guard.begin()
    await until_true(lambda: bool(threads))
    assert threads != [threading.main_thread().name]
    guard.end()
