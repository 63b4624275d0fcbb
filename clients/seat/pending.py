"""What a seat has asked for and has no answer to yet, in words."""

from __future__ import annotations

from typing import assert_never

from warcouncil.clients.wording.saying import say
from warcouncil.protocol.requests import Call, Claim, HandOver, Propose, Respond, Say, Write

SLOW_MS = 3000
"""What has no answer for so long is worth a word."""

Asking = Call | Claim | HandOver | Propose | Respond | Say | Write


class Pending:
    """Requests without an answer, by their ids, and when each was made."""

    def __init__(self) -> None:
        self._requests: dict[str, tuple[Asking, int]] = {}

    def __bool__(self) -> bool:
        return bool(self._requests)

    def add(self, request: Asking, now_ms: int) -> None:
        """Take in a request."""
        self._requests[request.id] = (request, now_ms)

    def pop(self, request: str) -> Asking | None:
        """Give the request that was answered, once."""
        found = self._requests.pop(request, None)
        return found and found[0]

    def empty(self) -> tuple[Asking, ...]:
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


def thing(request: Asking) -> str:
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


def done_words(request: Asking) -> str:
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
