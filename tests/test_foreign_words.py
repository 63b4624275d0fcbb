"""Messages have the product's own words: no text of the system or of a library reaches a person."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("arbiter", "clients", "games", "protocol")
POSITIONS_ALONE = {
    "games/kit/text/toml_text.py": "the reader of TOML gives a position in its text alone; its words are replaced",
    "clients/widgets/window/settings.py": "the line, out of what the reader of TOML says",
    "protocol/wording.py": "for the translator of a catalogue, when the tests load it",
}
"""Files that may read a library's text, and why."""


def borrowed(text: str) -> list[int]:
    """Return the lines where an error of the system or of a library is turned into its own text."""
    tree = ast.parse(text)
    foreign = _foreign_names(tree)
    found = {node.lineno for node in ast.walk(tree) if isinstance(node, ast.expr) and _asks_the_system(node)}
    for handler in ast.walk(tree):
        if isinstance(handler, ast.ExceptHandler) and handler.name and _catches(handler, foreign):
            found |= {line for step in handler.body for line in _spoken(step, handler.name)}
    return sorted(found)


def _foreign_names(tree: ast.Module) -> set[str]:
    """Return the names of exceptions and modules there that are not the product's own."""
    names = {name for name, kind in vars(builtins).items() if isinstance(kind, type)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {each.asname or each.name.partition(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom) and not _is_ours(node):
            names |= {each.asname or each.name for each in node.names}
    return names


def _is_ours(node: ast.ImportFrom) -> bool:
    return node.level > 0 or (node.module or "").startswith("warcouncil")


def _catches(handler: ast.ExceptHandler, foreign: set[str]) -> bool:
    """Return whether a handler catches an exception that is not the product's own."""
    assert handler.type is not None
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(ast.unparse(kind).partition(".")[0] in foreign for kind in kinds)


def _asks_the_system(node: ast.expr) -> bool:
    """Return whether the system's own words are read there, in any handler."""
    is_attribute = isinstance(node, ast.Attribute) and node.attr == "strerror"
    return is_attribute or (isinstance(node, ast.Constant) and node.value == "strerror")


def _spoken(step: ast.AST, name: str) -> Iterator[int]:
    """Return the lines that turn an error into a text: str(error), an f-string with it, or its arguments."""
    for node in ast.walk(step):
        match node:
            case ast.Call(func=ast.Name(id="str" | "repr"), args=[ast.Name(id=used)]) if used == name:
                yield node.lineno
            case ast.FormattedValue(value=ast.Name(id=used)) if used == name:
                yield node.lineno
            case ast.Attribute(value=ast.Name(id=used), attr="args") if used == name:
                yield node.lineno


PLANTED = {
    "str": ("except OSError as error:\n    raise Bad(str(error))", True),
    "an f-string": ("except (Ours, zmq.ZMQError) as error:\n    print(f'no: {error}')", True),
    "arguments": ("except ValueError as error:\n    print(error.args[0])", True),
    "the system's words": ("except Ours as error:\n    print(error.strerror)", True),
    "the system's words by name": ("except Ours as error:\n    print(getattr(error, 'strerror'))", True),
    "our own error": ("except Ours as error:\n    print(f'{error}', str(error))", False),
    "our own words": ("except OSError as error:\n    print(f'no: {why(error)}')", False),
}


@pytest.mark.parametrize("what", PLANTED)
def test_a_borrowed_text_is_seen(what: str) -> None:
    """If this fails, the next test finds nothing, whatever is written."""
    handler, is_borrowed = PLANTED[what]
    text = f"import zmq\nfrom warcouncil.ours import Ours\ntry:\n    pass\n{handler}\n"
    assert borrowed(text) == ([6] if is_borrowed else [])


def test_no_text_of_the_system_or_of_a_library_reaches_a_person() -> None:
    """If this fails, a host reads another language, or a sentence that the next Python words otherwise."""
    found = [
        f"{where}:{line}"
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        if (where := path.relative_to(ROOT).as_posix()) not in POSITIONS_ALONE
        for line in borrowed(path.read_text(encoding="utf-8"))
    ]
    assert not found, (
        f"word the error's number (arbiter/shell/base/os_errors.py, clients/link/base/os_errors.py): {', '.join(found)}"
    )
