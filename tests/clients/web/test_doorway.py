"""A page's steps at the door: relayed word for word, each visitor under their own address, and none kept for
ever.
"""

from __future__ import annotations

import asyncio
import json
from itertools import count
from pathlib import Path

import pytest
from pydantic import ValidationError
from warcouncil.arbiter.shell.network import door as arbiters_door
from warcouncil.arbiter.shell.network.address_aliases import can_alias
from warcouncil.arbiter.shell.network.wrong_codes import FREE
from warcouncil.clients.link.door import door
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.web import doorway as module
from warcouncil.clients.web.doorway import (
    KNOCKS_AT_ONCE,
    AtDoor,
    Doorway,
    Knocking,
    LetIn,
    Peer,
    ProofGiven,
    SittingDown,
    TurnedBack,
)
from warcouncil.clients.web.tickets import WebTicket
from warcouncil.protocol.proofs.doors import CodeText, Kind, Turned, TurnedAway
from warcouncil.protocol.wire.consoles import Alarms, Wall

from tests.arbiter.shell.running import RED_ARMY, arbiter, until
from tests.clients.link.door.test_door import CODE, Porter, honest, standing
from tests.clients.web.browsing import Browser, exchange, gateway
from tests.waiting import until_true

ELEMENT = "41" + bytes([0x58] + [0x66] * 31).hex()
"""The base point as an element: a porter can finish with it."""
KNOCKING = Knocking(plate="7K3", kind=Kind.SEAT, element=ELEMENT)
PORTS = count(1)


def connection(address: str = "10.0.0.1") -> Peer:
    """Return a new connection of a visitor."""
    return address, next(PORTS)


def doorway(address: Address) -> Doorway:
    """Return a doorway to a porter's door."""
    return Doorway(address, address.port + 1, lambda _address: "")


def why(came: object) -> str:
    """Return the reason of a refusal."""
    assert isinstance(came, TurnedBack)
    return str(came.turned.why)


@pytest.mark.parametrize("plate", ["7\ufeff3", "7 3", "ÀÀÀ", "   "])
def test_a_plate_that_cannot_begin_a_code_is_no_knock(plate: str) -> None:
    """A stranger's letters cause a fault of the gateway, and a line in its log for each of them."""
    with pytest.raises(ValidationError):
        Knocking(plate=plate, kind=Kind.SEAT, element=ELEMENT)
    assert Knocking(plate="7k3", kind=Kind.SEAT, element=ELEMENT).plate == "7K3"


async def test_a_missing_arbiter_is_reported_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The phone shows a spinner for ever."""
    closed = doorway(Address("127.0.0.1", 1))
    assert why(await closed.knock(KNOCKING, connection())) == "gone"
    assert closed.under_way == 0


async def test_a_busy_door_is_told_from_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under load all visitors are told that there is no arbiter."""
    monkeypatch.setattr(door, "SOON_SECONDS", 0.05)
    monkeypatch.setattr(door, "TURN_SECONDS", 0.05)
    busy = TurnedAway(why=Turned.BUSY, text="full")
    for says in (lambda *_: busy, lambda *_: None):
        async with standing(Porter(CODE, says)) as address:
            near = doorway(address)
            assert why(await near.knock(KNOCKING, connection())) == "busy"
            assert near.under_way == 0


async def test_the_doors_own_words_come_through() -> None:
    """A person does not learn that their card is the projector's."""
    own = TurnedAway(why=Turned.WRONG_KIND, text="That is the card of the projector.", kind=Kind.PROJECTOR)
    async with standing(Porter(CODE, lambda *_: own)) as address:
        came = await doorway(address).knock(KNOCKING, connection())
    assert isinstance(came, TurnedBack)
    assert (came.turned.why, came.turned.text, came.turned.kind) == (own.why, own.text, own.kind)


async def knocked(near: Doorway, peer: Peer | None = None) -> AtDoor:
    """Knock at a porter's door, and get an answer."""
    came = await near.knock(KNOCKING, peer or connection())
    assert isinstance(came, AtDoor), came
    return came


