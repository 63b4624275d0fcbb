"""Hosts: the names in a browser's address that belong to this gateway."""

from __future__ import annotations

import pytest
from warcouncil.clients.web import limits
from warcouncil.clients.web.limits import Hosts

HOSTS = Hosts(["192.168.1.20", "fe80::1", "Game.Example", "*.room.example"])


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.20:5282",
        "192.168.1.20",
        "game.example:5282",
        "GAME.example",
        "[fe80::1]:5282",
        "[FE80:0:0:0:0:0:0:1]:5282",
        "a.room.example:443",
    ],
)
def test_a_name_of_the_certificate_is_ours(host: str) -> None:
    """A phone that typed the name with capitals, or an IPv6 address, is refused."""
    assert HOSTS.has(host)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example:5282",
        "192.168.1.21:5282",
        "192.168.1.20.evil.example",
        "room.example",
        "a.b.room.example",
        "game.example:5282@evil.example",
        "game.example; script-src *",
        "game.example\r\nx: y",
        "game.example:",
        "game.example:123456",
        "fe80::1",
        "*.room.example",
    ],
)
def test_any_other_is_not(host: str) -> None:
    """An attacker's name that points here makes their page ours, or is written into the policy."""
    assert not HOSTS.has(host)


def test_people_are_led_to_an_address_that_this_machine_has_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, a browser is led to the address of yesterday."""
    monkeypatch.setattr(limits, "is_own_address", lambda host: host == "10.0.0.9")
    monkeypatch.setattr(limits, "outside_addresses", lambda _: ("10.0.0.9",))
    assert Hosts(["10.0.0.7"], ["10.0.0.7"]).leads_from("laptop.lan:5282") == "10.0.0.9:5282"
    assert Hosts([], ["10.0.0.7", "10.0.0.9"]).leads_from("laptop.lan") == "10.0.0.9"
    assert Hosts([], ["game.example", "10.0.0.9"]).leads_from("laptop.lan:443") == "game.example:443"
    assert Hosts([], []).leads_from("evil example") == ""
    monkeypatch.setattr(limits, "outside_addresses", lambda _: ())
    assert Hosts([], ["10.0.0.7"]).leads_from("laptop.lan") == ""
