"""The grid: the tables of the wall in columns, on several pages if they do not fit."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from warcouncil.clients.umpire.drawing import tone
from warcouncil.clients.umpire.drawing.columns import Plan, WallRow, plan_for, wall_columns
from warcouncil.clients.umpire.drawing.console import Console
from warcouncil.clients.umpire.drawing.rows import head_row, table_row
from warcouncil.clients.umpire.model.alarms import Urgency
from warcouncil.clients.widgets.board.ink import Lines
from warcouncil.clients.widgets.pieces.drawn import Drawn
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import TableId


class Grid(Drawn):
    """The tables in columns, on several pages if they do not fit."""

    @dataclass
    class TablePointed(Message):
        """A table was clicked. `opened`: it was double-clicked."""

        grid: Grid
        table: TableId
        opened: bool

        @property
        def control(self) -> Grid:
            """The grid."""
            return self.grid

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console
        self.plan = Plan(1, 1, 80)

    def fill(self, height: int) -> None:
        """Draw the wall in at most `height` lines."""
        shown = self.console.shown()
        plan = plan_for(len(shown), self.size.width or self.screen.size.width, height - 1)
        self.put(self._draw(plan, shown))

    def _first(self, shown: tuple[TableId, ...]) -> int:
        """Return the index of the first table on the page of the cursor."""
        at = shown.index(self.console.cursor) if self.console.cursor in shown else 0
        return at - at % self.plan.cells

    def _draw(self, plan: Plan, shown: tuple[TableId, ...]) -> Lines:
        if not shown:
            nothing = "umpire.none_matches" if self.console.wanted else "umpire.no_table_yet"
            return [Content(), Content.styled(f"  {say(nothing)}", tone.WARN)]
        self.plan = plan
        console, now_ms = self.console, self.console.now_ms()
        first = self._first(shown)
        page = shown[first : first + plan.cells]
        worst: dict[TableId, Urgency] = {}
        for ranked in console.newest:
            worst.setdefault(ranked.table, ranked.urgency)
        columns = wall_columns(console.board.tables.values(), now_ms, plan.width)
        own = keys_at(self)
        lines: Lines = [head_row(plan, columns)]
        for row in range(plan.rows):
            line = [
                table_row(
                    WallRow(
                        console.board.tables[table],
                        now_ms,
                        worst=worst.get(table),
                        marked=table in console.marked,
                        cursor=table == console.cursor,
                        own=own,
                    ),
                    plan.width,
                    columns,
                )
                for table in page[row :: plan.rows]
            ]
            lines.append(Content("").join(line))
        return lines

    def on_click(self, event: events.Click) -> None:
        """Send a message for the table that was clicked."""
        shown = self.console.shown()
        column, row = event.x // max(1, self.plan.width), event.y - 1
        at = self._first(shown) + column * self.plan.rows + row
        if 0 <= row < self.plan.rows and column < self.plan.columns and at < len(shown):
            self.post_message(self.TablePointed(self, shown[at], opened=event.chain > 1))
