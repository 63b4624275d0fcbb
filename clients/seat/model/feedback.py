"""Feedback: unanswered requests, late news, and counts of the answers that this seat sealed and missed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from warcouncil.clients.wording.saying import say
from warcouncil.protocol.wire.requests import Call, Claim, HandOver, Propose, Respond, Say, Write

STANDS_MS = 6000
"""The shortest time for which a late notice is shown."""


@dataclass(frozen=True, slots=True)
class LateNotice:
    """A message about a question that is over. `came_ms` is the time at which it came.

    `in_story`: the story of the same moment says this too. The screen shows the message, but it is not announced.
    """

    came_ms: int
    words: str
    in_story: bool = False


@dataclass(slots=True)
class LateNotices:
    """The messages about questions that are over."""

    said: list[LateNotice] = field(default_factory=list)

    @property
    def words(self) -> str:
        """All messages that are shown."""
        return " ".join(each.words for each in self.said)

    def tell(self, words: str, now_ms: int, *, in_story: bool = False) -> None:
        """Add a message about an answer whose question is over."""
        self.said.append(LateNotice(now_ms, words, in_story))

    def pass_on(self, now_ms: int) -> None:
        """Remove messages that were shown long enough. This happens when the next question is open."""
        self.said = [each for each in self.said if now_ms - each.came_ms < STANDS_MS]

    def put_away(self) -> None:
        """Remove all messages, because the player has read them."""
        self.said.clear()


@dataclass(slots=True)
class AnswerLog:
    """Counts of sealed and missed questions.

    A question counts once, when it closes. A question that only asks whether the player is ready does not count, and
    neither do questions from before this window was opened.

    `first_gate` is the gate that this window saw first, and `last_gate` the newest one. `open_gate` is the open gate and
    when it was first seen. `last_missed` says whether the question before it was counted as missed. `took_ms` is how long the first answer to it took. `took_ms` is None if this window did not see
    that.
    """

    sealed: int = 0
    missed: int = 0
    quickest_ms: int | None = None
    first_gate: int | None = None
    last_gate: int | None = None
    last_missed: bool = False
    open_gate: tuple[int, int] | None = None
    has_sealed: bool = False
    took_ms: int | None = None

    def opened(self, gate: int, *, asked: bool, has_sealed: bool, now_ms: int) -> None:
        """Record the gate that is open now. Count the gate before it if this one is new."""
        if self.first_gate is None:
            self.first_gate = gate
        if gate != self.last_gate:
            self.last_gate = gate
            self.last_missed = self.open_gate is not None and not self.has_sealed
            if self.open_gate is not None:
                self._count()
        if asked and self.open_gate is None:
            self.open_gate, self.has_sealed, self.took_ms = (gate, now_ms), has_sealed, None

    def receipt(self, gate: int, now_ms: int) -> None:
        """Record a receipt. The first receipt of a gate shows how fast the answer was."""
        if self.open_gate is None or self.open_gate[0] != gate:
            return
        if not self.has_sealed:
            self.took_ms = now_ms - self.open_gate[1]
        self.has_sealed = True

    def taken_back(self, gate: int) -> None:
        """Record that the answer to the open gate was taken back."""
        if self.open_gate is not None and self.open_gate[0] == gate:
            self.has_sealed, self.took_ms = False, None

    def handed_over(self) -> None:
        """Record that a bot or another crew member plays the seat.

        An unanswered question no longer counts here.
        """
        if not self.has_sealed:
            self.open_gate = None

    def struck_out(self) -> None:
        """Record that an umpire voided the answer.

        The question counts neither as sealed nor as missed.
        """
        self.open_gate = None

    def receipt_after(self) -> None:
        """Record a receipt that came after the next gate opened.

        If the question was counted as missed, count it as sealed.
        """
        if self.last_missed:
            self.sealed, self.missed, self.last_missed = self.sealed + 1, self.missed - 1, False

    def _count(self) -> None:
        self.sealed += self.has_sealed
        self.missed += not self.has_sealed
        if self.took_ms is not None:
            before = self.quickest_ms
            self.quickest_ms = self.took_ms if before is None else min(self.took_ms, before)
        self.open_gate = None

    @property
    def words(self) -> str:
        """The counts in a sentence, or "" if no question was asked.

        If this window did not see the first gate, the sentence says from which question the counts begin.
        """
        if not self.sealed + self.missed:
            return ""
        told = say("verdict.deeds", sealed=self.sealed, missed=self.missed)
        if self.quickest_ms is not None:
            seconds = -(-self.quickest_ms // 1000)
            told = say("verdict.deeds_quickest", sealed=self.sealed, missed=self.missed, seconds=seconds)
        return say("verdict.deeds_here", deeds=told) if (self.first_gate or 0) > 1 else told


SLOW_MS = 3000
"""How long a request may wait before the player is informed."""

AwaitedRequest = Call | Claim | HandOver | Propose | Respond | Say | Write


class PendingRequests:
    """Requests that have no answer yet, by id, each with the time when it was made."""

    def __init__(self) -> None:
        self._requests: dict[str, tuple[AwaitedRequest, int]] = {}

    def __bool__(self) -> bool:
        return bool(self._requests)

    def add(self, request: AwaitedRequest, now_ms: int) -> None:
        """Add a request."""
        self._requests[request.id] = (request, now_ms)

    def pop(self, request: str) -> AwaitedRequest | None:
        """Return the request that was answered, and remove it."""
        found = self._requests.pop(request, None)
        return found and found[0]

    def empty(self) -> tuple[AwaitedRequest, ...]:
        """Return all requests without an answer, and remove them."""
        left = tuple(request for request, _ in self._requests.values())
        self._requests.clear()
        return left

    def on_its_way(self, now_ms: int, *, up: bool) -> str:
        """Return a sentence about requests that take longer than usual, or "" if there are none."""
        slow = [
            request for request, asked_ms in self._requests.values() if not up or now_ms - asked_ms > SLOW_MS
        ]
        if not slow:
            return ""
        what, more = thing(slow[0]), len(slow) - 1
        return say("talk.on_their_way", what=what, n=more) if more else say("talk.on_its_way", what=what)


def thing(request: AwaitedRequest) -> str:
    """Return the words that name a request."""
    match request:
        case Say():
            return say("talk.your_line", text=request.text)
        case Call(to="cell"):
            return say("talk.thing_ask")
        case Call():
            return say("talk.thing_call")
        case Write():
            return say("talk.thing_write")
        case Propose():
            return say("talk.thing_propose")
        case Respond():
            return say("talk.thing_respond")
        case HandOver():
            return say("talk.thing_hand_over")
        case Claim():
            return say("talk.thing_claim")
        case _:
            assert_never(request)


def done_words(request: AwaitedRequest) -> str:
    """Return a sentence that confirms a request, or "" if the screen shows the result anyway."""
    match request:
        case Call(to="cell"):
            return say("talk.done_ask")
        case Call():
            return say("talk.done_call")
        case Write():
            return say("talk.done_write")
        case Propose():
            return say("talk.done_propose")
        case HandOver():
            return say("talk.done_hand_over")
        case Claim():
            return say("talk.done_claim")
        case Say() | Respond():
            return ""
        case _:
            assert_never(request)
