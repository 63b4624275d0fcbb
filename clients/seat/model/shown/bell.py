"""The bell: decides when a seat calls its player. It is pure.

The texts come from the client alone. No words of another player get into the title of the terminal.
"""

from __future__ import annotations

from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.talk import Timing
from warcouncil.clients.widgets.pieces.wording import clock_text
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import GateNo


class Bell:
    """The bell of one seat (`Desk`), with the calls that it has already made."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._opened = self._hurried = GateNo(-1)
        self._unread = 0

    def due(self, now_ms: int) -> str:
        """Return why the player is called now. Each reason is returned once. It is "" if there is none."""
        return self._of_question(now_ms) or self._of_talk()

    def _of_talk(self) -> str:
        """Return the call for unread lines. It is made once, and again only after the player has read them."""
        before, self._unread = self._unread, len(self._desk.unread_talks)
        return say("talk.rings") if self._unread > before else ""

    def _of_question(self, now_ms: int) -> str:
        desk = self._desk
        if not self._waits(now_ms) or desk.view is None:
            return ""
        if self._opened != desk.view.gate:
            self._opened = desk.view.gate
            if desk.timing(now_ms) is Timing.URGENT:
                self._hurried = desk.view.gate
            return say("question.your_order")
        if desk.timing(now_ms) is Timing.URGENT and self._hurried != desk.view.gate:
            self._hurried = desk.view.gate
            return say("question.ten_seconds")
        return ""

    def title(self, now_ms: int) -> str:
        """Return the title of the window."""
        desk = self._desk
        name = desk.welcome.seat_title if desk.welcome is not None else ""
        if self._waits(now_ms):
            return say("question.title_asked", time=clock_text(desk.left_ms(now_ms)))
        return say("question.title_seat", seat=name) if name else "warcouncil"

    def _waits(self, now_ms: int) -> bool:
        """Return whether the table waits for this player while the clock runs."""
        desk = self._desk
        view = desk.view
        asked = view is not None and view.form is not None and not view.voided and desk.sealed is None
        runs = desk.timing(now_ms) in (Timing.RUNS, Timing.URGENT)
        return asked and runs and desk.sending is None and not (desk.bot or desk.watching)
