"""A real room for the tests of a file, and a browser at a table of its own in it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.clients.web.browser.rooms import LOST, Other, RealRoom, Seat, real_room
from tests.clients.web.browser.served import PATIENCE_MS, tab

expect.set_options(timeout=PATIENCE_MS)  # a busy machine answers late, and is no fault of the page


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
    with tab(browser, ignore_https_errors=True, reduced_motion="reduce", forgiven=LOST) as page:
        sitting = Seat(page, room, umpire, table, "red.army")
        sitting.sit()
        yield sitting
