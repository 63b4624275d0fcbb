"""A QR code for a camera, drawn in characters. One line of the screen has two rows of the code."""

from __future__ import annotations

import segno

QUIET = 2
"""How many white modules surround the code. A window has little room, and cameras accept this margin."""
INK = "#000000 on #ffffff"
"""The colours of a QR code. Cameras need dark on light, whatever the colours of the window are."""
HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def square(text: str) -> list[str]:
    """Return the lines of a QR code of a text, to be shown in INK."""
    rows = [[*row] for row in segno.make(text, error="l", micro=False).matrix_iter(border=QUIET)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    return [
        "".join(HALVES[above, below] for above, below in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]