async def let_in(near: Doorway) -> AtDoor:
    """Knock at a porter's door, and be admitted."""
    at = await knocked(near)
    assert isinstance(await near.prove(ProofGiven(visit=at.visit, proof="00" * 32)), LetIn)
    return at


async def test_a_proof_is_given_once_and_its_seat_taken_once() -> None:
    """A person who reads a visit's name over another's shoulder is admitted after them, or joins in their
    place.
    """
    async with standing(Porter(CODE, honest)) as address:
        near = doorway(address)
        at = await knocked(near)
        again, seat = ProofGiven(visit=at.visit, proof="00" * 32), SittingDown(visit=at.visit)
        assert why(near.sit(seat)) == "busy"
        assert isinstance(await near.prove(again), LetIn)
        assert why(await near.prove(again)) == "busy"
        assert why(await near.prove(ProofGiven(visit="ab" * 16, proof="00" * 32))) == "busy"
        ticket = near.sit(seat)
        assert isinstance(ticket, WebTicket)
        assert (ticket.public, ticket.server_key) == (at.key, at.reveal.server_key)
        assert why(near.sit(seat)) == "busy"
        assert near.under_way == 0


async def test_an_admitted_visitor_who_does_not_join_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that does not trust its arbiter leaves a key behind for a later visitor, and occupies a visit."""
    async with standing(Porter(CODE, honest)) as address:
        near = doorway(address)
        monkeypatch.setattr(module, "PATIENCE_SECONDS", 0.05)
        at = await let_in(near)
        assert near.under_way == 1
        await nobody(near)
        assert why(near.sit(SittingDown(visit=at.visit))) == "busy"
        monkeypatch.setattr(module, "PATIENCE_SECONDS", 60)
        at = await let_in(near)
        near.close()
        assert near.under_way == 0
        assert why(near.sit(SittingDown(visit=at.visit))) == "busy"


async def nobody(near: Doorway) -> None:
    """Wait until no visit is open."""
    await until_true(lambda: not near.under_way)


async def test_a_visitor_who_knocks_and_says_no_more_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few hundred phones that were put away close the door for the rest."""
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 0.05)
    async with standing(Porter(CODE, honest)) as address:
        near = doorway(address)
        await knocked(near)
        assert near.under_way == 1
        await nobody(near)


async def test_a_visit_does_not_outlive_its_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """If visitors cannot be distinguished, one stranger takes all visits with abandoned connections."""
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 600)
    monkeypatch.setattr(module, "LINGER_SECONDS", 0.05)
    async with standing(Porter(CODE, honest)) as address:
        near, peer = doorway(address), connection("127.0.0.1")
        former = await knocked(near, peer)
        at = await knocked(near, peer)
        assert near.under_way == 1, "one connection has one visit"
        assert why(await near.prove(ProofGiven(visit=former.visit, proof="00" * 32))) == "busy"
        near.disconnected(connection("127.0.0.1"))
        near.disconnected(peer)
        assert near.under_way == 1, "a browser may take another connection for its next step"
        await nobody(near)
        assert why(await near.prove(ProofGiven(visit=at.visit, proof="00" * 32))) == "busy"


async def test_an_admitted_visitor_may_join_on_another_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """A laptop that uses a new connection for each request can never join."""
    monkeypatch.setattr(module, "LINGER_SECONDS", 0.0)
    async with standing(Porter(CODE, honest)) as address:
        near, peer = doorway(address), connection()
        at = await knocked(near, peer)
        assert isinstance(await near.prove(ProofGiven(visit=at.visit, proof="00" * 32)), LetIn)
        near.disconnected(peer)
        await asyncio.sleep(0)
        assert isinstance(near.sit(SittingDown(visit=at.visit)), WebTicket)


