"""Draws unread lines of conversations that are not shown, and messages that a box hides.

They are drawn as plain content. A player's name is never read as markup.
"""

from __future__ import annotations

from textual.content import Content
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.shown.head import unread_words
from warcouncil.clients.seat.words import tone
from warcouncil.clients.widgets.board.ink import Lines, ink, whole_rows
from warcouncil.clients.widgets.pieces.drawn import Drawn
from warcouncil.clients.widgets.pieces.message_heads import message_head
from warcouncil.clients.widgets.window.window import keys_at
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import clean

ROWS_MAX = 2


def marked(words: str, width: int) -> Lines:
    """Draw a highlighted sentence. Draw nothing if it is empty."""
    if not words:
        return []
    return whole_rows(Content.styled(f" ● {ink(words).plain} ", tone.NOTE), max(1, width), ROWS_MAX)


class OverBox(Drawn):
    """Shows at the top of a box the news that it hides.

    `closes`: whether the talk key closes the box by itself.
    """

    DEFAULT_CSS = "OverBox { dock: top; width: 100%; }"

    def __init__(self, desk: Desk, *, closes: bool, deals: bool) -> None:
        super().__init__(classes="over-box")
        self._desk = desk
        self._closes = closes
        self._deals = deals

    def repaint(self, width: int) -> None:
        """Draw the news behind the box, with at most two rows for each part."""
        desk = self._desk
        own = keys_at(self)
        back, talk = own.of("back", "Esc"), own.of("talk", "Ctrl+L")
        said = [unread_words(desk, talk if self._closes else f"{back}, {talk}")]
        if desk.new_notices:
            notice = desk.notices[desk.new_notices[-1]]
            said.append(f"{message_head(notice)}: {clean(notice.text)} ({back})")
        if self._deals and desk.waiting_deals:
            deal = desk.waiting_deals[0]
            who = clean(deal.giver_title)
            said.append(say("deals.waits_behind", n=deal.number, who=who, key=back))
        self.put([row for words in said for row in marked(words, width)])
