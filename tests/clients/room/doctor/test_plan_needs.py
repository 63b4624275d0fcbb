"""The doctor of a plan.

It checks everything that the plan's arbiters need on this machine, and names each fault with its wing.
"""

from __future__ import annotations

import json
import resource
import socket
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner
from warcouncil.arbiter.shell.base.location import home_of
from warcouncil.arbiter.shell.service import journal
from warcouncil.clients.commands.before.doctor import doctor as command
from warcouncil.clients.commands.host import wings
from warcouncil.clients.plan.reading.layout import WebWish, WingRoom
from warcouncil.clients.room.doctor import network
from warcouncil.clients.room.doctor.check_result import CheckResult
from warcouncil.clients.room.doctor.plan_needs import ArbiterNeeds, examine_plan, holding
from warcouncil.clients.web.certificate import kept

from tests.arbiter.record.files import PAPERS
from tests.servers import Base

app = typer.Typer()
app.command()(command)

PLAN = """
[exercise]
name = "Two wings"

[[tables]]
game = "kartenspiel"
count = 4

[[wings]]
name = "North"
tables = 2
port = {north}
file = "north.warcouncil"

[[wings]]
name = "South"
tables = 1
port = {south}

[[wings]]
name = "East"
host = "east.invalid"
"""


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder, without discovery."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(network, "find", tuple)
    monkeypatch.setattr(wings, "here", is_here)


def is_here(wing: WingRoom) -> bool:
    """Treat every machine without a name as this one."""
    return not wing.host


def free(step: int) -> int:
    """Return a free port whose two successors are free too."""
    return next(p for p in range(20_600, 32_000, step) if network.ports(network.taken(p, p + 2)).fine)


def plan(text: str = PLAN) -> tuple[Path, int, int]:
    """Write a plan of three wings, two of them on this machine. Return it with their ports."""
    north, south = free(983), free(977) + 100
    file = Path("plan.toml")
    file.write_text(text.format(north=north, south=south), "utf-8")
    return file, north, south


def looked(*words: str) -> tuple[int, dict[str, list[dict[str, Any]]]]:
    """Run the doctor. Return the exit status, and each finding by its check."""
    done = CliRunner().invoke(app, [*words, "--json"])
    assert done.stderr == ""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in json.loads(done.stdout):
        found.setdefault(one["what"], []).append(one)
    return done.exit_code, found


def examined(*holdings: ArbiterNeeds, web: WebWish | None = None) -> dict[str, list[CheckResult]]:
    """Check this machine as one that is to hold these wings."""
    found: dict[str, list[CheckResult]] = {}
    for one in examine_plan(holdings, Path.cwd(), web):
        found.setdefault(one.what, []).append(one)
    return found


def test_every_wing_of_this_machine_is_looked_at_and_the_others_are_named() -> None:
    """One of several arbiters does not begin on the morning, because the doctor checked the default port alone."""
    file, north, south = plan()
    _, found = looked("--plan", str(file))
    assert [one["said"] for one in found["ports"]] == [
        f"North: {north} and {north + 1} are free",
        f"South: {south} and {south + 1} are free",
    ]
    assert [one["said"] for one in found["exercise"]] == ["North: it will be north.warcouncil"]
    assert f"{south}" in found["firewall"][0]["cure"]
    (elsewhere,) = found["wing"]
    assert (elsewhere["seen"], elsewhere["said"]) == (False, "East: table 4 at east.invalid, port 5280")
    assert [one.name for one in Path().iterdir()] == ["plan.toml"]


def test_a_missing_need_of_a_wing_is_named_with_the_wing() -> None:
    """The second arbiter fails in front of the whole room, and the host does not know which it was."""
    file, _, south = plan()
    Path("north.warcouncil").touch()
    with socket.create_server(("127.0.0.1", south + 2)):
        status, found = looked("--plan", str(file), "--web")
    assert status == 1
    assert [one["fine"] for one in found["ports"]] == [True, False]
    assert found["ports"][1]["said"].startswith(f"South: {south + 2}: ")
    assert "in the plan" in found["ports"][1]["cure"]
    assert not found["exercise"][0]["fine"]
    assert found["exercise"][0]["said"] == "North: north.warcouncil: this file exists already"


