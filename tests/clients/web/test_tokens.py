"""The page's colours: those of the terminal's themes, and each readable on its backgrounds."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from textual.color import Color
from textual.theme import Theme
from warcouncil.clients.widgets.window import themes
from warcouncil.protocol.table.sheets import Ink

from tests.clients.web.browser.served import BOARD, QUESTION
from tests.clients.widgets.test_contrast import CONTRAST_MIN, contrast
from tests.house import ROOT

STYLE = ROOT / "clients" / "web" / "page" / "style"
BLOCKS = {
    '[data-theme="dark"]': themes.DARK,
    ":not([data-theme])": themes.LIGHT,
    '[data-theme="light"]': themes.LIGHT,
    '[data-theme="safe"]': themes.CLEAR,
}
"""The purpose of a block of colours, by the end of its selector, and its theme."""
PLAIN = ("primary", "accent", "warning", "error", "success", "surface", "panel")
SEAT = ("seat", "head", "parts", "panels", "widths")
"""The style sheets of a seat, in their order."""
GROUNDS = ("ground", "surface", "panel")
INKS = ("ink", "muted", "primary", "accent", "warning", "error", "success", "seal", "memory")
STROKES = ("faint",)
"""The colours of strokes and shades, used on the board only."""
NAMED = re.compile(r"var\(--([a-z0-9-]+)\)")
"""A token with something else in its stead, `var(--part, 0)`, is set by a script."""
SET = re.compile(r"--([a-z0-9-]+): ([^;]+);")


def tokens(selector: str) -> dict[str, str]:
    """Return the colours that a block of the style sheet sets, by their names."""
    text = (STYLE / "tokens.css").read_text("utf-8")
    found = re.search(rf":root{re.escape(selector)} {{([^}}]*)}}", text)
    assert found is not None, f"no block for :root{selector}"
    return dict(SET.findall(found[1]))


def wanted(theme: Theme) -> dict[str, str]:
    """Return a theme's colours by their names on the page."""
    also = theme.variables
    named = {name: str(getattr(theme, name)) for name in PLAIN}
    named |= {"ground": str(theme.background), "ink": str(theme.foreground)}
    named |= {name: also[name] for name in ("muted", "faint", "seal", "memory")}
    named |= {"chosen": also["block-cursor-background"], "on-chosen": also["block-cursor-foreground"]}
    for side in get_args(Ink):
        named |= {f"ink-{side}": also[side], f"ground-{side}": also[f"{side}-ground"]}
        named[f"on-{side}"] = also[f"on-{side}"]
    return named


@pytest.mark.parametrize("selector", BLOCKS)
def test_the_pages_colours_are_the_terminals(selector: str) -> None:
    """Two players at one table see two different reds, and the tested colours are not those on the phones."""
    assert tokens(selector) == wanted(BLOCKS[selector])


@pytest.mark.parametrize("selector", BLOCKS)
def test_every_ink_of_the_page_can_be_read_on_its_grounds(selector: str) -> None:
    """Some people cannot read what others read: in a bright room, with old eyes, on a cheap phone."""
    known = {name: Color.parse(value) for name, value in tokens(selector).items()}
    pairs = [(name, ground) for name in INKS for ground in GROUNDS]
    pairs += [(name, ground) for name in STROKES for ground in GROUNDS[:2]]
    pairs += [("on-chosen", "chosen"), ("ground", "seal"), ("ground", "warning"), ("ground", "error")]
    for side in get_args(Ink):
        pairs += [(f"ink-{side}", ground) for ground in GROUNDS] + [(f"on-{side}", f"ground-{side}")]
    poor = [
        f"{ink} on {ground}" for ink, ground in pairs if contrast(known[ink], known[ground]) < CONTRAST_MIN
    ]
    assert not poor


def test_no_sheet_uses_an_undefined_token() -> None:
    """A misspelt name is no colour, so the browser chooses its own ink on our background."""
    sheets = {path.stem: path.read_text("utf-8") for path in sorted(STYLE.glob("*.css"))}
    known = {
        name: {each for each, _ in SET.findall(text)} | known_to(name, sheets)
        for name, text in sheets.items()
    }
    used = {(name, each) for name, text in sheets.items() for each in NAMED.findall(text)}
    assert used
    assert not [each for each in sorted(used) if each[1] not in known[each[0]]]


def known_to(name: str, sheets: dict[str, str]) -> set[str]:
    """Return the tokens that other sheets set for a style sheet: all have the colours, parts of a board have
    the board's, and so on.
    """
    first = {"verdict": "board"} | {part: whole[0] for whole in (BOARD, QUESTION, SEAT) for part in whole}
    others = ["tokens", first.get(name, "tokens")]
    return {each for other in others for each, _ in SET.findall(sheets[other])}
