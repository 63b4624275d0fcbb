"""The acts that are possible for a seat in its game, now or later. The help of each skin lists these."""

from __future__ import annotations

from typing import Literal

from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.documents import readable
from warcouncil.clients.seat.model.package import payoff_sheets
from warcouncil.clients.seat.model.shown.council import deals_wanted
from warcouncil.protocol.table.sheets import documents_of

Possible = Literal[
    "begin",
    "answer",
    "suggest",
    "fill_in",
    "take_back",
    "talk",
    "deals",
    "ask",
    "messages",
    "reply",
    "read",
    "documents",
    "package",
    "team",
    "take",
    "hand_over",
    "seat",
    "another",
    "come_back",
]
"""The acts that some seats do not have in some games."""


def possible_acts(desk: Desk) -> frozenset[Possible]:
    """Return the acts that are possible for a seat. Before a view has come, return those that every game may have."""
    view, welcome = desk.view, desk.welcome
    over = view is not None and view.ended is not None
    drives = not (desk.bot or desk.watching)
    hints = not over and drives and welcome is not None and welcome.hints
    form = view.form if view is not None else None
    found: dict[Possible, bool] = {
        "begin": view is None or not view.begun,
        "answer": not over,
        "suggest": hints,
        "fill_in": hints or (form is not None and form.suggested is not None),
        "take_back": not over and view is not None and view.readiness,
        "talk": bool(desk.talks),
        "deals": deals_wanted(desk) or bool(desk.deals),
        "ask": bool(desk.asks_at),
        "messages": bool(desk.notices),
        "reply": bool(desk.unreplied),
        "read": view is not None and bool(readable(view.sheet)),
        "documents": view is not None and bool(documents_of(view.sheet)),
        "package": view is not None and bool(payoff_sheets(view.sheet)),
        "team": bool(desk.team),
        "take": not over and not drives,
        "hand_over": not over and drives and not desk.alone,
        "seat": not over and not (drives and desk.alone),
        "another": desk.plays_again,
        "come_back": not desk.plays_again,
    }
    return frozenset(act for act, can in found.items() if can)
