"""The results of a room: which table was won by whom, how and when, and how often each side won. What everyone may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from textual.content import Content
from warcouncil.clients.widgets.ink import FAINT, HEAD, Lines, fit, ink, width_of
from warcouncil.clients.widgets.wording import count
from warcouncil.protocol.consoles import TableStatus
from warcouncil.protocol.words import clean

GAP = 2
HOW_MIN = 24
"""With fewer cells than this for it, how a table was won is left out."""


def winner_text(status: TableStatus) -> str:
    """Say who won a table that is over: Red won, drawn."""
    winners = [clean(winner) for winner in status.result.winners] if status.result else []
    return f"{' and '.join(winners)} won" if winners else "drawn" if status.result else "over"


def tallies(tables: Iterable[TableStatus]) -> list[str]:
    """Count who won how many tables, a line for each game: Red 11 · Black 8 · drawn 1 · 2 not over."""
    games: dict[str, list[TableStatus]] = {}
    for status in tables:
        games.setdefault(clean(status.game_title or status.game), []).append(status)
    lines = [_tally(found) for found in games.values()]
    return [f"{game}: {line}" for game, line in zip(games, lines, strict=True)] if len(games) > 1 else lines


def _tally(found: list[TableStatus]) -> str:
    over = [status for status in found if status.ended]
    won: Counter[str] = Counter()
    for status in over:
        won[" and ".join(map(clean, status.result.winners)) if status.result else ""] += 1
    drawn = won.pop("", 0)
    parts = [f"{who} {number}" for who, number in won.most_common()]
    parts += [f"drawn {drawn}"] * bool(drawn)
    parts += [f"{len(found) - len(over)} not over"] * (len(over) < len(found))
    return " · ".join(parts)


def results_lines(tables: Iterable[TableStatus], width: int, room: int) -> Lines:
    """Draw the tally and a row for each table, those that are over first where there is no room for all."""
    known = list(tables)
    if not known or room < 1:
        return []
    lines: Lines = [row for line in tallies(known) for row in ink(line, HEAD).wrap(width)]
    places = room - len(lines) - 2
    if places < 1:
        return lines[:room]
    known = sorted(known, key=lambda status: not status.ended) if len(known) > places else known
    kept = known if len(known) <= places else known[: places - 1]
    rows = _table([_cells(status) for status in kept], width)
    if len(kept) < len(known):
        rows.append(ink(f"and {count(len(known) - len(kept), 'more table')}", FAINT))
    return [*lines, Content(), *rows][:room]


def _cells(status: TableStatus) -> tuple[str, ...]:
    """Give the words of a row: the table, who won, in how many turns, what was counted, how."""
    label = f"{status.table}" + (f" · {clean(status.name)}" if status.name else "")
    if not status.ended:
        return (label, "not over", "", "", clean(status.title))
    result = status.result
    if result is None:
        return (label, winner_text(status), "", "", clean(status.ended))
    turns = count(result.turns, clean(result.turns_are).removesuffix("s")) if result.turns else ""
    said = [f"{clean(s.label)} " + ", ".join(f"{clean(who)} {n}" for who, n in s.of) for s in result.scores]
    return (label, winner_text(status), turns, "; ".join(said), clean(result.reason))


def _table(rows: list[tuple[str, ...]], width: int) -> Lines:
    """Draw rows under their heads, the last column in what is left; what has no room is left out, never cut in a word."""
    heads = ("table", "winner", "turns", "counted", "how")
    columns = [[head, *(row[at] for row in rows)] for at, head in enumerate(heads)]
    widths = [width_of([Content(cell) for cell in column]) for column in columns[:-1]]
    shown = [at for at in range(4) if any(columns[at][1:])]
    while len(shown) > 2 and sum(widths[at] + GAP for at in shown) > width:
        shown.pop()
    left = width - sum(widths[at] + GAP for at in shown)
    lines: Lines = []
    for number, row in enumerate([heads, *rows]):
        style = FAINT if number == 0 else HEAD
        parts = [fit(ink(row[at], style if at < 2 else FAINT), widths[at] + GAP) for at in shown]
        if left >= HOW_MIN:
            how = ink(row[4], FAINT).wrap(left)
            parts.append(
                how[0] + Content.styled(" …", FAINT)
                if len(how) > 1 and how[0].cell_length < left - 1
                else how[0]
            )
        lines.append(Content("").join(parts))
    return lines
