"""A room for browsers: an arbiter and a gateway beside it, and one browser that joins."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from warcouncil.clients.web.pages import Pages

from tests.arbiter.shell.running import Running, arbiter
from tests.clients.web.browsing import Browser, Up, gateway


@dataclass
class WebRoom:
    """An arbiter, a gateway and a browser."""

    running: Running
    up: Up
    browser: Browser


@pytest.fixture
async def web_room(tmp_path: Path) -> AsyncIterator[WebRoom]:
    """Run an arbiter, and a gateway with a small page beside it."""
    page = tmp_path / "page"
    page.mkdir()
    for name in ("door.html", "seat.html", "display.html", "main.js"):
        (page / name).write_text(f"this is {name}")
    async with (
        arbiter(tmp_path / "e.warcouncil") as running,
        gateway(running.address, tmp_path, pages=Pages(page)) as up,
    ):
        yield WebRoom(running, up, Browser(up.port))
