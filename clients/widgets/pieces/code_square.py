"""A code square for a camera, drawn in letters: two of its rows a line."""

from __future__ import annotations

import segno

QUIET = 2
"""So much white is around it; a window has little room, and cameras make do with it."""
INK = "#000000 on #ffffff"
"""Cameras want dark on light, whatever the colours of the window."""
HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def square(text: str) -> list[str]:
    """Give the lines of a square that says this, to be shown in INK."""
    rows = [[*row] for row in segno.make(text, error="l", micro=False).matrix_iter(border=QUIET)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    return [
        "".join(HALVES[above, below] for above, below in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]
