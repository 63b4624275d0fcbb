"""Handles a changed answer: it is sealed, sent as a draft, filled in by a hint, or held back once with a
warning.
"""

from __future__ import annotations

from collections.abc import Callable

from warcouncil.clients.seat.answer.filling import KeyResult
from warcouncil.clients.seat.drawing.question import AnswerInHand
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.hints import Suggest, caution, hint, no_hint, untouched
from warcouncil.clients.seat.screen.boxes import SureBox
from warcouncil.clients.seat.screen.overlays import Send
from warcouncil.clients.seat.screen.question_pane import QuestionPane
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import GateNo

DRAFT_MS, DRAFT_SOON_MS = 8000, 1000
"""How often a draft of a text is sent while the player writes it, and how often in the last seconds.

The arbiter accepts 200 drafts at a question.
"""


class Answers:
    """The answers of one player. `hints` proposes an answer if the game can."""

    def __init__(self, desk: Desk, now_ms: Callable[[], int], send: Send) -> None:
        self._desk = desk
        self._now_ms = now_ms
        self._send = send
        self.hints: Suggest = no_hint
        self._cautioned = GateNo(0)
        self._written: tuple[GateNo, Answer] | None = None
        """The newest answer that was not sent as a draft yet."""
        self._drafted_ms = -DRAFT_MS

    def touched(self, pane: QuestionPane, did: KeyResult) -> None:
        """Seal the answer in a pane, or send it as a draft."""
        hand, desk, now_ms = pane.hand, self._desk, self._now_ms()
        if hand is None:
            return
        if did is KeyResult.MOVED:
            if untouched(hand.filling):
                self.suggest(pane)
        elif did is KeyResult.FINISHED:
            if not self._holds_back(pane, hand):
                self._send(desk.declare(hand.filling.answer, now_ms))
        elif not hand.filling.fault:
            self._written = hand.gate, hand.filling.answer
            if not hand.filling.writes:
                self._drafted_ms = now_ms - DRAFT_MS
            self.tick()

    def tick(self) -> None:
        """Send a text that is being written as a draft from time to time: not at each letter, and more often
        when time is short.
        """
        desk, now_ms = self._desk, self._now_ms()
        period_ms = DRAFT_SOON_MS if 0 < desk.left_ms(now_ms) <= DRAFT_MS else DRAFT_MS
        if self._written is None or desk.view is None or now_ms - self._drafted_ms < period_ms:
            return
        gate, answer = self._written
        is_open = gate == desk.view.gate
        if is_open and (desk.locked(now_ms) or not desk.up):
            return  # it is sent as soon as possible, because the player may press no other key
        self._written, self._drafted_ms = None, now_ms
        if is_open:
            self._send(desk.draft(answer, now_ms))

    def suggest(self, pane: QuestionPane) -> None:
        """Fill in a sensible answer."""
        if not self._desk.locked(self._now_ms()):
            self._fill_in(pane, say("question.filled"))

    def _fill_in(self, pane: QuestionPane, says: str) -> bool:
        """Fill in the answer that a hint proposes. Return whether there is one."""
        answer = hint(self._desk, self.hints)
        if answer is None:
            return False
        self._desk.said = says
        pane.fill_in(answer)
        return True

    def _holds_back(self, pane: QuestionPane, hand: AnswerInHand) -> bool:
        """Ask about an answer that leaves something empty that the game warns of.

        If the player has filled in nothing, fill in the hint, once at each question.
        """
        why = caution(hand.filling)
        if not why or self._desk.locked(self._now_ms()):
            return False
        fresh, self._cautioned = self._cautioned != hand.gate, hand.gate
        if fresh and untouched(hand.filling) and self._fill_in(pane, f"{why} {say('question.filled')}"):
            return True
        box = SureBox(say("question.seal_all_the_same"), why, self._desk.guard, self._now_ms)
        pane.app.push_screen(box, lambda sure: self._seal_after_all(pane, hand) if sure else None)
        return True

    def _seal_after_all(self, pane: QuestionPane, hand: AnswerInHand) -> None:
        now = pane.hand
        if now is not None and now.gate == hand.gate:
            self._send(self._desk.declare(now.filling.answer, self._now_ms()))
