"""Words for browsers: where they come in, by which fingerprint their guests know it, and how many seats sit in one."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from textual.content import Content
from warcouncil.clients.widgets.ink import Lines
from warcouncil.clients.widgets.square import INK, square
from warcouncil.protocol.consoles import CodeIssued, SeatStatus, WebAddress
from warcouncil.protocol.doors import PLATE_CHARS
from warcouncil.protocol.words import clean


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
    """Draw the page of a new code as a square for a camera; nothing where there is none."""
    opens = opened_at(issued, web)
    if not opens:
        return []
    told = urlencode({"seat": clean(issued.seat_title), "table": issued.table})
    return [Content.styled(line, INK) for line in square(f"{opens}#{told}")]


def in_browsers(seats: Iterable[SeatStatus]) -> str:
    """Say how many seats sit in browsers, "" for none."""
    found = sum(seat.browser for seat in seats)
    return f"{found} in browsers" if found > 1 else "1 in a browser" if found else ""
