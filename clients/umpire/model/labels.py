"""Texts about injects, and about browsers and the fingerprint of their page."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from textual.content import Content
from warcouncil.clients.widgets.board.ink import Lines
from warcouncil.clients.widgets.pieces.code_square import INK, square
from warcouncil.clients.widgets.pieces.wording import clock_text
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.proofs.doors import PLATE_CHARS
from warcouncil.protocol.wire.consoles import CodeIssued, InjectLine, InjectList, SeatStatus, WebAddress
from warcouncil.protocol.words import clean


def web_words(web: WebAddress | None) -> list[str]:
    """Return the lines with the address and the fingerprint for browsers. Return an empty result if there are
    no browsers.
    """
    if web is None:
        return []
    lines = [say("umpire.browsers", address=clean(web.address))]
    groups = clean(str(web.fingerprint)).split()
    if not groups:
        return lines
    half = len(groups) // 2
    return [
        *lines,
        say("umpire.browsers_warn"),
        *(f"  {' '.join(part)}" for part in (groups[:half], groups[half:])),
    ]


def code_words(issued: CodeIssued, web: WebAddress | None = None) -> str:
    """Return a sentence with the new code of a seat or a console.

    It is secret, and only the umpire who asked for it reads it.
    """
    code = clean(str(issued.code))
    if not issued.table:
        return say("umpire.code_console", console=clean(issued.seat_title), code=code)
    opens = opened_at(issued, web)
    title = clean(issued.seat_title)
    told = say("umpire.code_seat", seat=title, table=issued.table, code=code)
    return say("umpire.code_opens", code=told, address=opens) if opens else told


def opened_at(issued: CodeIssued, web: WebAddress | None) -> str:
    """Return the page where a browser enters the seat's code. It is "" if there is none."""
    return (
        f"{clean(web.address)}/seat/{clean(str(issued.code))[:PLATE_CHARS]}" if web and issued.table else ""
    )


def code_square(issued: CodeIssued, web: WebAddress | None) -> Lines:
    """Draw the page of a new code as a QR code for a camera. Return no lines if there is none."""
    opens = opened_at(issued, web)
    if not opens:
        return []
    told = urlencode({"seat": clean(issued.seat_title), "table": issued.table})
    return [Content.styled(line, INK) for line in square(f"{opens}#{told}")]


def in_browsers(seats: Iterable[SeatStatus]) -> str:
    """Return a sentence that says how many seats are in browsers. It is "" if there are none."""
    found = sum(seat.browser for seat in seats)
    return say("umpire.in_browsers", n=found) if found else ""


GROUPS = (
    ("to_come", "umpire.injects_to_come"),
    ("at_hand", "umpire.injects_at_hand"),
    ("came", "umpire.injects_came"),
    ("dropped", "umpire.injects_dropped"),
)
"""The states of injects in the order in which they are listed, each with its title in the catalogue."""


def in_order(injects: Iterable[InjectLine]) -> tuple[InjectLine, ...]:
    """Return injects in the order of the list: by state, then by time. Injects without a time come last."""
    states = [state for state, _ in GROUPS]
    return tuple(
        sorted(
            injects,
            key=lambda line: (states.index(line.state), line.at_ms is None, line.at_ms or 0, line.number),
        )
    )


def when_words(line: InjectLine, ran_ms: int) -> str:
    """Return a sentence that says when an inject comes or came."""
    if line.state == "came":
        return say("umpire.inject_at", time=_mark(line.at_ms or 0))
    if line.state != "to_come":
        return ""
    if line.at_ms is None:
        return say("umpire.inject_after", what=line.waits)
    left = line.at_ms - ran_ms
    time = say("umpire.inject_at_in", time=_mark(line.at_ms), left=clock_text(left)) if left > 0 else ""
    when = say("umpire.inject_when", what=line.waits) if line.waits else ""
    return ", ".join(filter(None, (time, when))) or say("umpire.inject_now")


def inject_words(line: InjectLine) -> str:
    """Return the text of an inject and its receivers."""
    name = f"{clean(line.name)}: " if line.name else ""
    to = f" → {clean(line.to)}" if line.to else ""
    text = " ".join(line.text.split())
    return f"{name}{clean(text)}{to}"


def time_words(ran_ms: int, *, runs: bool) -> str:
    """Return the running time as text."""
    return say("umpire.running_time" if runs else "umpire.running_time_stopped", time=_mark(ran_ms))


def _mark(ms: int) -> str:
    """Return a moment of the running time in whole seconds."""
    return clock_text(ms // 1000 * 1000)


def list_lines(told: InjectList | None) -> list[str]:
    """Return all injects of a table as lines."""
    if told is None or not told.injects:
        return [say("umpire.injects_none")]
    lines = [f"{time_words(told.ran_ms, runs=told.runs_ms > 0)}."]
    for state, title in GROUPS:
        found = [line for line in in_order(told.injects) if line.state == state]
        lines += [f"{say(title)}:"] if found else []
        for line in found:
            when = when_words(line, told.ran_ms)
            lines.append(f"  {line.number}  {f'{when}: ' if when else ''}{inject_words(line)}")
    return lines
