"""Codes on the command line: they can come from a file or from standard input, and never stay where others
can read them.
"""

from __future__ import annotations

import io
import os
import socket
import subprocess
import sys

import psutil  # type: ignore[import-untyped]  # it says no types
import pytest
from warcouncil.clients.commands.common.codes import VARIABLE, given, hidden, read_code, without_password
from warcouncil.clients.plan.text.option_text import BadInput

from tests.waiting import wait_until_true

CODE, OTHER = "7K3-Q4MN-P2XT", "abc23456789"


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        (f"join 10.0.0.1 {CODE}", "join 10.0.0.1 -"),
        (f"umpire 10.0.0.1:5280 {CODE} --theme dark", "umpire 10.0.0.1:5280 - --theme dark"),
        (f"join --plain 192.168.178.20 {CODE}", "join --plain 192.168.178.20 -"),
        (f"join --theme dark 127.0.0.1:34567 {CODE}", "join --theme dark 127.0.0.1:34567 -"),
        (f"bot 10.0.0.1 {CODE} {OTHER} --pace 0", "bot 10.0.0.1 - - --pace 0"),
        (f"rule status --address 10.0.0.1 --code {CODE}", "rule status --address 10.0.0.1 --code -"),
        (f"rule pause --code={CODE} --reason x", "rule pause --code=- --reason x"),
        (f"rule tell {OTHER} --reason x", f"rule tell {OTHER} --reason x"),
        (f"host kartenspiel --name {OTHER}", f"host kartenspiel --name {OTHER}"),
        ("join 10.0.0.1", "join 10.0.0.1"),
        ("join 10.0.0.1 --code", "join 10.0.0.1 --code"),
        ("", ""),
    ],
)
def test_codes_are_found_among_the_arguments_and_nothing_else_is(typed: str, left: str) -> None:
    """A code stays visible, or an umpire's text is removed with it."""
    words = typed.split()
    arguments, codes = hidden(words)
    assert " ".join(arguments) == left
    assert codes == [word.partition("=")[2] or word for word in words if word not in arguments]


@pytest.mark.parametrize(
    ("typed", "left", "password"),
    [
        ("verify postgresql://anna:s%40t@db/war", "verify postgresql://anna@db/war", "s@t"),
        ("host nim --file=postgresql+psycopg://a:b@db/w", "host nim --file=postgresql+psycopg://a@db/w", "b"),
        (
            "branch postgres://a:x@d/w --out postgres://a:x@d/v",
            "branch postgres://a@d/w --out postgres://a@d/v",
            "x",
        ),
        (
            "branch postgres://a:x@d/w --out postgres://a:y@d/v",
            "branch postgres://a@d/w --out postgres://a:y@d/v",
            "x",
        ),
        ("verify postgresql://anna@db/war", "verify postgresql://anna@db/war", None),
        (
            "verify postgresql://a:x@y@d/w",
            "verify postgresql://a:x@y@d/w",
            None,
        ),  # half of it would be a host
        ("verify jena.warcouncil", "verify jena.warcouncil", None),
    ],
)
def test_the_password_of_a_database_leaves_the_list_of_processes(
    typed: str, left: str, password: str | None
) -> None:
    """Another user of the machine can read it there for as long as the exercise lasts."""
    arguments, found = without_password(typed.split())
    assert (" ".join(arguments), found) == (left, password)


def test_a_code_comes_from_the_variable_in_order_and_then_from_standard_input(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A script cannot keep its code out of the list of processes."""
    monkeypatch.setenv(VARIABLE, f"{CODE} {OTHER}")
    monkeypatch.setattr(sys, "stdin", io.StringIO("zzz\n"))
    assert given("typed") == "typed"
    assert [given("-"), given("-"), given("-")] == [CODE, OTHER, "zzz"]
    with pytest.raises(BadInput, match="no code is in WARCOUNCIL_CODE or"):
        given("-")


def test_a_wrong_code_is_not_repeated() -> None:
    """A code with one wrong letter stays in a terminal's history of output, and in a log."""
    with pytest.raises(BadInput) as caught:
        read_code("9VW-W8HR-TYZ")
    assert "W8HR" not in str(caught.value)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere nobody reads another's arguments")
@pytest.mark.parametrize(
    ("typed", "left"),
    [(f"bot {{}} {CODE} {OTHER}", "bot {} - -"), (f"rule status --address {{}} --code {CODE}", "--code -")],
)
def test_a_code_does_not_stay_in_the_list_of_processes(typed: str, left: str) -> None:
    """Another user of the machine can read it there all day, and take the seat or the umpire's place."""
    with socket.create_server(("127.0.0.1", 0)) as silent_door:
        address = f"127.0.0.1:{silent_door.getsockname()[1] - 1}"
        shown = arguments_of(*typed.format(address).split())
    assert left.format(address) in shown
    assert CODE not in shown
    assert OTHER not in shown


def arguments_of(*words: str) -> str:
    """Return what the list of processes shows of a command once it is at work."""
    command = [sys.executable, "-m", "warcouncil.clients.commands.cli", *words]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE) as client:
        process = psutil.Process(client.pid)
        try:
            wait_until_true(lambda: "-" in process.cmdline())
            return " ".join(process.cmdline())
        finally:
            client.kill()
