"""Feedback: requests without an answer, what came too late, and what this seat sealed and missed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from warcouncil.clients.wording.saying import say
from warcouncil.protocol.wire.requests import Call, Claim, HandOver, Propose, Respond, Say, Write

STANDS_MS = 6000
"""So long it stands at the least."""


@dataclass(slots=True)
class LateNotices:
    """Words about questions that are gone, each with the time at which it came."""

    said: list[tuple[int, str]] = field(default_factory=list)

    @property
    def words(self) -> str:
        """All that stands."""
        return " ".join(words for _, words in self.said)

    def tell(self, words: str, now_ms: int) -> None:
        """Take in what became of an answer whose question is gone."""
        self.said.append((now_ms, words))

    def pass_on(self, now_ms: int) -> None:
        """Another question has come: forget what has stood long enough."""
        self.said = [each for each in self.said if now_ms - each[0] < STANDS_MS]

    def put_away(self) -> None:
        """Forget all: it was read."""
        self.said.clear()


@dataclass(slots=True)
class AnswerLog:
    """Counts. A question counts once, when it has closed; what happened before this window was opened does not.

    `first_gate` is the number of the question that this window saw first; `open_gate` the question that is open, as its number and
    when it was first seen; `took_ms` how long its first answer took, where that was seen.
    """

    sealed: int = 0
    missed: int = 0
    quickest_ms: int | None = None
    first_gate: int | None = None
    open_gate: tuple[int, int] | None = None
    has_sealed: bool = False
    took_ms: int | None = None

    def opened(self, gate: int, *, asked: bool, has_sealed: bool, now_ms: int) -> None:
        """Take note of the question that is open now, and count the one before it when it is another."""
        if self.first_gate is None:
            self.first_gate = gate
        if self.open_gate is not None and self.open_gate[0] != gate:
            self._count()
        if asked and self.open_gate is None:
            self.open_gate, self.has_sealed, self.took_ms = (gate, now_ms), has_sealed, None

    def receipt(self, gate: int, now_ms: int) -> None:
        """Take note of a receipt: the first at a question says how quick the answer was."""
        if self.open_gate is None or self.open_gate[0] != gate:
            return
        if not self.has_sealed:
            self.took_ms = now_ms - self.open_gate[1]
        self.has_sealed = True

    def handed_over(self) -> None:
        """Take note that a bot or another of the crew plays the seat: what was not answered yet is his to answer."""
        if not self.has_sealed:
            self.open_gate = None

    def struck_out(self) -> None:
        """Take note that an umpire struck the answer out: the question is neither sealed nor missed."""
        self.open_gate = None

    def receipt_after(self) -> None:
        """Take note of a receipt that came when the next question was open: what was counted as missed was sealed."""
        self.sealed, self.missed = self.sealed + 1, self.missed - 1

    def _count(self) -> None:
        self.sealed += self.has_sealed
        self.missed += not self.has_sealed
        if self.took_ms is not None:
            before = self.quickest_ms
            self.quickest_ms = self.took_ms if before is None else min(self.took_ms, before)
        self.open_gate = None

    @property
    def words(self) -> str:
        """Say it in words, and since when it was counted, where that was not from the first question on; "" where nothing was asked."""
        if not self.sealed + self.missed:
            return ""
        told = say("verdict.deeds", sealed=self.sealed, missed=self.missed)
        if self.quickest_ms is not None:
            seconds = -(-self.quickest_ms // 1000)
            told = say("verdict.deeds_quickest", sealed=self.sealed, missed=self.missed, seconds=seconds)
        return say("verdict.deeds_here", deeds=told) if (self.first_gate or 0) > 1 else told


SLOW_MS = 3000
"""What has no answer for so long is worth a word."""

AwaitedRequest = Call | Claim | HandOver | Propose | Respond | Say | Write


class PendingRequests:
    """Requests without an answer, by their ids, and when each was made."""

    def __init__(self) -> None:
        self._requests: dict[str, tuple[AwaitedRequest, int]] = {}

    def __bool__(self) -> bool:
        return bool(self._requests)

    def add(self, request: AwaitedRequest, now_ms: int) -> None:
        """Take in a request."""
        self._requests[request.id] = (request, now_ms)

    def pop(self, request: str) -> AwaitedRequest | None:
        """Give the request that was answered, once."""
        found = self._requests.pop(request, None)
        return found and found[0]

    def empty(self) -> tuple[AwaitedRequest, ...]:
        """Give all that was not answered, and forget it."""
        left = tuple(request for request, _ in self._requests.values())
        self._requests.clear()
        return left

    def on_its_way(self, now_ms: int, *, up: bool) -> str:
        """Say what is still on its way, where one would wonder; "" while all goes as usual."""
        slow = [
            request for request, asked_ms in self._requests.values() if not up or now_ms - asked_ms > SLOW_MS
        ]
        if not slow:
            return ""
        first, more = thing(slow[0]), len(slow) - 1
        what = first[:1].upper() + first[1:]
        return say("talk.on_their_way", what=what, n=more) if more else say("talk.on_its_way", what=what)


def thing(request: AwaitedRequest) -> str:
    """Name a request."""
    match request:
        case Say():
            return say("talk.your_line", text=request.text)
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
    """Say that a request was carried out, where one does not see it."""
    match request:
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
