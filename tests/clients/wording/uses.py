"""Finds the uses of catalogue keys in the clients and the games: in Python by its syntax tree, in the page's
JavaScript by a scanner. Finds the faults of these uses. This module has no tests.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from warcouncil.protocol.wording import Message

from tests.clients.wording.shapes import fields_of

ROOT = Path(__file__).parents[3]
OWN = ROOT / "clients" / "web" / "page" / "words.js"
"""The script that looks messages up. It contains no key."""
SAYING = "warcouncil.clients.wording.saying"
FILES = (".css", ".tcss", ".html", ".js", ".json", ".toml", ".txt")
"""Names of files look like keys."""
KEY = re.compile(r"[a-z]+\.[a-z0-9_]+")
STRING = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'")
BEGINS = re.compile(r"`([a-z]+\.[a-z0-9_]+_)\$\{[^`}]*\}`")
"""A key whose end is the name of a kind: `talk.thing_${request.type}`."""
MADE = "the key is made, not written"
CALL = re.compile(r"(?<![\w.$])(?:say|woven)\(")


@dataclass(frozen=True)
class Use:
    """A place where a text is used.

    `key` "": it comes from a table. A `*` at its end means any key with this beginning. `fields` None: a key in a
    table.
    """

    file: str
    line: int
    key: str
    fields: frozenset[str] | None
    fault: str = ""


def python_files(folder: Path = ROOT / "clients") -> list[Path]:
    """Return every Python file of a folder, and of the folders in it. By default: of the clients."""
    return sorted(folder.rglob("*.py"))


def script_files() -> list[Path]:
    """Return every script of the page that is ours."""
    return [
        path
        for path in sorted((ROOT / "clients" / "web").rglob("*.js"))
        if "vendor" not in path.parts and path != OWN
    ]


def everywhere(sections: Iterable[str]) -> Iterator[Use]:
    """Yield every use in the product."""
    for path in python_files():
        yield from in_python(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"), set(sections))
    for path in sorted((ROOT / "clients").rglob("*.j2")):
        yield from in_template(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"))
    for path in script_files():
        yield from in_script(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"), set(sections))


# --- Templates --------------------------------------------------------------------------------------------------

IN_TEMPLATE = re.compile(r"\bsay\(\"([a-z]+\.[a-z0-9_]+)\"((?:[^()]|\([^()]*\))*)\)")


def in_template(file: str, text: str) -> Iterator[Use]:
    """Yield the uses in a template of a page. Each key is written out there."""
    for call in IN_TEMPLATE.finditer(text):
        fields = frozenset(re.findall(r"[,(]\s*(\w+)=", call[2]))
        yield Use(file, text.count("\n", 0, call.start()) + 1, call[1], fields)
    for call in re.finditer(r"\bsay\(\"[a-z]+\.(?![a-z0-9_]+\")", text):
        yield Use(file, text.count("\n", 0, call.start()) + 1, "", None, MADE)


# --- Python -----------------------------------------------------------------------------------------------------


def in_python(file: str, text: str, sections: set[str], saying: str = SAYING) -> Iterator[Use]:
    """Yield the uses in a Python file: its calls, and the keys in its tables. `saying` is the module of `say`."""
    tree = ast.parse(text)
    names = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == saying
        for alias in node.names
    }
    inside = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for part in (node.body if isinstance(node.body, list) else [node.body])
        for inner in ast.walk(part)
    }
    said: set[int] = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in names & {"say", "woven", "sentence"}
        ):
            keys = list(_choices(node.args[0]))
            said |= {id(key) for key in keys}
            fields = frozenset(keyword.arg or "**" for keyword in node.keywords)
            fault = "" if id(node) in inside else "said when the file is loaded, before a language is chosen"
            for key in keys:
                named = str(key.value) if isinstance(key, ast.Constant) else ""
                made = (
                    "" if isinstance(key, ast.Constant | ast.Name | ast.Attribute | ast.Subscript) else MADE
                )
                yield Use(file, node.lineno, named, fields, fault or made)
    for node in ast.walk(tree):
        text_here = node.value if isinstance(node, ast.Constant) and id(node) not in said else None
        if isinstance(text_here, str) and _is_key(text_here, sections):
            assert isinstance(node, ast.Constant)
            yield Use(file, node.lineno, text_here, None)


def _choices(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.IfExp):
        yield from _choices(node.body)
        yield from _choices(node.orelse)
    else:
        yield node


def _is_key(text: str, sections: set[str]) -> bool:
    return bool(KEY.fullmatch(text)) and not text.endswith(FILES) and text.partition(".")[0] in sections


# --- JavaScript -------------------------------------------------------------------------------------------------


def in_script(file: str, text: str, sections: set[str]) -> Iterator[Use]:
    """Yield the uses in a script of the page."""
    bare = re.sub(r"/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)
    bare = re.sub(r"(^|\s)//.*$", r"\1", bare, flags=re.MULTILINE)
    said: set[int] = set()
    for call in CALL.finditer(bare):
        line = bare.count("\n", 0, call.start()) + 1
        if re.match(r"[^()]*\)\s*\{", bare[call.end() :]):
            continue  # it is defined here
        first, *rest = _arguments(bare, call.end())
        names = list(STRING.finditer(first[1]))
        chosen = [
            found
            for found in names
            if _is_key(found[1] or found[2] or "", sections) or first[1].strip() == found[0]
        ]
        said |= {first[0] + found.start() for found in chosen}
        fields, fault = _fields(rest[0][1]) if rest else (frozenset(), "")
        keys = [found[1] or found[2] or "" for found in chosen]
        if not keys:
            begins = BEGINS.fullmatch(first[1].strip())
            keys = [f"{begins[1]}*" if begins else ""]
            fault = fault if begins or re.fullmatch(r"[\w.\[\]?!]+", first[1].strip()) else MADE
        for key in keys:
            yield Use(file, line, key, fields, fault)
    for found in STRING.finditer(bare):
        if found.start() not in said and _is_key(found[1] or found[2] or "", sections):
            yield Use(file, bare.count("\n", 0, found.start()) + 1, found[1] or found[2], None)


def _arguments(text: str, start: int) -> list[tuple[int, str]]:
    """Return where each argument of a call begins, and its text."""
    found, begun = [], start
    for at, char in _outer(text, start):
        if char in ",)":
            if text[begun:at].strip() or char == ",":
                found.append((begun, text[begun:at]))
            begun = at + 1
        if char == ")":
            break
    return found


def _outer(text: str, start: int) -> Iterator[tuple[int, str]]:
    """Yield the characters of a call outside inner brackets and strings, up to its closing bracket."""
    depth, quote, at = 0, "", start
    while at < len(text):
        char = text[at]
        if quote:
            if char == "\\":
                at += 1
            elif char == quote:
                quote = ""
        elif char in "\"'`":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}" and depth:
            depth -= 1
        elif not depth:
            yield at, char
            if char == ")":
                return
        at += 1


def _fields(text: str) -> tuple[frozenset[str], str]:
    """Return the names of an object literal, and the fault if it is not one."""
    inner = text.strip()
    if not (inner.startswith("{") and inner.endswith("}")):
        return frozenset(), "the fields are not written out here"
    parts = [part.strip() for _, part in _arguments(inner[1:-1] + ")", 0)]
    names = [re.match(r"(\w+)\s*(?::|$)", part) for part in parts if part]
    if not all(names):
        return frozenset(), "a field has no plain name"
    return frozenset(name[1] for name in names if name), ""


# --- Faults -----------------------------------------------------------------------------------------------------


def begun_by(key: str, known: Iterable[str]) -> list[str]:
    """Return the keys that a use means: itself, or all with its beginning."""
    return [one for one in known if one.startswith(key[:-1])] if key.endswith("*") else [key]


def faults(found: tuple[Use, ...], known: dict[str, Message]) -> list[str]:
    """Return the faults of the places where a text is used."""
    given: dict[str, set[frozenset[str]]] = defaultdict(set)
    for use in found:
        if not use.key and use.fields is not None:
            given[use.file].add(use.fields)
    tabled = {use.file for use in found if use.fields is None}
    wrong = []
    for use in found:
        fault = use.fault
        if not fault and use.fields is None:
            fault = _of_a_table(use, known, given[use.file])
        elif not fault and use.key:
            fault = _of_a_key(use, known)
        elif not fault and use.fields and use.file not in tabled:
            fault = "no key stands here that could be meant"
        if fault:
            wrong.append(f"{use.file}:{use.line} {use.key}: {fault}")
    return wrong


def _of_a_key(use: Use, known: dict[str, Message]) -> str:
    kinds = {fields_of(known[key]) for key in begun_by(use.key, known) if key in known}
    if not kinds:
        return "there is no such key"
    if kinds != {use.fields}:
        return f"it needs {' or '.join(str(sorted(each)) for each in kinds)} and is given {sorted(use.fields or ())}"
    return ""


def _of_a_table(use: Use, known: dict[str, Message], given: set[frozenset[str]]) -> str:
    if use.key not in known:
        return "there is no such key"
    needed = fields_of(known[use.key])
    return f"nobody here gives {', '.join(sorted(needed))}" if needed and needed not in given else ""
