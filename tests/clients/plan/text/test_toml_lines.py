"""The line of a key: it is found correctly, also in a difficult file."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from warcouncil.clients.plan.text.toml_lines import Path, line_of, lines_of

TEXT = '''# a comment with [brackets] and "quotes"
top = 1
[exercise] # here
name = "a # no comment"
"quoted key" = 'x'
long = """
[[tables]]
name = 3
"""
a.b.c = 1

[[tables]]
game = "x"
list = [
  1, # one ]
  [2,
   3],
  { k = "}", "l" = 2 },
]
[tables.options]
deep = { m = { n = 1 } }
[[tables]]
game = "y"
[[tables.inner]]
q = 1
'''


def walk(value: Any, path: Path = ()) -> list[Path]:
    """Return the paths of everything inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found: list[Path] = []
    for key, inner in inside:
        found += [(*path, key), *walk(inner, (*path, key))]
    return found


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("top",), 2),
        (("exercise",), 3),
        (("exercise", "name"), 4),
        (("exercise", "quoted key"), 5),
        (("exercise", "a", "b", "c"), 10),
        (("tables",), 12),
        (("tables", 0), 12),
        (("tables", 0, "list"), 14),
        (("tables", 0, "list", 0), 15),
        (("tables", 0, "list", 1), 16),
        (("tables", 0, "list", 1, 1), 17),
        (("tables", 0, "list", 2, "l"), 18),
        (("tables", 0, "options", "deep", "m", "n"), 21),
        (("tables", 1, "game"), 23),
        (("tables", 1, "inner", 0, "q"), 25),
    ],
)
def test_each_key_has_its_line(path: Path, line: int) -> None:
    """A user looks for the mistake in the wrong place."""
    assert lines_of(TEXT)[path] == line


def test_everything_in_a_file_has_a_line() -> None:
    """A mistake is named without its line."""
    lines = lines_of(TEXT)
    assert {path for path in walk(tomllib.loads(TEXT)) if path not in lines} == set()


def test_a_missing_key_has_the_line_of_its_parent() -> None:
    """A user does not know to which of forty tables the missing game belongs."""
    assert line_of(lines_of(TEXT), ("tables", 1, "gone", "deeper")) == 22
    assert line_of(lines_of(TEXT), ("nothing",)) == 1


WORDS = st.text("abc-_", min_size=1, max_size=3)
ODD = st.text("ab #[]{}=,.'\\n\"", max_size=6)
VALUES = st.recursive(st.one_of(st.integers(), st.booleans(), ODD), lambda inner: st.lists(inner, max_size=3))


@given(st.dictionaries(WORDS, VALUES, max_size=5))
def test_the_lines_are_right_whatever_the_file_contains(data: dict[str, Any]) -> None:
    """A bracket or a quotation mark inside a text shifts all lines after it."""
    text = "\n".join(f"{key} = {written(value)}" for key, value in data.items())
    assert tomllib.loads(text) == data
    lines = lines_of(text)
    at = 1
    for key, value in data.items():
        assert lines[key,] == at
        at += written(value).count("\n") + 1


def written(value: Any) -> str:
    """Write a value as TOML, lists over several lines."""
    if isinstance(value, list):
        return "[\n" + "".join(f"  {written(inner)}, # ] }}\n" for inner in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return str(value)
