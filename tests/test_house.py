"""The picture of the house matches the imports, and the architecture page names every room."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import house
from tests.current import check_current

ROOMS = house.arrows()


def test_the_picture_shows_this_house() -> None:
    """If this fails, a newcomer looks for a room that does not exist."""
    check_current(house.PICTURE, house.drawn(), "make pictures")


def test_there_is_no_circle_among_the_rooms() -> None:
    """If this fails, two rooms need each other, and a newcomer cannot read one alone."""
    assert house.floors(ROOMS)
    with pytest.raises(ValueError, match="circle"):
        house.floors(ROOMS | {"protocol": {"clients/seat"}})


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_says_what_it_is_and_is_on_the_architecture_page(room: str) -> None:
    """If this fails, a newcomer must open a room to learn what it is for."""
    page = (house.ROOT / "docs/architecture.md").read_text("utf-8").split("## The house")[1]
    top, _, name = room.partition("/")
    assert house.job(room)
    assert f"`{top}/" in page
    assert not name or f"`{room}/`" in page


# --- the pages that explain it --------------------------------------------------------------------------------------

EXPLAINED = ("docs/architecture.md", "docs/time.md")
FILE = re.compile(r"`([\w/-]+\.(?:py|js))`")
DOTTED = re.compile(r"`([A-Z]\w*\.\w+)`")
FIRST = re.compile(r"`([\w/-]+\.(?:py|js))`: `([A-Za-z_]\w*)`")


def defined(file: str) -> set[str]:
    """Return the names that a file defines. A method or field is Class.name; in JavaScript every word counts."""
    text = (house.ROOT / file).read_text("utf-8")
    if file.endswith(".js"):
        return {*re.findall(r"\w+", text)}
    return {*_defined(ast.parse(text).body)}


def _defined(body: list[ast.stmt], inside: str = "") -> Iterator[str]:
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield inside + name
                own = (one for one in ast.walk(node) if isinstance(one, ast.Attribute))
                yield from (inside + one.attr for one in own if isinstance(one.ctx, ast.Store))
            case ast.ClassDef(name=name):
                yield from (name, inside + name)
                yield from _defined(node.body, f"{name}.")
            case ast.Assign(targets=targets):
                named = (one for target in targets for one in ast.walk(target))
                yield from (inside + one.id for one in named if isinstance(one, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield inside + name
            case _:
                pass


def said_of_files(page: str) -> list[tuple[str, list[str]]]:
    """Return the names on a page, each with the files that its line names."""
    text = (house.ROOT / page).read_text("utf-8")
    beside = [(name, FILE.findall(line)) for line in text.splitlines() for name in DOTTED.findall(line)]
    return [*((name, files) for name, files in beside if files), *((n, [f]) for f, n in FIRST.findall(text))]


def is_in(name: str, files: list[str]) -> bool:
    """Return whether one of the files defines a name."""
    parts = {*name.split(".")}
    return any(
        name in (known := defined(file)) or (file.endswith(".js") and parts <= known) for file in files
    )


@pytest.mark.parametrize("page", EXPLAINED)
def test_every_function_on_a_page_is_in_the_file_that_it_names(page: str) -> None:
    """If this fails, a newcomer who follows a request through the code looks for a function that is not there."""
    found = said_of_files(page)
    assert len(found) > 40
    assert [(name, files) for name, files in found if not is_in(name, files)] == []


def test_a_function_that_is_gone_is_found() -> None:
    """If this fails, the test above cannot fail."""
    gate, desk = "arbiter/core/table/gate.py", "clients/web/page/desk/desk.js"
    assert is_in("Gate.happen", [desk, gate])
    assert is_in("GateClock.left_ms", [gate])
    assert is_in("Desk.declare", [gate, desk])
    assert not is_in("Gate.gone", [desk, gate])
    assert not is_in("happen", [gate])


def test_the_table_of_sub_rooms_says_what_the_contracts_say() -> None:
    """If this fails, a newcomer reads of an import that `make check` refuses, or does not find a folder."""
    page = (house.ROOT / "docs/architecture.md").read_text("utf-8")
    rows = re.findall(r"^\| `([\w/]+)(?:\.py)?` \| .* \| ([\w, -]+) \|$", page, re.MULTILINE)
    contracts = tomllib.loads((house.ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    said: dict[str, str] = {}
    for law in contracts:
        if not law.get("exhaustive") or law["containers"] == ["warcouncil.clients"]:
            continue
        room = law["containers"][0].removeprefix("warcouncil.").replace(".", "/")
        layers = [re.split(r" \| ", layer) for layer in law["layers"]]
        for floor, names in enumerate(layers):
            below = ", ".join(name for layer in layers[floor + 1 :] for name in layer) or "-"
            said |= {f"{room}/{name}": below for name in names}
    assert dict(rows) == said


# --- decisions ------------------------------------------------------------------------------------------------------

ADRS = sorted((house.ROOT / "docs" / "adr").glob("[0-9]*.md"))
SUPERSEDED = re.compile(r"superseded by \[(\d{4})\]\((\1-[\w-]+\.md)\)")


@pytest.mark.parametrize("page", ADRS, ids=lambda page: page.name[:4])
def test_every_decision_says_whether_it_holds(page: Path) -> None:
    """If this fails, a newcomer cannot tell a decision that holds from one that a later decision replaced."""
    _, _, status, *_ = page.read_text("utf-8").splitlines()
    assert re.match(r"Status: (accepted|proposed|superseded by )", status)
    assert status.count("superseded by") == len(found := SUPERSEDED.findall(status))
    assert all((page.parent / name).exists() and number > page.name[:4] for number, name in found)
