"""The colours of sides and suits.

A side has a sign, and each suit is a sign. So no meaning depends on colour alone.

The game chooses the colours of its sides. They come as badges with every sheet and every end. Words that name no side
get no colour.
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
    """The badges of the sides of one table or of several tables."""

    badges: tuple[Badge, ...] = ()

    def of(self, name: str) -> Badge | None:
        """Return the side that a name belongs to. It is the side's own name, or begins with it, as "Red corps
        II" and "Teal (you)".
        """
        for badge in self.badges:
            if badge.id == name:
                return badge
        named = _names(self.badges)
        found = named.match(name) if named else None
        return self._titled(found[0]) if found else None

    def named_in(self, words: str) -> Badge | None:
        """Return the first side that a text names. Return None if the text names no side."""
        named = _names(self.badges)
        found = named.search(words) if named else None
        return self._titled(found[0]) if found else None

    def ink(self, name: str, other: str = "") -> str:
        """Return the style of the side of a name, or `other` if it has none."""
        side = self.of(name)
        return f"${side.ink}" if side else other

    def edge(self, name: str) -> str:
        """Return the style of the lines that are drawn for a side."""
        return self.ink(name, EDGE)

    def badge(self, title: str, style: str, *, side: str = "") -> Content:
        """Draw a title on its side's colour, with the side's sign.

        A title without a side is drawn in `style`.
        """
        worn = self.of(side or title)
        if worn is None:
            return ink(title, style)
        return Content.styled(
            f" {clean(worn.sign)} {clean(title)} ", f"bold $on-{worn.ink} on ${worn.ink}-ground"
        )

    def sided(self, text: str, style: str = "") -> Content:
        """Draw a text in which each name of a side has its colour."""
        line, named = ink(text, style), _names(self.badges)
        for found in named.finditer(line.plain) if named else ():
            side = self._titled(found[0])
            line = line.stylize(f"bold ${side.ink}", *found.span()) if side else line
        return line

    def suited(self, text: str, style: str) -> Content:
        """Draw the words of a card. Each name of a suit or a side has its colour."""
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
    """Return the sides of several tables together. If two have the same id, the first counts."""
    return Sides(tuple({badge.id: badge for badges in many for badge in badges}.values()))


def _name(badge: Badge) -> str:
    return clean(badge.title)


@lru_cache(maxsize=64)
def _names(badges: tuple[Badge, ...]) -> re.Pattern[str] | None:
    """Return the pattern that finds names of sides, the longest first. Return None if no side has a name."""
    titles = sorted(filter(None, map(_name, badges)), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, titles))})(?![\w-])") if titles else None
