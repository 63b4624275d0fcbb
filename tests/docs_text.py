"""Reads the claims of the documents: words of a screen, command lines, keys, paths. It contains no test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from warcouncil.clients.wording.language import WHOLE_ENGLISH
from warcouncil.protocol.wording import forms, messages

ROOT = Path(__file__).parent.parent
ROOMS = ("arbiter", "clients", "games", "protocol")
DOCS = (
    "README.md",
    "CONTRIBUTING.md",
    *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")),
)
GUIDES = tuple(
    name
    for name in DOCS
    if Path(name).parent in (Path(), Path("docs"))
    and name
    not in (
        "CONTRIBUTING.md",
        "docs/figures.md",
        "docs/threats.md",
        "docs/wire.md",
        "docs/wire.transcript.md",
    )
)
"""The documents for those who play or run a room.

In these `*…*` means words of a screen, and nothing else; a title or a stressed word is written `_…_`. `…` in
a quotation means a part that varies.
"""
ANY = "\x00"
"""Stands in a string of the product for a value that is filled in."""

_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`([^`]+)`")
_QUOTE = re.compile(r"(?<![*\w\\])\*(?![*\s])([^*]+?)(?<!\s)\*(?![*\w])")


def text_of(name: str) -> str:
    """Return a document."""
    return (ROOT / name).read_text("utf-8")


def prose(text: str) -> str:
    """Return a document without its blocks of code."""
    return _FENCE.sub("", text)


def spans(text: str) -> list[str]:
    """Return the words between backticks in the prose of a document, line breaks as spaces."""
    return [" ".join(found.split()) for found in _SPAN.findall(prose(text))]


def blocks(text: str) -> list[str]:
    """Return the lines of all blocks of code."""
    return [line for block in _FENCE.findall(text) for line in block.splitlines()[1:-1]]


def quotations(text: str) -> list[str]:
    """Return the words of a screen that a guide quotes."""
    bare = _SPAN.sub("``", prose(text))
    return [" ".join(found.split()) for found in _QUOTE.findall(bare)]


def _strings(tree: ast.AST) -> Iterator[str]:
    """Return each string of a file but its docstrings; a value that is filled in is ANY."""
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            skipped.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            skipped.update(node.values)
            parts = [part.value if isinstance(part, ast.Constant) else ANY for part in node.values]
            if node not in skipped:
                yield "".join(str(part) for part in parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in skipped:
            yield node.value


@cache
def said() -> tuple[str, ...]:
    """Return every string that the product can show, and the pages of the games."""
    found = [
        string
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        for string in _strings(ast.parse(path.read_text("utf-8")))
    ]
    pages = [path.read_text("utf-8") for path in sorted((ROOT / "games").rglob("*.md"))]
    worded = [
        form for folder in WHOLE_ENGLISH for message in messages(folder).values() for form in forms(message)
    ]
    return tuple(" ".join(re.sub(r"\{\w*\}", ANY, string).split()) for string in (*found, *pages, *worded))


def is_said(quotation: str) -> bool:
    """Return whether one string of the product has these words; `…` means any."""
    pieces = [re.escape(piece.strip()) for piece in quotation.split("…")]
    pattern = re.compile(r"(?<!\w)" + ".*?".join(pieces) + r"(?!\w)", re.IGNORECASE)
    return any(pattern.search(string) for string in said())
