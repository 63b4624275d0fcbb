"""The claims of the pages for maintainers about the code are true: names, paths, commands of tests, and figures."""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command

from tests.bench.__main__ import main as bench
from tests.docs_text import ROOMS, ROOT, blocks, prose, spans, text_of

PAGES = (
    "CONTRIBUTING.md",
    *(
        f"docs/{name}.md"
        for name in ("architecture", "figures", "gate", "simulation", "threats", "time", "wire")
    ),
)
FIGURES_MAX = 20
"""How many figures the page has. A reader looks for one of them."""
FIGURE = re.compile(
    r"\| (?:quiet|busy|slow|any|not noted) \| \d{4}-\d\d-\d\d, [0-9a-f]{8} \| `(?:python -m|make|warcouncil) .*\|$"
)
NAME = re.compile(r"(?:[A-Za-z_]\w*\.)*([A-Z]\w*[a-z_A-Z]\w*|_?[a-z]+_[a-z_]+)(?:\(.*\))?")
"""A class, a constant, or a function of two words, alone or after the class that has it."""


OUTSIDE = frozenset({"CURVE_SERVERKEY"})
"""Names of libraries. A client in another language needs them."""


@cache
def source() -> frozenset[str]:
    """Return every word of the code, of its catalogues and of its settings."""
    paths = [path for room in (*ROOMS, "tests") for path in (ROOT / room).rglob("*")]
    paths += [ROOT / name for name in ("Makefile", "pyproject.toml", "mkdocs.yml")]
    kinds = {".py", ".js", ".toml", ".html", ".css", ".j2", ".json", ".yml", ""}
    return frozenset(
        word
        for path in paths
        if path.is_file() and path.suffix in kinds and path != Path(__file__)
        for word in re.findall(r"\w+", path.read_text("utf-8", errors="replace"))
    )


def unknown_names(text: str) -> list[str]:
    """Return the names in backticks that no code has. A name with a placeholder in it is left out."""
    named = [(span, NAME.fullmatch(span)) for span in spans(text)]
    return [
        span for span, found in named if found and found[1] not in source() | OUTSIDE and "NAME" not in span
    ]


def missing_paths(text: str) -> list[str]:
    """Return the paths in commands and sentences of code that do not exist."""
    top = "|".join((*ROOMS, "tests", "docs"))
    said = [*spans(text), *blocks(text)]
    paths = [
        found for one in said for found in re.findall(rf"(?<![\w./-])(?:{top})/[\w./-]+\w(?![\w*])", one)
    ]
    return [path for path in paths if not (ROOT / path).exists()]


def wrong_commands(text: str) -> list[str]:
    """Return the lines that start a program of the tests with an option or a value that it does not have."""
    found = []
    for line in (*spans(text), *blocks(text), *re.findall(r"^    (python -m .*)$", text, re.MULTILINE)):
        for module, rest in re.findall(r"python -m (tests[\w.]*)((?: [\w.,/-]+)*)", line):
            if find_spec(module) is None or not _accepts(module, rest.split()):
                found.append(line)
    return found


def _accepts(module: str, words: list[str]) -> bool:
    if module == "tests.bench":
        program = typer.Typer()
        program.command()(bench)
        command: Any = get_command(program)
        try:
            command.make_context("bench", list(words))
        except Exception:  # the library's own faults have no common public name
            return False
        return True
    path = ROOT / module.replace(".", "/")
    code = (path / "__main__.py" if path.is_dir() else path.with_suffix(".py")).read_text("utf-8")
    options = [word for word in words if word.startswith("--") and word != "--help"]
    return all(f'"{option}"' in code for option in options)


@pytest.mark.parametrize("name", PAGES)
def test_every_name_path_and_command_of_the_code_exists(name: str) -> None:
    """If this fails, a page sends a maintainer to code that does not exist."""
    text = text_of(name)
    assert unknown_names(text) == []
    assert missing_paths(text) == []
    assert wrong_commands(text) == []


def test_the_figures_are_few_and_each_can_be_measured_again() -> None:
    """If this fails, a reader does not find the present figure, or does not know where it comes from."""
    rows = [line for line in prose(text_of("docs/figures.md")).splitlines() if re.search(r"\| \d{4}-", line)]
    assert 0 < len(rows) <= FIGURES_MAX
    assert [row for row in rows if not FIGURE.search(row)] == []


def test_false_claims_about_the_code_are_found() -> None:
    """If this fails, the tests above cannot fail."""
    assert unknown_names("`Gate.seal`, `Gate.unsealed_twice`, `PLURALS_OF`, `word`") == [
        "Gate.unsealed_twice",
        "PLURALS_OF",
    ]
    assert missing_paths("`pytest tests/gone/test_x.py` and `tests/bench`") == ["tests/gone/test_x.py"]
    assert wrong_commands("`python -m tests.bench --only rounds`") == []
    assert (
        len(wrong_commands("`python -m tests.bench --only roundz`, `python -m tests.bench --tabels 4`")) == 2
    )
    assert len(wrong_commands("`python -m tests.simulation --seeds 7`, `python -m tests.gone`")) == 2
