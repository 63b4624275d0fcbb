"""LineClient: the base of every client in plain lines.

It writes lines, sends requests, and knows which of them have no answer yet.

It uses no screen, no socket and no clock. The caller supplies news and typed lines with their times.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from difflib import get_close_matches

from warcouncil.clients.link.base.asked import id_of
from warcouncil.clients.link.base.line import LinkChange, LinkState, News
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.wire.replies import Done, Fenced, Receipt, Refusal, TableRules
from warcouncil.protocol.wire.requests import Declare, Request
from warcouncil.protocol.words import clean

LINE_CHARS_MAX = 6000
LEFT, LOST = 0, 1
"""Exit statuses: left in order, or left with a request that was unanswered or refused."""
_SIGNS = {" · ": ", ", "·": ",", "→": "to", "←": "from", "✓": "yes", "✗": "no", "…": "..."}
_DRAWN = re.compile("[\u2190-\u23ff\u2500-\u265f\u2668-\u27bf]")
"""Arrows, boxes, blocks and signs. The suits of cards are kept, because they are read aloud."""


def spoken(text: str) -> str:
    """Return a text as one line that can be read aloud, without drawn signs."""
    text = clean(text, LINE_CHARS_MAX)
    for sign, word in _SIGNS.items():
        text = text.replace(sign, word)
    return re.sub(r"\s+", " ", _DRAWN.sub(" ", text)).strip()


def meant(word: str, known: Iterable[str]) -> str:
    """Return the known word that a typed word means.

    It is the word itself, or the only known word that begins with it. It is "" if there is none.
    """
    names = list(known)
    if word in names:
        return word
    found = [name for name in names if word and name.startswith(word)]
    return found[0] if len(found) == 1 else ""


def not_known(word: str, known: Iterable[str], sign: str = "") -> str:
    """Return a sentence which says that a command is unknown, and which command may be meant."""
    begun = [f"{sign}{name}" for name in known if name.startswith(word)]
    if begun:
        return say("plain.begins_several", sign=sign, word=word, names=", ".join(begun))
    near = get_close_matches(word, list(known), n=1)
    if near:
        return say("plain.unknown_meant", sign=sign, word=word, near=near[0])
    return say("plain.unknown_command", sign=sign, word=word)


class LineClient(ABC):
    """A client in plain lines.

    After each call, read its `lines` and `requests`. `status` is set when the client has ended.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.requests: list[Request] = []
        self.status: int | None = None
        self.holds_input = False
        """Whether typed lines must wait until the next question, or until the end."""
        self._unanswered: dict[str, Request] = {}

    # --- what the loop calls --------------------------------------------------------------------------------------

    def feed(self, news: News, now_ms: int) -> None:
        """Handle a news item of the link."""
        match news:
            case Receipt() | Done() | Refusal() | TableRules():
                self._unanswered.pop(news.id, None)
            case Fenced() | LinkChange(state=LinkState.SHUT):
                self._unanswered.clear()
                self.status = LOST
            case LinkChange(state=LinkState.ENDED):
                self.status = LOST if self._unanswered else LEFT
            case _:
                pass
        self.hear(news, now_ms)

    @abstractmethod
    def hear(self, news: News, now_ms: int) -> None:
        """Handle a news item of the link, and write what is new."""

    @abstractmethod
    def typed(self, text: str, now_ms: int) -> None:
        """Handle a typed line."""

    @abstractmethod
    def tick(self, now_ms: int) -> None:
        """Write what changes with time alone."""

    @abstractmethod
    def leave(self) -> None:
        """Leave and confirm it. This is called by the command, at the end of the input, or at Ctrl+C."""

    @property
    def waits(self) -> bool:
        """Whether a request has no answer yet."""
        return bool(self._unanswered)

    # --- what the clients use -------------------------------------------------------------------------------------

    def say(self, *lines: str) -> None:
        """Write lines, without the empty ones."""
        self.lines += [line for line in map(spoken, lines) if line]

    def send(self, *requests: Request | None) -> None:
        """Send requests. Arguments that are None are ignored."""
        for request in requests:
            if request is None:
                continue
            self.requests.append(request)
            if isinstance(request, Declare):
                self._replace(request)
            if id_of(request):
                self._unanswered[id_of(request)] = request

    def _replace(self, newer: Declare) -> None:
        """Stop waiting for earlier declarations at this gate, because the link sends only the newest."""
        for name, request in tuple(self._unanswered.items()):
            if isinstance(request, Declare) and request.gate == newer.gate:
                del self._unanswered[name]
