"""Converts the state of a seat (`Desk`) into its screen. The caller supplies the time."""

from __future__ import annotations

from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.shown.council import shown_deals, shown_talk
from warcouncil.clients.seat.model.shown.ended import shown_end
from warcouncil.clients.seat.model.shown.head import (
    shown_banners,
    shown_clock,
    shown_head,
    shown_notice,
    shown_told,
    unread_words,
)
from warcouncil.clients.seat.model.shown.question import shown_question
from warcouncil.clients.seat.model.shown.screen import Screen, Ways


def screen_of(desk: Desk, filling: Filling | None, now_ms: int, ways: Ways, *, hint: str = "") -> Screen:
    """Return what a seat shows at a time.

    `filling` is the answer that is being filled in, if there is one. `hint` is help for a player who does
    something for the first time.
    """
    view = desk.view
    return Screen(
        hint=hint,
        head=shown_head(desk, now_ms),
        clock=shown_clock(desk, now_ms),
        banners=shown_banners(desk, ways),
        told=shown_told(desk),
        unread=unread_words(desk, ways.of("talk", "Ctrl+L")),
        notice=shown_notice(desk, ways),
        sides=view.sheet.sides if view is not None else (),
        question=shown_question(desk, filling, now_ms, ways),
        talks=tuple(shown_talk(desk, talk, now_ms) for talk in desk.talks.values()),
        deals=shown_deals(desk, now_ms, ways),
        end=shown_end(desk),
    )