def test_where_metrics_are_to_be_told_is_looked_at_for_each_wing() -> None:
    """An arbiter with a metrics page does not begin without its port, although the doctor said that all is well."""
    file, north, south = plan()
    first = free(967) + 200
    status, found = looked("--plan", str(file), "--metrics", str(first))
    assert found["metrics"] == [
        {
            "what": "metrics",
            "fine": True,
            "said": f"{first}, {first + 1} are free, only for this machine",
            "cure": "",
            "seen": True,
        }
    ]
    with socket.create_server(("127.0.0.1", first + 1)):
        status, found = looked("--plan", str(file), "--metrics", str(first))
    assert status == 1
    assert found["metrics"][0]["said"].startswith(f"{first + 1}: ")
    _, found = looked("--plan", str(file), "--metrics", str(north + 1))
    assert found["metrics"][0]["said"] == f"{north + 1}: the host needs it itself"
    _, found = looked("--port", str(south), "--metrics", str(south))
    assert found["metrics"][0]["said"] == f"{south}: the host needs it itself"
    assert "metrics" not in looked("--plan", str(file))[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("10.0.0.5", "--metrics", "9100"), "--metrics is for the host machine. Leave"),
        (
            ("--plan", "plan.toml", "--metrics", "65535"),
            "--metrics 65535: the 2 wings need 2 ports, beginning with this one",
        ),
    ],
)
def test_a_port_of_metrics_that_cannot_be_is_refused_in_a_line(words: tuple[str, ...], said: str) -> None:
    """A metrics port that is no number, or is too large, causes a traceback."""
    plan()
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2
    assert said in done.stderr


def test_a_plan_without_wings_is_looked_at_as_one_arbiter() -> None:
    """A host with one arbiter reads about wings."""
    file = Path("one.toml")
    port = free(971)
    file.write_text('[exercise]\nweb = true\nweb_port = 8443\n[[tables]]\ngame = "kartenspiel"\n', "utf-8")
    _, found = looked("--plan", str(file), "--port", str(port))
    assert found["ports"][0]["said"].startswith((f"{port}, {port + 1} and 8443", "8443: "))
    assert "8443" in found["firewall"][0]["cure"]
    assert "browsers" in found
    assert "wing" not in found


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--plan", "nowhere.toml"],
            "nowhere.toml: the file cannot be read (there is no such file or folder)",
        ),
        (["--plan", "broken.toml"], "broken.toml: line 1: "),
        (["--plan", "plan.toml", "10.0.0.5"], "--plan is for the host machine. "),
        (["--plan", "plan.toml", "--port", "5300"], "--port: each wing has its own port. "),
        (["--plan", "away.toml"], "away.toml: no wing of this plan is on this machine. "),
        (["--plan", "driver.toml"], "mysql://db/x: this kind of database is not known. "),
    ],
)
def test_an_impossible_request_is_refused_in_one_line(words: list[str], said: str) -> None:
    """A user reads a traceback, or believes that another machine than their own was checked."""
    plan()
    tables = '[[tables]]\ngame = "kartenspiel"\n[[wings]]\nname = "A"\n'
    Path("broken.toml").write_text("what?", "utf-8")
    Path("away.toml").write_text(f'{tables}host = "east.invalid"\n', "utf-8")
    Path("driver.toml").write_text(f'{tables}file = "mysql://db/x"\n', "utf-8")
    done = CliRunner().invoke(app, words)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"warcouncil: {said}")


