"""Repeats: a request that was carried out before is answered again and has no second effect."""

from __future__ import annotations

from warcouncil.arbiter.core.effects import Effect
from warcouncil.arbiter.core.sessions import Session
from warcouncil.protocol import wire
from warcouncil.protocol.replies import Done

REMEMBERED_MAX = 4096
"""So many of the newest ids are remembered."""


class Repeats:
    """The ids of requests that were carried out."""

    def __init__(self) -> None:
        self._done: dict[str, None] = {}

    def known(self, request: str) -> bool:
        """Tell whether a request was carried out before."""
        return request in self._done

    def remember(self, request: str) -> None:
        """Note that a request was carried out."""
        self._done[request] = None
        if len(self._done) > REMEMBERED_MAX:
            del self._done[next(iter(self._done))]


def done(session: Session | None, request: str) -> list[Effect]:
    """Tell a session that its request was carried out."""
    return [session.mail(wire.dump(Done(id=request)))] if session else []
