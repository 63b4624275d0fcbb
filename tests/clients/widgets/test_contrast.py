"""Every colour of every theme is readable on its backgrounds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.app import App
from textual.color import Color
from textual.theme import Theme
from warcouncil.clients.seat.words import tone as seat_tones
from warcouncil.clients.umpire.drawing import tone as umpire_tones
from warcouncil.clients.widgets.board import cards, colours, ink
from warcouncil.clients.widgets.window import themes
from warcouncil.games.kit.game import AnyGame
from warcouncil.games.kit.sides import WORN, badge_of
from warcouncil.games.registry import load, names
from warcouncil.protocol.table.sheets import Badge, Ink

CONTRAST_MIN = 4.5
"""The contrast that WCAG requires for text of common size."""
GROUNDS = ("background", "surface", "panel")
STROKES = frozenset({"faint"})
"""Inks of strokes and shades; they stand on the board alone."""
STROKE_GROUNDS = ("background", "surface")
CLIENTS = Path(themes.__file__).parents[2]
STYLE = re.compile(r"\$([a-z-]+)")


def light(colour: Color) -> float:
    """Return the relative luminance of a colour."""
    parts = [part / 255 for part in colour.rgb]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def colours_of(theme: Theme) -> dict[str, Color]:
    """Return every colour by its name, as an app with this theme has them."""
    app: App[None] = App()
    themes.install(app, theme.name)
    found = {}
    for name, value in app.get_css_variables().items():
        if value.startswith("#"):
            found[name] = Color.parse(value)
    return found


def styles() -> set[str]:
    """Return every style that a client names in its code, except in a module's own words."""
    found = set()
    for path in sorted(CLIENTS.rglob("*.py")):
        for text in re.findall(r'"([^"\n]*\$[a-z-]+[^"\n]*)"', path.read_text("utf-8")):
            if "{" not in text and re.fullmatch(r"[a-z $-]+", text):
                found.add(text)
    for colour in get_args(Ink):
        found |= {f"${colour}", f"bold $on-{colour} on ${colour}-ground"}
    return found


@pytest.mark.parametrize("theme", themes.THEMES, ids=lambda theme: theme.name)
def test_every_ink_can_be_read_on_its_grounds(theme: Theme) -> None:
    """Some people cannot read what others read: in a bright room, with old eyes, on a cheap projector."""
    known = colours_of(theme)
    poor = []
    for style in sorted(styles()):
        words, _, ground = style.partition(" on ")
        for name in STYLE.findall(words):
            if ground:
                grounds: tuple[str, ...] = tuple(STYLE.findall(ground))
            else:
                grounds = STROKE_GROUNDS if name in STROKES else GROUNDS
            for each in grounds:
                ratio = contrast(known[name], known[each])
                if ratio < CONTRAST_MIN:
                    poor.append(f"{style}: {name} on {each} {ratio:.2f}")
    assert not poor


def test_the_styles_of_this_test_are_those_that_the_screens_use() -> None:
    """The test of the colours passes because it reads nothing."""
    named = {getattr(seat_tones, name) for name in ("QUIET", "WARN", "BAD", "SEAL", "CHOSEN", "NOTE")}
    named |= {
        umpire_tones.CURSOR,
        umpire_tones.ALARM,
        ink.EDGE,
        ink.MEMORY,
        cards.TONES["red"],
        colours.RED_SUIT,
    }
    assert named <= styles()


RED_AND_BLACK = colours.Sides((badge_of("red", "Red", "♦", "red"), badge_of("black", "Black", "♠", "black")))


def test_suits_and_teams_wear_their_colours_and_a_sign() -> None:
    """Red is shown only by its colour, and nothing shows it on a screen without colours."""
    sides = RED_AND_BLACK
    spans = sides.suited("Q♥ Spy War", cards.TONES["special"]).spans
    assert any(str(span.style) == colours.RED_SUIT and (span.start, span.end) == (0, 2) for span in spans)
    assert any(str(span.style) == colours.BLACK_SUIT for span in sides.suited("J♣", "bold").spans)
    badges = {side: sides.badge("THEY", "bold", side=side).plain for side in ("red", "black", "old_guard")}
    assert badges == {"red": " ♦ THEY ", "black": " ♠ THEY ", "old_guard": "THEY"}
    assert sides.badge("Red (you)", "bold").plain == " ♦ Red (you) "


def test_a_side_is_found_by_whole_words_alone() -> None:
    """The word Redeployment is half red, and so are a Black-market card and a town of Reddish."""
    sides = RED_AND_BLACK
    worn = [
        (words[span.start : span.end], str(span.style))
        for words in (
            "Redeployment: Red's corps, Black.",
            "Reddish, InfraRed and a Black-market, red and black",
        )
        for span in sides.sided(words).spans
    ]
    assert worn == [("Red", "bold $red"), ("Black", "bold $black")]
    assert [sides.of(name) for name in ("Redeployment", "Old Red", "", "reds")] == [None] * 4
    assert sides.named_in("held by Black") == sides.of("black") == sides.of("Black corps IV")
    assert colours.NONE.sided("Red").spans == []


def test_the_sides_of_many_tables_are_known_together() -> None:
    """Results of a room of several games name only the sides of the first game in their colours."""
    east = badge_of("east", "East", "►", "gold")
    many = colours.sides_of([RED_AND_BLACK.badges, (), (east,), RED_AND_BLACK.badges])
    assert many.badges == (*RED_AND_BLACK.badges, east)


@pytest.mark.parametrize("game", [*names(), "any other"])
@pytest.mark.parametrize("theme", themes.THEMES, ids=lambda theme: theme.name)
def test_the_sides_of_a_game_are_told_apart_by_colour(game: str, theme: Theme) -> None:
    """India looks like Pakistan, or North like South, in full colours or in the sixteen of an old terminal."""
    inks = [ink for _, ink in WORN[:4]] if game == "any other" else [each.ink for each in _sides(load(game))]
    known = colours_of(theme)
    for of in ("{}", "{}-ground"):
        assert len({known[of.format(colour)] for colour in inks}) == len(inks)
    sixteen = [RichColor.from_rgb(*known[f"{c}-ground"].rgb).downgrade(ColorSystem.STANDARD) for c in inks]
    assert len({each.number for each in sixteen}) == len(inks)


def _sides(game: AnyGame) -> tuple[Badge, ...]:
    """Return the sides under the most common options."""
    fields = game.options_type.model_fields
    return game.sides(game.options_type(**{"players": 4} if "players" in fields else {}))
