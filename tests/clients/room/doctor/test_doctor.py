"""The doctor: it reports each obstacle of a machine with its cure, and calls a healthy machine healthy."""

from __future__ import annotations

import json
import os
import socket
import ssl
import sys
from collections import namedtuple
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import pytest
import typer
import zmq
from typer.testing import CliRunner
from warcouncil.arbiter.shell.hosting.held_ports import HeldPorts
from warcouncil.arbiter.shell.hosting.hosting import ListenPlace
from warcouncil.clients.commands.before.doctor import doctor as command
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.plan.reading.layout import WebWish
from warcouncil.clients.room.doctor import doctor, network
from warcouncil.clients.room.doctor.check_result import CheckResult
from warcouncil.clients.room.doctor.discovery import Found
from warcouncil.clients.web.certificate import kept

from tests.clients.commands.host.test_host import hosted, port_of
from tests.ports import free_pair, free_ports
from tests.profile import games

app = typer.Typer()
app.command()(command)
Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace discovery by an empty result. It has its own tests."""
    monkeypatch.setattr(network, "find", tuple)


def test_a_good_host_is_called_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tutor repairs a machine that is in order."""
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["--json"])
    found = {one["what"]: one for one in json.loads(done.stdout)}
    assert {"python", "libzmq", "terminal", "clock", "ports", "firewall", "disk", "sync", "discovery"} <= set(
        found
    )
    unfit = [
        one for one in found.values() if not one["fine"] and one["what"] not in ("network", "ports", "sync")
    ]
    assert unfit == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("version", "fine", "said", "cure"),
    [
        ((3, 10, 9), False, "3.10.9 on", "Install Python 3.13"),
        ((3, 11, 2), True, "3.11.2 on", ""),
        ((3, 13, 0), True, "3.13.0 on", ""),
        ((3, 14, 1), True, ". warcouncil is tested with Python 3.11 to 3.13", ""),
    ],
)
def test_a_python_that_is_not_tested_is_named(
    version: tuple[int, int, int], fine: bool, said: str, cure: str
) -> None:
    """A host takes its Python for a tested one, or is stopped by a newer one."""
    found = doctor.python(version)
    assert (found.fine, found.cure) == (fine, cure)
    assert said in found.said
    assert ("tested" in found.said) is (version > (3, 14))


def test_a_bad_check_fails_and_says_how_to_correct_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script that prepares forty laptops takes them for ready."""
    bad = [CheckResult("disk", False, "3 MB free", "free some"), CheckResult("clock", True, "now")]
    monkeypatch.setattr(doctor, "examine", lambda *_, **__: iter(bad))
    done = CliRunner().invoke(app, [])
    assert done.exit_code == 1
    assert done.stdout.splitlines() == [
        "MEND  disk        3 MB free. Free some",
        "fine  clock       now",
        "Problems: 1.",
    ]
    monkeypatch.setattr(doctor, "examine", lambda *_, **__: iter(bad[1:]))
    assert CliRunner().invoke(app, []).exit_code == 0


def test_a_check_that_was_not_made_is_not_called_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tutor reads that the firewall is fine, and no client can join."""
    monkeypatch.setattr(doctor, "examine", lambda *_, **__: iter([network.firewall(network.taken(5280))]))
    done = CliRunner().invoke(app, [])
    first, last = done.stdout.splitlines()
    assert first.startswith(
        "note  firewall    not tested. Run warcouncil doctor ADDRESS on a player's laptop"
    )
    assert last == "Everything that can be checked here is in order."
    assert done.exit_code == 0


def test_an_address_that_cannot_be_one_is_refused_in_one_line() -> None:
    """A user reads a traceback."""
    done = CliRunner().invoke(app, ["not an address"])
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("wall", ["--wall", "--no-wall"][: games(1, 2)])
def test_a_laptop_reaches_an_arbiter_and_its_door(tmp_path: Path, wall: str) -> None:
    """The doctor says that all is well, and no client can join. Or the check leaves traces."""
    file = tmp_path / "exercise.warcouncil"
    with hosted("kashmir_crisis", "--file", str(file), wall) as said:
        port = port_of(said)
        found = [network.reach(Address("127.0.0.1", one), "it") for one in (port, port + 1)]
    assert [one.fine for one in found] == [True, True]


