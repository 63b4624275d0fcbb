"""RequestsInFlight: the requests to the arbiter, and which of them is sent next.

A request with an id stays here until it is answered. It is sent again with the same id, after a while on this
connection, and on every new connection.

Only the newest draft counts, and only the newest request to follow a table. Each is sent once on each
connection. The message that the player is ready is also sent on each connection. All other frames are lost
with their connection.
"""

from __future__ import annotations

from collections import deque

from warcouncil.protocol.wire.requests import (
    Beat,
    Declare,
    Draft,
    Hello,
    Leave,
    Request,
    Resync,
    SayReady,
    Watch,
)
from warcouncil.protocol.words import GateNo

ASKED_MAX = 1000
"""How many requests may wait for an answer. Bounds memory."""
UNDER_WAY_MAX = 16
"""How many sent requests may be unanswered at a time. The arbiter reads this many frames of a link in advance."""


def id_of(request: Request) -> str:
    """Return the id of a request. It is "" for a request that is not answered by its id."""
    match request:
        case Hello() | Beat() | Resync() | Leave() | Draft() | Watch() | SayReady():
            return ""
        case _:
            return request.id


class RequestsInFlight:
    """The requests under way. The caller supplies the time in seconds, always from the same clock."""

    def __init__(self, repeat_seconds: float) -> None:
        self._repeat_seconds = repeat_seconds
        self._waiting: deque[Request] = deque()
        """The requests that were not sent on this connection yet. The one that has waited longest comes
        first.

        Some may be cancelled already.
        """
        self._unanswered: dict[str, Request] = {}
        self._sent: dict[str, float] = {}
        """For each unanswered request, the time when it was last sent on this connection."""
        self._newest: dict[type[Request], Request] = {}

    def __contains__(self, request: str) -> bool:
        return request in self._unanswered

    def add(self, request: Request) -> bool:
        """Add a request. Return False if too many wait already. A declaration replaces the others for its gate."""
        name = id_of(request)
        if name in self._unanswered:
            return True
        if isinstance(request, Declare):
            self._supersede(request)
        if name and len(self._unanswered) >= ASKED_MAX:
            return False
        if name:
            self._unanswered[name] = request
        elif isinstance(request, Draft | Watch | SayReady):
            self._newest[type(request)] = request
        self._waiting.append(request)
        return True

    def add_first(self, request: Resync) -> None:
        """Add a request that is sent before all others."""
        self._waiting.appendleft(request)

    def answered(self, request: str) -> bool:
        """Remove a request that was answered. Return whether it was still waiting."""
        self._sent.pop(request, None)
        return self._unanswered.pop(request, None) is not None

    def give_up(self, request: Request) -> None:
        """Remove a request that cannot be sent at all."""
        self.answered(id_of(request))
        if self._newest.get(type(request)) is request:
            del self._newest[type(request)]

    def passed(self, gate: GateNo) -> None:
        """Remove drafts of gates before this one. Only the arbiter knows whether such a draft counted."""
        draft = self._newest.get(Draft)
        if isinstance(draft, Draft) and draft.gate < gate:
            del self._newest[Draft]

    def watches(self) -> None:
        """Remove the draft, because another member of the crew drives the seat now."""
        self._newest.pop(Draft, None)

    def next(self, now: float) -> Request | None:
        """Return the request to send now: the one that has waited longest, else one whose answer is overdue."""
        while self._waiting:
            request = self._waiting[0]
            if id_of(request) and len(self._sent) >= UNDER_WAY_MAX:
                break
            self._waiting.popleft()
            if self._wanted(request):
                return self._leaves(request, now)
        late = (name for name, sent in self._sent.items() if now - sent > self._repeat_seconds)
        name = next(late, "")
        return self._leaves(self._unanswered[name], now) if name else None

    def broken(self) -> None:
        """Start again on a new connection. An unanswered request may not have arrived."""
        self._sent.clear()
        self._waiting = deque([*self._newest.values(), *self._unanswered.values()])

    def forget(self) -> tuple[str, ...]:
        """Remove everything. Return the ids of the unanswered requests."""
        dropped = tuple(self._unanswered)
        self._unanswered.clear()
        self._newest.clear()
        self.broken()
        return dropped

    def _leaves(self, request: Request, now: float) -> Request:
        name = id_of(request)
        if name:
            self._sent.pop(name, None)
            self._sent[name] = now
        return request

    def _wanted(self, request: Request) -> bool:
        name = id_of(request)
        if name:
            return self._unanswered.get(name) is request
        return not isinstance(request, Draft | Watch | SayReady) or self._newest.get(type(request)) is request

    def _supersede(self, declare: Declare) -> None:
        """Remove earlier declarations for the same gate, and the draft. Only the last answer counts."""
        for name, request in tuple(self._unanswered.items()):
            if isinstance(request, Declare) and request.gate == declare.gate:
                self.answered(name)
        self._newest.pop(Draft, None)
