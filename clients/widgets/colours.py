"""Sides and suits in their own colours. A sign goes with each side, and a suit is its own: no meaning hangs on colour alone.

A side wears what its name calls to mind: a colour, a quarter of the sky, a flag. One with any other name goes without.
"""

from __future__ import annotations

from textual.content import Content
from warcouncil.clients.widgets.ink import EDGE, ink
from warcouncil.protocol.words import clean

SIDES = {
    "red": ("♦", "red"),
    "black": ("♠", "black"),
    "amber": ("▲", "gold"),
    "teal": ("■", "teal"),
    "india": ("▲", "gold"),
    "pakistan": ("■", "teal"),
    "north": ("▲", "blue"),
    "east": ("►", "gold"),
    "south": ("▼", "teal"),
    "west": ("◄", "violet"),
}
"""The sign and the colour of each side, by the first word of its name."""
RED_SUITS, BLACK_SUITS = frozenset("♥♦"), frozenset("♠♣")
RED_SUIT, BLACK_SUIT = "bold $red", "bold $foreground"


def side_of(name: str) -> str:
    """Give the side that a name begins with, such as red for Red corps II; "" where it names none that has a colour."""
    first = name.replace("_", " ").split(" ", 1)[0].strip(":;,.!").lower()
    return first if first in SIDES else ""


def side_sign(name: str) -> str:
    """Give the sign of the side that a name begins with, "" for none."""
    side = side_of(name)
    return SIDES[side][0] if side else ""


def side_ink(name: str, other: str = "") -> str:
    """Give the ink of the side that a name begins with, or another for none."""
    side = side_of(name)
    return f"${SIDES[side][1]}" if side else other


def side_edge(name: str) -> str:
    """Give the ink of a side's strokes."""
    return side_ink(name, EDGE)


def side_badge(title: str, style: str, *, side: str = "") -> Content:
    """Name a side (or somebody of it) on its colour, with its sign; one without a colour as it is."""
    side = side_of(side or title)
    if not side:
        return ink(title, style)
    sign, colour = SIDES[side]
    return Content.styled(f" {sign} {clean(title)} ", f"bold $on-{colour} on ${colour}-ground")


def sided(text: str, style: str = "") -> Content:
    """Write words in which each name of a side wears its colour."""
    return _worn(ink(text, style), suits=False)


def suited(text: str, style: str) -> Content:
    """Draw a card's words; each that names a suit or a side wears its colour."""
    return _worn(ink(text, style), suits=True)


def _worn(line: Content, *, suits: bool) -> Content:
    for start, word in _words(line.plain):
        signs = set(word) if suits else frozenset()
        if signs & RED_SUITS:
            line = line.stylize(RED_SUIT, start, start + len(word))
        elif signs & BLACK_SUITS:
            line = line.stylize(BLACK_SUIT, start, start + len(word))
        elif word[:1].isupper() and side_of(word):
            line = line.stylize(f"bold {side_ink(word)}", start, start + len(word))
    return line


def _words(text: str) -> list[tuple[int, str]]:
    found, at = [], 0
    for word in text.split(" "):
        found.append((at, word))
        at += len(word) + 1
    return found
