"""Unread words: lines in conversations that are not shown, and messages that a box hides.

They are drawn as plain content. A player's name is never read as markup.
"""

from __future__ import annotations

from textual.content import Content
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.words import tone
from warcouncil.clients.seat.words.seat_names import with_person
from warcouncil.clients.widgets.board.ink import Lines, ink, whole_rows
from warcouncil.clients.widgets.pieces.drawn import Drawn
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import clean

ROWS_MAX = 2
NAMED_MAX = 3
"""If more conversations have unread lines, the others are counted."""


def unread_words(desk: Desk, key: str) -> str:
    """Return a sentence on which conversations have unread lines and which key shows them, "" if none has."""
    talks = desk.unread_talks
    if not talks:
        return ""
    if len(talks) == 1:
        line = talks[0].unread(desk.me)[-1]
        who = with_person(desk.company, line.seat, line.title)
        if desk.is_pair(talks[0]):
            return say("talk.writes_to_you", who=who, key=key)
        return say("talk.writes_in", who=who, title=desk.name_of(talks[0]), key=key)
    named = [f"{desk.name_of(talk)} ({desk.unread(talk)})" for talk in talks[:NAMED_MAX]]
    named += [f"+{len(talks) - NAMED_MAX}"] if len(talks) > NAMED_MAX else []
    return say("talk.unread_in", n=sum(map(desk.unread, talks)), where=", ".join(named), key=key)


def unread_lines(desk: Desk, width: int) -> Lines:
    """Draw the notice line of the table for unread lines."""
    words = unread_words(desk, desk.own.of("talk", "Ctrl+L"))
    return _marked(words, width) if words else []


def _marked(words: str, width: int) -> Lines:
    """Draw a highlighted sentence."""
    return whole_rows(Content.styled(f" ● {ink(words).plain} ", tone.NOTE), max(1, width), ROWS_MAX)


class OverBox(Drawn):
    """Shows at the top of a box what came behind it.

    `closes`: whether the talk key closes the box by itself.
    """

    DEFAULT_CSS = "OverBox { dock: top; width: 100%; }"

    def __init__(self, desk: Desk, *, closes: bool, deals: bool) -> None:
        super().__init__(classes="over-box")
        self._desk = desk
        self._closes = closes
        self._deals = deals

    def repaint(self, width: int) -> None:
        """Draw what waits behind the box, at most two rows each."""
        desk = self._desk
        back, talk = desk.own.of("back", "Esc"), desk.own.of("talk", "Ctrl+L")
        said = [unread_words(desk, talk if self._closes else f"{back}, {talk}")]
        if desk.new_notices:
            notice = desk.notices[desk.new_notices[-1]]
            said.append(f"{say('notices.to', who=clean(notice.to))}: {clean(notice.text)} ({back})")
        if self._deals and desk.waiting_deals:
            deal = desk.waiting_deals[0]
            who = clean(deal.giver_title)
            said.append(say("deals.waits_behind", n=deal.number, who=who, key=back))
        self.put([row for words in said if words for row in _marked(words, width)])
