"""Revoked keys: when a page has gone, the arbiter is asked once about its key, and an unknown key is deleted."""

from __future__ import annotations

import asyncio
import errno
from pathlib import Path

import pytest
import zmq
from warcouncil.clients.link.base.wire import End
from warcouncil.clients.web import revoked_keys as module
from warcouncil.clients.web.revoked_keys import ANSWER_SECONDS, BACK_SECONDS, RevokedKeys
from warcouncil.clients.web.tickets import Tickets, holder_of

from tests.clients.link.conftest import virtual_time
from tests.clients.web.far_end import ARBITER, NotedWire, ticket

__all__ = ["virtual_time"]


class World:
    """The gateway's question to the arbiter, its tickets, and the pages that came back."""

    def __init__(self, folder: Path) -> None:
        self.tickets = Tickets(folder)
        self.back: list[str] = []
        self.asking = RevokedKeys(ARBITER, self.tickets, self.back.__contains__)

    def leave(self, token: str = "") -> str:
        """End a page that had a seat, or one that joined for it."""
        token = token or self.tickets.keep(ticket())
        held = self.tickets.find(token, "7K3")
        assert held is not None
        self.asking.left(token, held)
        return token

    def held(self, *tokens: str) -> list[bool]:
        """Return which tickets exist."""
        return [self.tickets.find(token, "7K3") is not None for token in tokens]


@pytest.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, virtual_time: None) -> World:
    """Return a world whose arbiter is the test."""
    NotedWire.made = []
    monkeypatch.setattr(module, "Wire", NotedWire)
    return World(tmp_path)


async def test_only_what_the_arbiter_denies_is_forgotten(world: World) -> None:
    """A phone that was put away needs its card again, or the keys of all who were replaced stay."""
    tokens = [world.leave() for _ in range(4)]
    await asyncio.sleep(BACK_SECONDS + 0.1)
    for number, says in enumerate(("met", End.GONE, End.STRANGE, End.DENIED)):
        wire = NotedWire.made[number]
        assert len(NotedWire.made) == number + 1, "one at a time"
        wire.on_met() if says == "met" else wire.on_end(End(says))
        await asyncio.sleep(0.1)
        assert not wire.open
    assert world.held(*tokens) == [True, True, True, False]
    assert not world.asking.under_way


async def test_a_page_that_is_back_is_not_asked_about(world: World) -> None:
    """Each reload of a page costs the arbiter a handshake more, or loses its seat by an older line's end."""
    soon, again = world.leave(), world.leave()
    world.back.append(holder_of(soon))
    await asyncio.sleep(BACK_SECONDS - 1)
    world.leave(again)
    await asyncio.sleep(BACK_SECONDS - 1)
    assert NotedWire.made == []
    await asyncio.sleep(2)
    assert len(NotedWire.made) == 1
    assert world.held(soon, again) == [True, True]


async def test_without_an_answer_of_the_arbiter_no_key_is_deleted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it restarts, all players who leave lose their seats. Or no key is checked."""
    silent = world.leave()
    await asyncio.sleep(BACK_SECONDS + ANSWER_SECONDS + 1)
    assert not NotedWire.made[0].open

    def none_left(**_parts: object) -> NotedWire:
        raise zmq.ZMQError(errno.EMFILE)

    with monkeypatch.context() as poor:
        poor.setattr(module, "Wire", none_left)
        world.leave(silent)
        await asyncio.sleep(BACK_SECONDS + 1)
    assert world.held(silent) == [True]
    world.leave(silent)
    await asyncio.sleep(BACK_SECONDS + 1)
    NotedWire.made[1].on_end(End.DENIED)
    await asyncio.sleep(1)
    assert world.held(silent) == [False]


async def test_a_gateway_that_ends_asks_no_more(world: World) -> None:
    """It waits for unneeded answers, or fails at its own end."""
    world.leave()
    world.asking.close()
    world.leave()
    await asyncio.sleep(2 * BACK_SECONDS)
    assert NotedWire.made == []
    assert not world.asking.under_way
