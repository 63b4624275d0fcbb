"""`warcouncil gateway`: one line for each wrong option, and a gateway that ends with the process that started
it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner
from warcouncil.clients.commands.cli import app
from warcouncil.clients.commands.host import gateway

from tests.clients.web.browsing import certificate

ROOT = Path(__file__).parents[4]


def words(folder: Path, **other: str) -> list[str]:
    """Return the command with valid options, except those given here."""
    options = {
        "arbiter": "127.0.0.1:1",
        "bind": "127.0.0.1",
        "port": "0",
        "cert": str(certificate().chain),
        "key": str(certificate().key),
        "keep": str(folder / "keep"),
    } | other
    return ["gateway", *[word for name, value in options.items() for word in (f"--{name}", value)]]


def refused(asked: list[str]) -> str:
    """Run an impossible command. Return its one line."""
    run = CliRunner().invoke(app, asked)
    assert run.exit_code == 2, run.output
    assert run.stderr.count("\n") == 1
    return run.stderr


def test_each_wrong_option_gets_one_clear_line(tmp_path: Path) -> None:
    """An operator reads a traceback, and not which file is wrong."""
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "noise").write_text("no certificate")
    missing, noise = str(tmp_path / "missing.pem"), str(tmp_path / "noise")
    cases: list[tuple[dict[str, str], str]] = [
        ({"arbiter": "a b"}, "--arbiter: 'a b' is not an address"),
        ({"cert": missing}, f"{missing}: it cannot be read: there is no such file"),
        ({"key": missing}, f"{missing}: it cannot be read: there is no such file"),
        ({"cert": noise}, f"{noise}: it holds no certificate in PEM"),
        ({"keep": str(tmp_path / "file")}, "--keep "),
        ({"bind": "203.0.113.1"}, "203.0.113.1 is not an address of this machine. Give another --bind"),
    ]
    for wrong, line in cases:
        assert line in refused(words(tmp_path, **wrong))


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    """If two exercises run on one machine, the second fails with an error number."""
    with started(words(tmp_path)) as first:
        port = json.loads(first.stdout.readline())["port"]
        line = f"port {port} is in use on 127.0.0.1. Stop the other program or give another "
        asked = words(tmp_path, port=str(port))
        assert f"{line}--port\n" in refused(asked)
        assert f"{line}--web-port\n" in refused([*asked, "--child"]), "the host was asked for it so"
        first.stdin.close()
        assert first.wait(30) == 0


def test_a_missing_package_of_the_gateway_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user who installed the product without it reads about a module."""
    monkeypatch.setattr(gateway, "NEEDED", ("json", "no_such_server"))
    assert f'need no_such_server. Install it: {sys.executable} -m pip install "warcouncil[web]"' in refused(
        words(tmp_path)
    )


def started(asked: list[str]) -> Any:
    """Start a gateway as the host does."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "warcouncil", *asked, "--child"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_the_terminal_clients_load_nothing_of_it() -> None:
    """Every `join` waits for a web server that it never needs."""
    code = (
        "import sys, warcouncil.clients.commands.join.join, warcouncil.clients.commands.cli as cli;"
        " list(cli.COMMANDS); print([name for name in ('uvicorn', 'starlette', 'websockets', 'trustme',"
        " 'warcouncil.clients.web.app') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
