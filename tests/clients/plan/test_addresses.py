"""Addresses and cards: what people type and read aloud."""

from __future__ import annotations

import pytest
from warcouncil.clients.link.door.door import DEFAULT_PORT, Address, DoorError, parse_address
from warcouncil.clients.plan.cards.cards import SeatCard, listing, printed, reachable, typed


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.20", Address("192.168.1.20", DEFAULT_PORT)),
        (" 192.168.1.20:6000 ", Address("192.168.1.20", 6000)),
        ("umpire:", Address("umpire", DEFAULT_PORT)),
        ("umpire.local", Address("umpire.local", DEFAULT_PORT)),
        ("tcp://umpire.local:6000", Address("umpire.local", 6000)),
        ("fe80::1", Address("fe80::1", DEFAULT_PORT)),
        ("[fe80::1]", Address("fe80::1", DEFAULT_PORT)),
        ("[fe80::1]:6000", Address("fe80::1", 6000)),
    ],
)
def test_an_address_is_read_as_typed(text: str, address: Address) -> None:
    """An address that a person was told means another one, depending on how it is typed."""
    assert parse_address(text) == address
    assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":6000",
        "umpire:x",
        "umpire:0",
        "umpire:65535",
        "umpire:99999",
        "two words",
        "http://umpire/",
        "umpire:²",
        pytest.param("umpire:" + "9" * 5000, id="a port without end"),
    ],
)
def test_a_wrong_address_is_refused_in_one_line(text: str) -> None:
    """A mistyped address does not give one line that shows a correct one, or gives more."""
    with pytest.raises(DoorError) as caught:
        parse_address(text)
    assert "\n" not in str(caught.value)


def test_addresses_to_type_can_be_reached() -> None:
    """The umpire reads out this machine's own loopback address although there is another."""
    assert reachable("192.0.2.1", 6000) == (Address("192.0.2.1", 6000),)
    found = reachable("0.0.0.0", DEFAULT_PORT)
    assert found
    assert all(not one.host.startswith("127.") for one in found) or found == (Address("127.0.0.1"),)
    assert all(typed(one) == one.host for one in found)


def test_cards_are_listed_table_by_table() -> None:
    """The list on the umpire's screen does not name each seat once under its table, or framed cards differ in
    width.
    """
    cards = [
        SeatCard(code="AAA-AAAA-AAAA", title="Umpire", command="umpire"),
        SeatCard(code="BBB-BBBB-BBBB", table=1, seat="red", title="Red", game="Nim", command="join"),
        SeatCard(code="CCC-CCCC-CCCC", table=2, seat="red", title="Red", game="Nim", command="join"),
    ]
    assert listing(cards).split("\n") == [
        "",
        "Exercise",
        "  Umpire   AAA-AAAA-AAAA",
        "",
        "Table 1 · Nim",
        "  Red      BBB-BBBB-BBBB",
        "",
        "Table 2 · Nim",
        "  Red      CCC-CCCC-CCCC",
    ]
    framed = printed(
        cards, [Address("192.0.2.1")], "A very long name of an exercise that does not fit on a card at all"
    )
    assert len({len(line) for line in framed.split("\n")}) == 1
