"""One name, one thing: no class name stands twice in the product, and each room's tests stand where its code does."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

from warcouncil.games import registry

from tests.elsewhere import elsewhere

ROOT = Path(__file__).parent.parent
ROOMS = ("arbiter", "clients", "games", "protocol")


@cache
def classes() -> dict[str, list[str]]:
    """Give the name of every class in the product, nested ones too, with the files that define one."""
    found: dict[str, list[str]] = defaultdict(list)
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef):
                    found[node.name].append(str(path.relative_to(ROOT)))
    return found


def test_no_class_name_means_two_things() -> None:
    """Whoever reads `Table` in an error, a search or a review would open the wrong file."""
    assert {name: files for name, files in classes().items() if len(files) > 1} == {}
    assert len(classes()) > 400


TRIED_BY_RULE = {*registry.names(), "template"}
"""The folders of the games: their tests are named after the rules' paragraphs (tests/games/test_rule_numbers.py)."""


def without_tests_beside_them() -> list[str]:
    """Give the files of the product for which there is no file of tests of their name in the same place below tests/."""
    paths = [path.relative_to(ROOT) for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    return [
        path.as_posix()
        for path in paths
        if path.stem not in ("__init__", "__main__")
        and not {*path.parts} & TRIED_BY_RULE
        and not (ROOT / "tests" / path.with_name(f"test_{path.name}")).exists()
    ]


def test_whoever_changes_a_file_finds_its_tests() -> None:
    """He would change it, look for what notices, find nothing of its name, and believe that nothing does."""
    alone, kept = without_tests_beside_them(), elsewhere()
    assert [path for path in alone if path not in kept] == [], (
        "give each a test_<its name>.py in the same place, or a row and a reason in tests/elsewhere.txt"
    )
    assert [path for path in kept if path not in alone] == [], (
        "these rows of tests/elsewhere.txt are needed no more"
    )
    assert [tests for tests in kept.values() if not (ROOT / tests).is_file()] == []
