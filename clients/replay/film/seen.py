"""Loads one viewpoint of a replay into the state of a seat's client (`Desk`), so that the seat's screens can
draw it.
"""

from __future__ import annotations

from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.replay.film.film import EyesView
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.protocol.words import MessageId


def _no_id() -> MessageId:
    return MessageId("0" * 32)


def desk_of(sight: EyesView) -> Desk:
    """Return a desk that has just received this view, at its time 0. Its requests are never sent."""
    desk = Desk(_no_id)
    desk.feed(LinkChange(LinkState.UP), 0)
    if sight.welcome is not None:
        desk.feed(sight.welcome, 0)
    if sight.view is not None:
        desk.feed(sight.view, 0)
        desk.team = ()  # The journal does not record which seats were linked
    return desk
