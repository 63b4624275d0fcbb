"""A line to the arbiter, as every client sees it: requests go in, replies and news of the link come out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum

from warcouncil.protocol.wire.replies import Reply
from warcouncil.protocol.wire.requests import Request


class LinkState(Enum):
    """How the link stands."""

    UP = "up"
    DOWN = "down"
    """Lost for now; it is being sought again."""
    SHUT = "shut"
    """Refused for good: the key is unknown or fenced, or the versions differ."""
    ENDED = "ended"
    """The umpire has ended the exercise; it is not sought until somebody asks for that."""


@dataclass(frozen=True, slots=True)
class LinkChange:
    """The link changed. `text` says it to a person, and what to do when it is shut."""

    state: LinkState
    text: str = ""


@dataclass(frozen=True, slots=True)
class LinkAlarm:
    """What a person must hear of now: the arbiter's word does not hold. `text` says what, and what to do about it."""

    text: str
    gate: int = 0
    """The question whose answer must not count as sealed; 0: none."""


News = Reply | LinkChange | LinkAlarm


class Line(ABC):
    """Requests in, replies and link changes out. Replies come in order and without a gap, or a whole View follows."""

    @abstractmethod
    def send(self, body: Request) -> None:
        """Let a request be sent. One with an id is sent, over every break, until its answer comes."""

    @abstractmethod
    def again(self) -> None:
        """Seek the arbiter again, after the exercise was ended."""

    @abstractmethod
    async def receive(self) -> News:
        """Wait for what comes next."""
