"""What becomes of the answer in hand: it is sealed, known as a draft, filled in by a hint, or held back once."""

from __future__ import annotations

from collections.abc import Callable

from warcouncil.clients.seat.boxes import SureBox
from warcouncil.clients.seat.desk import Desk
from warcouncil.clients.seat.filling import Did
from warcouncil.clients.seat.hints import FILLED, Suggest, caution, hint, no_hint, untouched
from warcouncil.clients.seat.opened import Send
from warcouncil.clients.seat.question import Hand
from warcouncil.clients.seat.questionpane import QuestionPane
from warcouncil.protocol.words import GateNo


class Answers:
    """The answers of one person. `hints` proposes one, where the game can."""

    def __init__(self, desk: Desk, now_ms: Callable[[], int], send: Send) -> None:
        self._desk = desk
        self._now_ms = now_ms
        self._send = send
        self.hints: Suggest = no_hint
        self._cautioned = GateNo(0)

    def touched(self, pane: QuestionPane, did: Did) -> None:
        """Seal the answer in a pane, or let it be known as a draft."""
        hand, desk, now_ms = pane.hand, self._desk, self._now_ms()
        if hand is None:
            return
        if did is Did.MOVED:
            if untouched(hand.filling):
                self.suggest(pane)
        elif did is Did.FINISHED:
            if not self._holds_back(pane, hand):
                self._send(desk.declare(hand.filling.answer, now_ms))
        elif not hand.filling.fault:
            self._send(desk.draft(hand.filling.answer, now_ms))

    def suggest(self, pane: QuestionPane) -> None:
        """Fill in a sensible answer."""
        if not self._desk.locked(self._now_ms()):
            self._fill_in(pane, FILLED)

    def _fill_in(self, pane: QuestionPane, says: str) -> bool:
        """Fill in what a hint proposes; tell whether there is one."""
        answer = hint(self._desk, self.hints)
        if answer is None:
            return False
        self._desk.said = says
        pane.fill_in(answer)
        return True

    def _holds_back(self, pane: QuestionPane, hand: Hand) -> bool:
        """Ask once about an answer that leaves undone what the game warns of; a hint, where there is one, mends it."""
        why = caution(hand.filling)
        if not why or self._cautioned == hand.gate or self._desk.locked(self._now_ms()):
            return False
        self._cautioned = hand.gate
        if untouched(hand.filling) and self._fill_in(pane, f"{why} {FILLED}"):
            return True
        box = SureBox("Seal it all the same?", why)
        pane.app.push_screen(box, lambda sure: self._seal_after_all(pane, hand) if sure else None)
        return True

    def _seal_after_all(self, pane: QuestionPane, hand: Hand) -> None:
        now = pane.hand
        if now is not None and now.gate == hand.gate:
            self._send(self._desk.declare(now.filling.answer, self._now_ms()))
