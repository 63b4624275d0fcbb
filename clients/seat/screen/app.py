"""SeatApp: the seat's client as a Textual app.

It receives news from its connection (`Line`) and redraws the table at a limited rate.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Event, InputEvent, Key, Resize
from textual.screen import ModalScreen
from warcouncil.clients.link.base.line import Line
from warcouncil.clients.link.base.machine import monotonic_ms, new_id
from warcouncil.clients.seat.drawing.keys import LEAVE_KEY, SEAT_MEANS, TALK_KEY
from warcouncil.clients.seat.drawing.unread import OverBox
from warcouncil.clients.seat.model.hints import Suggest, no_hint
from warcouncil.clients.seat.model.kept_files import KeptFiles
from warcouncil.clients.seat.model.seat import Seat
from warcouncil.clients.seat.model.talk import Timing
from warcouncil.clients.seat.screen.boxes import InboxBox, LineBox, NotesBox, ReadingBox, SureBox
from warcouncil.clients.seat.screen.briefing import BriefingBox
from warcouncil.clients.seat.screen.document_reader import DocumentBox
from warcouncil.clients.seat.screen.overlays import TalkBox
from warcouncil.clients.seat.screen.proposals import DealBox
from warcouncil.clients.seat.screen.rules_box import RulesBox
from warcouncil.clients.seat.screen.table import SeatTable
from warcouncil.clients.widgets.pieces.drawn import Drawn
from warcouncil.clients.widgets.pieces.wording import clock_text
from warcouncil.clients.widgets.window.calling import Caller
from warcouncil.clients.widgets.window.settings import Remembered
from warcouncil.clients.widgets.window.window import Window
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.wire.replies import Alive
from warcouncil.protocol.wire.requests import Request
from warcouncil.protocol.words import MessageId, clean

WIDTH_MIN, HEIGHT_MIN = 60, 20
SOON_SECONDS = 0.03
"""News items that come within this time are drawn together."""
TICK_SECONDS = 0.2
FACE_MS = 1000
"""How often the screen is redrawn only because time passes, while no clock runs."""
READ_IN = ReadingBox, RulesBox, DocumentBox, NotesBox
"""Boxes that the talk key closes. No text written there is lost."""
COVER = ReadingBox, RulesBox, NotesBox, DealBox, InboxBox, LineBox, SureBox
"""Boxes that cover the notices of the table."""
KEEP_MS = 2000
"""How often changed notes are saved."""


class Plain(ModalScreen[None]):
    """Shows why the table cannot be shown, while `says` returns a text."""

    def __init__(self, says: Callable[[], str]) -> None:
        super().__init__()
        self._says = says

    def compose(self) -> ComposeResult:
        """Lay out the sentence."""
        yield Drawn(id="plain")

    def on_mount(self) -> None:
        """Draw the sentence."""
        self.repaint()

    def on_resize(self) -> None:
        """Redraw the sentence for its new size."""
        self.repaint()

    def repaint(self) -> None:
        """Draw the sentence."""
        width = max(10, self.app.size.width - 2)
        for drawn in self.query("#plain").results(Drawn):  # There is none while the screen is being laid out
            drawn.put(list(Content(self._says()).wrap(width)))


def say_plain(app: App[None], says: Callable[[], str]) -> None:
    """Cover the window with the text from `says`. If `says` returns "", uncover the window."""
    if not says():
        while isinstance(app.screen, Plain):
            app.pop_screen()
    elif not any(isinstance(screen, Plain) for screen in app.screen_stack):
        app.push_screen(Plain(says))


class SeatApp(Window):
    """The app of a seat at a table."""

    CSS_PATH = "seat.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        LEAVE_KEY,
        TALK_KEY,
        Binding("ctrl+k", "screen.help", "help.title", id="help", show=False),
    ]
    ROOM = "seat"
    MEANS = SEAT_MEANS
    LETTERS = True

    def __init__(
        self,
        line: Line,
        *,
        theme: str = "",
        kept: Remembered | None = None,
        now_ms: Callable[[], int] = monotonic_ms,
        make_id: Callable[[], MessageId] = new_id,
        leaving: str = "",
        suggest: Suggest = no_hint,
        keeping: KeptFiles | None = None,
        returns: bool = False,
    ) -> None:
        super().__init__(theme=theme, kept=kept)
        self.line = line
        still = self.kept.now.motion == "reduced"
        self.seat = Seat(make_id, kept=self.kept, suggest=suggest, still=still)
        self.desk = self.seat.desk
        self.now_ms = now_ms
        self.table = SeatTable(self.seat, now_ms, self.send, line.again)
        self.table.leaving = leaving
        self.desk.returns = returns
        self.table.play_again = self._play_again
        self.again = False
        """Whether the window was closed to begin another game."""
        self.keeping = keeping or KeptFiles()
        self.table.notes = self.keeping.notes
        self.caller = Caller(self.to_terminal, self.kept)
        self._kept_ms = 0
        self._waiting = False
        self._touched = True
        """Whether the player did something since the last drawing, or something was moving at the last drawing."""
        self._face: tuple[str, ...] | None = None
        """The clock at the last drawing."""
        self._seating = self.desk.seatings

    def on_mount(self) -> None:
        """Show the table and start to listen."""
        self.caller.begin()
        self.push_screen(self.table)
        self.set_interval(TICK_SECONDS, self.tick)
        self.listen()

    def on_unmount(self) -> None:
        """Restore the terminal's title and save the notes."""
        self.caller.end()
        self.keeping.keep_notes(self.table.notes)

    def send(self, request: Request | None) -> None:
        """Send a request, if there is one."""
        if request is not None:
            self.line.send(request)

    @work(exit_on_error=True)
    async def listen(self) -> None:
        """Pass each news item to the desk when it comes."""
        while True:
            news = await self.line.receive()
            self.seat.hear(news, self.now_ms())
            if not self._waiting and not isinstance(news, Alive):  # A heartbeat changes only the time
                self._waiting = True
                self.set_timer(SOON_SECONDS, self.redraw)

    async def on_event(self, event: Event) -> None:
        """Record keys, clicks and size changes, so that the screen is redrawn soon."""
        self._touched |= isinstance(event, InputEvent | Resize)
        if isinstance(event, Key) and (event.is_printable or event.key in ("enter", "backspace")):
            self.table.typed()
        await super().on_event(event)

    def tick(self) -> None:
        """Redraw if time has changed something. In an idle window only the clock changes, once a second."""
        self.send(self.seat.answers.draft_due(self.now_ms()))
        if self._touched or self._face != self._clock_face():
            self.redraw()

    def _clock_face(self) -> tuple[str, ...]:
        """Return everything on the screen that changes with time alone."""
        desk, now_ms = self.desk, self.now_ms()
        timing = desk.timing(now_ms)
        second = "" if timing in (Timing.RUNS, Timing.URGENT) else str(now_ms // FACE_MS)
        shuts = (clock_text(desk.shuts_ms(talk, now_ms)) for talk in desk.talks.values())
        return clock_text(desk.left_ms(now_ms)), timing.name, desk.time_is_up(now_ms), second, *shuts

    def redraw(self) -> None:
        """Draw all changes on the front screen, and on the table that is visible behind it."""
        self._waiting = False
        if not self.is_running:
            return  # The screens are being closed
        now_ms = self.now_ms()
        self._face = self._clock_face()
        self.send(self.seat.answers.draft_due(now_ms))
        if now_ms - self._kept_ms > KEEP_MS:
            self._kept_ms = now_ms
            self.complain(self.keeping.keep_notes(self.table.notes))
        if self._seating != self.desk.seatings:
            self._seating = self.desk.seatings
            while isinstance(
                self.screen,
                InboxBox
                | LineBox
                | BriefingBox
                | DealBox
                | DocumentBox
                | Plain
                | ReadingBox
                | RulesBox
                | SureBox,
            ):
                self.pop_screen()  # These boxes belong to the seat that was left
        say_plain(self, self._in_the_way)
        self.send(self.desk.wants_rules())
        if self.desk.to_be_briefed and self.desk.rules is not None and self.screen is self.table:
            self.push_screen(BriefingBox(self.desk), self._is_ready)
        for screen in self.screen_stack:
            if isinstance(
                screen,
                SeatTable
                | DocumentBox
                | InboxBox
                | ReadingBox
                | DealBox
                | BriefingBox
                | RulesBox
                | Plain
                | SureBox,
            ):
                screen.repaint()
        self._say_over_box()
        self._call(
            now_ms
        )  # This comes after the drawing, so that nothing calls the player for what is on the screen by now
        self._touched = self.table.moves(now_ms)

    def _say_over_box(self) -> None:
        """Draw the news of the screen below at the top of the front box."""
        front = self.screen
        if not isinstance(front, COVER) or not front.is_mounted:
            return
        if not front.query(OverBox):
            closes, deals = isinstance(front, READ_IN), not isinstance(front, DealBox)
            front.mount(OverBox(self.desk, closes=closes, deals=deals))
        for said in front.query(OverBox):
            said.repaint(self.size.width)

    def _is_ready(self, _: None) -> None:
        """Send the message that the player has read the briefing."""
        self.send(self.desk.ready())

    def on_briefing_box_rules_wanted(self) -> None:
        """Show all rules over the briefing."""
        self.push_screen(RulesBox(self.desk, at=1))

    def _call(self, now_ms: int) -> None:
        """Call the player if the table waits for them."""
        self.caller.title(self.seat.bell.title(now_ms))
        if words := self.seat.bell.due(now_ms):
            self.caller.call(words)

    def _play_again(self) -> None:
        """Close the window. The code that opened it begins another game."""
        self.again = True
        self.exit()

    def action_talk(self) -> None:
        """Go to the talk, and show unread lines first. Close boxes that are only for reading."""
        opened_here = isinstance(self.screen, TalkBox)
        while isinstance(self.screen, READ_IN):
            self.pop_screen()
        if self.screen is self.table and not (opened_here and not self.desk.unread_talks):
            self.table.show_talk()

    def action_save_story(self) -> None:
        """Save the story."""
        self.notify(self.keeping.save_story(self.desk), markup=False)

    def left_behind(self) -> list[str]:
        """Save the story of a seat that the player has left. Return lines that say what each file contains."""
        return self.keeping.left_behind(self.desk)

    def action_leave(self) -> None:
        """Leave, after the player has confirmed."""
        if isinstance(self.screen, Plain):
            self.exit()
        elif not isinstance(self.screen, SureBox):
            self.table.action_leave()

    def on_resize(self) -> None:
        """When the size of the window is known, show whether it is too small."""
        self.call_later(say_plain, self, self._in_the_way)

    def _in_the_way(self) -> str:
        """Return why the table cannot be shown. It is "" if the table can be shown."""
        width, height = self.size
        leaves = self.own_keys.text(say("help.ctrl_q_leaves"))
        if self.desk.trouble:
            return f"{self.desk.trouble} {leaves}"
        if self.desk.is_given_up:
            why = say("link.head_shut", text=clean(self.desk.link.text))
            return "\n\n".join((why, say("link.seat_hidden"), say("company.leaving_shut"), leaves))
        if width >= WIDTH_MIN and height >= HEIGHT_MIN:
            return ""
        return say("help.too_small", width=width, height=height, width_min=WIDTH_MIN, height_min=HEIGHT_MIN)
