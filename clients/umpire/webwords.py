"""Words for browsers: where they come in, by which fingerprint their guests know it, and how many seats sit in one."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

import segno
from textual.content import Content
from warcouncil.clients.widgets.ink import Lines
from warcouncil.protocol.consoles import CodeIssued, SeatStatus, WebAddress
from warcouncil.protocol.doors import PLATE_CHARS
from warcouncil.protocol.words import clean

QUIET = 2
"""So much white is around the square; a window has little room, and cameras make do with it."""
INK = "#000000 on #ffffff"
"""Cameras want dark on light, whatever the colours of the window."""
HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def web_words(web: WebAddress | None) -> list[str]:
    """Say where browsers come in, in lines; none where they do not."""
    if web is None:
        return []
    lines = [f"Browsers come in at {clean(web.address)}"]
    groups = clean(str(web.fingerprint)).split()
    if not groups:
        return lines
    half = len(groups) // 2
    said = "They warn; the SHA-256 fingerprint that they show must be"
    return [*lines, said, *(f"  {' '.join(part)}" for part in (groups[:half], groups[half:]))]


def code_words(issued: CodeIssued, web: WebAddress | None = None) -> str:
    """Say a seat's or a console's new code. It is a secret: only the umpire who asked reads it."""
    code = clean(str(issued.code))
    if not issued.table:
        return f"new code for the {clean(issued.seat_title)}: {code}"
    opens = opened_at(issued, web)
    told = f" · in a browser: {opens}" if opens else ""
    return f"new code for {clean(issued.seat_title)} at table {issued.table}: {code}{told}"


def opened_at(issued: CodeIssued, web: WebAddress | None) -> str:
    """Give the page at which a seat's code is typed, "" where there is none."""
    return (
        f"{clean(web.address)}/seat/{clean(str(issued.code))[:PLATE_CHARS]}" if web and issued.table else ""
    )


def code_square(issued: CodeIssued, web: WebAddress | None) -> Lines:
    """Draw the page of a new code as a square for a camera, two rows of it a line; nothing where there is none."""
    opens = opened_at(issued, web)
    if not opens:
        return []
    told = urlencode({"seat": clean(issued.seat_title), "table": issued.table})
    rows = [[*row] for row in segno.make(f"{opens}#{told}", error="l", micro=False).matrix_iter(border=QUIET)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    return [
        Content.styled("".join(HALVES[above, below] for above, below in zip(*pair, strict=True)), INK)
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]


def in_browsers(seats: Iterable[SeatStatus]) -> str:
    """Say how many seats sit in browsers, "" for none."""
    found = sum(seat.browser for seat in seats)
    return f"{found} in browsers" if found > 1 else "1 in a browser" if found else ""
