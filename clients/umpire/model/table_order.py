"""The tables on the wall, and their order."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from warcouncil.clients.umpire.model.alarms import RankedAlarm, Urgency
from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.umpire.model.phrases import missing_text
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.protocol.words import TableId, clean, typed_number

FAR_MS = 10**9


class WallSort(Enum):
    """The orders of the wall, each with its key in the catalogue."""

    NUMBER = "umpire.sort_number"
    NEED = "umpire.sort_need"
    CLOCK = "umpire.sort_clock"
    MISSING = "umpire.sort_missing"
    PHASE = "umpire.sort_phase"


def next_sort(sort: WallSort) -> WallSort:
    """Return the next order. After the last order, return the first."""
    orders = list(WallSort)
    return orders[(orders.index(sort) + 1) % len(orders)]


def arranged(
    board: Board, now_ms: int, *, sort: WallSort, wanted: str, ranked_alarms: list[RankedAlarm]
) -> tuple[TableId, ...]:
    """Return the tables that match the words of a filter, in order."""
    found = [now for now in board.tables.values() if not wanted or matches(now, wanted, ranked_alarms)]
    key = _key(sort, now_ms, ranked_alarms)
    return tuple(now.status.table for now in sorted(found, key=lambda now: (*key(now), now.status.table)))


def matches(now: TableNow, wanted: str, ranked_alarms: list[RankedAlarm]) -> bool:
    """Return whether a table matches every word of the filter.

    A word is a number (3-9, 12) or a state: paused, held, over, missing, alarm, call, reply, idle, bot. It
    can also be any part of the table's phase, of its game, or of the name of a missing seat.
    """
    words = clean(wanted).lower().split()
    plain = _haystack(now, ranked_alarms)
    return all(_has(word, now.status.table, plain) for word in words)


def _has(word: str, table: TableId, plain: str) -> bool:
    first, _, last = word.replace("–", "-").partition("-")
    low, high = typed_number(first), typed_number(last or first)
    if low is not None and high is not None:
        return low <= table <= high
    return word in plain


def _haystack(now: TableNow, ranked_alarms: list[RankedAlarm]) -> str:
    status = now.status
    mine = [ranked.urgency for ranked in ranked_alarms if ranked.table == status.table]
    flags = {
        "away": now.away,
        "paused": bool(status.paused),
        "held": bool(status.held),
        "over": bool(status.ended),
        "missing": bool(now.missing),
        "alarm": bool(mine),
        "call": Urgency.CALL in mine,
        "reply": Urgency.REPLY in mine,
        "idle": Urgency.IDLE in mine,
        "silent": Urgency.SILENT in mine,
        "bot": any(seat.bot for seat in status.seats),
    }
    words = [word for word, holds in flags.items() if holds]
    return " ".join(
        [
            *words,
            *map(clean, (now.wing, status.title, status.name, status.game_title)),
            status.game,
            missing_text(now),
        ]
    ).lower()


def _key(
    sort: WallSort, now_ms: int, ranked_alarms: list[RankedAlarm]
) -> Callable[[TableNow], tuple[int | str, ...]]:
    worst: dict[TableId, int] = {}
    for ranked in ranked_alarms:
        worst.setdefault(ranked.table, int(ranked.urgency))

    def soon(now: TableNow) -> int:
        clock = now.status.clock
        return now.left_ms(now_ms) if clock is not None and clock.running and not now.status.ended else FAR_MS

    def need(now: TableNow) -> tuple[int | str, ...]:
        return (worst.get(now.status.table, len(Urgency)), not now.missing, soon(now))

    keys: dict[WallSort, Callable[[TableNow], tuple[int | str, ...]]] = {
        WallSort.NUMBER: lambda _now: (),
        WallSort.NEED: need,
        WallSort.CLOCK: lambda now: (soon(now),),
        WallSort.MISSING: lambda now: (-len(now.missing), soon(now)),
        WallSort.PHASE: lambda now: (clean(now.status.title),),
    }
    return keys[sort]
