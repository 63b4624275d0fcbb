"""Desks that have received messages, and the messages that follow."""

from __future__ import annotations

from typing import Any

from warcouncil.clients.link.base.line import LinkChange
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.views import ClockView
from warcouncil.protocol.wire.replies import Refusal, RefusalCode, Reply
from warcouncil.protocol.wire.requests import Request
from warcouncil.protocol.words import ChannelId, GateNo

from tests.clients.seat.tables import UP, ids, playing, view, welcome

ATTACK: Answer = {"corps.2": "attack"}
RED = ChannelId("red")
DECLARING = view(playing("kartenspiel", 1), "red.corps.2")
TALKING = view(playing("kartenspiel"), "red.corps.2")
NEXT = DECLARING.model_copy(update={"gate": GateNo(9), "whole": False, "story": ()})


def desk_of(*news: Reply | LinkChange) -> Desk:
    """Make a desk that has received these messages."""
    desk = Desk(ids())
    for each in (UP, welcome(playing("kartenspiel"), "red.corps.2"), *news):
        desk.feed(each, 0)
    return desk


def declaring(**changes: Any) -> Desk:
    """Make a desk that is asked for a declaration, in a view with these changes."""
    return desk_of(DECLARING.model_copy(update=changes))


def clock(left_ms: int, *, running: bool = True) -> ClockView:
    """Make a clock."""
    return ClockView(left_ms=left_ms, total_ms=30_000, running=running)


def refusal(request: Request | None, text: str = "No.") -> Refusal:
    """Refuse a request. None means any request."""
    return Refusal(id=getattr(request, "id", ""), code=RefusalCode.CLOSED, text=text)
