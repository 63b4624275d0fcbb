"""The addresses of this machine come from its interfaces, the room's first, and no name is looked up."""

from __future__ import annotations

import socket
import time
from threading import Event
from types import SimpleNamespace

import ifaddr
import pytest
from warcouncil.clients.link.base import machine_addresses
from warcouncil.clients.link.base.machine_addresses import is_own_address, outside_addresses
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.plan.cards.cards import reachable

from tests.waiting import wait_until_true

LOOPBACK = ("lo", ["127.0.0.1", "127.0.1.1"])


def interfaces(
    monkeypatch: pytest.MonkeyPatch, *found: tuple[str, list[str]], route: tuple[str, ...] = ()
) -> None:
    """Set the interfaces of this machine, and a default route from an address."""
    adapters = [
        SimpleNamespace(
            name=name,
            nice_name=name,
            ips=[SimpleNamespace(ip=(ip, 0, 0) if ":" in ip else ip) for ip in ips],
        )
        for name, ips in found
    ]

    def no_lookup(*_: object, **__: object) -> None:
        raise AssertionError("a name was looked up")

    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    monkeypatch.setattr(machine_addresses, "_by_route", lambda _: route)
    monkeypatch.setattr(machine_addresses, "_own", (0.0, frozenset()))
    for name in ("getaddrinfo", "gethostbyname", "getfqdn", "gethostbyaddr"):
        monkeypatch.setattr(socket, name, no_lookup)


@pytest.mark.parametrize(
    ("found", "route", "wanted"),
    [
        ([LOOPBACK, ("eth0", ["192.168.7.20"])], (), ("192.168.7.20",)),
        ([LOOPBACK, ("docker0", ["172.17.0.1"]), ("wlan0", ["10.0.0.5"])], (), ("10.0.0.5", "172.17.0.1")),
        ([("tun0", ["10.8.0.2"]), ("eth0", ["192.168.1.4"])], ("10.8.0.2",), ("192.168.1.4", "10.8.0.2")),
        ([("eth0", ["10.1.0.4"]), ("eth1", ["10.2.0.4"])], ("10.2.0.4",), ("10.2.0.4", "10.1.0.4")),
        ([("eth0", ["8.8.8.9"]), ("eth1", ["10.2.0.4"])], (), ("10.2.0.4", "8.8.8.9")),
        (
            [("Ethernet|vEthernet (WSL)", ["172.20.0.1"]), ("Wi-Fi", ["10.2.0.4"])],
            (),
            ("10.2.0.4", "172.20.0.1"),
        ),
        ([("eth0", ["169.254.3.3"])], (), ("169.254.3.3",)),
        ([("eth0", ["169.254.3.3"]), ("wlan0", ["10.2.0.4"])], (), ("10.2.0.4",)),
        ([LOOPBACK], (), ()),
    ],
)
def test_the_address_of_the_room_comes_first(
    found: list[tuple[str, list[str]]],
    route: tuple[str, ...],
    wanted: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If this fails, cards name an address that no player can reach."""
    interfaces(monkeypatch, *found, route=route)
    assert outside_addresses(4) == wanted


def test_a_system_that_tells_no_interfaces_still_has_its_route(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, a host on an unusual system names only its loopback address."""
    interfaces(monkeypatch, route=("10.2.0.4",))
    assert reachable("0.0.0.0", 5280) == (Address("10.2.0.4", 5280),)


def test_both_versions_of_addresses_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, a host that listens on IPv6 names an address at which it does not listen."""
    interfaces(monkeypatch, ("eth0", ["10.2.0.4", "2001:db8::4", "fe80::1"]), ("lo", ["::1"]))
    assert reachable("::", 5280) == (Address("2001:db8::4", 5280),)
    assert reachable("0.0.0.0", 5280) == (Address("10.2.0.4", 5280),)


@pytest.mark.parametrize(
    ("host", "own"),
    [("10.2.0.4", True), ("127.0.0.1", True), ("10.2.0.5", False), ("pc.lan", False), ("2001:DB8::4", True)],
)
def test_an_address_of_this_machine_is_known(host: str, own: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, browsers are refused at a second address, or a foreign name is answered."""
    interfaces(monkeypatch, LOOPBACK, ("eth0", ["10.2.0.4", "2001:db8::4"]))
    assert is_own_address(host) is own


@pytest.mark.parametrize(
    ("typed", "host"),
    [
        ("*", "0.0.0.0"),
        (" [::] ", "::"),
        ("10.2.0.4", "10.2.0.4"),
        ("game.lan", "10.2.0.4"),
        ("six.lan", "2001:db8::4"),
        ("printer.lan", "printer.lan"),
        ("unknown.lan", "unknown.lan"),
    ],
)
def test_one_address_is_listened_on(typed: str, host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, the ports of a host that is bound by its name listen on different addresses, or cards name `*`."""
    interfaces(monkeypatch, LOOPBACK, ("eth0", ["10.2.0.4", "2001:db8::4"]))
    names = {
        "game.lan": ("2001:db8::4", "10.2.0.4"),
        "six.lan": ("2001:db8::4",),
        "printer.lan": ("10.2.0.99",),
    }
    monkeypatch.setattr(machine_addresses, "addresses_of", lambda name: names.get(name, ()))
    assert machine_addresses.listening_host(typed) == host


def test_a_silent_name_server_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, an access point without internet delays a host or a doctor by a quarter of a minute."""
    never, asked = Event(), Event()

    def silent(*_: object, **__: object) -> list[object]:
        asked.set()
        never.wait(60)
        return []

    with monkeypatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", silent)
        began = time.monotonic()
        assert machine_addresses.addresses_of("laptop.lan", 0.05) == ()
        assert time.monotonic() - began < 30
        wait_until_true(asked.is_set)
        never.set()
    assert machine_addresses.addresses_of("127.0.0.1") == ("127.0.0.1",)
    assert machine_addresses.addresses_of("x" * 70) == ()
