"""Joining with a card that names several machines.

The machine that is present admits the client, whatever the others do.
"""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from warcouncil.clients.link.door import addresses, arriving
from warcouncil.clients.link.door.arriving import join_any, parse_addresses
from warcouncil.clients.link.door.door import Address, DoorError
from warcouncil.protocol.words import ADDRESSES_MAX

from tests.clients.link.deaf import KINDS, deaf
from tests.clients.link.door.test_door import CODE, OTHER, SERVER_KEY, Porter, honest, standing


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the waiting times of people for the tests."""
    monkeypatch.setattr(addresses, "PATIENCE_SECONDS", (0.1, 0.5, 3.0))
    monkeypatch.setattr(arriving, "PAUSE_SECONDS", (0.0, 0.0))


def beside(stack: ExitStack, kind: str) -> Address:
    """Return an address whose door does not answer."""
    return Address("127.0.0.1", stack.enter_context(deaf(kind)) - 1)


@pytest.mark.parametrize("kind", KINDS)
async def test_the_present_machine_admits_the_client(hurried: None, kind: str) -> None:
    """A card with the standby's address cannot be used when the first machine is lost."""
    with ExitStack() as stack:
        gone = beside(stack, kind)
        async with standing(Porter(CODE, honest)) as there:
            ticket = await join_any((gone, there), CODE)
    assert (ticket.server_key, Address(ticket.host, ticket.port)) == (SERVER_KEY, there)
    assert ticket.elsewhere == (str(gone),)


async def test_without_any_machine_all_addresses_are_named(
    hurried: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user looks for a mistake in one address, and it is in another."""
    monkeypatch.setattr(arriving, "ANSWER_SECONDS", 0.0)
    with ExitStack() as stack:
        gone = [beside(stack, kind) for kind in ("refused", "frozen")]
        with pytest.raises(DoorError) as fault:
            await join_any(gone, CODE)
    assert all(str(each) in str(fault.value) for each in gone)


async def test_a_refused_client_is_told_the_reason_at_once(hurried: None) -> None:
    """A wrong code is tried at every machine of the room, and counts as a guess at each."""
    async with standing(Porter(OTHER, honest)) as one, standing(Porter(CODE, honest)) as two:
        with pytest.raises(DoorError, match=f":{one.port}: this computer does not know your code"):
            await join_any((one, two), CODE)


async def test_one_address_is_joined_as_ever() -> None:
    """In a room without a standby, a client gives up too early on an arbiter that many join."""
    async with standing(Porter(CODE, honest)) as there:
        ticket = await join_any((there,), CODE)
    assert ticket.elsewhere == ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("10.0.0.5", (Address("10.0.0.5"),)),
        ("10.0.0.5,10.0.0.7:5300", (Address("10.0.0.5"), Address("10.0.0.7", 5300))),
        (" 10.0.0.5 , [fe80::1]:80 ", (Address("10.0.0.5"), Address("fe80::1", 80))),
        ("a,a:5280", (Address("a"),)),
    ],
)
def test_addresses_are_read_as_people_type_them(text: str, found: tuple[Address, ...]) -> None:
    """A card is refused because of a blank."""
    assert parse_addresses(text) == found


@pytest.mark.parametrize("text", ["", "a,", ",a", "a,,b", "a,b c", "a,b:0", ",".join("abcdefghi")])
def test_a_wrong_address_is_refused_in_a_line_that_says_so(text: str) -> None:
    """A typing mistake is taken for another machine, or ends in a traceback."""
    with pytest.raises(DoorError, match=r"is not an address|is not a port|at most 8"):
        parse_addresses(text)
    assert ADDRESSES_MAX == 8
