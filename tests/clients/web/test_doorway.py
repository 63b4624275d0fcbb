"""A page's steps at the door: relayed word for word, each visitor from his own address, and none kept for ever."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from warcouncil.arbiter.shell import door as arbiters_door
from warcouncil.arbiter.shell.aliases import can_alias
from warcouncil.arbiter.shell.guesses import FREE
from warcouncil.clients.link import door
from warcouncil.clients.link.door import Address
from warcouncil.clients.web import doorway as module
from warcouncil.clients.web.doorway import (
    KNOCKS_AT_ONCE,
    AtDoor,
    Doorway,
    Knocking,
    LetIn,
    ProofGiven,
    TurnedBack,
)
from warcouncil.protocol.consoles import Alarms, Wall
from warcouncil.protocol.doors import CodeText, Kind, Turned, TurnedAway

from tests.arbiter.shell.running import RED_ARMY, arbiter, until
from tests.clients.link.test_door import CODE, Porter, honest, standing
from tests.clients.web.browsing import Browser, gateway

ELEMENT = "41" + bytes([0x58] + [0x66] * 31).hex()
"""The base point as an element: a porter can finish with it."""
KNOCKING = Knocking(plate="7K3", kind=Kind.SEAT, element=ELEMENT)


def doorway(address: Address) -> Doorway:
    """Give a doorway to a porter's door."""
    return Doorway(address, address.port + 1, lambda _address: "")


def why(came: object) -> str:
    """Say why somebody was turned back."""
    assert isinstance(came, TurnedBack)
    return str(came.turned.why)


async def test_nobody_there_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The phone would show a wheel that turns for ever."""
    closed = doorway(Address("127.0.0.1", 1))
    assert why(await closed.knock(KNOCKING, "10.0.0.1")) == "gone"
    assert closed.under_way == 0


async def test_a_busy_door_is_told_from_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a rush everybody would be told that there is no arbiter."""
    monkeypatch.setattr(door, "SOON_SECONDS", 0.05)
    monkeypatch.setattr(door, "TURN_SECONDS", 0.05)
    busy = TurnedAway(why=Turned.BUSY, text="full")
    for says in (lambda *_: busy, lambda *_: None):
        async with standing(Porter(CODE, says)) as address:
            near = doorway(address)
            assert why(await near.knock(KNOCKING, "10.0.0.1")) == "busy"
            assert near.under_way == 0


async def test_the_doors_own_words_come_through() -> None:
    """A person would not learn that his card is the projector's."""
    own = TurnedAway(why=Turned.WRONG_KIND, text="That is the card of the projector.")
    async with standing(Porter(CODE, lambda *_: own)) as address:
        came = await doorway(address).knock(KNOCKING, "10.0.0.1")
    assert isinstance(came, TurnedBack)
    assert (came.turned.why, came.turned.text) == (own.why, own.text)


async def knocked(near: Doorway, address: str = "10.0.0.1") -> AtDoor:
    """Knock at a porter's, and be answered."""
    came = await near.knock(KNOCKING, address)
    assert isinstance(came, AtDoor), came
    return came


async def test_a_proof_is_given_once() -> None:
    """Whoever reads a visit's name over somebody's shoulder could be let in after him."""
    async with standing(Porter(CODE, honest)) as address:
        near = doorway(address)
        at = await knocked(near)
        first = await near.prove(ProofGiven(visit=at.visit, proof="00" * 32))
        assert isinstance(first, tuple)
        let_in, ticket = first
        assert isinstance(let_in, LetIn)
        assert (ticket.public, ticket.server_key) == (at.key, at.reveal.server_key)
        assert why(await near.prove(ProofGiven(visit=at.visit, proof="00" * 32))) == "busy"
        assert why(await near.prove(ProofGiven(visit="ab" * 16, proof="00" * 32))) == "busy"
        assert near.under_way == 0


async def test_who_knocks_and_says_no_more_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few hundred phones that were put away would shut the door for the rest."""
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 0.05)
    async with standing(Porter(CODE, honest)) as address:
        near = doorway(address)
        await knocked(near)
        assert near.under_way == 1
        async with asyncio.timeout(60):
            while near.under_way:
                await asyncio.sleep(0.01)


async def test_one_address_does_not_take_all_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """One guest's script would keep the whole room out."""
    monkeypatch.setattr(module, "VISITS_OF_ONE_MAX", 3)
    async with standing(Porter(CODE, honest)) as address:
        near = doorway(address)
        for _ in range(3):
            await knocked(near)
        assert why(await near.knock(KNOCKING, "10.0.0.1")) == "busy"
        await knocked(near, "10.0.0.2")
        near.close()
        assert near.under_way == 0
        hurried = [near._may_knock("10.0.0.3") for _ in range(2 * KNOCKS_AT_ONCE)]
        assert sum(hurried) == KNOCKS_AT_ONCE


async def test_nobody_is_held_back_for_another_where_visitors_are_not_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a Mac one guest's script would keep every phone in the room from the door."""
    monkeypatch.setattr(module, "VISITS_OF_ONE_MAX", 3)
    async with standing(Porter(CODE, honest)) as address:
        near = doorway(address)
        for _ in range(4):
            await knocked(near, "127.0.0.1")
        assert all(near._may_knock("127.0.0.1") for _ in range(2 * KNOCKS_AT_ONCE))
        monkeypatch.setattr(module, "VISITS_MAX", 4)
        assert not near._may_knock("127.0.0.1")
        near.close()


@pytest.mark.skipif(not can_alias(), reason="this system speaks from one loopback address alone")
async def test_the_door_slows_the_address_that_guesses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One guest's guesses would slow the whole room's phones, and umpires would read that the gateway guesses."""
    monkeypatch.setattr(arbiters_door, "SLOT_SECONDS", 0.02)
    async with (
        arbiter(tmp_path / "e.warcouncil") as running,
        gateway(running.address, tmp_path) as up,
    ):
        umpire = running.link(running.ticket(""))
        await until(umpire, Wall)
        right = running.code(RED_ARMY)
        guesser, other = Browser(up.port, "127.0.0.77"), Browser(up.port, "127.0.0.78")
        for _ in range(FREE + 1):
            await guesser.join(CodeText(plate=right.plate, secret="00000000"))
        assert "admit" in await other.join(right)
        assert (await until(umpire, Alarms)).alarms[0].text.endswith(f"{FREE + 1} from 127.0.0.77")


async def test_a_console_is_not_opened_in_a_browser(tmp_path: Path) -> None:
    """A phone that was left lying would hold the umpire's powers."""
    async with gateway(Address("127.0.0.1", 1), tmp_path) as up:
        said = {"plate": "7K3", "kind": "console", "element": ELEMENT}
        assert (await Browser(up.port).post("/knock", **said)).status == 400
