"""A browser for all tests here, a real room for the tests of a file, and a tab at its own table in it."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Error, expect

from tests.clients.browsers import started
from tests.clients.web.browser.rooms import LOST, Other, RealRoom, Seat, real_room
from tests.clients.web.browser.serving import serving
from tests.clients.web.browser.tabs import PATIENCE_MS, Tabs

READ_MS = 5_000

expect.set_options(timeout=PATIENCE_MS)  # a busy machine answers late, and is no fault of the page


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Print the text of every page when a test failed. The cause can often be read there."""
    report = yield
    tabs = getattr(item, "funcargs", {}).get("browser")
    if call.when == "call" and report.failed and isinstance(tabs, Tabs):
        report.sections += [(f"what stands at {page.url}", written(page)) for page in tabs.pages]
    return report


def written(page: Any) -> str:
    """Return the readable text of a page, or why there is none."""
    try:
        return str(page.locator("body").aria_snapshot(timeout=READ_MS))
    except Error as why:
        return str(why)


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
    """The umpire, at a console."""
    return room.umpire()


@pytest.fixture(scope="module")
def numbers() -> Iterator[int]:
    """The numbers of the tables."""
    return count(1)


@pytest.fixture
def table(numbers: Iterator[int]) -> int:
    """A table that no person has joined."""
    return next(numbers)


@pytest.fixture
def seat(browser: Any, room: RealRoom, umpire: Other, table: int) -> Iterator[Seat]:
    """Red's army commander at their own table, in a browser."""
    with browser.alone(ignore_https_errors=True, reduced_motion="reduce", forgiven=LOST) as page:
        sitting = Seat(page, room, umpire, table, "red.army")
        sitting.sit()
        yield sitting
