"""Teams and suits in their own colours. A sign goes with each team, and a suit is its own: no meaning hangs on colour alone."""

from __future__ import annotations

from textual.content import Content
from warcouncil.clients.widgets.ink import EDGE, ink
from warcouncil.protocol.words import clean

_SIGNS = {"red": "♦", "black": "♠"}
"""Teams that are called by a colour wear it, and a sign of the pack beside it."""
RED_SUITS, BLACK_SUITS = frozenset("♥♦"), frozenset("♠♣")
RED_SUIT, BLACK_SUIT = "bold $red", "bold $foreground"


def team_sign(team: str) -> str:
    """Give the sign of a team, or none where its name is no colour."""
    return _SIGNS.get(team, "")


def team_edge(team: str) -> str:
    """Give the ink of a team's strokes."""
    return f"${team}" if team in _SIGNS else EDGE


def team_badge(team: str, title: str, style: str) -> Content:
    """Name a team on its colour, with its sign; one without a colour of its own as it is."""
    if team not in _SIGNS:
        return ink(title, style)
    return Content.styled(f" {_SIGNS[team]} {clean(title)} ", f"bold $on-{team} on ${team}-ground")


def suited(text: str, style: str) -> Content:
    """Draw a card's words; each that names a suit wears the suit's colour."""
    line = ink(text, style)
    for start, word in _words(line.plain):
        suits = set(word)
        if suits & RED_SUITS:
            line = line.stylize(RED_SUIT, start, start + len(word))
        elif suits & BLACK_SUITS:
            line = line.stylize(BLACK_SUIT, start, start + len(word))
    return line


def _words(text: str) -> list[tuple[int, str]]:
    found, at = [], 0
    for word in text.split(" "):
        found.append((at, word))
        at += len(word) + 1
    return found
