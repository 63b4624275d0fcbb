"""How the console says times, tables and people in words."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from warcouncil.clients.widgets.tablenow import TableNow
from warcouncil.clients.widgets.wording import clock_text, count, fit, listed
from warcouncil.protocol.consoles import SeatStatus
from warcouncil.protocol.words import TableId, clean

SHORT_MS = 10_000
"""Below this a clock is drawn as urgent."""


def numbers(tables: Iterable[TableId]) -> str:
    """Say table numbers with runs drawn together: 1–4, 7 and 9."""
    runs: list[list[int]] = []
    for table in sorted(tables):
        if runs and table == runs[-1][1] + 1:
            runs[-1][1] = table
        else:
            runs.append([table, table])
    parts: list[str] = []
    for first, last in runs:
        parts += [str(first)] if first == last else [f"{first}–{last}"]
    return listed(parts)


def named(tables: Iterable[TableId]) -> str:
    """Say which tables: table 7; tables 1–4 and 9."""
    known = list(tables)
    return f"table{'s' if len(known) != 1 else ''} {numbers(known)}"


def seat_name(seat: SeatStatus) -> str:
    """Name a seat, with its side where the title does not say it."""
    title = clean(seat.title) or str(seat.seat)
    team = str(seat.team)
    return title if not team or team.lower() in title.lower() else f"{team.capitalize()} {title}"


def person_text(seat: SeatStatus) -> str:
    """Name who is to sit there, and how many watch with him."""
    person = clean(seat.person)
    watching = f"{count(seat.watchers, 'watcher')}" if seat.watchers else ""
    return ", ".join(part for part in (person, watching) if part)


def phase_text(now: TableNow, width: int) -> str:
    """Say the phase as fully as the width allows: the turn too, or only its own name."""
    title = clean((now.status.ended and f"over: {now.status.ended}") or now.status.title)
    if cell_len(title) > width and " · " in title and not now.status.ended:
        title = title.rsplit(" · ", 1)[1]
    return fit(title, width)


def missing_text(now: TableNow) -> str:
    """Say who still owes an answer."""
    return listed((seat_name(seat) for seat in now.missing), ", ") if now.missing else ""


def clock_word(now: TableNow, now_ms: int, width: int) -> str:
    """Say the clock in `width` cells; paused, held and ended are said in words."""
    status = now.status
    left = clock_text(now.left_ms(now_ms))
    if status.ended:
        return "over"
    if status.held:
        return "HELD"
    if not status.begun:
        return "begins"[:width]
    if status.clock is None:
        return "–"
    if status.paused or not status.clock.running:
        return f"paused {left}" if width >= 7 + len(left) else "paused"
    return left


def answered_text(now: TableNow) -> str:
    """Say how many of the asked have answered: 7/10, or – when nobody is asked."""
    return f"{now.answered}/{len(now.asked)}" if now.asked else "–"
