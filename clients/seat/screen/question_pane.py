"""QuestionPane shows the question. Keys, the mouse and pasted text fill in the answer."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import RenderResult
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget
from warcouncil.clients.seat.answer.filling import Filling, KeyResult
from warcouncil.clients.seat.drawing.fields import FieldLook, page_width
from warcouncil.clients.seat.drawing.question import brief_rows, question_rows
from warcouncil.clients.seat.drawing.rows import SEAL, Row
from warcouncil.clients.seat.model.answers import AnswerInHand
from warcouncil.clients.seat.model.seat import Seat
from warcouncil.clients.seat.model.shown.ended import shown_end
from warcouncil.clients.widgets.window.pasting import PasteDetector
from warcouncil.clients.widgets.window.rebinding import WRITES
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.protocol.table.forms import Choice, Pick, Words
from warcouncil.protocol.words import GateNo


def _fills(event: events.Key) -> bool:
    """Return whether a key may fill in a form."""
    return event.is_printable or event.key == "enter" or event.key in WRITES


class QuestionPane(Widget, can_focus=True):
    """Shows the question and receives the answer."""

    class Touched(Message):
        """The answer has changed, or the player wants to seal it."""

        def __init__(self, control: QuestionPane, did: KeyResult) -> None:
            super().__init__()
            self.did = did
            self._control = control

        @property
        def control(self) -> QuestionPane:
            """The pane that sent the message."""
            return self._control

    class TakenBack(Message):
        """The player takes back their message that they are ready."""

    def __init__(self, seat: Seat, now_ms: Callable[[], int]) -> None:
        super().__init__(id="question")
        self._seat = seat
        self._desk = seat.desk
        self._now_ms = now_ms
        self.brief = False
        """Whether a scene is shown meanwhile and needs the space."""
        self.helps = True
        """Whether the help for the question may be shown. It is false if the board needs the lines."""
        self._pastes = PasteDetector()
        self._opened = GateNo(0)
        """The gate at which the player has pressed keys."""
        self._rows: list[Row] = []

    @property
    def hand(self) -> AnswerInHand | None:
        """The answer that is being filled in."""
        return self._seat.answers.hand

    def rows(self, width: int, room: int) -> list[Row]:
        """Draw the question for a width and a height."""
        look = FieldLook(max(20, width), live=True, focused=self.has_focus)
        own = keys_at(self)
        question = self._seat.question(self._now_ms(), own)
        if self.brief and self.hand is not None and self._opened != self.hand.gate:
            return brief_rows(question, look.width)
        end, again = shown_end(self._desk), self._desk.plays_again
        return question_rows(question, end, look, room, again=again, helps=self.helps, own=own)

    def repaint(self) -> None:
        """Draw what has changed."""
        rows = self.rows(self.size.width, self.size.height)
        same = len(rows) == len(self._rows) and all(
            new.is_same(old) for (new, _), (old, _) in zip(rows, self._rows, strict=True)
        )
        self._rows = rows
        if not same:
            self.refresh()

    @property
    def text(self) -> str:
        """The lines of the pane, as plain text."""
        return "\n".join(line.plain for line, _ in self._rows)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines the question would use."""
        return len(self.rows(width, 200))

    def render(self) -> RenderResult:
        """Return the lines as one piece of content."""
        return Content("\n").join([line for line, _ in self._rows])

    def on_focus(self) -> None:
        """Draw that the pane has the focus."""
        self.repaint()

    def on_blur(self) -> None:
        """Draw that the pane has lost the focus."""
        self.repaint()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.repaint()

    def on_key(self, event: events.Key) -> None:
        """Fill in the answer with a key. A key without effect here is passed to the screen."""
        if self.hand is None or self._desk.bot or self._desk.watching or self._desk.dismissed:
            return
        filling, pasted = self.hand.filling, self._pastes.finds(event)
        if pasted and not filling.writes:
            self._desk.guard.raise_at(self._now_ms(), "question.pasted")
        if _fills(event) and self._desk.guard.holds(self._now_ms()):
            event.stop()
            event.prevent_default()
            self.repaint()
            return
        self._measure(filling)
        if pasted and event.key == "enter" and not filling.writes_lines:
            did = filling.write("\n")  # This is the same text that a bracketed paste inserts
        else:
            did = filling.press(event.key, event.character or "")
        if did is KeyResult.NOTHING and event.is_printable and (event.character or "").isalnum():
            # The key belongs to a sentence
            self._desk.guard.raise_at(self._now_ms(), "question.still_typing")
            self.repaint()
        if did is not KeyResult.NOTHING:
            self._opened = self.hand.gate
            event.stop()
            event.prevent_default()
            self._done(did)
            if event.key == "enter" and did is KeyResult.MOVED and self.hand.filling.fault:
                self.post_message(self.Touched(self, did))

    def on_paste(self, event: events.Paste) -> None:
        """Insert pasted text if the current field is a text."""
        event.stop()  # Otherwise the screen would deliver it a second time
        if self.hand is not None and not self._held_off():
            self._done(self.hand.filling.write(event.text))

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the row that was clicked."""
        row = event.y - self.gutter.top
        if self.hand is None or self._desk.bot or self._desk.watching or not 0 <= row < len(self._rows):
            return
        if self._held_off():
            return
        spot = self._rows[row][1]
        if spot is SEAL and self._desk.can_take_back(self._now_ms()):
            self.post_message(self.TakenBack())
        elif spot is SEAL:
            self._done(self.hand.filling.finish())
        elif spot is not None:
            self._done(self.hand.filling.reach(spot.at, spot.row, spot.column(event.x - self.gutter.left)))

    @property
    def asks_text(self) -> bool:
        """Whether the current field is a text."""
        return self.hand is not None and isinstance(self.hand.filling.field, Words)

    @property
    def option(self) -> str:
        """The name of the option under the cursor. It is "" if there is none."""
        filling = self.hand.filling if self.hand is not None else None
        match filling.field if filling is not None else None:
            case Choice(options=options) | Pick(options=options) if filling is not None:
                return options[filling.row].label if filling.row < len(options) else ""
            case _:
                return ""

    @property
    def writes(self) -> bool:
        """Whether keys write a text, so that Space inserts a blank."""
        return (
            self.has_focus
            and self.hand is not None
            and self._opened == self.hand.gate
            and self.hand.filling.writes
        )

    def _measure(self, filling: Filling) -> None:
        """Set how wide a text is drawn, for the keys that move up and down in it."""
        if isinstance(filling.field, Words):
            filling.measure(page_width(filling.field, max(20, self.size.width)))

    def _held_off(self) -> bool:
        """Return whether a click or a paste is ignored, because it may have been meant for something else."""
        now_ms = self._now_ms()
        held = self._desk.guard.holds(now_ms)
        if held:
            self._desk.guard.press(now_ms)
        return held

    def _done(self, did: KeyResult) -> None:
        self.repaint()
        if did in (KeyResult.CHANGED, KeyResult.FINISHED):
            self.post_message(self.Touched(self, did))
