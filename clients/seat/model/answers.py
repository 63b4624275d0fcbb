"""Answers: the answer that a player fills in, until it is sealed or its question closes.

It decides when an answer is sealed, sent as a draft, or filled in by a hint. It also decides when the player
must confirm a warning first.
"""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.clients.seat.answer.filling import Filling, KeyResult
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.hints import Suggest, caution, hint, no_hint, untouched
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.wire.requests import Declare, Draft
from warcouncil.protocol.words import GateNo

DRAFT_MS, DRAFT_SOON_MS = 8000, 1000
"""How often a draft of a text is sent while the player writes it, and how often in the last seconds.

The arbiter accepts 200 drafts at a question.
"""
KEPT_CHARS_MIN = 40
"""A text of at least this length goes into the notes if its question closes before it is sealed."""


@dataclass(slots=True)
class AnswerInHand:
    """The answer that the player is filling in, and the gate that it answers."""

    gate: GateNo
    filling: Filling


def hand_for(desk: Desk, now: AnswerInHand | None) -> AnswerInHand | None:
    """Return the answer to fill in. It is the present one while its question stays open, and otherwise a new
    one.

    If the same gate asks with another form, the written texts are kept.
    """
    view = desk.view
    if view is None or view.form is None:
        return None
    if now is not None and now.gate == view.gate and now.filling.form == view.form:
        return now
    made = AnswerInHand(view.gate, Filling(view.form, desk.sealed))
    if now is not None and now.gate == view.gate:
        made.filling.carry(now.filling.texts())
    return made


@dataclass(frozen=True, slots=True)
class AnswerEffect:
    """The effect of a change.

    It has the request to send, if there is one, and the question that the player must confirm first ("" if
    there is none).
    """

    request: Declare | Draft | None = None
    confirm: str = ""


class Answers:
    """The answers of one player. `suggest` proposes an answer if the game can."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.suggest: Suggest = no_hint
        self.hand: AnswerInHand | None = None
        self._cautioned = GateNo(0)
        self._written: tuple[GateNo, Answer] | None = None
        """The newest answer that was not sent as a draft yet."""
        self._drafted_ms = -DRAFT_MS
        self._counts: Answer | None = None
        """The answer that counts when this question closes, or None if the draft counts too."""

    @property
    def filling(self) -> Filling | None:
        """The answer that is being filled in."""
        return self.hand.filling if self.hand is not None else None

    def take_up(self) -> str:
        """Prepare the answer to the question that is open now.

        Return the long text of the last question if it was not sealed in time, or else "".
        """
        desk, before = self._desk, self.hand
        self.hand, lost = hand_for(desk, before), ""
        if before is not None and (self.hand is None or self.hand.gate != before.gate):
            texts = {} if self._counts is None else before.filling.texts()
            left = [text for name, text in texts.items() if (self._counts or {}).get(name) != text]
            lost = "\n".join(text for text in left if len(text) >= KEPT_CHARS_MIN)
        sealed = desk.sealed if desk.sending is None else desk.sending.answer
        self._counts = None if desk.view is None or desk.view.drafts else sealed or {}
        return lost

    def put_down(self) -> None:
        """Forget the present answer, because the window shows another seat."""
        self.hand = None

    def touched(self, did: KeyResult, now_ms: int) -> AnswerEffect:
        """Handle a change to the answer, and return its effect."""
        hand = self.hand
        if hand is None:
            return AnswerEffect()
        if did is KeyResult.CHANGED:
            self._desk.in_hand = None if hand.filling.fault else hand.filling.answer
        if did is KeyResult.MOVED:
            return (
                self.fill_in_hint(now_ms)
                if hand.filling.fault and untouched(hand.filling)
                else AnswerEffect()
            )
        if did is KeyResult.FINISHED:
            return self._finished(hand, now_ms)
        if not hand.filling.fault:
            self._written = hand.gate, hand.filling.answer
            if not hand.filling.writes:
                self._drafted_ms = now_ms - DRAFT_MS
            return AnswerEffect(self.draft_due(now_ms))
        return AnswerEffect()

    def draft_due(self, now_ms: int) -> Draft | None:
        """Return the present text as a draft from time to time, and more often when time is short. It is not
        sent after each letter.
        """
        desk = self._desk
        period_ms = DRAFT_SOON_MS if 0 < desk.left_ms(now_ms) <= DRAFT_MS else DRAFT_MS
        if self._written is None or desk.view is None or now_ms - self._drafted_ms < period_ms:
            return None
        gate, answer = self._written
        is_open = gate == desk.view.gate
        if is_open and (desk.locked(now_ms) or not desk.up):
            return None  # It is sent as soon as possible, because the player may press no other key
        self._written, self._drafted_ms = None, now_ms
        return desk.draft(answer, now_ms) if is_open else None

    def fill_in_hint(self, now_ms: int) -> AnswerEffect:
        """Fill in a sensible answer, if there is one and the question is open."""
        if self._desk.locked(now_ms):
            return AnswerEffect()
        return self._fill_in(say("question.filled"), now_ms) or AnswerEffect()

    def _fill_in(self, says: str, now_ms: int) -> AnswerEffect | None:
        """Fill in the answer that a hint proposes. Return None if it proposes no answer."""
        answer = hint(self._desk, self.suggest)
        if answer is None or self.hand is None:
            return None
        self._desk.said = says
        effect = self.fill_in(answer, now_ms)
        self.hand.filling.is_suggestion = True
        return effect

    def fill_in(self, answer: Answer, now_ms: int) -> AnswerEffect:
        """Fill in a complete answer, which the player can seal or change."""
        if self.hand is None:
            return AnswerEffect()
        self.hand.filling = Filling(self.hand.filling.form, answer)
        self.hand.filling.go_to_end()
        return self.touched(KeyResult.CHANGED, now_ms)

    def _finished(self, hand: AnswerInHand, now_ms: int) -> AnswerEffect:
        """Return the request to seal an answer.

        If the game warns about something that the answer leaves empty, the player must confirm it. If the
        player has filled in nothing, the hint is filled in first. This happens once at each question.
        """
        why = caution(hand.filling)
        if not why or self._desk.locked(now_ms):
            return AnswerEffect(self._desk.declare(hand.filling.answer, now_ms))
        fresh, self._cautioned = self._cautioned != hand.gate, hand.gate
        if fresh and untouched(hand.filling):
            filled = self._fill_in(f"{why} {say('question.filled')}", now_ms)
            if filled is not None:
                return filled
        return AnswerEffect(confirm=why)

    def seal_after_all(self, gate: GateNo, now_ms: int) -> Declare | None:
        """Return the request to seal an answer that the player has confirmed. Return None if its question has
        closed.
        """
        now = self.hand
        return (
            self._desk.declare(now.filling.answer, now_ms) if now is not None and now.gate == gate else None
        )
