"""Scale: how much room a drawing may take, from the least to the most."""

from __future__ import annotations

from enum import IntEnum


class Scale(IntEnum):
    """The ways to draw a sheet, from scarce room to plenty."""

    TIGHT = 0
    SPACED = 1
    """As TIGHT, with a blank line between unrelated elements."""
    ROOMY = 2
    """Cards and posts are boxes."""
    LARGE = 3
    """Strengths are in figures three lines high."""
    AMPLE = 4
    """Strengths are in figures five lines high, with space around them."""
