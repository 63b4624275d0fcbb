"""What a seat has asked for and has no answer to yet, in words."""

from __future__ import annotations

from typing import assert_never

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
        what = thing(slow[0]) if len(slow) == 1 else f"{thing(slow[0])} and {len(slow) - 1} more"
        return f"{what[:1].upper()}{what[1:]} {'is' if len(slow) == 1 else 'are'} on the way."


def thing(request: Asking) -> str:
    """Name a request."""
    match request:
        case Say():
            return f"your line “{request.text}”"
        case Call():
            return "your call to the umpire"
        case Write():
            return "your reply to the umpire"
        case Propose():
            return "your proposal"
        case Respond():
            return "your answer to the proposal"
        case HandOver():
            return "your wish to hand the seat over"
        case Claim():
            return "your claim to the seat"
        case _:
            assert_never(request)


def done_words(request: Asking) -> str:
    """Say that a request was carried out, where one does not see it."""
    match request:
        case Call():
            return "The umpire has been called."
        case Write():
            return "Your reply has reached the umpire."
        case Propose():
            return "Your proposal has been put."
        case HandOver():
            return "The seat has been handed over."
        case Claim():
            return "The seat is yours."
        case Say() | Respond():
            return ""
        case _:
            assert_never(request)
