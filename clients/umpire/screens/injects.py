"""The injects of a table: when each comes, which are kept back, which came, and the acts on each."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from warcouncil.clients.umpire.acts.act_descriptions import ActKind
from warcouncil.clients.umpire.acts.act_target import target
from warcouncil.clients.umpire.drawing import tone
from warcouncil.clients.umpire.drawing.console import Console, Remark
from warcouncil.clients.umpire.model.detail import ToCome
from warcouncil.clients.umpire.model.labels import (
    GROUPS,
    in_order,
    inject_words,
    time_words,
    when_words,
)
from warcouncil.clients.umpire.screens.act_box import RulingScreen
from warcouncil.clients.widgets.board.ink import Lines, whole_rows
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.widgets.pieces.wording import fit
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.acts import acts
from warcouncil.protocol.wire.consoles import InjectLine
from warcouncil.protocol.words import TableId

WHEN_COLUMNS, TOP_ROWS_MAX = 24, 2
SPENT = {"came": "umpire.inject_spent_came", "dropped": "umpire.inject_spent_dropped"}
"""The sentences about an inject that no act can change any more."""


class InjectsScreen(ModalScreen[None]):
    """Lists the injects of the followed table until Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,I", "dismiss", "help.act_back"),
        Binding("up", "choose(-1)", "umpire.act_other", show=False, priority=True),
        Binding("down", "choose(1)", "umpire.act_other", show=False, priority=True),
        Binding("enter", "send", "umpire.act_send_now", show=False, priority=True),
        Binding(
            "x",
            "postpone",
            "umpire.act_later",
            show=False,
            id="postpone",
            tooltip="umpire.means_later",
        ),
        Binding(
            "X",
            "postpone(True)",
            "umpire.act_all_later",
            show=False,
            id="postpone-all",
            tooltip="umpire.means_all_later",
        ),
        Binding(
            "h",
            "keep_back",
            "umpire.act_keep_back",
            show=False,
            id="keep-back",
            tooltip="umpire.means_keep_back",
        ),
    ]

    def __init__(self, console: Console, table: TableId) -> None:
        super().__init__()
        self.console = console
        self.table = table
        self.ready = False
        self._follows = False
        """Whether this screen alone follows the table."""
        self._chosen = 0
        """The number of the inject under the cursor."""
        self._remark = Remark()

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        with Vertical(classes="box wide"):
            yield Drawn(classes="box-title")
            yield Drawn(id="inject-time")
            yield Page(id="injects")
            yield Drawn(id="inject-chosen")
            yield Drawn(id="hint")

    def on_mount(self) -> None:
        """Follow the table and draw the list."""
        self.ready = True
        if self.console.board.watched != self.table:
            self._follows = True
            self.console.send([self.console.board.watch(self.table)])
        self.query_one(".box-title", Drawn).put([Content(say("umpire.injects_title", table=self.table))])
        self.query_one("#injects", Page).focus()
        self.repaint()

    def on_unmount(self) -> None:
        """Stop following the table, if this screen alone follows it."""
        if self._follows and self.console.board.watched == self.table:
            self.console.send([self.console.board.watch(TableId(0))])

    def on_resize(self) -> None:
        """Redraw the list for its new size."""
        self.call_after_refresh(self.repaint)

    # --- drawing ------------------------------------------------------------------------------------------------

    def _told(self) -> ToCome | None:
        room = self.console.board.room
        return room.injects if room is not None and room.table == self.table else None

    def _lines(self) -> tuple[InjectLine, ...]:
        told = self._told()
        return in_order(told.told.injects) if told is not None else ()

    def _line(self) -> InjectLine | None:
        """Return the inject under the cursor."""
        lines = self._lines()
        return next((line for line in lines if line.number == self._chosen), lines[0] if lines else None)

    def repaint(self) -> None:
        """Draw the list again, because time passes meanwhile."""
        if not self.ready:
            return
        page = self.query_one("#injects", Page)
        width = max(40, page.size.width - 2)
        told, now_ms = self._told(), self.console.now_ms()
        if told is None:
            text = "umpire.asking_table" if self.console.board.room is None else "umpire.injects_none"
            page.put([Content.styled(say(text), tone.QUIET)])
            return
        ran_ms = told.ran_ms(now_ms)
        runs = ran_ms < told.told.ran_ms + told.told.runs_ms
        self.query_one("#inject-time", Drawn).put(
            [Content.styled(time_words(ran_ms, runs=runs), tone.STRONG)]
        )
        chosen = self._line()
        page.put(_rows(self._lines(), chosen, ran_ms, width))
        words = Content.styled(inject_words(chosen), tone.STRONG).wrap(width) if chosen else []
        why = self._remark.text
        rows = whole_rows(Content.styled(why, tone.WARN), width, TOP_ROWS_MAX) if why else []
        self.query_one("#inject-chosen", Drawn).put([Content(), *words, *rows])
        own = keys_at(self)
        hint = say(
            "umpire.injects_keys",
            later=own.of("postpone", "x"),
            all=own.of("postpone-all", "X"),
            keep=own.of("keep-back", "h"),
        )
        self.query_one("#hint", Drawn).put(list(Content.styled(hint, tone.QUIET).wrap(width)))

    # --- keys ---------------------------------------------------------------------------------------------------

    def action_choose(self, step: int) -> None:
        """Move the cursor to another inject."""
        lines, line = self._lines(), self._line()
        if line is not None:
            self._chosen = lines[(lines.index(line) + step) % len(lines)].number
            self._remark.say("")
            self.repaint()
            self.query_one("#injects", Page).scroll_to(y=self._row() - 3, animate=False)

    def _row(self) -> int:
        """Return the row of the chosen inject."""
        lines, line = self._lines(), self._line()
        heads = len({each.state for each in lines[: lines.index(line) + 1]}) if line else 0
        return heads + (lines.index(line) if line else 0)

    def action_send(self) -> None:
        """Send the chosen inject now."""
        self._act(acts.SendInject)

    def action_postpone(self, everything: bool = False) -> None:
        """Postpone the chosen inject, or all injects with a running time."""
        if everything:
            self._order(acts.Postpone, 0, say("umpire.inject_all"))
        else:
            self._act(acts.Postpone)

    def action_keep_back(self) -> None:
        """Keep the chosen inject back, or drop it."""
        self._act(acts.KeepBack)

    def _act(self, kind: ActKind) -> None:
        line = self._line()
        if line is not None:
            self._order(kind, line.number, f"{line.number}  {inject_words(line)}")

    def _order(self, kind: ActKind, number: int, quoted: str) -> None:
        """Open the box of an act. If the act would have no effect, show why."""
        if self._remark.explain(partial(self._why_not, kind, number)):
            self.repaint()
        else:
            aimed = target(self.console.board, kind, (self.table,), number=number)
            self.app.push_screen(RulingScreen(self.console, aimed, quoted=quoted))

    def _why_not(self, kind: ActKind, number: int) -> str:
        """Return why an act on an inject can have no effect now. It is "" if it can have one.

        The number 0 means all injects with a time.
        """
        state = next((line.state for line in self._lines() if line.number == number), "")
        if state in SPENT:
            return say(SPENT[state], n=number)
        return target(self.console.board, kind, (self.table,), number=number).why_not


def _rows(lines: tuple[InjectLine, ...], chosen: InjectLine | None, ran_ms: int, width: int) -> Lines:
    """Draw the list, with one row for each inject, in groups."""
    rows: Lines = []
    longest = max((cell_len(when_words(line, ran_ms)) for line in lines), default=0)
    columns = min(longest, max(WHEN_COLUMNS, width // 3))
    for state, title in GROUPS:
        found = [line for line in lines if line.state == state]
        rows += [Content.styled(say(title), tone.QUIET)] if found else []
        for line in found:
            sign = "▸" if line is chosen else " "
            when = fit(when_words(line, ran_ms), columns)
            row = fit(f" {sign} {line.number:>3}  {when}  {inject_words(line)}", width)
            style = (
                tone.CURSOR
                if line is chosen
                else tone.PLAIN
                if state in ("to_come", "at_hand")
                else tone.QUIET
            )
            rows.append(Content.styled(row, style))
    return rows
