"""The addresses in frames: a client can connect to each of them, and is led nowhere strange."""

from __future__ import annotations

import pytest
from pydantic import ValidationError
from warcouncil.protocol.wire.replies import Elsewhere, Welcome
from warcouncil.protocol.words import ADDRESS_CHARS_MAX, ADDRESSES_MAX, Role


@pytest.mark.parametrize("address", ["10.0.0.7:5280", "staff-2.lan:80", "[fe80::1]:5280", "a:1", "a:65534"])
def test_a_machine_and_its_port_are_an_address(address: str) -> None:
    """A standby has an address that no seat can receive."""
    assert Elsewhere(addresses=(address,)).addresses == (address,)


@pytest.mark.parametrize(
    "address",
    [
        *(
            "",
            "10.0.0.7",
            "10.0.0.7:",
            ":5280",
            "10.0.0.7:0",
            "fe80::1:5280",
            "[10.0.0.7:5280",
            "-a:1",
            "a-:1",
        ),
        *(
            "a b:1",
            "a:1\n",
            "a:1;b:2",
            "tcp://a:1",
            "a:123456",
            "a:65535",
            "ä:1",
            "*:5280",
            f"{'a' * ADDRESS_CHARS_MAX}:1",
        ),
    ],
)
def test_nothing_else_is_one(address: str) -> None:
    """A seat fails at an address that its socket refuses, or shows a person a line with control characters."""
    with pytest.raises(ValidationError):
        Elsewhere(addresses=(address,))


@pytest.mark.parametrize(
    "web",
    ["javascript:alert(1)", "https://a/b?c", "https://a@b", "https://", "HTTPS://a b", "//a", "https://a\n"],
)
def test_a_page_is_led_to_no_more_than_a_machine(web: str) -> None:
    """A page offers a link that runs a script, or that reveals more than the address for browsers."""
    with pytest.raises(ValidationError):
        Elsewhere(webs=(web,))
    assert Elsewhere(webs=("https://10.0.0.7:5282", "http://[fe80::1]:1/")).webs


def test_no_more_addresses_are_told_than_are_tried() -> None:
    """A seat tries an endless list of addresses, and the welcome fits into no frame."""
    many = ("10.0.0.7:5280",) * ADDRESSES_MAX
    assert Welcome(exercise="x", role=Role.SEAT, session="0", elsewhere=many).elsewhere == many
    for fields in (
        {"elsewhere": (*many, many[0])},
        {"webs": ("https://a",) * (ADDRESSES_MAX + 1)},
        {"epoch": -1},
    ):
        with pytest.raises(ValidationError):
            Welcome(exercise="x", role=Role.SEAT, session="0", **fields)
