"""Count what the style of CONTRIBUTING.md forbids in the texts of this repository.

`python -m tests.plain_english` lowers the limits in `plain_english.json` to the present counts. It never raises one.
`python -m tests.plain_english FOLDER` prints each place below a folder.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from tests.code_strings import HOLE, strings
from tests.docs_text import ROOT

LIMITS = Path(__file__).with_name("plain_english.json")
AREAS = ("protocol", "games", "arbiter", "clients", "tests", "docs")
WORDS_MAX = 25
"""How many words a sentence may have. More than two facts are rarely read at once."""
SENTENCE_MIN = 4
"""How many words a string of the program must have to be taken for a sentence."""
MANY_WORDS = re.compile(r"\w[\w'’]*(?:[-/.]\w+)*")
PATTERNS = {
    "whoever": re.compile(r"\b[Ww]ho(?:m)?ever\b"),
    "who, what or where as a subject": re.compile(
        r"(?:^|(?<=[.:;] ))(?:Who|What|Where|Whom|Whose)\b(?![^.?!]*\?)"
    ),
    "he, him, his": re.compile(r"\b(?:[Hh]e|[Hh]im|[Hh]is|[Hh]imself)\b"),
    "somebody, anybody, nobody, everybody": re.compile(r"\b(?:[Ss]ome|[Aa]ny|[Nn]o|[Ee]very)body\b"),
    "stands, stood": re.compile(r"\b(?:stands|stood)\b"),
    "so many, so long": re.compile(r"(?:^|\b)[Ss]o (?:many|long|much|often|far) (?!as\b|that\b)"),
    "private words": re.compile(
        r"\b(?:whole truth|c[ao]mes? to count|the telling|(?:is|are) told of|what is told|is said of)\b"
    ),
}
OPENING = re.compile(r"(?:Give|Tell|Let|Say|Take note)s?\b")
"""How no docstring of a function opens: Return, Raise, Send, Draw, Check and Record say what is done."""


class Text(NamedTuple):
    """A text: where it is, what it is (`docstring` of a function, or `text`), and its words."""

    where: str
    kind: str
    words: str


def texts(path: Path) -> Iterator[Text]:
    """Return the docstrings and comments of a Python file, the prose of a page, or the messages of a catalogue."""
    source = path.read_text("utf-8")
    name = path.relative_to(ROOT).as_posix()
    if path.suffix == ".py":
        yield from _of_python(name, source)
    elif path.suffix == ".md":
        prose = re.sub(
            r"```.*?```|`[^`\n]*`|\*[^*\n ]+\*|<[^>\n]*>|\]\([^)]*\)", " ", source, flags=re.DOTALL
        )
        for number, line in enumerate(prose.split("\n"), 1):
            if not line.startswith(("|", "#")):
                yield Text(f"{name}:{number}", "text", line.strip(" -*>"))
    elif path.suffix == ".toml":
        yield from (
            Text(f"{name}: {key}", "text", said)
            for key, said in _strings(tomllib.loads(source))
            if not said.startswith("<svg")
        )


def _of_python(name: str, source: str) -> Iterator[Text]:
    tree = ast.parse(source)
    if not name.startswith("tests/"):
        yield from _messages(name, tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            doc = ast.get_docstring(node)
            is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            is_test = is_function and getattr(node, "name", "").startswith("test_")
            if doc:
                kind = "docstring" if is_function and not is_test else "text"
                yield Text(f"{name}:{getattr(node, 'lineno', 1)}", kind, _prose(doc))
        body = getattr(node, "body", None)
        for one, after in pairwise(body if isinstance(body, list) else ()):
            if isinstance(one, ast.Assign | ast.AnnAssign) and isinstance(after, ast.Expr):
                yield Text(f"{name}:{after.lineno}", "text", _prose(str(getattr(after.value, "value", ""))))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not re.match(r"#\s*(?:type:|noqa|pragma|---|!)", token.string):
            yield Text(f"{name}:{token.start[0]}", "text", _prose(token.string.lstrip("# ")))


def _messages(name: str, tree: ast.Module) -> Iterator[Text]:
    """Return the strings of several words that are no docstrings: what a person may read on a screen."""
    for line, said in strings(tree, lambda node: False):
        if len(said.split()) >= SENTENCE_MIN:
            yield Text(f"{name}:{line}", "text", " ".join(said.replace(HOLE, "x").split()))


def _prose(text: str) -> str:
    return re.sub(r"`[^`]*`|“[^”]*”|\"[^\"]*\"", "x", " ".join(text.split()))


def _strings(table: object, at: str = "") -> Iterator[tuple[str, str]]:
    match table:
        case dict():
            for key, value in table.items():
                yield from _strings(value, f"{at}.{key}".lstrip("."))
        case list():
            for value in table:
                yield from _strings(value, at)
        case str():
            yield at, table
        case _:
            pass


def faults(text: Text) -> Iterator[str]:
    """Return the name of each rule that a text breaks, as often as it does."""
    for name, pattern in PATTERNS.items():
        yield from [name] * len(pattern.findall(text.words))
    if text.kind == "docstring" and OPENING.match(text.words):
        yield "give, tell, let, say"
    for sentence in re.split(r"(?<=[.!?;:])\s+", text.words):
        if len(MANY_WORDS.findall(sentence)) > WORDS_MAX:
            yield "long sentences"


def files(area: str) -> list[Path]:
    """Return the files of an area whose texts are counted."""
    found = [path for end in ("*.py", "*.md") for path in (ROOT / area).rglob(end)]
    if area == "clients":
        found += (ROOT / "clients/wording").rglob("*.toml")
    if area == "games":
        found += [
            *(ROOT / "games/scenario/data").glob("*.toml"),
            *(ROOT / "games/scenario/likes").glob("*.toml"),
        ]
    if area == "docs":
        found += [ROOT / name for name in ("README.md", "CONTRIBUTING.md")]
        found = [path for path in found if "sample" not in path.parts]
    return sorted(found)


def count() -> dict[str, dict[str, int]]:
    """Return how often each rule is broken in each area."""
    return {
        area: dict(
            sorted(Counter(f for path in files(area) for text in texts(path) for f in faults(text)).items())
        )
        for area in AREAS
    }


def named(argument: str) -> list[Path]:
    """Return the files of an area, of a folder, or one file. An area has the files that are counted: `docs` has README and CONTRIBUTING too.

    Raises SystemExit for a path that does not exist.
    """
    path = ROOT / argument
    if argument in AREAS:
        return files(argument)
    if path.is_file():
        return [path]
    if not path.is_dir():
        sys.exit(f"{argument} does not exist. Name a file, a folder or one of {', '.join(AREAS)}.")
    return sorted(p for p in path.rglob("*") if p.suffix in {".py", ".md", ".toml"})


def main() -> None:
    """Lower the limits, or print the places in an area, a folder or a file."""
    if len(sys.argv) > 1:
        for path in named(sys.argv[1]):
            for text in texts(path):
                for fault in faults(text):
                    sys.stdout.write(f"{text.where}: {fault}: {text.words[:160]}\n")
        return
    known = json.loads(LIMITS.read_text("utf-8")) if LIMITS.exists() else {}
    now = {
        area: {
            rule: min(n, known.get(area, {}).get(rule, 0 if area in known else n))
            for rule, n in counts.items()
        }
        for area, counts in count().items()
    }
    LIMITS.write_text(json.dumps(now, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
