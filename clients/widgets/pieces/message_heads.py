"""The headings of messages to a seat: who writes, in which form, and to whom. The story has the messages too."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import Notice, StoryLine
from warcouncil.protocol.words import clean, plain

HEADS = {
    "message": "notices.from",
    "news": "notices.news",
    "letter": "notices.letter",
    "call": "notices.call",
    "request": "notices.request",
}
"""For each kind of message in the name of a sender, the key of its heading in the catalogue. Other kinds use "message"."""


def message_head(notice: Notice) -> str:
    """Return the heading of a message, such as "News from Reuters to the table"."""
    if not notice.sender:
        return say("notices.to", who=clean(notice.to))
    if notice.about:
        return say("notices.answer", sender=clean(notice.sender), about=clean(notice.about))
    kind = notice.kind if notice.kind in HEADS else "message"
    return say(HEADS[kind], sender=clean(notice.sender), who=clean(notice.to))


def with_messages(story: Sequence[StoryLine], notices: Sequence[Notice]) -> list[StoryLine]:
    """Return the story with each message before the events of the question at which it came."""
    told, at = list[StoryLine](), 0
    for line in story:
        while at < len(notices) and notices[at].gate <= line.gate:
            told.append(_as_line(notices[at]))
            at += 1
        told.append(line)
    return told + [_as_line(notice) for notice in notices[at:]]


@lru_cache(maxsize=1024)
def _as_line(notice: Notice) -> StoryLine:
    """Return a message as a line of the story."""
    return StoryLine(heading=message_head(notice), text=plain(notice.text), gate=notice.gate)
