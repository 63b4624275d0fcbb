"""The ports that a standby holds.

No other program gets them meanwhile, no client connects, and they are free when they are needed.
"""

from __future__ import annotations

import socket
from dataclasses import replace

import pytest
from warcouncil.arbiter.shell.base.listening import AddressTaken, listening
from warcouncil.arbiter.shell.hosting.held_ports import HeldPorts
from warcouncil.arbiter.shell.hosting.hosting import ListenPlace

from tests.ports import HOST, free_pair

ANY = ListenPlace(host=HOST, port=0)


def takers(port: int) -> list[bool]:
    """Return whether another program gets this very port, and whether a visitor can connect to it."""
    with socket.socket() as other, socket.socket() as visitor:
        try:
            other.bind((HOST, port))
        except OSError:
            return [False, visitor.connect_ex((HOST, port)) == 0]
        return [True, visitor.connect_ex((HOST, port)) == 0]


def test_no_other_program_gets_held_ports_and_no_visitor_connects() -> None:
    """A standby takes the lead, but some program's connection uses its port. So it ends, and the exercise too."""
    held = HeldPorts(replace(ANY, metrics_port=free_pair()), web=True)
    ports = [held.place.port, held.place.port + 1, held.place.web_port, held.place.metrics_port]
    assert all(ports)
    assert [takers(port or 0) for port in ports] == [[False, False]] * 4
    held.let_go()
    for port in ports:
        listening(HOST, port or 0).close()


def test_a_second_standby_and_a_host_are_told_of_the_first_in_time() -> None:
    """Both programs allow addresses that were just in use, as every server does.

    So they notice each other only when one leads.
    """
    held = HeldPorts(ANY, web=False)
    place = replace(ANY, port=held.place.port)
    with pytest.raises(AddressTaken, match=f"{place.port} is in use"):
        HeldPorts(place, web=False)
    for port in (place.port, place.port + 1):
        with pytest.raises(AddressTaken, match=f"{port} is in use"):
            listening(HOST, port)
    held.let_go()
    HeldPorts(place, web=False).let_go()


def test_a_port_that_is_taken_is_reported_at_once_and_none_is_held() -> None:
    """The conflict is noticed only when the room needs this machine."""
    port = free_pair()
    with (
        listening(HOST, port + 1),
        pytest.raises(AddressTaken, match=f"{port + 1} is in use .* {port}: both"),
    ):
        HeldPorts(replace(ANY, port=port), web=False)
    with socket.socket() as other:
        other.bind((HOST, port))


def test_no_other_pair_is_sought_for_a_port_that_stays_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of fifty pairs the last one is half taken. Its port is named instead of the one that the user must free."""
    tried: list[int] = []
    pair = HeldPorts._pair

    def counted(held: HeldPorts, host: str, asked: int) -> int:
        tried.append(pair(held, host, asked))
        return tried[-1]

    monkeypatch.setattr(HeldPorts, "_pair", counted)
    metrics = free_pair()
    with (
        listening(HOST, metrics),
        pytest.raises(AddressTaken, match=f"port {metrics} is in use .* give another --metrics"),
    ):
        HeldPorts(replace(ANY, metrics_port=metrics), web=False)
    (port,) = tried
    listening(HOST, port).close()
