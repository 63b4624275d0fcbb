"""One name, one thing: no class name stands twice in the product, and each room's tests stand where its code does."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROOMS = ("arbiter", "clients", "games", "protocol")


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
