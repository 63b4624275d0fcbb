"""The window of a host at a terminal: first the codes, then how the room stands, until somebody who is sure stops it."""

from __future__ import annotations

import io
from collections.abc import Callable

from warcouncil.clients.commands.live_window import HIDE, Draw, LiveWindow

SURE = "Stop the exercise? Nothing is lost.   y  stop     any other key  go on"
WHICH = "Stop the exercise?   y  for everybody     h  hand it over to {}     any other key  go on"
HAND = "Hand the exercise over?   y  yes, to {}     any other key  go on"
TO_STATUS = "Enter hides the codes and shows how the room stands; q stops."


class HostWindow(LiveWindow):
    """Shows codes or the status, and hears keys. The codes stand in the window already, unless it begins `hidden`. `heir` gives
    the name of the standby that would go on ("": nobody); `hand_over` leaves it the exercise."""

    def __init__(  # each is a thing that a key does
        self,
        draw: Draw,
        codes: Callable[[], str],
        stop: Callable[[], None],
        *,
        heir: Callable[[], str] = str,
        hand_over: Callable[[], object] = str,
        hidden: bool = False,
    ) -> None:
        super().__init__(draw)
        self._codes = codes
        self._stop = stop
        self._heir = heir
        self._hand_over = hand_over
        self._answers: dict[str, Callable[[], object]] = {}
        """What the question that is asked leads to, by key."""
        self.is_drawn = hidden

    def press(self, key: str) -> None:
        """Take a key."""
        key = key.lower()
        if self.question:
            self._answer(key)
        elif key == "q":
            heir = self._heir()
            ways = {"y": self._stop, "h": self._hand_over}
            self._ask(*((WHICH.format(heir), ways) if heir else (SURE, {"y": self._stop})))
        elif key == "h" and (heir := self._heir()):
            self._ask(HAND.format(heir), {"y": self._hand_over})
        elif key in ("\r", "\n") and not self.is_drawn:
            self.is_drawn = True
            self.pen.write(HIDE)
        elif key == "c" and self.is_drawn:
            self.is_drawn = False
            self.pen.write(f"{HIDE}{self._codes()}\n\n{TO_STATUS}\n")
        self.redraw()

    def interrupt(self) -> None:
        """Take a Ctrl-C: ask whether to stop, and the second time do so."""
        if self.question and self._stop not in self._answers.values():
            self.press("n")
        super().interrupt()

    def _ask(self, question: str, answers: dict[str, Callable[[], object]]) -> None:
        self.question, self._answers = question, answers
        if not self.is_drawn:
            self.pen.write(f"\n{question}\n")

    def _answer(self, key: str) -> None:
        self.question = ""
        if key in self._answers:
            self._answers[key]()
        elif not self.is_drawn:
            self.pen.write(f"\nIt goes on. {TO_STATUS}\n")


class NewsTail(io.StringIO):
    """A log of which only the last line is kept, to be shown in the window."""

    def __init__(self) -> None:
        super().__init__()
        self.last = ""

    def write(self, text: str) -> int:
        """Keep a line."""
        self.last = text.strip() or self.last
        return len(text)
