"""The floors of the house: what stands below imports nothing of what stands above, and the rules touch no machine."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).parent.parent
PURE = ("protocol", "games", "arbiter/core")
MACHINE = {
    "asyncio",
    "datetime",
    "logging",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "textual",
    "threading",
    "time",
    "zmq",
}
"""What the pure floors never import: chance is a Dice, time is `stimulus.at`, and nothing is written or sent there."""

MAY_IMPORT = ("commands", "room", "debrief")
"""The rooms of the clients that may import the arbiter: the front door, what needs a whole room, and what reads its records."""


def imported(path: Path) -> set[str]:
    """Give the top names of all modules that a file imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.removeprefix("warcouncil.").partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.removeprefix("warcouncil.").partition(".")[0])
    return names


@pytest.mark.parametrize("folder", PURE)
def test_the_pure_floors_touch_no_machine(folder: str) -> None:
    """A rule would depend on the clock, the network or the order of a set, and no replay would be the same."""
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files
    touched = {str(path.relative_to(ROOT)): imported(path) & MACHINE for path in files}
    assert {path: names for path, names in touched.items() if names} == {}


def test_the_floors_stand_on_each_other_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client would reach into the arbiter, or one game into another."""
    monkeypatch.chdir(ROOT)
    assert lint_imports(no_cache=True) == EXIT_STATUS_SUCCESS


def test_no_room_of_the_clients_is_outside_the_laws() -> None:
    """A new one could reach into the arbiter, or stand in a circle with others, and nothing would say so."""
    laws = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    by_name = {law["name"]: law for law in laws}
    apart = by_name["Clients never import the arbiter, save the front door and what needs a whole room"]
    layers = by_name["No circle among the rooms of the clients"]["layers"]
    rooms = {f"warcouncil.clients.{path.parent.name}" for path in ROOT.glob("clients/*/__init__.py")}
    assert {*apart["source_modules"]} == rooms - {f"warcouncil.clients.{name}" for name in MAY_IMPORT}
    assert {room.strip() for layer in layers for room in layer.split("|")} == rooms


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        ("protocol.wire.replies", ("games", "arbiter", "clients", "zmq", "textual", "sqlalchemy")),
        ("games.registry", ("arbiter", "clients", "zmq", "textual", "sqlalchemy")),
        ("arbiter.core.room.recovery", ("arbiter.shell", "clients", "zmq", "textual", "sqlalchemy", "nacl")),
        ("arbiter.shell.service.service", ("clients", "textual")),
        ("arbiter.shell.network.flood_wall_process", ("games", "pydantic", "zmq", "structlog", "clients")),
        ("clients.link.connect.link", ("arbiter", "textual", "sqlalchemy")),
        ("clients.commands.cli", ("textual", "sqlalchemy", "zmq", "arbiter")),
    ],
)
def test_importing_a_floor_loads_nothing_from_above(module: str, heavy: tuple[str, ...]) -> None:
    """An import hidden in a function would slip past the picture of the floors, or `--help` would take seconds; a flood
    wall begins with every arbiter, and stands between it and the room again when it has died."""
    floors = {"games", "arbiter", "clients", "arbiter.shell"}
    names = [f"warcouncil.{name}" if name in floors else name for name in heavy]
    code = f"import sys, warcouncil.{module}; print([name for name in {names!r} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
