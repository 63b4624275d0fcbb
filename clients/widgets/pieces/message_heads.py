"""The headings of messages to a seat: who writes, in which form, and to whom."""

from __future__ import annotations

from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import Notice
from warcouncil.protocol.words import clean

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
