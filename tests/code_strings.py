"""The strings of a Python file. The counts of plain English and of sentences outside the catalogues use them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

HOLE = "…"
"""Replaces each value in an f-string."""


def strings(tree: ast.Module, is_unread: Callable[[ast.AST], bool]) -> Iterator[tuple[int, str]]:
    """Yield each string with its line, and an f-string as one text. Skip docstrings, and nodes that no person reads."""
    skipped = {
        id(inner)
        for node in ast.walk(tree)
        if is_docstring(node) or is_unread(node)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(value) for value in node.values}
            pieces = (value.value if isinstance(value, ast.Constant) else HOLE for value in node.values)
            yield node.lineno, "".join(map(str, pieces))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def is_docstring(node: ast.AST) -> bool:
    """Return whether a node is a string that is no value of anything: a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
