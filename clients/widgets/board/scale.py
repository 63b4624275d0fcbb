"""Scale: how much room a drawing may use, from the least to the most. Form: the scale that a board keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

OVERHANG = 2
"""A board may be this many lines higher than its pane. Up to this limit it neither scrolls for a scene nor
gets shorter.
"""


class Scale(IntEnum):
    """The ways to draw a sheet, from scarce room to plenty."""

    BARE = 0
    """Like TIGHT, with a battle line in the short form.

    A post is its name and strength, and a row for its stance or note. If a strength does not fit beside its name, it
    has a row of its own.
    """
    TIGHT = 1
    SPACED = 2
    """Like TIGHT, with a blank line between unrelated elements."""
    BOXED = 3
    """Cards and posts are boxes, without blank lines."""
    ROOMY = 4
    """Like BOXED, with a blank line between unrelated elements."""
    LARGE = 5
    """Strengths are in figures three lines high."""
    AMPLE = 6
    """Strengths are in figures five lines high, with space around them."""

    @property
    def spaced(self) -> bool:
        """Whether blank lines separate unrelated elements."""
        return self not in (Scale.BARE, Scale.TIGHT, Scale.BOXED)


Places = Mapping[str, tuple[int, int]]
"""The width and the height of the place that each element of a sheet keeps."""


@dataclass(frozen=True, slots=True)
class Form:
    """The form in which a board is drawn while the game continues.

    `room` is how many lines the board always has. `places` is the space that each element uses at least, so
    that the elements below it stay in their places. `opened` names the documents that are open in full on it.
    """

    scale: Scale
    room: int
    places: Places = field(default_factory=dict)
    opened: frozenset[tuple[str, str]] = frozenset()