def test_two_wings_that_want_the_same_of_one_machine_are_named() -> None:
    """Two names of a plan mean the same machine, so the second arbiter does not begin."""
    one, other, third = (home_of(name) for name in ("a.warcouncil", f"{Path.cwd()}/a.warcouncil", "b"))
    port = free(967)
    found = examined(
        holding("North", port, 10, one), holding("South", port + 1, 10, other), holding("East", 1, 10, third)
    )
    assert [one.fine for one in found["exercise"]] == [True, False, True]
    assert (
        found["exercise"][1].said
        == f"South: {Path.cwd()}/a.warcouncil: the wing North on this machine uses it too"
    )
    assert found["ports"][1].said == f"South: {port + 1}: the wing North on this machine needs it too"
    base = home_of("postgresql+psycopg://jena@127.0.0.1:1/wargames")
    found = examined(*(holding(name, 1, 10, base) for name in ("North", "South")))
    assert not any("uses it too" in one.said for one in found["exercise"]), "each gets a name of its own"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere/a.warcouncil", "nowhere/a.warcouncil: the folder nowhere does not exist"),
        ("a" * 300, "the name is too long"),
        ("plan.toml/a.warcouncil", "the folder plan.toml does not exist"),
        ("a\0b", "this cannot be the name of a file"),
    ],
)
def test_a_file_that_cannot_be_made_is_named(name: str, said: str) -> None:
    """The fault is noticed when all people have joined."""
    Path("plan.toml").touch()
    (found,) = examined(holding("", 5280, 10, home_of(name)))["exercise"]
    assert not found.fine
    assert said in found.said


def test_descriptors_are_counted_for_the_largest_wing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system refuses the last guests of a large wing."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 4096))
    small, large = holding("North", 5280, 400), holding("South", 5290, 2000)
    (found,) = examined(small)["connections"]
    assert found.fine
    (found,) = examined(small, large, small)["connections"]
    assert (found.fine, found.cure) == (False, "Run: ulimit -Hn 8000 (for 2000 seats)")


def test_a_certificate_that_no_server_can_be_run_with_is_named(tmp_path: Path) -> None:
    """No browser can connect, and the host learns it from the first guest."""
    ours = kept(tmp_path / "web", "Jena", (), datetime.now(UTC))
    one = holding("", free(953), 10, web=WebWish())
    (good,) = examined(one, web=WebWish(None, ours.chain, ours.key))["certificate"]
    assert good.fine
    (bad,) = examined(one, web=WebWish(None, ours.key, ours.chain))["certificate"]
    assert not bad.fine
    assert "no certificate" in bad.said
    assert "certificate" not in examined(one, web=WebWish()), "the host makes one"


def test_a_database_that_can_hold_a_new_exercise_is_called_so(address: str) -> None:
    """A user repairs a database that is ready."""
    (found,) = examined(holding("North", 5280, 10, home_of(address)))["exercise"]
    assert found.fine, found.said
    journal.create(address, PAPERS).close()
    (found,) = examined(holding("North", 5280, 10, home_of(address)))["exercise"]
    assert (found.fine, "an exercise with this name is there already" in found.said) == (False, True)


def test_a_database_that_does_not_answer_is_named_without_its_password() -> None:
    """A wing waits for a server that is down, or its password is shown on a projector."""
    home = home_of("postgresql+psycopg://jena:hush@127.0.0.1:1/wargames?exercise=jena")
    (found,) = examined(holding("North", 5280, 10, home))["exercise"]
    assert not found.fine
    assert "hush" not in found.said + found.cure
    assert "\n" not in found.said


def test_a_database_in_which_this_user_may_make_nothing_is_named(base: Base, address: str) -> None:
    """The exercise cannot begin, although the database answers."""
    name = address.rpartition("=")[2]
    base.ask(f"create role guest_{name} login password 'looks on'")
    url = base.server.url.set(database=base.name, username=f"guest_{name}", password="looks on")
    home = home_of(url.render_as_string(hide_password=False)).named(name)
    (found,) = examined(holding("", 5280, 10, home))["exercise"]
    assert (found.fine, "may not create an exercise there" in found.said) == (False, True)
    base.ask(f'create schema "warcouncil_{name}" authorization guest_{name}')
    (found,) = examined(holding("", 5280, 10, home))["exercise"]
    assert found.fine, "whoever looks after it has made the schema for him"
