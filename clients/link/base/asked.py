"""What was asked of the arbiter and what of it is to be sent next.

Laws: a request with an id stays here until it is answered, and is sent again under that id, on this connection after a
while and on every new one; of drafts, and of what is followed, only the newest counts, once on each connection, and that one is ready is said on each; whatever
else there is to send dies with its connection.
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
"""So many requests may wait for their answers."""
UNDER_WAY_MAX = 16
"""So many of them are under way together; the arbiter reads so many frames of one link ahead."""


def id_of(request: Request) -> str:
    """Give the id of a request; "" for one that is not answered by its id."""
    match request:
        case Hello() | Beat() | Resync() | Leave() | Draft() | Watch() | SayReady():
            return ""
        case _:
            return request.id


class RequestsInFlight:
    """Requests on their way. Give it the time, in seconds from nowhere in particular."""

    def __init__(self, repeat_seconds: float) -> None:
        self._repeat_seconds = repeat_seconds
        self._waiting: deque[Request] = deque()
        """What has not left on this connection, the longest waiting first. Some of it may no longer be wanted."""
        self._unanswered: dict[str, Request] = {}
        self._sent: dict[str, float] = {}
        """When each of them last left on this connection."""
        self._newest: dict[type[Request], Request] = {}

    def __contains__(self, request: str) -> bool:
        return request in self._unanswered

    def add(self, request: Request) -> bool:
        """Take in a request; False: too many wait already. A declaration takes the place of others for its gate."""
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
        """Take in what is to be sent before all else."""
        self._waiting.appendleft(request)

    def answered(self, request: str) -> bool:
        """Take note of an answer; whether it was to a request that is still here."""
        self._sent.pop(request, None)
        return self._unanswered.pop(request, None) is not None

    def give_up(self, request: Request) -> None:
        """Drop what cannot be sent at all."""
        self.answered(id_of(request))
        if self._newest.get(type(request)) is request:
            del self._newest[type(request)]

    def passed(self, gate: GateNo) -> None:
        """Drop drafts of earlier questions than the one of this gate. What became of an answer to one only the arbiter can say."""
        draft = self._newest.get(Draft)
        if isinstance(draft, Draft) and draft.gate < gate:
            del self._newest[Draft]

    def watches(self) -> None:
        """Drop the draft: another drives the seat now."""
        self._newest.pop(Draft, None)

    def next(self, now: float) -> Request | None:
        """Give what is to be sent now: what has waited longest, else what has been without an answer for too long."""
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
        """Begin again on a new connection: nothing that has no answer can be known to have arrived."""
        self._sent.clear()
        self._waiting = deque([*self._newest.values(), *self._unanswered.values()])

    def forget(self) -> tuple[str, ...]:
        """Drop everything, and give the ids of what was not answered."""
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
        """Only the last answer to a question counts, so only the last is worth sending, and no draft of it."""
        for name, request in tuple(self._unanswered.items()):
            if isinstance(request, Declare) and request.gate == declare.gate:
                self.answered(name)
        self._newest.pop(Draft, None)
