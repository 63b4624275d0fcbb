"""Several arbiters on a command line: the addresses, and the keys of this machine for them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from warcouncil.clients.commands.common.run_client import open_link
from warcouncil.clients.commands.join import join
from warcouncil.clients.commands.join.join import NoArbiterYet, ticket_for
from warcouncil.clients.commands.join.wings import NamedArbiter, arbiters_named, tickets_for
from warcouncil.clients.link.base.line import LinkChange, LinkState, News
from warcouncil.clients.link.connect.late_link import LateLine
from warcouncil.clients.link.identity.keyring import Ticket, keep
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.protocol.proofs.doors import Kind

from tests.ports import HOST, free_pair

KEYS = {"North": "n" * 40, "South": "s" * 40}
EVENT = "\n".join(
    f'[[wings]]\nname = "{name}"\naddress = "10.0.0.5"\nkey = "{key}"' for name, key in KEYS.items()
)


def ticket(server_key: str, kind: str = "umpire", public: str = "p") -> Ticket:
    """Make a ticket of an arbiter."""
    return Ticket(
        exercise="1",
        host="10.0.0.5",
        port=5280,
        server_key=server_key,
        public=public * 40,
        secret="q" * 40,
        kind=kind,
    )


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ((), [("", None, None)]),
        (("10.0.0.5",), [("10.0.0.5", "10.0.0.5", None)]),
        (("10.0.0.5", "7K3-1234-5678"), [("10.0.0.5", "10.0.0.5", "7K3-1234-5678")]),
        (("10.0.0.5", "7k3 1234 5678"), [("10.0.0.5", "10.0.0.5", "7k3 1234 5678")]),
        (("a", "7K3-1234-5678", "b", "-"), [("a", "a", "7K3-1234-5678"), ("b", "b", "-")]),
        (("a", "b", "c"), [("a", "a", None), ("b", "b", None), ("c", "c", None)]),
        (
            ("a:5280,a2", "7K3-1234-5678", "b"),
            [("a:5280,a2", "a:5280,a2", "7K3-1234-5678"), ("b", "b", None)],
        ),
    ],
)
def test_each_code_belongs_to_the_address_before_it(
    words: tuple[str, ...], meant: list[tuple[str, str | None, str | None]]
) -> None:
    """A code is shown to an arbiter that it is not for, or an arbiter is taken for a code."""
    assert [(one.name, one.address, one.code) for one in arbiters_named(words, ())] == meant


def test_impossible_arbiters_are_refused(tmp_path: Path) -> None:
    """A console is linked twice to one arbiter, and disconnects itself."""
    with pytest.raises(BadInput, match="this host is named twice"):
        arbiters_named(("a", "b", "a"), ())
    with pytest.raises(BadInput, match="Give at most 8"):
        arbiters_named(tuple("abcdefghi"), ())
    with pytest.raises(BadInput, match="Leave the addresses and codes out"):
        arbiters_named(("a",), (tmp_path / "x",))


def test_an_event_comes_back_with_the_keys_of_its_own_arbiters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At an address of another exercise of yesterday, the console joins with an invalid key."""
    monkeypatch.setenv("WARCOUNCIL_HOME", str(tmp_path))
    for key in (KEYS["North"], KEYS["South"], "y" * 40):
        keep(ticket(key))
    keep(ticket(KEYS["South"], "display", "d"))
    file = tmp_path / "x.event.toml"
    file.write_text(EVENT, "utf-8")
    found = tickets_for(arbiters_named((), [file]), again=True, kind=Kind.CONSOLE, screen=False)
    tickets_found = {name: one for name, one in found.items() if isinstance(one, Ticket)}
    assert {name: one.server_key for name, one in tickets_found.items()} == KEYS
    assert {one.kind for one in tickets_found.values()} == {"umpire"}
    with pytest.raises(BadInput, match="give the address and the code"):
        tickets_for(
            [NamedArbiter("East", "no place", None, "e" * 40)], again=True, kind=Kind.CONSOLE, screen=False
        )


def test_a_wing_that_refuses_the_card_is_reported_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One arbiter that does not run yet keeps the umpire from all the others."""
    monkeypatch.setenv("WARCOUNCIL_HOME", str(tmp_path))
    keep(ticket(KEYS["North"]))
    named = [
        NamedArbiter("North", "10.0.0.5", None, KEYS["North"]),
        NamedArbiter("South", "no place", "7K3-1234-5678"),
    ]
    found = tickets_for(named, again=True, kind=Kind.CONSOLE, screen=False)
    assert list(found) == ["North"]
    assert "warcouncil: South: " in capsys.readouterr().err
    with pytest.raises(BadInput, match="South: "):
        tickets_for(named[1:] * 2, again=True, kind=Kind.CONSOLE, screen=False)


def test_a_wing_that_is_not_up_yet_is_awaited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A console or projector of an event asks for another address while a wing is down, and does not start."""
    monkeypatch.setenv("WARCOUNCIL_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    keep(ticket(KEYS["North"]))
    named = [
        NamedArbiter("North", "10.0.0.5", None, KEYS["North"]),
        NamedArbiter("South", f"{HOST}:{free_pair()}", "7K3-Q4MN-P2XT", KEYS["South"]),
    ]
    found = tickets_for(named, again=True, kind=Kind.CONSOLE, screen=False)
    assert [type(each) for each in found.values()] == [Ticket, LateLine]
    with pytest.raises(BadInput, match=r"South: .* no host is there"):
        tickets_for(named[1:], again=True, kind=Kind.CONSOLE, screen=False)


def test_a_late_wing_is_entered_once_where_its_keys_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a full disk a console uses its card again every two seconds, and each time alarms every other
    console.
    """
    (tmp_path / "no folder").touch()
    monkeypatch.setenv("WARCOUNCIL_HOME", str(tmp_path / "no folder"))
    with pytest.raises(NoArbiterYet) as nobody:
        ticket_for(
            f"{HOST}:{free_pair()}", "7K3-Q4MN-P2XT", again=True, kind=Kind.CONSOLE, screen=False, waits=True
        )
    came_in: list[object] = []

    async def let_in(*asked: object, **_: object) -> Ticket:
        came_in.append(asked)
        assert len(came_in) == 1
        return ticket(KEYS["South"])

    monkeypatch.setattr(join, "come_in", let_in)

    async def run() -> News:
        line = LateLine("nobody is there", nobody.value.late, open_link, 0)
        await line.receive()
        return await line.receive()

    news = asyncio.run(run())
    assert isinstance(news, LinkChange)
    assert (news.state, "cannot" in news.text) == (LinkState.SHUT, True)