def test_an_address_without_an_arbiter_is_named() -> None:
    """A technician looks for the wrong cable all morning."""
    with socket.socket() as nobody:  # bound, so that no other program has it, and not listening
        nobody.bind(("127.0.0.1", 0))
        found = network.reach(Address("127.0.0.1", nobody.getsockname()[1]), "the arbiter")
    assert (found.fine, "nothing listens there" in found.said, bool(found.cure)) == (False, True, True)
    nowhere = network.reach(Address("x" * 70 + ".invalid", 5280), "the arbiter")
    assert not nowhere.fine


@pytest.mark.parametrize(
    "answer", [b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", b"", b"\xff" + bytes(63)]
)
def test_another_program_is_not_taken_for_an_arbiter(answer: bytes) -> None:
    """A printer's web page counts as an arbiter."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            link, _ = server.accept()
            with link:
                link.recv(64)
                link.sendall(answer)

        other = Thread(target=serve)
        other.start()
        found = network.reach(Address("127.0.0.1", server.getsockname()[1]), "the arbiter")
        other.join(5)
    assert not found.fine
    assert "not a host" in found.said


def test_a_port_that_is_taken_is_named() -> None:
    """The host fails in front of the whole room."""
    port = free_pair()
    with socket.create_server(("127.0.0.1", port + 1)):
        found = network.ports(network.taken(port))
    assert (found.fine, str(port + 1) in found.said, "--port" in found.cure) == (False, True, True)


def test_a_port_that_a_standby_holds_is_named() -> None:
    """No program listens on a held port, and no other can. The host notices it only at the start."""
    held = HeldPorts(ListenPlace(host="127.0.0.1", port=0), web=False)
    found = network.ports(network.taken(held.place.port))
    held.let_go()
    assert not found.fine
    assert found.said.startswith(f"{held.place.port}: ")


def test_free_ports_are_called_free() -> None:
    """A tutor looks for a program that does not exist."""
    assert network.ports(network.taken(free_pair())).fine


def test_a_small_terminal_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The question is outside the window."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(
        "warcouncil.clients.room.doctor.doctor.shutil.get_terminal_size",
        lambda **_: os.terminal_size((80, 23)),
    )
    assert not doctor.terminal().fine
    monkeypatch.setattr(
        "warcouncil.clients.room.doctor.doctor.shutil.get_terminal_size",
        lambda **_: os.terminal_size((80, 24)),
    )
    assert doctor.terminal().fine


def test_letters_that_cannot_be_written_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line on the screen is a question mark."""

    class Old:
        encoding = "latin-1"

    monkeypatch.setattr(sys, "stdout", Old())
    assert not doctor.letters().fine
    Old.encoding = "utf-8"
    assert doctor.letters().fine


def test_an_old_or_open_libzmq_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The arbiter refuses to start, or sends data unencrypted."""
    monkeypatch.setattr(zmq, "zmq_version_info", lambda: (4, 3, 4))
    assert not doctor.zeromq().fine
    monkeypatch.setattr(zmq, "zmq_version_info", lambda: (4, 3, 5))
    assert doctor.zeromq().fine
    monkeypatch.setattr(zmq, "has", lambda _: False)
    assert "no encryption" in doctor.zeromq().said


def test_a_full_or_locked_disk_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exercise stops at the first answer."""
    monkeypatch.setattr(
        "warcouncil.clients.room.doctor.doctor.shutil.disk_usage", lambda _: Usage(1, 1, 3 * doctor.MB)
    )
    assert not doctor.disk(tmp_path).fine
    assert not doctor.syncs(tmp_path / "nowhere").fine
    steps = iter(range(1000))
    monkeypatch.setattr("warcouncil.clients.room.doctor.doctor.time.perf_counter", lambda: float(next(steps)))
    slow = doctor.syncs(tmp_path)
    assert (slow.fine, slow.said.startswith("an answer is written in 1000.0 ms")) == (False, True)


def test_a_clock_of_another_year_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of today have an earlier date than those of yesterday."""
    assert doctor.clock().fine
    monkeypatch.setattr("warcouncil.clients.room.doctor.doctor.time.time", lambda: 0.0)
    assert not doctor.clock().fine


def test_keys_that_cannot_be_kept_are_named(tmp_path: Path) -> None:
    """After a restart all people ask for a new card."""
    assert doctor.keys(tmp_path / "not" / "yet").fine
    (tmp_path / "file").write_text("")
    assert not doctor.keys(tmp_path / "file" / "x").fine


def test_a_discovered_exercise_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user does not know whether discovery works in this room."""
    monkeypatch.setattr(network, "find", lambda: (Found("Jena", Address("192.0.2.1", 5280)),))
    assert network.discovered() == CheckResult("discovery", True, "found Jena at 192.0.2.1:5280")


def test_a_host_is_looked_at_for_browsers_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's port is taken or blocked, and only the first guest notices it."""
    port = free_ports(3)
    with socket.create_server(("127.0.0.1", port + 2)):
        found = network.ports(network.taken(port, port + 2))
    assert (found.fine, str(port + 2) in found.said) == (False, True)
    assert f"{port}" in network.firewall(network.taken(port, port + 2)).cure
    monkeypatch.setattr(sys, "platform", "win32")
    assert "-LocalPort 5280-5282 " in network.firewall(network.taken(5280, 5282)).cure
    assert "-LocalPort 5280-5281 " in network.firewall(network.taken(5280)).cure
    assert "-LocalPort 5280-5281,8443 " in network.firewall(network.taken(5280, 8443)).cure


def test_a_port_for_browsers_that_the_seats_have_is_named() -> None:
    """The machine is called ready, but its host refuses the plan."""
    port = free_pair()
    found = network.ports(network.taken(port, port + 1))
    said = f"{port + 1} for browsers: the seats and their door use {port} and {port + 1}"
    assert (found.fine, found.said) == (False, said)


def test_a_port_that_there_is_not_is_named() -> None:
    """A user reads a traceback."""
    done = CliRunner().invoke(app, ["--port", "65534", "--web"])
    assert done.exit_code == 1
    assert "MEND  ports       65536: the highest port is 65535. Choose a lower port\n" in done.stdout


def test_another_port_for_browsers_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host with --web-port is called ready for a port that it does not use, and fails at its own port."""
    port = free_pair()
    asked = ["--port", str(port), "--web", "--web-port"]
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as server:
        other = int(server.getsockname()[1])
        done = CliRunner().invoke(app, [*asked, str(other)])
        assert f"MEND  ports       {other}: " in done.stdout
        assert f"or host with --web-port {other + 10}\n" in done.stdout
    assert f"fine  ports       {port}, {port + 1} and {other} are free\n" in (
        CliRunner().invoke(app, [*asked, str(other)]).stdout
    )
    (tmp_path / "plan.toml").write_text('[[tables]]\ngame = "kashmir_crisis"\n')
    of_plan = CliRunner().invoke(app, ["--plan", "plan.toml", *asked, str(port + 1)]).stdout
    assert f"MEND  ports       {port + 1} for browsers: the seats and their door use " in of_plan


@pytest.mark.parametrize("plan", [[], ["--plan", "plan.toml"]], ids=["alone", "of a plan"])
def test_a_port_for_browsers_is_of_use_only_where_they_come_in(
    plan: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The doctor checks an unused port, and calls the machine ready for browsers."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plan.toml").write_text('[[tables]]\ngame = "kashmir_crisis"\n')
    done = CliRunner().invoke(app, [*plan, "--web-port", "8443"])
    said = "warcouncil: --web-port is for browsers. Give --web too\n"
    assert (done.exit_code, done.stderr) == (2, said)


def test_a_laptop_looks_for_the_page_where_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A host whose page is at port 8443 is called unreachable for browsers."""
    sought: list[Address] = []

    def found(where: Address, *_: object) -> CheckResult:
        sought.append(where)
        return CheckResult("reach", True, "")

    for name in ("reach", "page"):
        monkeypatch.setattr(doctor, name, found)
    monkeypatch.setattr(doctor, "discovered", lambda: CheckResult("network", True, ""))
    for web in (None, WebWish(), WebWish(8443)):
        list(doctor.examine([(Address("10.0.0.5"),)], 5280, tmp_path, web=web))
    assert [where.port for where in sought] == [5280, 5281, 5280, 5281, 5282, 5280, 5281, 8443]


def test_the_packages_for_browsers_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host notices the missing packages on the morning, in a room without a network."""
    assert network.served().fine
    monkeypatch.setattr(network, "find_spec", lambda name: None if name == "uvicorn" else name)
    found = network.served()
    assert (found.fine, found.said, found.cure) == (
        False,
        "uvicorn is missing",
        f'Run: {sys.executable} -m pip install "warcouncil[web]"',
    )


def test_a_laptop_is_told_the_fingerprint_of_the_page_that_answers(tmp_path: Path) -> None:
    """A user can check whether a page is the host's only by clicking through a warning."""
    ours = kept(tmp_path, "Jena", (), datetime.now(UTC))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(ours.chain, ours.key)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            link, _ = server.accept()
            with link, suppress(OSError), context.wrap_socket(link, server_side=True) as safe:
                safe.recv(1)

        other = Thread(target=serve)
        other.start()
        found = network.page(Address("127.0.0.1", server.getsockname()[1]))
        other.join(5)
    assert found.fine
    assert not found.seen, "whose page it is no program can tell"
    assert ours.fingerprint in found.said


def test_where_no_page_answers_it_is_said() -> None:
    """A guest is sent to an address without a page."""
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        found = network.page(Address("127.0.0.1", nobody.getsockname()[1]))
    assert (found.fine, "nothing listens there" in found.said, "--web" in found.cure) == (False, True, True)
    assert not network.page(Address("x" * 70 + ".invalid", 5282)).fine


def test_a_laptop_reaches_whichever_of_several_machines_has_the_arbiter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A waiting standby is called broken, or a room whose arbiter cannot be reached is called well."""
    monkeypatch.setattr(network, "REACH_SECONDS", 0.2)
    monkeypatch.setattr(doctor, "discovered", lambda: CheckResult("network", True, ""))

    def reached() -> list[CheckResult]:
        return [one for one in doctor.examine([(waits, other)], 5280, tmp_path) if one.what == "reach"]

    with socket.socket() as here, socket.socket() as there:
        for each in (here, there):
            each.bind(("127.0.0.1", 0))
        waits, other = (Address("127.0.0.1", each.getsockname()[1]) for each in (here, there))
        (found,) = reached()
        assert (found.fine, found.said) == (False, f"no host answers at {waits}, {other}")
        there.listen()
        stands_by, arbiter, _ = reached()
        assert (stands_by.fine, stands_by.seen) == (True, False)
        assert f"the machine at {waits} is there" in stands_by.said
        assert arbiter.said == f"the host at {other} does not answer"


def test_every_arbiter_of_an_event_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One wing does not answer on the day, although the doctor called the room well because another did."""
    asked: list[str] = []

    def answers(address: Address, what: str) -> CheckResult:
        asked.append(str(address))
        return CheckResult("reach", address.host == "10.0.0.5", what)

    monkeypatch.setattr(doctor, "reach", answers)
    monkeypatch.setattr(doctor, "discovered", lambda: CheckResult("discovery", True, ""))
    found = doctor.examine([(Address("10.0.0.5"),), (Address("10.0.0.6"),)], 5280, tmp_path)
    assert [one.fine for one in found if one.what == "reach"] == [True, True, False, False]
    assert asked == ["10.0.0.5:5280", "10.0.0.5:5281", "10.0.0.6:5280", "10.0.0.6:5281"]
