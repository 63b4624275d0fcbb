"""The console's phrases for times, tables and people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size
from warcouncil.clients.widgets.pieces.results import game_shown, winner_text
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.clients.widgets.pieces.wording import clock_text, fit, lasted, listed
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.wire.consoles import SeatStatus, Standby, TableStatus
from warcouncil.protocol.words import TableId, clean

SHORT_MS = 10_000
"""A clock with less time than this is drawn as urgent."""

BEGUN_MIN = 3
"""The least number of letters of a shortened word. Fewer letters cannot be recognised."""


def numbers(tables: Iterable[TableId]) -> str:
    """Return table numbers with ranges joined: 1–4, 7 and 9."""
    runs: list[list[int]] = []
    for table in sorted(tables):
        if runs and table == runs[-1][1] + 1:
            runs[-1][1] = table
        else:
            runs.append([table, table])
    parts: list[str] = []
    for first, last in runs:
        parts += [str(first)] if first == last else [say("umpire.numbers_to", first=first, last=last)]
    return listed(parts)


def named(tables: Iterable[TableId]) -> str:
    """Return text that names tables: table 7; tables 1–4 and 9."""
    known = list(tables)
    return say("umpire.tables_named", n=len(known), tables=numbers(known))


def seat_name(seat: SeatStatus) -> str:
    """Return the name of a seat, with its team if the title does not contain it."""
    title = clean(seat.title) or str(seat.seat)
    team = str(seat.team)
    return title if not team or team.lower() in title.lower() else f"{team.capitalize()} · {title}"


def name_text(seat: SeatStatus) -> str:
    """Return the name of a seat, with its player."""
    person = clean(seat.person)
    return f"{seat_name(seat)} · {person}" if person else seat_name(seat)


def person_text(seat: SeatStatus) -> str:
    """Return the name of the player, and how many watchers there are."""
    person = clean(seat.person)
    watching = say("umpire.watchers", n=seat.watchers) if seat.watchers else ""
    return ", ".join(part for part in (person, watching) if part)


def phase_text(now: TableNow, width: int) -> str:
    """Return the phase as fully as the width allows: the whole title, the title up to the phase, or its name alone."""
    status = now.status
    if status.ended:
        won = winner_text(status)
        whole = say("umpire.state_is", state=won, reason=clean(status.ended))
        return fit(whole if cell_len(whole) <= width else won, width)
    title, phase = clean(status.title), clean(status.phase or status.title)
    parts = title.split(" · ")
    upto = next((place for place, part in enumerate(parts, 1) if part.startswith(phase)), 0)
    words = [title, " · ".join(parts[:upto]), phase]
    return fit(
        next((text for text in words if 0 < cell_len(text) <= width), shortened(words[-1], width)), width
    )


def shortened(words: str, width: int) -> str:
    """Return words shortened to a width, such as "Attack decl.". It has as many full words as fit, and then
    the beginning of the next word.
    """
    said = ""
    for word in words.split(" "):
        longer = f"{said} {word}".strip()
        if cell_len(longer) > width:
            begun = set_cell_size(word, max(0, width - cell_len(said) - bool(said) - 1)).rstrip()
            return f"{said} {begun}.".strip() if len(begun) >= BEGUN_MIN or not said else said
        said = longer
    return said


def place_text(status: TableStatus, width: int = 0, *, mixed: bool) -> str:
    """Return a table's name and, if several games are played, its game.

    Return only the first of them if `width` is too small.
    """
    game = game_shown(status) if mixed else ""
    parts = [part for part in (clean(status.name), game) if part]
    both = " · ".join(parts)
    return both if not width or cell_len(both) <= width else parts[0]


def standby_words(standbys: Sequence[Standby]) -> str:
    """Return the standbys, each with how far it is behind."""
    return ", ".join(say("umpire.behind", n=one.behind, name=clean(one.name)) for one in standbys)


def missing_text(now: TableNow, width: int = 0) -> str:
    """Return the seats whose answer is missing. If not all of them fit into `width`, return some of them and
    the number of the others.
    """
    names = [seat_name(seat) for seat in now.missing]
    shown = ", ".join(names)
    for kept in range(len(names) - 1, -1, -1):
        if not width or cell_len(shown) <= width:
            return shown
        rest = len(names) - kept
        more = say("story.n_more", n=rest) if kept else say("company.seats", n=rest)
        shown = ", ".join([*names[:kept], more])
    return shown


def waits_text(now: TableNow, key: str, width: int) -> str:
    """Return which players are awaited at a table that has not begun, and the key that begins it."""
    empty = [seat_name(seat) for seat in now.status.seats if not (seat.linked or seat.bot)]
    short = say("umpire.key_begins", key=key)
    full = say("umpire.waits_to_begin", who=", ".join(empty), key=key) if empty else short
    ways = (full, say("umpire.begins_it", key=key), short)
    return next((text for text in ways if cell_len(text) <= width), short)


def clock_word(now: TableNow, now_ms: int, width: int) -> str:
    """Return the clock in `width` cells, or a word for paused, held, ended and others."""
    status = now.status
    left = clock_text(now.left_ms(now_ms))
    if status.ended:
        return say("display.over")
    if now.away:
        full, short = say("umpire.away_clock", left=left), say("company.away")
        return full if status.clock is not None and cell_len(full) <= width else short
    if status.held:
        return say("umpire.held")
    if status.clock is None or not status.begun:
        return "–"
    if status.paused or not status.clock.running:
        full = say("umpire.paused_clock", left=left)
        return full if cell_len(full) <= width else say("display.paused")
    return left


def away_text(now: TableNow, now_ms: int) -> str:
    """Return the sentence which says that a table's arbiter does not answer, and how old the shown state is."""
    time = lasted(now_ms - now.heard_ms)
    if now.wing:
        return say("umpire.wing_is_away", wing=clean(now.wing), time=time)
    return say("umpire.no_link", time=time)


def answered_text(now: TableNow) -> str:
    """Return how many of the asked seats have answered, such as 7/10. It is "–" if none is asked."""
    return f"{now.answered}/{len(now.asked)}" if now.asked else "–"
