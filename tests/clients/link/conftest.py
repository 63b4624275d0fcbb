"""Links whose other end is the test, in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from selectors import BaseSelector, SelectorKey

import pytest
from warcouncil.clients.link.connect import link as module
from warcouncil.clients.link.connect import seeking
from warcouncil.clients.link.connect.link import Link

from tests.clients.link.far_end import TICKET, FakeWire, Open


@pytest.fixture
async def virtual_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the loop advance its clock instead of waiting."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, asyncio.SelectorEventLoop)
    selector: BaseSelector = vars(loop)["_selector"]
    look, now = selector.select, 0.0

    def wait(timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        nonlocal now
        assert timeout is not None, "nothing is left that could happen"
        now += max(0.0, timeout)
        return look(0)

    monkeypatch.setattr(selector, "select", wait)
    monkeypatch.setattr(loop, "time", lambda: now)


@pytest.fixture
def far_end(monkeypatch: pytest.MonkeyPatch, virtual_time: None) -> None:
    """Put the test at the other end."""
    FakeWire.made = []
    monkeypatch.setattr(seeking, "Wire", FakeWire)
    monkeypatch.setattr(module, "Unsealer", Open)


@pytest.fixture
async def link(far_end: None) -> AsyncIterator[Link]:
    """Yield a started link."""
    made = Link(TICKET).start()
    yield made
    made.close()
