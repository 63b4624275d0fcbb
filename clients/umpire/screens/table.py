"""One table: every seat, the public sheet, the talk, the full story and the rulings."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from warcouncil.clients.umpire.drawing import tone
from warcouncil.clients.umpire.drawing.console import Console
from warcouncil.clients.umpire.drawing.panes import record_lines, seat_rows, story_lines, talk_lines
from warcouncil.clients.umpire.drawing.rows import alarm_rows, table_line
from warcouncil.clients.umpire.model.alarms import alarms_of_table
from warcouncil.clients.umpire.model.detail import Looking
from warcouncil.clients.umpire.screens.base import HIDDEN
from warcouncil.clients.umpire.screens.seat_view import SeatScreen
from warcouncil.clients.umpire.screens.split_screen import Pane, PanedScreen
from warcouncil.clients.widgets.board.documents import unfolded
from warcouncil.clients.widgets.board.ink import Lines
from warcouncil.clients.widgets.board.sheet import SheetView
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.widgets.pieces.wording import lasted
from warcouncil.clients.widgets.window.own_keys import OwnKeys
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.wire.consoles import SeatStatus
from warcouncil.protocol.words import SeatId, TableId


class TableScreen(PanedScreen):
    """The screen of one table."""

    UPPER = ("sheet",)
    LOWER = ("story", "talk", "rulings")

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "look", "umpire.act_see_seat"),
        Binding("0", "truth", "umpire.act_see_all", id="truth", tooltip="umpire.means_see_all"),
        Binding("up", "choose(-1)", show=HIDDEN),
        Binding("down", "choose(1)", show=HIDDEN),
        Binding("left", "table(-1)", show=HIDDEN),
        Binding("right", "table(1)", show=HIDDEN),
    ]

    def __init__(self, console: Console, table: TableId) -> None:
        super().__init__(console)
        self.table = table
        self._at = self._place_of(next((w.seat for w in console.newest if w.table == table and w.seat), ""))
        self._truth = False
        """Whether the sheet shows the full truth instead of the public part."""

    def inside(self, pane: str) -> Widget:
        """Return the widget inside a pane."""
        return SheetView(id="sheet") if pane == "sheet" else Page(id=pane, at_end=True)

    def on_mount(self) -> None:
        """Follow this table."""
        self.console.send([self.console.board.watch(self.table)])
        super().on_mount()

    def top(self, width: int) -> Content:
        """Draw the top line."""
        now = self.console.board.tables.get(self.table)
        if now is None:
            return Content.styled(f" {say('umpire.table_gone', table=self.table)}", tone.BAD)
        return Content(" ") + table_line(now, self.console.now_ms(), keys_at(self), alarmed=True)

    def _seats(self) -> tuple[SeatStatus, ...]:
        now = self.console.board.tables.get(self.table)
        return now.status.seats if now is not None else ()

    def _place_of(self, seat: str) -> int:
        """Return the index of a seat. Return 0 if it does not exist."""
        return next((at for at, each in enumerate(self._seats()) if each.seat == seat), 0)

    def seat(self) -> SeatId:
        """Return the seat under the cursor."""
        seats = self._seats()
        return seats[min(self._at, len(seats) - 1)].seat if seats else SeatId("")

    def targets(self) -> tuple[TableId, ...]:
        """Return this table."""
        return (self.table,)

    def head_lines(self, width: int) -> Lines:
        """Draw the seats."""
        now = self.console.board.tables.get(self.table)
        return seat_rows(now, self.console.now_ms(), width, self.seat()) if now is not None else []

    def fill_panes(self) -> None:
        """Fill the panes, and the alarms of this table above them."""
        console = self.console
        now = console.board.tables.get(self.table)
        found = alarms_of_table(console.board, now, console.now_ms()) if now is not None else []
        most = 2 if self.size.height < 34 else 4
        meant = self.idle_meant(found)
        alarms = alarm_rows(found, most, self.size.width, keys_at(self), meant=meant) if found else []
        self.query_one("#alarms", Drawn).put(alarms)
        room = console.board.room
        if room is None:
            for pane in self.LOWER:
                self.put_page(pane, [Content.styled(say("umpire.asking_table"), tone.QUIET)])
            return
        self._fill_sheet(room.sheet)
        self.put_page("talk", talk_lines(room.channels, room.lines, room.deals, self.pane_width("talk")))
        self.put_page("story", story_lines(room.story, self.pane_width("story"), say("story.nothing")))
        self.put_page("rulings", record_lines(room.rulings, self.pane_width("rulings")))

    def _fill_sheet(self, public: Sheet) -> None:
        """Show the public sheet or the full truth."""
        looking = self.console.board.looking if self._truth else None
        view = looking.view if looking is not None and not looking.seat else None
        self.query_one(SheetView).show(unfolded(public if view is None else view.sheet))
        pane = self.query_one("#pane-sheet", Pane)
        pane.set_class(self._truth, "-titled")
        pane.title(
            [
                Content.styled(say("umpire.pane_sheet").capitalize(), tone.STRONG)
                if not self._truth
                else _truth_line(looking, self.console.now_ms(), keys_at(self))
            ]
        )

    # --- keys ---------------------------------------------------------------------------------------------------

    def action_choose(self, step: int) -> None:
        """Choose another seat."""
        seats = self._seats()
        if seats:
            self._at = (min(self._at, len(seats) - 1) + step) % len(seats)
            self.repaint()

    def action_table(self, step: int) -> None:
        """Go to the next table on the wall."""
        shown = self.console.shown()
        if not shown:
            return
        at = shown.index(self.table) + step if self.table in shown else 0
        self.table = self.console.cursor = shown[at % len(shown)]
        self.console.remark.say("")
        self._look_away()
        self.console.send([self.console.board.watch(self.table)])
        self.repaint()

    def action_look(self) -> None:
        """Show exactly what the chosen seat sees."""
        if self.seat():
            self.app.push_screen(SeatScreen(self.console, self.table, self.seat()))

    def action_truth(self) -> None:
        """Show the full truth of this table, or the public sheet again. The journal records each look."""
        if self._truth:
            self._look_away()
        else:
            self._truth = True
            self._look()
        self.repaint()

    def _look(self) -> None:
        self.console.send([self.console.board.look(self.table, SeatId(""))])

    def _look_away(self) -> None:
        if self._truth:
            self._truth = False
            self.console.board.look_away()

    def on_screen_resume(self) -> None:
        """Request the full truth again, if it was shown before the umpire looked at a seat."""
        if self._truth and self.console.board.looking is None:
            self._look()
        super().on_screen_resume()

    def action_back(self) -> None:
        """Stop following this table, and go back to the wall."""
        self._look_away()
        self.console.send([self.console.board.watch(TableId(0))])
        super().action_back()

    def on_click(self, event: events.Click) -> None:
        """Choose the seat that was clicked. A double click opens it."""
        if event.widget is self.query_one("#fixed") and 0 < event.y <= len(self._seats()):
            self._at = event.y - 1
            self.repaint()
            if event.chain > 1:
                self.action_look()


def _truth_line(looking: Looking | None, now_ms: int, own: OwnKeys) -> Content:
    """Draw above the sheet a line which says that the sheet hides nothing, or why the full truth is not shown."""
    if looking is not None and looking.refused:
        return Content.styled(say("umpire.not_shown", why=looking.refused), tone.BAD)
    if looking is None or looking.view is None:
        return Content.styled(say("umpire.asking_all"), tone.QUIET)
    age = say("umpire.looked_all", time=lasted(now_ms - looking.heard_ms), key=own.of("truth", "0"))
    return Content.assemble((f" {say('umpire.all_secrets')} ", tone.ALARM), (f" {age}", tone.QUIET))
