"""Count the sentences that people of a game read and that no catalogue holds.

`python -m tests.outside_catalogue` lowers the limits in `outside_catalogue.json` to the present counts. It never raises one.
`python -m tests.outside_catalogue FOLDER` prints each place below a folder.

Left out are the texts of a plan, of a scenario file and of the command line. Their readers write files and type commands.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.code_strings import strings
from tests.docs_text import ROOT

LIMITS = Path(__file__).with_name("outside_catalogue.json")
ROOMS = (
    *("arbiter/core", "protocol"),
    *(f"clients/{room}" for room in ("debrief", "display", "link", "plain", "plan/cards", "replay")),
    *(f"clients/{room}" for room in ("seat", "umpire", "widgets")),
    *(f"games/{game}" for game in ("escalate", "hard_war", "kartenspiel", "kashmir_crisis", "kit")),
)
WORDS_MIN = 3
"""How many words a string must have to be counted. Shorter ones are names, keys and signs too often."""
_WORD = re.compile(r"\b[A-Za-z][a-z']+\b")
"""A word. PgUp, the name of a key, is none."""
_CODE = re.compile(r"[{;#]\s*[\w-]+:|^<|\$[a-z]")
"""Style sheets, elements of a page and the names of colours."""
_NO_READER = frozenset({"compile", "Field", "AssertionError", "TypeError", "KeyError", "sub", "fullmatch"})
"""Calls whose strings no player reads."""


def sentences(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the strings of several words in a Python file, or in a template, each with its line."""
    source = path.read_text("utf-8")
    found: Iterator[tuple[int, str]]
    if path.suffix == ".j2":
        bare = re.sub(r"<style>.*?</style>|{%.*?%}|{{.*?}}", " ", source, flags=re.DOTALL)
        found = (
            (bare.count("\n", 0, text.start()) + 1, str(text[1])) for text in re.finditer(r">([^<>]+)<", bare)
        )
    else:
        found = strings(ast.parse(source), _is_unread)
    for line, text in found:
        if len(_WORD.findall(text)) >= WORDS_MIN and " " in text.strip() and not _CODE.search(text):
            yield line, " ".join(text.split())


def _is_unread(node: ast.AST) -> bool:
    """Return whether no player reads the strings in a node: assertions, style classes, descriptions of fields."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return name in _NO_READER
    return isinstance(node, ast.Assert) or (isinstance(node, ast.keyword) and node.arg == "classes")


def places(folder: Path) -> Iterator[tuple[str, int, str]]:
    """Yield the file, the line and the words of each sentence below a folder."""
    for path in sorted(path for end in ("*.py", "*.j2") for path in folder.rglob(end)):
        for line, text in sentences(path):
            yield path.relative_to(ROOT).as_posix(), line, text


def count() -> dict[str, int]:
    """Return how many sentences of each room no catalogue holds."""
    return {room: sum(1 for _ in places(ROOT / room)) for room in ROOMS}


def main() -> None:
    """Lower the limits, or print the places below a folder."""
    if len(sys.argv) > 1:
        for name, line, text in places(ROOT / sys.argv[1]):
            sys.stdout.write(f"{name}:{line}: {text[:160]}\n")
        return
    known = json.loads(LIMITS.read_text("utf-8")) if LIMITS.exists() else {}
    now = {room: min(n, known.get(room, n)) for room, n in count().items()}
    LIMITS.write_text(json.dumps(now, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
