"""Line: a client's connection to the arbiter. It can outlive a network connection.

Requests go in. Replies and changes of the link come out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum

from warcouncil.protocol.wire.replies import Reply
from warcouncil.protocol.wire.requests import Request


class LinkState(Enum):
    """The state of the link."""

    UP = "up"
    DOWN = "down"
    """The link is lost for now. The client is reconnecting."""
    SHUT = "shut"
    """The arbiter refused us permanently: the key is unknown or fenced, or the versions differ."""
    ENDED = "ended"
    """The umpire has ended the exercise. The client reconnects only if the player asks for it."""


@dataclass(frozen=True, slots=True)
class LinkChange:
    """The link changed. `text` explains the change to a person. If the link is shut, it also says what to do."""

    state: LinkState
    text: str = ""


@dataclass(frozen=True, slots=True)
class LinkAlarm:
    """An alarm for the person, because the arbiter contradicts its own proof.

    `text` explains what is wrong, and what to do.
    """

    text: str
    gate: int = 0
    """The gate whose answer must not count as sealed. It is 0 if there is none."""


News = Reply | LinkChange | LinkAlarm


class Line(ABC):
    """Requests go in. Replies and changes of the link come out.

    Replies come in order. After a gap, a whole View follows.
    """

    @abstractmethod
    def send(self, body: Request) -> None:
        """Send a request. A request with an id is repeated on every new connection until its answer comes."""

    @abstractmethod
    def again(self) -> None:
        """Look for the arbiter again after the exercise was ended."""

    @abstractmethod
    async def receive(self) -> News:
        """Wait for the next news item and return it."""
