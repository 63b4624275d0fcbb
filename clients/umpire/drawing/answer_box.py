"""AnswerBox: an umpire fills in a player's answer here, line by line. It can fill in any form of any game."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Protocol

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input
from warcouncil.clients.umpire.drawing import tone
from warcouncil.clients.widgets.board.ink import ink
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.clients.widgets.pieces.input_line import InputLine
from warcouncil.clients.widgets.window.pasting import PasteDetector
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.words import clean

LINE_CHARS_MAX = 1200
LINES_KEPT = 200


class LineRead(Protocol):
    """The result of reading one typed line."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines to show."""

    @property
    def answer(self) -> Answer | None:
        """The answer, when it is complete."""


class ByLines(Protocol):
    """Fills in a form by lines."""

    def asks(self) -> tuple[str, ...]:
        """Return the lines that ask for the next part."""

    def read(self, text: str) -> LineRead:
        """Read a line."""

    def words(self, answer: Answer) -> str:
        """Return the text of an answer."""


Fill = Callable[[Form], ByLines]
"""Returns the object that fills in a form by lines."""
Filled = tuple[Answer, str]
"""An answer, and its text."""


class AnswerLine(InputLine):
    """An input line that is submitted only by a typed Enter.

    An Enter inside a paste becomes a blank, as in a bracketed paste.
    """

    def __init__(self) -> None:
        super().__init__(id="line", max_length=LINE_CHARS_MAX)
        self._pastes = PasteDetector()

    def on_key(self, event: events.Key) -> None:
        """Replace the Enter of a paste by a blank, so that it does not answer for the seat."""
        if self._pastes.finds(event) and event.key == "enter":
            event.stop()
            event.prevent_default()
            self.insert_text_at_cursor(" ")


class AnswerBox(ModalScreen[Filled]):
    """Asks for the parts of an answer, one after another.

    It is dismissed with the answer, or with None if the umpire closed it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "umpire.act_cancel")]

    def __init__(self, form: Form, filling: ByLines, whose: str) -> None:
        super().__init__()
        self._form = form
        self._filling = filling
        self._whose = whose
        self._said: list[tuple[str, str]] = [(form.question, tone.STRONG)]

    def compose(self) -> ComposeResult:
        """Lay out the box."""
        with Vertical(classes="box wide"):
            yield Drawn(classes="box-title")
            yield Page(id="asked", at_end=True)
            yield AnswerLine()
            yield Drawn(id="hint")

    def on_mount(self) -> None:
        """Ask for the first part."""
        self.query_one(".box-title", Drawn).put([Content(say("umpire.answer_for", seat=clean(self._whose)))])
        self._say(*self._filling.asks())
        self.query_one(Input).focus()

    def on_resize(self) -> None:
        """Wrap the lines for the new size."""
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        """Draw the lines so far."""
        page = self.query_one(Page)
        width = max(30, page.size.width - 2)
        page.put([row for text, style in self._said for row in ink(clean(text), style).wrap(width)])
        self.query_one("#hint", Drawn).put(
            list(Content.styled(say("umpire.answer_hint"), tone.QUIET).wrap(width))
        )

    def _say(self, *lines: str) -> None:
        self._said = [*self._said, *((line, tone.PLAIN) for line in lines)][-LINES_KEPT:]
        self.repaint()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        text = clean(event.value, LINE_CHARS_MAX).strip()
        event.input.value = ""
        if not text:
            return
        self._said.append((f"› {text}", tone.QUIET))
        read = self._filling.read(text)
        if read.answer is None:
            self._say(*read.lines)
        else:
            self.dismiss((read.answer, self._filling.words(read.answer)))
