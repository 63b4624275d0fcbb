"""What opens over the table: help, rules, the story, notes, a call, proposals, the umpire's words, and the seat itself."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import App
from warcouncil.clients.link.line import LinkState
from warcouncil.clients.seat.boxes import Asking, NotesBox, Reading, SureBox
from warcouncil.clients.seat.dealbox import DealBox
from warcouncil.clients.seat.desk import Desk
from warcouncil.clients.seat.documentbox import DocumentBox
from warcouncil.clients.seat.dossier import Dossier
from warcouncil.clients.seat.rulesbox import RulesBox
from warcouncil.clients.seat.storypane import story_lines
from warcouncil.clients.seat.texts import help_lines, notice_page
from warcouncil.clients.widgets.ink import wrapped
from warcouncil.protocol.requests import Request
from warcouncil.protocol.views import Notice

LEAVING = "The game goes on without you. warcouncil join brings you back to this seat."
LEAVING_SHUT = "This window has no say any more. Only a code from the umpire brings you back to a seat."
LEAVING_ENDED = "The exercise was ended. warcouncil join brings you back if the umpire resumes it."
CALL_TEXT = "The umpire sees your words at once. Nobody else at the table does."
Send = Callable[[Request | None], None]


class Openings:
    """Opens boxes over the table of a desk. `send` takes what comes of them."""

    def __init__(self, desk: Desk, send: Send) -> None:
        self._desk = desk
        self._send = send

    def help(self, app: App[None]) -> None:
        """Show every key."""
        desk = self._desk
        app.push_screen(Reading("Help", lambda width: help_lines(desk, width), key="f1,ctrl+k"))

    def rules(self, app: App[None]) -> None:
        """Show the rules, those of the phase first."""
        app.push_screen(RulesBox(self._desk))

    def story(self, app: App[None]) -> None:
        """Show all that has happened."""
        draw = lambda width: story_lines(self._desk.story, len(self._desk.news), width, self._desk.look)  # noqa: E731
        app.push_screen(Reading("What has happened", draw, key="f3", at_end=True))

    def documents(
        self, app: App[None], dossier: Dossier, now_ms: Callable[[], int], above: Callable[[], int]
    ) -> None:
        """Show the documents of the seat, below so many lines."""
        app.push_screen(DocumentBox(self._desk, dossier, now_ms, above), lambda _: self._send(None))

    def notes(self, app: App[None], text: str, keep: Callable[[str], None]) -> None:
        """Show the private notes."""
        app.push_screen(NotesBox(text, keep))

    def call(self, app: App[None]) -> None:
        """Call the umpire."""
        box = Asking("Call the umpire", lambda width: wrapped(CALL_TEXT, width), "What do you need?")
        app.push_screen(box, lambda text: self._send(self._desk.call(text or "")))

    def deals(self, app: App[None]) -> None:
        """Show the proposals."""
        app.push_screen(DealBox(self._desk, self._send))

    def notices(self, app: App[None]) -> None:
        """Show what the umpire said, and reply where he asks."""
        desk = self._desk
        asks = [each for each in desk.notices if each.number and each.number not in desk.answered]
        if asks:
            self._reply(app, asks[-1])
        else:
            app.push_screen(Reading("The umpire's words", lambda width: notice_page(desk, width), key="f7"))

    def _reply(self, app: App[None], notice: Notice) -> None:
        box = Asking("Reply to the umpire", lambda width: wrapped(notice.text, width), "Your reply")
        app.push_screen(box, lambda text: self._send(self._desk.write(notice.number, text or "")))

    def seat(self, app: App[None]) -> None:
        """Hand the seat over, or take it."""
        desk = self._desk
        if desk.bot and not desk.lent:
            self.call(app)
            return
        if desk.bot:
            says = "You answer for it again, from the open question on."
            box = SureBox("Take your seat back from the bot?", says)
        elif desk.watching:
            box = SureBox("Take the seat?", "It works only when its driver has been silent for the time set.")
        else:
            says = "The first of your crew who is linked drives it from now on; you watch."
            box = SureBox("Hand the seat over?", says)
        claims = desk.bot or desk.watching

        def decide(sure: bool | None) -> None:
            if sure:
                self._send(desk.claim() if claims else desk.hand_over())

        app.push_screen(box, decide)

    def leave(self, app: App[None], says: str) -> None:
        """Leave, once the person is sure; nothing is promised that a shut window cannot keep."""
        if self._desk.link.state is LinkState.SHUT:
            says = LEAVING_SHUT
        elif self._desk.dismissed:
            says = LEAVING_ENDED
        app.push_screen(SureBox("Leave the table?", says), lambda sure: app.exit() if sure else None)
