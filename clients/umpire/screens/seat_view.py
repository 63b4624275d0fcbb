"""One seat, exactly as its player sees it. The journal records each look."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from warcouncil.clients.umpire.acts.act_target import seat_words
from warcouncil.clients.umpire.drawing import tone
from warcouncil.clients.umpire.drawing.answer_box import AnswerBox, Filled
from warcouncil.clients.umpire.drawing.console import Console
from warcouncil.clients.umpire.drawing.form_view import question_lines
from warcouncil.clients.umpire.drawing.panes import story_lines, talk_lines
from warcouncil.clients.umpire.drawing.seat_labels import answer_word, link_word
from warcouncil.clients.umpire.model.phrases import seat_name
from warcouncil.clients.umpire.screens.act_choices import is_choices
from warcouncil.clients.umpire.screens.split_screen import PanedScreen
from warcouncil.clients.widgets.board.documents import unfolded
from warcouncil.clients.widgets.board.ink import Lines, ink, join, whole_rows
from warcouncil.clients.widgets.board.sheet import SheetView
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.widgets.pieces.message_heads import message_head, with_messages
from warcouncil.clients.widgets.pieces.wording import clock_text, lasted
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.clients.wording.saying import say, woven
from warcouncil.protocol.acts import acts
from warcouncil.protocol.table.views import View
from warcouncil.protocol.words import SeatId, TableId, clean


class SeatScreen(PanedScreen):
    """The screen of what one player sees."""

    UPPER = ("sheet", "question")
    LOWER = ("story", "talk", "rule")
    TOGETHER = True
    HEAD_BESIDE = False

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "r",
            "look_again",
            "umpire.act_look_again",
            id="look-again",
            tooltip="umpire.means_look_again",
        ),
        Binding(
            "s",
            "declare",
            "help.seal_what",
            id="declare",
            tooltip="umpire.means_seal",
        ),
    ]

    def __init__(self, console: Console, table: TableId, seat: SeatId) -> None:
        super().__init__(console)
        self.table = table
        self._seat = seat

    def inside(self, pane: str) -> Widget:
        """Return the widget inside a pane."""
        return SheetView(id="sheet") if pane == "sheet" else Page(id=pane, at_end=pane in ("story", "talk"))

    def on_mount(self) -> None:
        """Request what the seat sees."""
        self.action_look_again()
        super().on_mount()

    def seat(self) -> SeatId:
        """Return this seat."""
        return self._seat

    def targets(self) -> tuple[TableId, ...]:
        """Return its table."""
        return (self.table,)

    def top(self, width: int) -> Content:
        """Draw the top line, which names the seat."""
        now = self.console.board.tables.get(self.table)
        found = now.seat(self._seat) if now is not None else None
        name = seat_name(found) if found is not None else clean(str(self._seat))
        title, number = Content.styled(name, tone.STRONG), Content.styled(str(self.table), tone.QUIET)
        pieces = woven("umpire.see_what", seat=title, table=number)
        line = Content(" ") + Content("").join(
            piece if isinstance(piece, Content) else Content.styled(piece, tone.QUIET) for piece in pieces
        )
        if now is not None and found is not None:
            stands = f"{answer_word(found)} · {link_word(now, found, self.console.now_ms())}"
            line = join(line, ink(stands, tone.QUIET), gap=" · ")
        return line

    def head_lines(self, width: int) -> Lines:
        """Draw the title, the clock and the notices as the player sees them."""
        looking, now_ms = self.console.board.looking, self.console.now_ms()
        if looking is None or looking.view is None:
            why = looking.refused if looking is not None else ""
            return [
                Content.styled(f" {say('umpire.not_shown', why=why)}", tone.BAD)
                if why
                else Content.styled(f" {say('umpire.asking_seat')}", tone.QUIET)
            ]
        view = looking.view
        again = keys_at(self).of("look-again", "r")
        time = lasted(now_ms - looking.heard_ms)
        age = Content.styled(say("umpire.looked", time=time, key=again), tone.QUIET)
        line = join(ink(view.title, tone.STRONG), _clock(view, looking.left_ms(now_ms)), age, gap=" · ")
        return whole_rows(Content(" ") + line, width, 2)

    def fill_panes(self) -> None:
        """Fill the panes with what the player sees."""
        self.query_one("#alarms", Drawn).put([])
        looking = self.console.board.looking
        if looking is None or looking.view is None:
            return
        view = looking.view
        self.query_one(SheetView).show(unfolded(view.sheet))
        self.put_page("question", question_lines(view, self.pane_width("question")))
        told = with_messages(view.story, view.notices)
        self.put_page("story", story_lines(told, self.pane_width("story"), say("story.nothing")))
        rule = [
            ink(say("umpire.rule", rule=view.rule), tone.STRONG),
            *ink(view.rule_text).wrap(self.pane_width("rule")),
        ]
        self.put_page("rule", rule)
        width = self.pane_width("talk")
        notices = [
            row
            for notice in view.notices
            for row in join(ink(f"{message_head(notice)}:", tone.WARN), ink(notice.text), gap=" ").wrap(width)
        ]
        self.put_page("talk", [*notices, *talk_lines(view.channels, view.lines, view.deals, width)])

    def action_declare(self) -> None:
        """Seal an answer for this seat. The umpire chooses it in the box or fills it in line by line."""
        looking = self.console.board.looking
        form = looking.view.form if looking is not None and looking.view is not None else None
        aimed = self.aimed(acts.DeclareFor)
        if form is None or is_choices(form) or not aimed.touched(self.console.board):
            self.order(aimed)
            return
        name = seat_words(self.console.board, self._seat, (self.table,))

        def filled(found: Filled | None) -> None:
            if found is not None:
                answer, words = found
                self.order(replace(aimed, answer=answer, choice=words))

        self.app.push_screen(AnswerBox(form, self.console.fill(form), name), filled)

    def action_look_again(self) -> None:
        """Request again what the seat sees."""
        self.console.send([self.console.board.look(self.table, self._seat)])
        self.repaint()

    def action_back(self) -> None:
        """Stop looking at the seat."""
        self.console.board.look_away()
        super().action_back()


def _clock(view: View, left_ms: int) -> Content:
    if view.held:
        return Content.styled(say("umpire.held_for"), tone.BAD)
    if view.clock is None:
        return Content.styled(say("umpire.no_clock"), tone.QUIET)
    left = clock_text(left_ms)
    if view.paused or not view.clock.running:
        return Content.styled(say("umpire.paused_by_at", time=left), tone.WARN)
    return Content.styled(left, tone.STRONG)
