"""Discovery on loopback: it helps to find an arbiter, but never decides which one is used."""

from __future__ import annotations

import errno
from io import StringIO
from os import getpid

import pytest
from warcouncil.clients.commands.join import join
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.room.doctor import discovery
from warcouncil.clients.room.doctor.discovery import Announcer, Found, choose, find
from zeroconf import ServiceInfo, Zeroconf

HERE = ["127.0.0.1"]
JENA = Found("Jena", Address("192.0.2.1"))
LONG = 2.0
"""Seconds: on one machine the answer to the first question may go to any of its sockets; the second, a second later, asks all."""


SERVICE = f"_wc-{getpid()}._tcp.local."
"""A kind of service of these tests' own: an exercise that is hosted on this machine meanwhile is none of theirs."""


@pytest.fixture(autouse=True)
def _no_other_exercise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find only the exercise that the test announces."""
    monkeypatch.setattr(discovery, "SERVICE", SERVICE)


def test_an_announced_exercise_is_found_until_it_stops() -> None:
    """Sixty people must type an address from the blackboard, or find an arbiter that is gone."""
    announcer = Announcer(HERE)
    announced = Found("Jena  4", Address("127.0.0.1", 5999))
    begun = announcer.start("Jena. 4.\u202e", [Address("127.0.0.1", 5999)])
    try:
        begun.result(20)
        assert any(announced in find(LONG, HERE) for _ in range(5))
    finally:
        announcer.stop()
    assert announcer.trouble == ""
    assert announced not in find(LONG, HERE)


def test_the_announcements_of_strangers_cannot_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger's announcement writes on our screens, or fills them."""
    ours = Zeroconf(interfaces=HERE)
    try:
        for number in range(2):
            info = ServiceInfo(
                SERVICE,
                f"sly{number}.{SERVICE}",
                port=5000 + number,
                parsed_addresses=HERE,
                properties={"v": "99", "exercise": b"\x1b[2J\xff\xe2\x80\xae" + b"x" * 90},
            )
            ours.register_service(info)
        monkeypatch.setattr(discovery, "FOUND_MAX", 1)
        tries = (find(LONG, HERE) for _ in range(5))
        found = next((heard for heard in tries if heard), ())
    finally:
        ours.unregister_all_services()
        ours.close()
    assert len(found) == 1
    assert all(one.name.isprintable() and len(one.name) <= 40 and not one.fits for one in found)


def test_where_nothing_can_be_announced_hosting_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a network cannot even play alone."""
    monkeypatch.setattr(discovery, "_zeroconf", nothing)
    announcer = Announcer()
    announcer.start("Jena", [Address("127.0.0.1", 5999)])
    announcer.stop()
    assert announcer.trouble == "that network cannot be reached"
    assert find(0.0) == ()


@pytest.mark.parametrize(
    ("found", "answer", "where"),
    [
        ((JENA,), "1", "192.0.2.1:5280"),
        ((JENA,), "10.0.0.4", "10.0.0.4"),
        pytest.param((JENA,), "9" * 5000, "9" * 5000, id="a number without end"),
        ((), "10.0.0.4:7000", "10.0.0.4:7000"),
    ],
)
def test_a_person_chooses_or_types(found: tuple[Found, ...], answer: str, where: str) -> None:
    """The first announced arbiter takes every client, or a typed address is refused."""
    said: list[str] = []
    assert choose(lambda _: answer, said.append, lambda: found) == where
    assert len(said) == 1 + len(found)


def test_a_number_that_is_not_in_the_list_is_asked_for_again() -> None:
    """The client looks for a machine called *7* until the name lookup ends."""
    said: list[str] = []
    answers = iter(("7", "0", "1"))
    assert choose(lambda _: next(answers), said.append, lambda: (JENA,)) == "192.0.2.1:5280"
    assert said[2:] == ["  There is no 7 in this list.", "  There is no 0 in this list."]


def test_a_join_without_an_address_shows_the_discovered_arbiters(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user never sees what discovery finds, or a script waits for an answer of a person."""
    monkeypatch.setattr(discovery, "_zeroconf", nothing)
    monkeypatch.setattr("sys.stdin", Keys("10.0.0.4\n"))
    assert join._whereabouts() == "10.0.0.4"
    monkeypatch.setattr("sys.stdin", StringIO(""))
    with pytest.raises(BadInput, match="give the address and the code of the card"):
        join._whereabouts()


class Keys(StringIO):
    """A person at a terminal."""

    def isatty(self) -> bool:
        """Return True: this is a terminal."""
        return True


def nothing(*_: object) -> Zeroconf:
    """Find no exercise."""
    raise OSError(errno.ENETUNREACH, "Network is unreachable")
