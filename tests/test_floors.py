"""The floors of the house: imports between folders go down only, and the pure floors touch no machine."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

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
"""Modules that the pure floors never import. Chance is a Dice, time is `stimulus.at`, and nothing is written or sent there."""

TOPS = ("protocol", "games", "arbiter", "clients")
GAMES_WITH_ROOMS = ("games/scenario/file",)
"""Folders inside a game whose sub-rooms have a contract."""

MAY_IMPORT = ("commands", "room", "debrief")
"""Rooms of the clients that may import the arbiter. They start one, run one in a room, or read its records."""


def imported(path: Path) -> set[str]:
    """Return the top names of all modules that a file imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.removeprefix("warcouncil.").partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.removeprefix("warcouncil.").partition(".")[0])
    return names


@pytest.mark.parametrize("folder", PURE)
def test_the_pure_floors_touch_no_machine(folder: str) -> None:
    """If this fails, a rule depends on the clock or the network, and a replay differs from the game."""
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files
    touched = {str(path.relative_to(ROOT)): imported(path) & MACHINE for path in files}
    assert {path: names for path, names in touched.items() if names} == {}


def contracts() -> list[dict[str, Any]]:
    """Return the import contracts of pyproject.toml."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    return [*tomllib.loads(text)["tool"]["importlinter"]["contracts"]]


def divided() -> set[str]:
    """Return each folder that holds rooms or sub-rooms: two or more packages. A game may lay out its own folder."""
    parents = [path.parent.parent for top in TOPS for path in ROOT.glob(f"{top}/**/__init__.py")]
    names = {str(path.relative_to(ROOT)) for path in parents if parents.count(path) > 1 and path != ROOT}
    return {name for name in names if name in GAMES_WITH_ROOMS or not name.startswith("games")}


def test_imports_between_folders_go_down_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, a client reaches into the arbiter, one game into another, or a sub-room into one above it."""
    monkeypatch.chdir(ROOT)
    assert lint_imports(no_cache=True) == EXIT_STATUS_SUCCESS


def test_every_room_of_the_clients_may_or_may_not_import_the_arbiter() -> None:
    """If this fails, a new room of the clients can import the arbiter, and no contract notices."""
    apart = next(law for law in contracts() if law["name"].startswith("Clients never import the arbiter"))
    rooms = {f"warcouncil.clients.{path.parent.name}" for path in ROOT.glob("clients/*/__init__.py")}
    assert {*apart["source_modules"]} == rooms - {f"warcouncil.clients.{name}" for name in MAY_IMPORT}


def test_every_divided_folder_has_its_contract() -> None:
    """If this fails, the sub-rooms of a folder can import each other in a circle, and no contract notices."""
    kept = {name for law in contracts() if law.get("exhaustive") for name in law["containers"]}
    assert kept | {"warcouncil.arbiter"} == {f"warcouncil.{name.replace('/', '.')}" for name in divided()}


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
    """If this fails, `--help` takes seconds, or the flood wall starts so slowly that a room waits for it."""
    floors = {"games", "arbiter", "clients", "arbiter.shell"}
    names = [f"warcouncil.{name}" if name in floors else name for name in heavy]
    code = f"import sys, warcouncil.{module}; print([name for name in {names!r} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
