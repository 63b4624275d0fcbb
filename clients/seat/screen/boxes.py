"""Boxes over the table: help, rules, story, notes, a call to the umpire, messages, leaving. The game
continues behind them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input
from warcouncil.clients.seat.drawing.help_pages import notice_page
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.typing_guard import TypingGuard
from warcouncil.clients.seat.words import tone
from warcouncil.clients.seat.words.notes import Notes
from warcouncil.clients.seat.words.write_line import WritingLine
from warcouncil.clients.widgets.board.ink import Lines, fit, ink, join
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.widgets.pieces.message_heads import message_head
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import Notice
from warcouncil.protocol.wire.requests import Write

Draw = Callable[[int], Lines]
"""Draws lines for a width."""


class Box(ModalScreen[None]):
    """A box that Escape closes."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Back")]

    def __init__(self, title: str) -> None:
        super().__init__()
        self.box_title = title

    def head(self) -> Drawn:
        """Return the line at the top of the box."""
        drawn = Drawn(classes="box-title")
        drawn.put(
            [Content.assemble((f" {self.box_title} ", tone.STRONG), (f" {say('help.esc_back')}", tone.QUIET))]
        )
        return drawn


class ReadingBox(Box):
    """A text to read. `key` opens the box and closes it."""

    def __init__(self, title: str, draw: Draw, *, key: str = "", at_end: bool = False) -> None:
        super().__init__(title)
        self._draw = draw
        self._key = key
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with Vertical(classes="box tall"):
            yield self.head()
            yield Page(id="reading")

    def on_mount(self) -> None:
        """Move the focus to the page, so that keys scroll it.

        The key that opened the box then closes it.
        """
        if self._key:
            self._bindings.bind(keys_at(self).pressed(self._key), "dismiss", show=False)
        self.query_one(Page).focus()

    def on_resize(self) -> None:
        """Redraw the box for its new size."""
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        """Draw what has changed."""
        for page in self.query(Page):  # There is none if news arrives while the box is being laid out
            width = page.size.width - 2
            if width > 0:
                page.put(self._draw(width))
                if self._at_end:
                    self._at_end = False
                    page.call_after_refresh(page.scroll_end, animate=False)


class LineBox(ModalScreen[str]):
    """Asks for a line of text. It is dismissed with the text, or with "" if the player closed it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back")]

    def __init__(self, title: str, says: Draw, placeholder: str) -> None:
        super().__init__()
        self._heading = title
        self._says = says
        self._placeholder = placeholder

    def compose(self) -> ComposeResult:
        """Lay out the box."""
        with Vertical(classes="box"):
            title = Drawn(classes="box-title")
            title.put(
                [
                    Content.assemble(
                        (f" {self._heading} ", tone.STRONG), (f" {say('help.enter_sends')}", tone.QUIET)
                    )
                ]
            )
            yield title
            yield Drawn(id="says")
            yield WritingLine(self._placeholder)

    def on_resize(self) -> None:
        """Redraw the box for its new size."""
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        """Draw the text above the input line."""
        says = self.query_one("#says", Drawn)
        says.put(self._says(max(20, says.size.width)))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Dismiss the box with the text."""
        self.dismiss(event.value.strip())

    def action_leave(self) -> None:
        """Dismiss the box without a text."""
        self.dismiss("")


class SureBox(ModalScreen[bool]):
    """Asks for confirmation. Enter or y means yes.

    The guard ignores the keys of a line that is being typed.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "answer(True)", "Yes"),
        Binding("n,escape", "answer(False)", "No"),
    ]

    def __init__(self, question: str, says: str, guard: TypingGuard, now_ms: Callable[[], int]) -> None:
        super().__init__()
        self._question = question
        self._says = says
        self._guard = guard
        self._now_ms = now_ms
        self._held_off = self._escapes = False

    def on_mount(self) -> None:
        """Ignore the rest of a line that is being typed now."""
        self._guard.follow(self._now_ms())

    def on_key(self, event: Key) -> None:
        """Ignore the rest of a line that begins with this key. Escape is never part of a line."""
        self._escapes = event.key == "escape"
        if event.is_printable and event.character not in ("y", "n"):
            self._guard.raise_at(self._now_ms(), "question.still_typing")

    def compose(self) -> ComposeResult:
        """Lay out the box."""
        with Vertical(classes="box"):
            yield Drawn(id="sure")

    def on_resize(self) -> None:
        """Redraw the box for its new size."""
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        """Draw the question, and why an answer was not accepted."""
        for drawn in self.query("#sure").results(Drawn):  # There is none while the box is being laid out
            width = max(20, drawn.size.width - 2)
            ways = Content.assemble(
                ("Enter", tone.KEY), f" {say('help.yes')}   ", ("Esc", tone.KEY), f" {say('help.no')}"
            )
            self._held_off &= self._guard.holds(self._now_ms())
            last = Content.styled(f"⊘ {say('question.still_typing')}", tone.WARN) if self._held_off else ways
            asks = Content.styled(self._question, tone.STRONG).wrap(width)
            drawn.put([*asks, *Content(self._says).wrap(width), Content(), last])

    def action_answer(self, sure: bool) -> None:
        """Close the box with the answer, unless a line is being typed."""
        if self._guard.holds(self._now_ms()) and not self._escapes:
            self._held_off = True
            self.repaint()
        else:
            self.dismiss(sure)


class NotesBox(Box):
    """The private notes, if there is no room for them beside the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Back"),
        Binding("f4", "dismiss", "help.act_back", id="notes", tooltip="help.means_notes_back"),
    ]

    def __init__(self, text: str, keep: Callable[[str], None]) -> None:
        super().__init__(say("help.notes_title"))
        self._text = text
        self._keep = keep

    def compose(self) -> ComposeResult:
        """Lay out the notes."""
        with Vertical(classes="box tall"):
            yield self.head()
            yield Notes(self._text, self._keep)

    def on_mount(self) -> None:
        """Move the focus to the notes."""
        self.query_one(Notes).focus()