async def test_a_waiting_visitor_who_disconnects_leaves_the_turn_to_others() -> None:
    """Under load the door first answers visitors who have gone, and they occupy all visits."""
    heard = asyncio.Event()

    def silent(*_: object) -> None:
        heard.set()

    async with standing(Porter(CODE, silent)) as address:
        near, peer = doorway(address), connection()
        knocking = asyncio.create_task(near.knock(KNOCKING, peer))
        async with asyncio.timeout(60):
            await heard.wait()
        near.disconnected(peer)
        assert why(await knocking) == "gone"
        assert near.under_way == 0
        waiting = asyncio.create_task(near.knock(KNOCKING, connection()))
        await until_true(lambda: near.under_way, pause_seconds=0)
        near.close()
        assert why(await waiting) == "gone"


async def test_one_address_does_not_take_all_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """One guest's script locks the complete room out."""
    monkeypatch.setattr(module, "VISITS_OF_ONE_MAX", 3)
    async with standing(Porter(CODE, honest)) as address:
        near = doorway(address)
        for _ in range(3):
            await knocked(near)
        assert why(await near.knock(KNOCKING, connection())) == "busy"
        await knocked(near, connection("10.0.0.2"))
        near.close()
        assert near.under_way == 0
        hurried = [near._may_knock("10.0.0.3") for _ in range(2 * KNOCKS_AT_ONCE)]
        assert sum(hurried) == KNOCKS_AT_ONCE


async def test_no_visitor_is_delayed_for_another_if_they_cannot_be_distinguished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a Mac one guest's script keeps every phone in the room from the door."""
    monkeypatch.setattr(module, "VISITS_OF_ONE_MAX", 3)
    async with standing(Porter(CODE, honest)) as address:
        near = doorway(address)
        for _ in range(4):
            await knocked(near, connection("127.0.0.1"))
        assert all(near._may_knock("127.0.0.1") for _ in range(2 * KNOCKS_AT_ONCE))
        monkeypatch.setattr(module, "VISITS_MAX", 4)
        assert not near._may_knock("127.0.0.1")
        near.close()


@pytest.mark.skipif(not can_alias(), reason="this system speaks from one loopback address alone")
async def test_the_door_slows_the_address_that_guesses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One guest's guesses slow all phones of the room, and umpires read that the gateway guesses."""
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


async def test_a_visitor_cannot_choose_their_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A visitor from the host's own machine, or on a Mac from anywhere, guesses codes under another's
    address. That address is slowed and shown to umpires, and visits stay open without a connection.
    """
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 600)
    monkeypatch.setattr(module, "LINGER_SECONDS", 0.0)
    async with standing(Porter(CODE, honest)) as address, gateway(address, tmp_path) as up:
        near, browser = up.gateway._doorway, Browser(up.port)
        body = json.dumps({"plate": "7K3", "kind": "seat", "element": ELEMENT}).encode()
        for name in ("x-forwarded-for", "forwarded", "x-real-ip"):
            reader, writer = await browser.open()
            asked = browser.request("POST", "/knock", {name: "10.9.9.9"}, len(body))
            assert (await exchange(reader, writer, asked, body, browser)).said["visit"]
            assert near._under_way == {"127.0.0.1": 1}, name
            writer.transport.abort()
            await nobody(near)


async def test_a_lost_connection_takes_its_visit_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Connections that no longer exist occupy the door, because the server does not report their end."""
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 600)
    monkeypatch.setattr(module, "LINGER_SECONDS", 0.0)
    async with standing(Porter(CODE, honest)) as address, gateway(address, tmp_path) as up:
        near, browser = up.gateway._doorway, Browser(up.port)
        assert (await browser.post("/knock", plate="7K3", kind="seat", element=ELEMENT)).said["visit"]
        await nobody(near)


async def test_a_console_is_not_opened_in_a_browser(tmp_path: Path) -> None:
    """A phone that was left lying has the umpire's powers."""
    async with gateway(Address("127.0.0.1", 1), tmp_path) as up:
        said = {"plate": "7K3", "kind": "console", "element": ELEMENT}
        assert (await Browser(up.port).post("/knock", **said)).status == 400
