"""HostWindow: the host's window at a terminal.

It shows first the codes, then the state of the exercise until it is stopped.
"""

from __future__ import annotations

import io
import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rich.cells import cell_len
from warcouncil.arbiter.core.views import table_status
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.hosting.hosting import RunningArbiter
from warcouncil.clients.commands.common.live_window import HIDE, Draw, LiveWindow
from warcouncil.clients.commands.rule.show import clock_words
from warcouncil.clients.umpire.model.phrases import place_text
from warcouncil.clients.widgets.pieces.results import several_games, winner_text
from warcouncil.clients.widgets.pieces.wording import clock_text, fit, lasted
from warcouncil.games.kit.text.phrases import plural
from warcouncil.protocol.words import clean

MB = 1024 * 1024
LOW_MB = 500
"""If less disk space than this is left, the window warns."""
WHOLE_LINES = 20
"""A window with fewer lines than this shows fewer facts."""
NO_BACKUP = "none. host --backup FOLDER keeps a copy, for example on a stick"
NAME_COLUMNS_MAX, GAP = 32, 2
KEYS = "c  show codes     q  stop"
KEYS_WITH_HEIR = "c  show codes     h  hand over     q  stop"


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table: its name, its phase (the full title and the short name), its clock as text, and how many
    seats are linked.
    """

    name: str
    title: str
    phase: str
    clock: str
    linked: int
    seats: int


@dataclass(frozen=True, slots=True)
class HostFacts:
    """The facts that the window shows. Times are in milliseconds. A fact is None if it is unknown."""

    exercise: str
    addresses: str
    file: str
    rows: tuple[TableRow, ...]
    up_ms: int
    written_ms: int | None
    file_mb: float | None
    free_mb: int | None
    news: str = ""
    """The last line of the log."""
    paged: int = 0
    """How many seats are in browsers."""
    web: tuple[str, ...] = ()
    """The lines about browsers."""
    standbys: tuple[str, ...] | None = None
    """Lines about the standbys. The value is None if there can be no standbys."""
    backup: str | None = None
    """A sentence about the state of the file's copies, or "" if no copies are made, and None if there is no file."""
    epoch: int = 0
    """The epoch, if there can be several arbiters."""
    stray: str = ""
    """A sentence about an exercise file that was moved, or "" if the file is in its place."""
    sleep: str = ""
    """The warning that the machine may fall asleep, or "" if the machine stays awake, or no clock runs."""


def facts_of(
    standing: RunningArbiter,
    addresses: str,
    home: Location,
    *,
    up_ms: int,
    news: str = "",
    web: Sequence[str] = (),
    backup: str = "",
) -> HostFacts:
    """Return the facts about a running arbiter and the disk."""
    service, standbys = standing.service, standing.standbys
    exercise, at = service.exercise, service.clock.now()
    rows = []
    tables = [
        (table, table_status.status(table, at, exercise.sessions, exercise.roster, seats=False))
        for table in exercise.tables.values()
    ]
    mixed = several_games(status for _, status in tables)
    for table, status in tables:
        linked = sum(
            seat in table.bots or exercise.sessions.linked(table.number, seat) for seat in table.seats
        )
        name = f"{table.number}  {place_text(status, mixed=mixed) or clean(table.cover.title)}"
        title = winner_text(status) if status.ended else clean(status.title)
        phase = title if status.ended else clean(status.phase) or title
        rows.append(TableRow(name, title, phase, clock_words(status), linked, len(table.seats)))
    written_ms, file_mb, free_mb = _on_disk(home.file) if home.file else (None, None, None)
    return HostFacts(
        exercise.name,
        addresses,
        str(home),
        tuple(rows),
        up_ms,
        written_ms,
        file_mb,
        free_mb,
        news,
        sum(
            heard.browser
            for table in exercise.tables.values()
            for heard in exercise.sessions.heard(table.number, table.seats).values()
        ),
        tuple(web),
        standbys.lines if standbys else None,
        backup if home.file else None,
        exercise.lead.epoch,
        standing.file_guard.fault if standing.file_guard else "",
    )


def _on_disk(file: Path) -> tuple[int | None, float | None, int | None]:
    """Return how long ago the exercise's files were written (ms), their size, and the free space (both in MB)."""
    found = []
    for path in (file, file.with_name(file.name + "-wal"), file.with_name(file.name + "-trail")):
        with suppress(OSError):
            found.append(path.stat())
    free = None
    with suppress(OSError):
        free = shutil.disk_usage(file.resolve().parent).free // MB
    if not found:
        return None, None, free
    ago = time.time() - max(one.st_mtime for one in found)
    return max(0, round(ago * 1000)), sum(one.st_size for one in found) / MB, free


def status_lines(facts: HostFacts, columns: int, lines: int, question: str = "") -> list[str]:
    """Return the lines of the window, at most `lines`, each at most `columns` wide.

    `question` replaces the keys.
    """
    linked, seats = sum(row.linked for row in facts.rows), sum(row.seats for row in facts.rows)
    head = f"{clean(facts.exercise)} · {linked} of {plural(seats, 'seat')} connected"
    head += f" ({facts.paged} in browsers)" if facts.paged else ""
    above = [
        _ends(head, f"running for {clock_text(facts.up_ms)}", columns),
        f"Address   {facts.addresses}",
        *(facts.web if lines >= WHOLE_LINES else facts.web[:1]),
        "",
    ]
    below = [
        "",
        *_disk_lines(facts),
        *_backup_lines(facts),
        *_standby_lines(facts),
        *([f"SLEEP     {clean(facts.sleep)}"] if facts.sleep else []),
        *([f"Log       {clean(facts.news)}"] if facts.news else []),
        "",
        question or (KEYS_WITH_HEIR if facts.standbys else KEYS),
    ]
    room = max(1, lines - len(above) - len(below))
    return [fit(line, columns).rstrip() for line in (*above, *_rows(facts.rows, columns, room), *below)][
        :lines
    ]


