"""The times at which a link gives up, retries and reports a loss. After its end no task of it runs."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import pytest
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.link.base.wire import End
from warcouncil.clients.link.connect.link import Link
from warcouncil.protocol.wire.replies import Farewell
from warcouncil.protocol.wire.requests import Beat, Hello

from tests.clients.link.far_end import FakeWire, break_and_heal, came, soon, wire

DOWN = LinkChange(LinkState.DOWN, "No connection to the host. Reconnecting. What you sealed is safe.")

NOT_FOUND = LinkChange(
    LinkState.DOWN,
    "The host at 127.0.0.1:1 does not run “Exercise”. Reconnecting. What you sealed is safe."
    " To join another exercise, leave and start with --new.",
)
"""A person who returns to yesterday's exercise waits for it while today's begins."""


@pytest.fixture
def latest(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, float]]:
    """Make chance always choose the longest wait, and return the bounds of each choice."""
    asked: list[tuple[float, float]] = []

    def longest(low: float, high: float) -> float:
        asked.append((low, high))
        return high

    monkeypatch.setattr(random, "uniform", longest)
    return asked


def waits_of(link: Link, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Record how long the link waits before each try."""
    waits: list[float] = []
    start = link._timers.start

    def note(name: str, seconds: float, call: Callable[[], None]) -> None:
        if name == "connect":
            waits.append(seconds)
        start(name, seconds, call)

    monkeypatch.setattr(link._timers, "start", note)
    return waits


async def test_a_hello_is_waited_upon_for_three_seconds(link: Link) -> None:
    """A client leaves a slow arbiter just before it answers, or waits too long for a dead one."""
    first = wire()
    await asyncio.sleep(2.99)
    assert first.open
    await asyncio.sleep(0.02)
    assert not first.open


async def test_after_a_second_the_person_is_told_that_the_link_is_down(link: Link) -> None:
    """A banner appears at every start, or a person types for seconds without a connection."""
    await asyncio.sleep(0.99)
    assert await came(link) == []
    await asyncio.sleep(0.02)
    assert await came(link) == [NOT_FOUND]
    wire().welcome()
    assert LinkChange(LinkState.UP) in await came(link)
    wire().on_end(End.GONE)
    await asyncio.sleep(0.99)
    assert await came(link) == []
    await asyncio.sleep(0.02)
    assert await came(link) == [DOWN]


async def test_a_break_that_has_healed_is_never_told(link: Link) -> None:
    """A banner reports a lost link, and stays, while the link is up."""
    await break_and_heal(link)
    await asyncio.sleep(3)
    assert not [item for item in await came(link) if isinstance(item, LinkChange)]


async def test_no_try_waits_longer_than_a_second_and_no_two_clients_wait_alike(
    link: Link, monkeypatch: pytest.MonkeyPatch, latest: list[tuple[float, float]]
) -> None:
    """A room is back late after a long break, or all its windows connect at the same moment."""
    waits = waits_of(link, monkeypatch)
    for _ in range(6):
        link._lost()
    assert waits == [0.1, 0.2, 0.4, 0.8, 1.0, 1.0]
    assert latest == [(0.5, 1.0)] * 6


async def test_after_a_welcome_a_try_comes_soon_again(
    link: Link, monkeypatch: pytest.MonkeyPatch, latest: list[tuple[float, float]]
) -> None:
    """A room whose arbiter restarts twice is back late the second time."""
    waits = waits_of(link, monkeypatch)
    for _ in range(4):
        link._lost()
    link._connect()
    wire().welcome(beat_seconds=100)
    link._lost()
    assert waits == [0.1, 0.2, 0.4, 0.8, 0.1]


async def test_first_beats_are_spread_over_the_beat(link: Link, latest: list[tuple[float, float]]) -> None:
    """A hundred windows that are admitted together send their beats together for ever."""
    wire().welcome(beat_seconds=10)
    assert latest == [(0.1, 1.0)]
    await asyncio.sleep(9.99)
    assert not wire().those(Beat)
    await asyncio.sleep(0.02)
    assert len(wire().those(Beat)) == 1


async def test_a_link_that_sends_at_once_shows_every_second_that_it_lives(
    link: Link, latest: list[tuple[float, float]]
) -> None:
    """A bot is shown as gone, or fills the connection."""
    wire().welcome(beat_seconds=0)
    await asyncio.sleep(10.5)
    assert len(wire().those(Beat)) == 10


async def test_a_try_that_fails_late_is_followed_by_one_alone(
    link: Link, latest: list[tuple[float, float]]
) -> None:
    """An old timer ends a connection that is gone, and delays the next try."""
    first = wire()
    await asyncio.sleep(2.95)
    first.on_end(End.GONE)
    await asyncio.sleep(0.11)
    assert wire() is not first
    assert wire().open


async def test_nothing_but_hello_is_said_before_a_welcome(
    link: Link, latest: list[tuple[float, float]]
) -> None:
    """The beat of the old connection continues in the new one, without a session."""
    wire().welcome()
    first = wire()
    first.on_end(End.GONE)
    await asyncio.sleep(1)
    assert wire() is not first
    assert [type(each) for each in wire().sent] == [Hello]


@pytest.mark.parametrize("how", ["ended", "closed"])
async def test_a_link_that_has_ended_stays_ended_whatever_its_socket_says(link: Link, how: str) -> None:
    """A window that was closed by a farewell connects to a machine that was put away."""
    wire().welcome()
    first = wire()
    if how == "ended":
        first.reply(Farewell(text=""), n=0)
        await soon(lambda: not first.open)
    else:
        link.close()
    assert not link._timers._running
    first.on_end(End.GONE)
    await asyncio.sleep(12)
    assert len(FakeWire.made) == 1
    assert not link._timers._running


async def test_seeking_again_after_the_end_is_reported_and_tries_soon(
    link: Link, monkeypatch: pytest.MonkeyPatch, latest: list[tuple[float, float]]
) -> None:
    """A person reads that the link was lost, though it was not, and waits longer than a newcomer."""
    wire().welcome()
    first = wire()
    first.reply(Farewell(text=""), n=0)
    await soon(lambda: not first.open)
    await came(link)
    link.again()
    assert await came(link) == [LinkChange(LinkState.DOWN, "Looking for the host.")]
    waits = waits_of(link, monkeypatch)
    wire().on_end(End.GONE)
    assert waits == [0.1]
