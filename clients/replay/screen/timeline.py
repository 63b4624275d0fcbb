"""The timeline under the sheet: turns, open talk, sealed answers, pauses, faults, rulings, bookmarks, and the
position.

It shows only what the chosen viewpoint noticed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise

from textual.content import Content
from warcouncil.clients.replay.film.film import Eyes, Film, FilmGate, FilmMark, MarkKind
from warcouncil.clients.replay.film.walk import Walk
from warcouncil.clients.replay.screen import tone
from warcouncil.clients.widgets.board.ink import Lines, ink, join
from warcouncil.clients.widgets.pieces.wording import clock_text, listed
from warcouncil.clients.wording.saying import say

LONG_MS = 20_000
"""The longest silence that is drawn to scale. A longer one takes the same space."""
ROWS = 4
TALK, STILL, PLAIN, GATE = "═", "▒", "─", "┬"
SIGNS: tuple[tuple[MarkKind, str], ...] = (
    (MarkKind.SEALED, "•"),
    (MarkKind.CHANGED, "•"),
    (MarkKind.TOLD, "✉"),
    (MarkKind.RULED, "§"),
    (MarkKind.FAULT, "✗"),
)
"""The signs, from the least important to the most important. If several signs share a cell, the last of them
is drawn.
"""
FLAG = "⚑"


class Axis:
    """Exercise time as positions from 0 to 1, with long silences shortened."""

    def __init__(self, film: Film) -> None:
        self._ats = sorted({0, *(beat.at for beat in film.beats)})
        self._sums = [0]
        for before, after in pairwise(self._ats):
            self._sums.append(self._sums[-1] + min(after - before, LONG_MS))

    def at(self, at: int) -> float:
        """Return the position of an exercise time."""
        number = max(0, bisect_right(self._ats, at) - 1)
        past = min(at - self._ats[number], LONG_MS)
        total = self._sums[-1] or 1
        most = self._sums[number + 1] if number + 1 < len(self._sums) else total
        return min(self._sums[number] + past, most) / total

    def cell(self, at: int, width: int) -> int:
        """Return the cell of an exercise time on a line of this width."""
        return max(0, min(width - 1, round(self.at(at) * (width - 1))))


def scale_lines(axis: Axis, walk: Walk, eyes: Eyes, marks: Sequence[FilmMark], width: int) -> Lines:
    """Draw the timeline in four lines."""
    inner = max(10, width - 2)
    lines = [
        _turns(axis, walk, inner),
        _line(axis, walk, eyes, marks, inner),
        _signs(walk.film, axis, marks, inner),
    ]
    return [*(Content(" ") + line for line in lines), question_line(walk, eyes, marks, width)]


def _turns(axis: Axis, walk: Walk, width: int) -> Content:
    """Draw each turn at its beginning if it fits. The present turn is always drawn."""
    gates, now = walk.film.gates, walk.gate.turn
    firsts = [
        (axis.cell(gate.opened.at, width), gate.turn)
        for number, gate in enumerate(gates)
        if gate.turn and (number == 0 or gate.turn != gates[number - 1].turn)
    ]
    kept: list[tuple[int, Content]] = []
    for wanted in (True, False):
        for cell, turn in firsts:
            label = ink(turn, tone.STRONG if turn == now else tone.QUIET)
            start = max(0, min(cell, width - label.cell_length))
            fits = all(
                start + label.cell_length < other or other + text.cell_length < start for other, text in kept
            )
            if (turn == now) is wanted and fits:
                kept.append((start, label))
    line = Content()
    for start, label in sorted(kept, key=lambda item: item[0]):
        line = line.pad_right(max(0, start - line.cell_length)) + label
    return line


def _line(axis: Axis, walk: Walk, eyes: Eyes, marks: Iterable[FilmMark], width: int) -> Content:
    """Draw the line: when talk was open, when the clock was stopped, when questions opened, and the position."""
    film, cells = walk.film, [PLAIN] * width
    for gate in film.gates:
        for start, end in talk_times(gate, eyes, film.beats[-1].at):
            _fill(cells, axis, start, end, TALK)
    for start, end in stopped_spans(marks, film.beats[-1].at):
        _fill(cells, axis, start, end, STILL)
    for gate in film.gates:
        cell = axis.cell(gate.opened.at, width)
        cells[cell] = "╤" if cells[cell] == TALK else GATE if cells[cell] == PLAIN else cells[cell]
    here = axis.cell(walk.spot.at, width)
    return Content.assemble(
        ("".join(cells[:here]), tone.QUIET), ("▲", tone.HERE), ("".join(cells[here + 1 :]), tone.QUIET)
    )


def _fill(cells: list[str], axis: Axis, start: int, end: int, sign: str) -> None:
    for cell in range(axis.cell(start, len(cells)), axis.cell(end, len(cells)) + 1):
        cells[cell] = sign


def talk_times(gate: FilmGate, eyes: Eyes, ends_at: int) -> list[tuple[int, int]]:
    """Return the times (from, to) when this viewpoint could talk at a question, until the quiet before its
    end.
    """
    closed = ends_at if gate.closed_at is None else gate.closed_at
    quiet = [
        quiet_ms
        for _, members, quiet_ms in gate.talks
        if eyes.all_seeing or not members.isdisjoint(eyes.seats)
    ]
    return [(gate.opened.at, max(gate.opened.at, closed - min(quiet)))] if quiet else []


def stopped_spans(marks: Iterable[FilmMark], ends_at: int) -> list[tuple[int, int]]:
    """Return the times (from, to) when the clock was stopped."""
    found: list[tuple[int, int]] = []
    stopped: int | None = None
    opened = 0
    for mark in marks:
        if mark.kind is MarkKind.OPENED:
            opened = mark.spot.at
        elif mark.kind is MarkKind.STOPPED and stopped is None:
            stopped = mark.spot.at
        elif mark.kind is MarkKind.RAN or (mark.kind is MarkKind.CLOSED and stopped is not None):
            found.append((opened if stopped is None else stopped, mark.spot.at))
            stopped = None
    return [*found, (stopped, ends_at)] if stopped is not None else found


def _signs(film: Film, axis: Axis, marks: Sequence[FilmMark], width: int) -> Content:
    """Draw the signs of events under the line. If two share a cell, draw the more important one."""
    cells: dict[int, str] = {}
    for kind, sign in SIGNS:
        cells |= {axis.cell(mark.spot.at, width): sign for mark in marks if mark.kind is kind}
    cells |= {axis.cell(flag.spot.at, width): FLAG for flag in film.flags}
    text = "".join(cells.get(cell, " ") for cell in range(width))
    line = Content(text)
    for cell, sign in cells.items():
        style = {FLAG: tone.FLAG, "✗": tone.BAD, "§": tone.WARN}.get(sign, tone.QUIET)
        line = line.stylize(style, cell, cell + 1)
    return line


# --- the present question ---------------------------------------------------------------------------------------


def question_line(walk: Walk, eyes: Eyes, marks: Iterable[FilmMark], width: int) -> Content:
    """Draw, for the present question, when each seat sealed, when talk was open and when the clock was
    stopped, up to here.
    """
    gate, spot = walk.gate, walk.spot
    after = walk.film.gates[walk.place + 1].opened.seq if walk.place + 1 < len(walk.film.gates) else None
    inside = [
        mark
        for mark in marks
        if gate.opened.seq <= mark.spot.seq <= spot.seq and (after is None or mark.spot.seq < after)
    ]
    parts = [ink(say("replay.question_of", n=walk.place + 1, of=len(walk.film.gates)), tone.STRONG)]
    parts.append(ink(say("replay.time_in", time=since(gate, spot.at)), tone.QUIET))
    if sealed := _seals(gate, inside):
        parts.append(ink(say("replay.line_sealed", who=sealed)))
    stood = [f"{since(gate, start)}" for start, _ in stopped_spans(inside, spot.at)]
    if stood:
        parts.append(ink(say("replay.line_stopped", times=listed(stood)), tone.WARN))
    lost = [mark.text for mark in inside if mark.kind is MarkKind.FAULT]
    parts += [ink(text, tone.BAD) for text in lost]
    if talk_times(gate, eyes, spot.at):
        parts.append(ink(say("replay.talk_open"), tone.GOOD))
    return (Content(" ") + join(*parts, gap=" · ")).truncate(width, ellipsis=True)


def since(gate: FilmGate, at: int) -> str:
    """Return how long after the opening of a question an event happened."""
    return clock_text(max(0, at - gate.opened.at) // 1000 * 1000)


def _seals(gate: FilmGate, marks: Iterable[FilmMark]) -> str:
    """Return when each seat sealed, and how often it changed its answer."""
    last: dict[str, tuple[int, int]] = {}
    for mark in marks:
        if mark.kind is MarkKind.TAKEN_BACK:
            last.pop(mark.who, None)
        if mark.kind in (MarkKind.SEALED, MarkKind.CHANGED):
            last[mark.who] = (mark.spot.at, last.get(mark.who, (0, 0))[1] + 1)
    return ", ".join(_seal(who, since(gate, at), times) for who, (at, times) in last.items())


def _seal(who: str, time: str, times: int) -> str:
    """Return when a seat sealed, and how often it changed its answer."""
    seal = say("replay.seal_at", who=who, time=time)
    return say("replay.changed_times", n=times - 1, seal=seal) if times > 1 else seal
