"""Codes: one for each seat and each screen. All differ."""

from __future__ import annotations

from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.stimuli import Grant
from warcouncil.arbiter.shell.service.opening import new_codes
from warcouncil.protocol.words import Role, TableId

PLANS = tuple(
    TablePlan(table=TableId(number), game="kartenspiel", options={}, seed="5a" * 32) for number in (1, 2)
)


def test_every_planned_seat_and_console_gets_a_code() -> None:
    """An observer cannot join, or a room has nothing on its screen."""
    observer = Grant(role=Role.OBSERVER)
    second = Grant(role=Role.UMPIRE, tables=(TableId(2),))
    cards = new_codes(PLANS, (observer, second))
    consoles = [card.holder for card in cards if not card.holder.seat]
    assert consoles == [Grant(role=Role.UMPIRE), observer, second, Grant(role=Role.DISPLAY)]
    seats = [(card.holder.table, card.holder.seat) for card in cards if card.holder.seat]
    assert len(seats) == len(set(seats)) == 20
    assert {card.holder.role for card in cards if card.holder.seat} == {Role.SEAT}


def test_no_two_codes_share_a_plate() -> None:
    """Two codes have the same plate (the public part), so a person gets another's seat, or none."""
    cards = new_codes(PLANS * 20)
    assert len({card.code.plate for card in cards}) == len(cards)
