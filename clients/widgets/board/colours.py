"""Sides and suits in their own colours. A sign goes with each side, and a suit is its own: no meaning hangs on colour alone.

What a side wears is its game's word: it comes with every sheet and every end, as badges. Whatever names no side goes without.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from textual.content import Content
from warcouncil.clients.widgets.board.ink import EDGE, ink
from warcouncil.protocol.table.sheets import Badge
from warcouncil.protocol.words import clean

RED_SUITS, BLACK_SUITS = frozenset("♥♦"), frozenset("♠♣")
RED_SUIT, BLACK_SUIT = "bold $red", "bold $foreground"


@dataclass(frozen=True, slots=True)
class Sides:
    """The badges of the sides of a table, or of several tables."""

    badges: tuple[Badge, ...] = ()

    def of(self, name: str) -> Badge | None:
        """Give the side that a name is of: its own, or one that begins with it, such as Red corps II or Teal (you)."""
        for badge in self.badges:
            if badge.id == name:
                return badge
        named = _names(self.badges)
        found = named.match(name) if named else None
        return self._titled(found[0]) if found else None

    def named_in(self, words: str) -> Badge | None:
        """Give the first side that words name, wherever in them."""
        named = _names(self.badges)
        found = named.search(words) if named else None
        return self._titled(found[0]) if found else None

    def ink(self, name: str, other: str = "") -> str:
        """Give the ink of the side that a name is of, or another for none."""
        side = self.of(name)
        return f"${side.ink}" if side else other

    def edge(self, name: str) -> str:
        """Give the ink of a side's strokes."""
        return self.ink(name, EDGE)

    def badge(self, title: str, style: str, *, side: str = "") -> Content:
        """Name a side (or somebody of it) on its colour, with its sign; one without a colour as it is."""
        worn = self.of(side or title)
        if worn is None:
            return ink(title, style)
        return Content.styled(
            f" {clean(worn.sign)} {clean(title)} ", f"bold $on-{worn.ink} on ${worn.ink}-ground"
        )

    def sided(self, text: str, style: str = "") -> Content:
        """Write words in which each name of a side wears its colour."""
        line, named = ink(text, style), _names(self.badges)
        for found in named.finditer(line.plain) if named else ():
            side = self._titled(found[0])
            line = line.stylize(f"bold ${side.ink}", *found.span()) if side else line
        return line

    def suited(self, text: str, style: str) -> Content:
        """Draw a card's words; each that names a suit or a side wears its colour."""
        line = self.sided(text, style)
        for found in re.finditer(r"[^ ]+", line.plain):
            signs = set(found[0])
            if signs & RED_SUITS:
                line = line.stylize(RED_SUIT, *found.span())
            elif signs & BLACK_SUITS:
                line = line.stylize(BLACK_SUIT, *found.span())
        return line

    def _titled(self, title: str) -> Badge | None:
        return next((badge for badge in self.badges if _name(badge) == title), None)


NONE = Sides()


def sides_of(many: Iterable[Iterable[Badge]]) -> Sides:
    """Give the sides of several tables as one; of two that have one name the first is taken."""
    return Sides(tuple({badge.id: badge for badges in many for badge in badges}.values()))


def _name(badge: Badge) -> str:
    return clean(badge.title)


@lru_cache(maxsize=64)
def _names(badges: tuple[Badge, ...]) -> re.Pattern[str] | None:
    """Give what finds the names of sides in words, the longest first; none where no side has a name."""
    titles = sorted(filter(None, map(_name, badges)), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, titles))})(?![\w-])") if titles else None
