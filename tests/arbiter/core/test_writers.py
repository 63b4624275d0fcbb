"""Only a table writes to itself. No other module of the core changes an attribute of a table or of a gate."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from warcouncil.arbiter.core.table.chance import TableDraw
from warcouncil.arbiter.core.table.closing import TableCounters
from warcouncil.arbiter.core.table.gate import Gate
from warcouncil.arbiter.core.table.story import Story
from warcouncil.arbiter.core.table.talk import Talk

from tests.arbiter.core.harness import Room

CORE = Path(__file__).parents[3] / "arbiter" / "core"
OWN = {
    "table.py",
    "gate.py",
    "story.py",
    "talk.py",
    "closing.py",
    "chance.py",
}
CHANGING = {
    *("append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse"),
    *("add", "discard", "update", "setdefault", "popitem"),
}


def attributes() -> set[str]:
    """Return the names of all attributes of a table, its gate, its story, its talk and its other parts."""
    parts = {field.name for part in (Gate, Story, Talk, TableCounters, TableDraw) for field in fields(part)}
    return parts | {*vars(Room("nim").table)}


def _touched(node: ast.AST) -> Iterator[ast.expr]:
    """Return what a statement or a call changes."""
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            for target in targets:
                yield from target.elts if isinstance(target, ast.Tuple) else (target,)
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            yield target
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in CHANGING:
            yield value


def writes(source: str) -> list[str]:
    """Return each place where a source changes an attribute of a table.

    An object's own attributes (`self.x`) are excepted.
    """
    names = attributes()
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        for expression in _touched(node):
            inner = expression
            while isinstance(inner, ast.Subscript):
                inner = inner.value
            if isinstance(inner, ast.Attribute) and inner.attr in names:
                own = isinstance(inner.value, ast.Name) and inner.value.id == "self"
                found += [] if own else [f"line {expression.lineno}: {ast.unparse(expression)}"]
    return found


def test_only_a_table_writes_to_itself() -> None:
    """A hold, a clock or a seal is changed without the table's knowledge."""
    files = sorted(CORE.rglob("*.py"))
    assert len(files) > 20
    assert {
        path.name: found for path in files if path.name not in OWN and (found := writes(path.read_text()))
    } == {}


@pytest.mark.parametrize(
    "planted",
    [
        "table.state = None",
        "table.now.stops = RUNS",
        "table.counters.steps += 1",
        "del table.bots[seat]",
        "self._tables[number].now.sealed[seat] = sealed",
        "other.counters.lent.discard(seat)",
        "table.story.decrees.append(text)",
        "one, table.counters.over = 1, None",
    ],
)
def test_a_planted_write_to_a_table_is_found(planted: str) -> None:
    """If this fails, the check misses a write to a table."""
    assert writes(f"def act(self, table, other):\n    {planted}\n")
