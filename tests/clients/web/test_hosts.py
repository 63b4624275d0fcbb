"""Hosts: the names in a browser's address that belong to this gateway."""

from __future__ import annotations

import pytest
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
    """A phone that typed it with capitals, or an address of version 6, would be shown the door."""
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
