"""The wall: the first page of the console. It lists every table, with the alarms first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input
from warcouncil.clients.umpire.drawing.console import Console
from warcouncil.clients.umpire.drawing.grid import Grid
from warcouncil.clients.umpire.drawing.rows import (
    alarm_rows,
    detail_rows,
    head_line,
    phase_key,
    table_ids,
)
from warcouncil.clients.umpire.model.phrases import standby_words
from warcouncil.clients.umpire.model.table_order import WallSort, next_sort
from warcouncil.clients.umpire.screens.base import HIDDEN, ConsoleScreen, link_lines
from warcouncil.clients.umpire.screens.debriefing import debrief_lines
from warcouncil.clients.umpire.screens.lists import order_lines
from warcouncil.clients.umpire.screens.table import TableScreen
from warcouncil.clients.widgets.board.ink import Lines, rule
from warcouncil.clients.widgets.pieces.drawn import Drawn
from warcouncil.clients.widgets.pieces.input_line import InputLine
from warcouncil.clients.widgets.pieces.results import tally_lines
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import TableId, clean

TYPING_MS = 1200
"""Digits that are typed within this time form one number."""
RESULTS_MIN = 4
LATELY_MIN = 6
"""How many free lines are needed to show the tally of the room, and to show the latest orders."""


class WallScreen(ConsoleScreen):
    """The page that lists every table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "umpire.act_open"),
        Binding(
            "space",
            "mark",
            "umpire.act_mark",
            key_display="␣",
            id="mark",
            tooltip="umpire.means_mark",
        ),
        Binding("a", "next_alarm", "umpire.act_alarm", id="alarm", tooltip="umpire.means_alarm"),
        Binding(
            "slash",
            "filter",
            "umpire.act_filter",
            key_display="/",
            id="filter",
            tooltip="umpire.means_filter",
        ),
        Binding("s", "sort", "umpire.act_sort", show=HIDDEN, id="sort", tooltip="umpire.means_sort"),
        Binding(
            "m",
            "mark_all",
            "umpire.act_mark_all",
            show=HIDDEN,
            id="mark-all",
            tooltip="umpire.means_mark_all",
        ),
        Binding("escape", "clear", "umpire.act_clear", show=HIDDEN),
        *(
            Binding(f"{key}", f"move('{key}')", show=HIDDEN)
            for key in ("up", "down", "left", "right", "home", "end", "pageup", "pagedown")
        ),
        *(Binding(str(digit), f"digit('{digit}')", show=HIDDEN) for digit in range(10)),
    ]

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._typed = ""
        self._typed_ms = 0
        self._gone_to: set[TableId] = set()
        """The tables that the alarm key has visited since the cursor was last moved in another way."""

    def body(self) -> Iterable[Widget]:
        """Yield the alarms, the tables, and the detail of one table."""
        yield Drawn(id="alarms")
        yield Drawn(id="debrief")
        yield Grid(self.console)
        yield Drawn(id="detail", fills=True)
        yield InputLine(
            id="filter",
            placeholder=say("umpire.filter_words"),
        )

    def top(self, width: int) -> Content:
        """Draw the top line."""
        console = self.console
        notes = []
        if console.wanted:
            notes.append(say("umpire.filtered", words=clean(console.wanted), n=len(console.shown())))
        if console.sort is not WallSort.NUMBER:
            notes.append(say(console.sort.value))
        if console.board.lockstep:
            notes.append(say("umpire.in_step", phases=clean(", ".join(console.board.lockstep))))
        if console.board.standbys:
            notes.append(say("umpire.standby", standbys=standby_words(console.board.standbys)))
        if console.marked:
            hidden = len(console.marked.difference(console.shown()))
            marked = say("umpire.marked", n=len(console.marked))
            notes.append(say("umpire.hidden_marks", marked=marked, n=hidden) if hidden else marked)
        return head_line(console.board, console.now_ms(), width, note=" · ".join(notes))

    def paint(self) -> None:
        """Draw the alarms, the tables and the detail. If the alarms are cut, they get the free lines below."""
        height = self.size.height
        alarms_max = 3 if height < 30 else 5 if height < 44 else 8
        alarms = self._alarm_rows(alarms_max)
        free = self._paint(alarms)
        if free > 0:
            roomier = self._alarm_rows(alarms_max + free)
            if roomier != alarms:
                self._paint(roomier)

    def _alarm_rows(self, rows_max: int) -> Lines:
        own = keys_at(self)
        return alarm_rows(self.console.newest, rows_max, self.size.width, own, meant=self.idle_meant())

    def _paint(self, alarms: Lines) -> int:
        """Draw the wall with these alarms. Return how many rows are free below."""
        width, height = self.size.width, self.size.height
        console, own = self.console, keys_at(self)
        self.query_one("#alarms", Drawn).put(alarms)
        debrief = debrief_lines(console.board, width)
        self.query_one("#debrief", Drawn).put(debrief)
        least = 3 if height < 30 else 8
        spare = (
            height
            - len(alarms)
            - len(debrief)
            - 3
            - len(link_lines(console, width))
            - 2 * self.query_one("#filter", Input).display
        )
        grid = self.query_one(Grid)
        grid.fill(max(2, spare - least))
        now = console.board.tables.get(console.cursor)
        room = spare - grid.plan.rows - 1
        phases = phase_key(console.board.tables.values(), console.now_ms(), grid.plan.width, width)
        detail = detail_rows(now, console.now_ms(), width, room, own, title=phases) if now is not None else []
        detail = [*self._results(width, room), *detail]
        left = room - len(detail)
        if left >= LATELY_MIN and console.board.orders:
            lately = order_lines(console, max(40, width - 4))
            detail = [
                *detail,
                Content(),
                rule(say("umpire.lately"), width),
                *(Content("  ") + row for row in lately),
            ]
        self.query_one("#detail", Drawn).put(detail[:room])
        return room - len(detail)

    def _results(self, width: int, room: int) -> Lines:
        """Draw the tally of the room after every game is over, or while the projectors show it. The grid above names
        the result of each table.
        """
        board = self.console.board
        statuses = [now.status for now in board.tables.values()]
        if not statuses or room < RESULTS_MIN or not (board.results or all(each.ended for each in statuses)):
            return []
        title = rule(say("umpire.results_shown" if board.results else "display.results"), width)
        return [title, *(Content("  ") + line for line in tally_lines(statuses, width - 3))]

    def targets(self) -> tuple[TableId, ...]:
        """Return the marked tables, or else the one under the cursor."""
        console = self.console
        return tuple(sorted(console.marked)) or ((console.cursor,) if console.cursor else ())

    # --- keys ---------------------------------------------------------------------------------------------------

    def action_move(self, key: str) -> None:
        """Move the cursor."""
        shown = self.console.shown()
        if not shown:
            return
        rows = self.query_one(Grid).plan.rows
        cells = self.query_one(Grid).plan.cells
        at = shown.index(self.console.cursor) if self.console.cursor in shown else 0
        steps: dict[str, Callable[[], int]] = {
            "up": lambda: at - 1,
            "down": lambda: at + 1,
            "left": lambda: at - rows if at >= rows else at,
            "right": lambda: min(at + rows, len(shown) - 1) if at // rows < (len(shown) - 1) // rows else at,
            "home": lambda: 0,
            "end": lambda: len(shown) - 1,
            "pageup": lambda: at - cells,
            "pagedown": lambda: at + cells,
        }
        self._point(shown[max(0, min(len(shown) - 1, steps[key]()))])

    def action_digit(self, digit: str) -> None:
        """Go to a table by its number."""
        now_ms = self.console.now_ms()
        if now_ms - self._typed_ms > TYPING_MS or len(self._typed) > 3:
            self._typed = ""
        self._typed, self._typed_ms = self._typed + digit, now_ms
        for typed in (self._typed, digit):
            table = TableId(int(typed))
            if table in self.console.shown():
                self._typed = typed
                self._point(table)
                return

    def _point(self, table: TableId) -> None:
        self.console.cursor = table
        self._gone_to = set()
        self.console.remark.say("")
        self.repaint()

    def action_open(self) -> None:
        """Open the table under the cursor."""
        if self.console.cursor:
            self.console.remark.say("")
            self.app.push_screen(TableScreen(self.console, self.console.cursor))

    def action_mark(self) -> None:
        """Mark or unmark the table under the cursor, and move to the next."""
        if self.console.cursor:
            self.console.marked ^= {self.console.cursor}
            self.action_move("down")

    def action_mark_all(self) -> None:
        """Mark every table that is shown. If all are marked, unmark them."""
        shown = set(self.console.shown())
        self.console.marked = set() if shown <= self.console.marked else self.console.marked | shown
        self.repaint()

    def action_next_alarm(self) -> None:
        """Go to the next table that needs an umpire, worst first."""
        needing = self._needing()
        if not needing:
            self.explain(lambda: "" if self._needing() else say("umpire.nothing_needs"))
            return
        gone_to = self._gone_to if set(needing) - self._gone_to else set()
        table = next(each for each in needing if each not in gone_to)
        self._point(table)
        self._gone_to = gone_to | {table}

    def _needing(self) -> list[TableId]:
        """Return the tables on the wall that need an umpire, worst first."""
        return [table for table in table_ids(self.console.newest) if table in self.console.shown()]

    def action_sort(self) -> None:
        """Change to the next order of the tables."""
        self.console.sort = next_sort(self.console.sort)
        self.repaint()

    def action_filter(self) -> None:
        """Ask for words that the tables on the wall must match."""
        box = self.query_one("#filter", Input)
        box.display = True
        box.focus()
        self.repaint()

    def action_clear(self) -> None:
        """Clear the filter, or else the marks."""
        box = self.query_one("#filter", Input)
        if self.console.wanted or box.display:
            self.console.wanted = ""
            box.value = ""
            box.display = False
            self.set_focus(None)
        else:
            self.console.marked = set()
            self.console.remark.say("")
        self.repaint()

    @on(Input.Changed, "#filter")
    def _filter_changed(self, event: Input.Changed) -> None:
        self.console.wanted = event.value
        self.repaint()

    @on(Input.Submitted, "#filter")
    def _filter_done(self) -> None:
        self.query_one("#filter", Input).display = False
        self.set_focus(None)
        self.repaint()

    @on(Grid.TablePointed)
    def _pointed(self, event: Grid.TablePointed) -> None:
        self._point(event.table)
        if event.opened:
            self.action_open()
