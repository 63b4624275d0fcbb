"""A line to the arbiter, as every client sees it: requests go in, replies and news of the link come out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum

from warcouncil.protocol.replies import Reply
from warcouncil.protocol.requests import Request


class LinkState(Enum):
    """How the link stands."""

    UP = "up"
    DOWN = "down"
    """Lost for now; it is being sought again."""
    SHUT = "shut"
    """Refused for good: the key is unknown or fenced, or the versions differ."""


@dataclass(frozen=True, slots=True)
class LinkChange:
    """The link changed. `text` says it to a person, and what to do when it is shut."""

    state: LinkState
    text: str = ""


class Line(ABC):
    """Requests in, replies and link changes out. Replies come in order and without a gap, or a whole View follows."""

    @abstractmethod
    def send(self, body: Request) -> None:
        """Queue a request. It is sent when the link allows; until then a declaration is kept, speech is not."""

    @abstractmethod
    async def receive(self) -> Reply | LinkChange:
        """Wait for the next reply or link change."""
