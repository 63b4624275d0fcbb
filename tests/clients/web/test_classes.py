"""The page's classes: every class of a style sheet is used, under the same name."""

from __future__ import annotations

import re
from pathlib import Path

from tests.house import ROOT

PAGE = ROOT / "clients" / "web" / "page"
NAME = r"[a-zA-Z][\w-]*"
DRAWN = re.compile(rf"\.({NAME})")
WORN = re.compile(rf"(?<![\w-]){NAME}(?![\w-])")
WRITTEN = re.compile(r'class="([^"$]*)"')
MADE = re.compile(r"^const DRAWN = \{([^}]*)\}", re.MULTILINE)
"""The kinds of elements, each of which wears a class that is made of its own name."""


def scripts() -> dict[Path, str]:
    """Return the files in which the page uses its classes, except vendored ones."""
    found = (*PAGE.rglob("*.js"), *PAGE.glob("*.html"))
    return {path: path.read_text("utf-8") for path in found if "vendor" not in path.parts}


def drawn() -> dict[str, str]:
    """Return each class of a style sheet, with the name of that sheet."""
    sheets = {path.name: path.read_text("utf-8") for path in sorted((PAGE / "style").glob("*.css"))}
    bare = {name: re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL) for name, text in sheets.items()}
    return {each: name for name, text in bare.items() for each in DRAWN.findall(text)}


def test_each_class_of_a_style_sheet_is_used() -> None:
    """A part is drawn without its style, and neither file shows why."""
    texts = scripts()
    worn = {name for text in texts.values() for name in WORN.findall(text)}
    kinds = MADE.search(texts[PAGE / "board" / "sheet.js"])
    assert kinds is not None
    worn |= {f"board-{kind}" for kind in re.findall(r"(\w+):", kinds[1])}
    assert {each: sheet for each, sheet in drawn().items() if each not in worn} == {}


def test_a_class_is_one_word() -> None:
    """A style sheet cannot name the class, because a dot, or a key of the catalogue, ends a class's name."""
    classes = [
        each for text in scripts().values() for found in WRITTEN.findall(text) for each in found.split()
    ]
    assert len(classes) > 200
    assert [each for each in classes if not re.fullmatch(NAME, each)] == []


def test_every_style_sheet_is_asked_for_by_a_page() -> None:
    """A style sheet applies in the tests that name it, but not on phones."""
    pages = "".join(path.read_text("utf-8") for path in PAGE.glob("*.html"))
    sheets = [path.name for path in (PAGE / "style").glob("*.css")]
    assert sheets
    assert [each for each in sheets if f"/page/style/{each}" not in pages] == []
