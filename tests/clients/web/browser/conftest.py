"""A browser for all tests here; a real room for those of a file, and a tab at a table of its own in it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.clients.browsers import started
from tests.clients.web.browser.rooms import LOST, Other, RealRoom, Seat, real_room
from tests.clients.web.browser.serving import serving
from tests.clients.web.browser.tabs import PATIENCE_MS, Tabs

expect.set_options(timeout=PATIENCE_MS)  # a busy machine answers late, and is no fault of the page


@pytest.fixture(scope="package")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tabs]:
    """Start the browser once for all these tests."""
    with serving(tmp_path_factory.mktemp("files")) as server, started(*server.flags) as browser:
        yield Tabs(browser, server)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealRoom]:
    """A room of many tables, each of which begins when the umpire says so."""
    words = ("kartenspiel", "--tables", "16", "--start", "umpire", "--seed", "2")
    with real_room(tmp_path_factory.mktemp("room"), *words) as opened:
        yield opened


@pytest.fixture(scope="module")
def umpire(room: RealRoom) -> Other:
    """The umpire, at his console."""
    return room.umpire()


@pytest.fixture(scope="module")
def numbers() -> Iterator[int]:
    """The numbers of the tables."""
    return count(1)


@pytest.fixture
def table(numbers: Iterator[int]) -> int:
    """A table at which nobody has sat."""
    return next(numbers)


@pytest.fixture
def seat(browser: Any, room: RealRoom, umpire: Other, table: int) -> Iterator[Seat]:
    """Red's army commander at a table of his own, in a browser."""
    with browser.alone(ignore_https_errors=True, reduced_motion="reduce", forgiven=LOST) as page:
        sitting = Seat(page, room, umpire, table, "red.army")
        sitting.sit()
        yield sitting