def _ends(left: str, right: str, columns: int) -> str:
    return fit(left, max(1, columns - len(right) - 2)) + "  " + right


def _rows(rows: Sequence[TableRow], columns: int, room: int) -> list[str]:
    """Return the rows of as many tables as fit. Tables that are still being played come first."""
    sorted_rows = sorted(rows, key=lambda row: row.clock == "over") if len(rows) > room else list(rows)
    shown = sorted_rows if len(rows) <= room else sorted_rows[: room - 1]
    name = min(NAME_COLUMNS_MAX, _widest([row.name for row in shown]))
    clock = _widest([row.clock for row in shown])
    held = _widest([f"{row.linked}/{row.seats}" for row in shown])
    room_for = max(8, columns - name - clock - held - 3 * GAP)
    what = min(room_for, _widest([row.title for row in shown]))
    lines = [
        (" " * GAP).join(
            (
                fit(row.name, name),
                fit(row.title if cell_len(row.title) <= what else row.phase, what),
                fit(row.clock, clock),
                f"{row.linked}/{row.seats}".rjust(held),
            )
        )
        for row in shown
    ]
    return (
        lines if len(shown) == len(rows) else [*lines, f"and {plural(len(rows) - len(shown), 'table')} more"]
    )


def _widest(words: Sequence[str]) -> int:
    return max(map(cell_len, words), default=0)


def _backup_lines(facts: HostFacts) -> list[str]:
    if facts.backup is None:
        return []
    return [f"Backup    {clean(facts.backup) or NO_BACKUP}"]


def _standby_lines(facts: HostFacts) -> list[str]:
    if facts.standbys is None:
        return []
    words = (
        ", ".join(map(clean, facts.standbys))
        or "none. To add one, on another machine: warcouncil standby ADDRESS"
    )
    return [f"Standby   {words}   (lead number {facts.epoch})"]


def _disk_lines(facts: HostFacts) -> list[str]:
    if facts.stray:
        return [f"FILE      {clean(facts.stray)}"]
    size = "" if facts.file_mb is None else f"   {facts.file_mb:.1f} MB"
    written = "" if facts.written_ms is None else f"   written {lasted(facts.written_ms)} ago"
    lines = [f"File      {facts.file}{size}{written}"]
    if facts.free_mb is not None:
        free = f"{facts.free_mb / 1024:.1f} GB" if facts.free_mb >= 1024 else f"{facts.free_mb} MB"
        lines.append(
            f"Disk      {free} free"
            + (". Delete files: on a full disk no answer can be sealed" if facts.free_mb < LOW_MB else "")
        )
    return lines


SURE = "Stop the exercise? It can be resumed.   y  stop     any other key  go on"
WHICH = "Stop the exercise?   y  stop it for all     h  hand it over to {}     any other key  go on"
HAND = "Hand the exercise over?   y  yes, to {}     any other key  go on"
TO_STATUS = "Enter hides the codes and shows the state of the room. q stops."


class HostWindow(LiveWindow):
    """Shows codes or the status, and reads keys.

    The codes are in the window already, unless it begins `hidden`.

    `heir` returns the name of the standby that would take over. It is "" if there is none. `hand_over` hands
    the exercise over to that standby.
    """

    def __init__(  # Each argument is the effect of a key
        self,
        draw: Draw,
        codes: Callable[[], str],
        stop: Callable[[], None],
        *,
        heir: Callable[[], str] = str,
        hand_over: Callable[[], object] = str,
        hidden: bool = False,
    ) -> None:
        super().__init__(draw)
        self._codes = codes
        self._stop = stop
        self._heir = heir
        self._hand_over = hand_over
        self._answers: dict[str, Callable[[], object]] = {}
        """The effects of the answers to the present question, by key."""
        self.is_drawn = hidden

    def press(self, key: str) -> None:
        """Handle a key."""
        key = key.lower()
        if self.question:
            self._answer(key)
        elif key == "q":
            heir = self._heir()
            ways = {"y": self._stop, "h": self._hand_over}
            self._ask(*((WHICH.format(heir), ways) if heir else (SURE, {"y": self._stop})))
        elif key == "h" and (heir := self._heir()):
            self._ask(HAND.format(heir), {"y": self._hand_over})
        elif key in ("\r", "\n") and not self.is_drawn:
            self.is_drawn = True
            self.pen.write(HIDE)
        elif key == "c" and self.is_drawn:
            self.is_drawn = False
            self.pen.write(f"{HIDE}{self._codes()}\n\n{TO_STATUS}\n")
        self.redraw()

    def interrupt(self) -> None:
        """Handle Ctrl-C: ask whether to stop, and stop at the second time."""
        if self.question and self._stop not in self._answers.values():
            self.typed("n")  # Ctrl-C answers only the question whether to stop
            return
        super().interrupt()

    def _ask(self, question: str, answers: dict[str, Callable[[], object]]) -> None:
        self.question, self._answers = question, answers
        if not self.is_drawn:
            self.pen.write(f"\n{question}\n")

    def _answer(self, key: str) -> None:
        self.question = ""
        if key in self._answers:
            self._answers[key]()
        elif not self.is_drawn:
            self.pen.write(f"\nThe exercise goes on. {TO_STATUS}\n")


class NewsTail(io.StringIO):
    """A log that keeps only its last line, for the window."""

    def __init__(self) -> None:
        super().__init__()
        self.last = ""

    def write(self, text: str) -> int:
        """Keep a line."""
        self.last = text.strip() or self.last
        return len(text)
