"""Scale: how much room a drawing may take, from the least to the most."""

from __future__ import annotations

from enum import IntEnum


class Scale(IntEnum):
    """The ways to draw a sheet: every other line is dear, or there is plenty."""

    TIGHT = 0
    SPACED = 1
    """As tight, with a blank line between what does not belong together."""
    ROOMY = 2
    """Cards are boxes, posts are boxes."""
    LARGE = 3
    """Strengths are written in figures three lines high."""
    AMPLE = 4
    """In figures five lines high, with air around them."""
