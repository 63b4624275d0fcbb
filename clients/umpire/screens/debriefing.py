"""The debrief on the wall. It is offered when every game is over. Then the wall shows its progress, and then
its place.
"""

from __future__ import annotations

from textual.content import Content
from warcouncil.clients.umpire.acts.act_descriptions import ACT_DESCRIPTIONS
from warcouncil.clients.umpire.drawing import tone
from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.umpire.model.wing import Wing
from warcouncil.clients.widgets.board.ink import Lines
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.acts import room_acts
from warcouncil.protocol.wire.consoles import Debriefing
from warcouncil.protocol.words import Role, clean

BAR_CELLS = 20


def all_over(board: Board) -> bool:
    """Return whether every game is over."""
    return bool(board.tables) and all(now.status.ended for now in board.tables.values())


def offer(board: Board, way: str) -> str:
    """Return the sentence that offers the debrief. Return "" if no debrief can be ordered, or one has been ordered."""
    offered = board.role is Role.UMPIRE and not board.debriefing and all_over(board)
    return say("umpire.debrief_offer", way=way) if offered else ""


def debrief_words(news: Debriefing) -> str:
    """Return the state of the debrief in one line."""
    if news.state == "writing":
        if not news.part:
            return say("umpire.debrief_writing", percent=news.percent)
        return say("umpire.debrief_writing_part", percent=news.percent, part=clean(news.part))
    text = clean(news.text, len(news.text))
    if news.state == "analysing":
        return say("umpire.debrief_analysing", path=text, percent=news.percent)
    if news.state == "written":
        return say("umpire.debrief_written", path=text)
    return say("umpire.debrief_not_written", why=text)


def debrief_lines(board: Board, width: int) -> Lines:
    """Draw the state of the debrief. Draw no lines if games are still played and no debrief was ordered."""
    told = [(wing, wing.debriefing) for wing in board.wings.values() if wing.debriefing is not None]
    if not told:
        words = offer(board, ACT_DESCRIPTIONS[room_acts.Debrief].key)
        return (
            [Content(" ") + line for line in Content.styled(words, tone.STRONG).wrap(width - 2)]
            if words
            else []
        )
    return [line for wing, news in told for line in _one(wing, news, width)]


def _one(wing: Wing, news: Debriefing, width: int) -> Lines:
    words = wing.says(debrief_words(news))
    full = BAR_CELLS * news.percent // 100
    bar = "█" * full + "░" * (BAR_CELLS - full)
    if news.state == "writing":
        return [Content.assemble(f" {bar} ", (words, tone.STRONG)).truncate(width, ellipsis=True)]
    if news.state == "analysing":
        words = f"{bar} {words}"
    style = tone.BAD if news.state == "failed" else tone.STRONG
    return [Content(" ") + line for line in Content.styled(words, style).wrap(width - 2)]