class InboxBox(ModalScreen[None]):
    """Shows every message, and marks those that were unread when it opened.

    If replies are wanted, it has an input line for a reply to the chosen message. The first chosen message is
    the one on the screen, or else the oldest one that waits for a reply.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Back")]

    def __init__(self, desk: Desk, send: Callable[[Write | None], None]) -> None:
        super().__init__()
        self._desk = desk
        self._send = send
        self._new = set(desk.new_notices)
        self._sent: set[int] = set()
        """The messages to which the player replied here and whose reply the host has not confirmed yet."""
        self._chosen = self._first()

    def _first(self) -> int:
        shown = [self._desk.notices[at].number for at in self._desk.new_notices[-1:]]
        waiting = [notice.number for notice in self.waiting]
        return next((number for number in (*shown, *waiting) if number in waiting), 0)

    @property
    def waiting(self) -> list[Notice]:
        """The messages that still wait for a reply, the oldest first."""
        return [notice for notice in self._desk.unreplied if notice.number not in self._sent]

    @property
    def chosen(self) -> Notice | None:
        """The message to which the line replies, or None if no reply is wanted."""
        waiting = self.waiting
        chosen = [notice for notice in waiting if notice.number == self._chosen]
        return next(iter(chosen or waiting), None)

    def compose(self) -> ComposeResult:
        """Lay out the box."""
        with Vertical(classes="box tall"):
            yield Drawn(classes="box-title")
            yield Page(id="inbox")
            yield Drawn(id="inbox-to")
            yield WritingLine(say("notices.your_reply"))

    def on_mount(self) -> None:
        """Move the focus to the line for a reply, or to the page. The key that opened the box closes it."""
        self._bindings.bind(keys_at(self).pressed("f7"), "dismiss", show=False)
        self._focus()
        self.query_one(Page).call_after_refresh(self._to_end)

    def _focus(self) -> None:
        page, line = self.query_one(Page), self.query_one(Input)
        line.display = self.chosen is not None
        (line if line.display else page).focus()

    def _to_end(self) -> None:
        """Scroll to the newest message."""
        self.query_one(Page).scroll_end(animate=False)

    def on_resize(self) -> None:
        """Redraw the box for its new size."""
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        """Draw what has changed. All messages in the box count as read."""
        if not self.query(Page):
            return  # News can arrive while the box is being laid out
        page, desk, chosen = self.query_one(Page), self._desk, self.chosen
        width = page.size.width - 2
        if width <= 0:
            return
        self._new |= {*desk.new_notices}
        desk.notices_read.update(desk.new_notices)
        title = Content.assemble(
            (f" {say('notices.title')} ", tone.STRONG), (f" {say('help.esc_back')}", tone.QUIET)
        )
        self.query_one(".box-title", Drawn).put([fit(title, width)])
        page.put(notice_page(desk, width, new=self._new, chosen=chosen.number if chosen else 0))
        self._focus()
        self.query_one("#inbox-to", Drawn).put([fit(self._to(chosen), width)] if chosen else [])

    def _to(self, chosen: Notice) -> Content:
        ways = Content.styled(say("notices.chooses"), tone.QUIET) if len(self.waiting) > 1 else Content()
        head = ink(say("notices.reply_to", what=message_head(chosen)), tone.STRONG)
        return join(head, ways, gap="  ")

    def on_key(self, event: Key) -> None:
        """Choose the message to reply to, with the arrow keys."""
        waiting = [notice.number for notice in self.waiting]
        if event.key in ("up", "down") and self.chosen is not None and len(waiting) > 1:
            step = 1 if event.key == "down" else -1
            self._chosen = waiting[(waiting.index(self.chosen.number) + step) % len(waiting)]
            self.repaint()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send the reply. Close the box if no other reply is wanted."""
        chosen, text = self.chosen, event.value.strip()
        if chosen is None or not text:
            return
        self._sent.add(chosen.number)
        event.input.value = ""
        self._send(self._desk.write(chosen.number, text))
        if self.chosen is None:
            self.dismiss()
        else:
            self.repaint()
