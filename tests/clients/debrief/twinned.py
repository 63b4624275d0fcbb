"""Twin accounts: two tables that differ in everything that one team can never have known, and in nothing
else.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from typing import Any

from warcouncil.arbiter.record.account.account import (
    By,
    Decision,
    GateAccount,
    Moment,
    MomentKind,
    TableAccount,
)
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event, may_know, sights
from warcouncil.games.kit.game import Finish
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.words import SeatId

SECRET = "TRAITOR"
"""Stands for whatever the team cannot know: it must be in no report of the team's."""
WORLDS = 4
_FELT = (MomentKind.STOPPED, MomentKind.RAN)


class Poison:
    """The value of a field that the team may not know. Each use of it raises."""

    def __str__(self) -> str:
        return SECRET

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return SECRET


def twin(account: TableAccount, team: str) -> tuple[TableAccount, int]:
    """Return the other table, and how many positions could be dealt anew for it."""
    own = [seat for seat in account.seats.values() if seat.team == team]
    other = copy(account)
    other.people = {
        seat: name if account.seats[seat].team == team else SECRET for seat, name in account.people.items()
    }
    other.plan = account.plan.model_copy(update={"seed": "ff" * 32})
    other.setting = tuple(_events(account.setting, own))
    other.gates = [_gate(account, gate, own) for gate in account.gates]
    other.moments = list(_moments(account.moments, own))
    other.deals = tuple(
        deal
        if {deal.giver, deal.taker} & {seat.id for seat in own}
        else deal.model_copy(update={"text": SECRET})
        for deal in account.deals
    )
    other.notices = ()
    other.doubt = SECRET
    dealt = sum(one.state != two.state for one, two in zip(account.gates, other.gates, strict=True))
    return other, dealt


def _gate(account: TableAccount, gate: GateAccount, own: list[Seat]) -> GateAccount:
    other = copy(gate)
    other.state = _dealt_anew(account, gate, own)
    other.events = tuple(_events(gate.events, own))
    other.digest = SECRET
    other.opened_seq, other.closed_seq = gate.opened_seq + 1000, 77
    mine = {seat.id for seat in own}
    other.decisions = tuple(
        one if one.seat in mine else _decided_otherwise(account, gate, one) for one in gate.decisions
    )
    return other


def _dealt_anew(account: TableAccount, gate: GateAccount, own: list[Seat]) -> Any:
    """Return a position that no seat of the team can tell from the true one, or the true one if none is
    found.
    """
    game = account.game
    if isinstance(gate.phase, Finish) and account.laid_open:
        return gate.state
    for seat in own:
        for number in range(WORLDS):
            state = game.rehide(gate.state, seat.id, Dice(b"another world....", gate.number, seat.id, number))
            if (
                state != gate.state
                and all(game.sheet(state, each.id) == game.sheet(gate.state, each.id) for each in own)
                and game.standings(state) == game.standings(gate.state)
            ):
                return state
    return gate.state


def _decided_otherwise(account: TableAccount, gate: GateAccount, one: Decision) -> Decision:
    form = account.game.form(gate.state, one.seat)
    answer = fill(form, Dice(b"somebody else....", gate.number, one.seat))
    return replace(one, answer=answer, by=By.UMPIRE, first_ms=1, last_ms=999_999, times=9, struck=True)


def _events(events: Iterable[Event], own: list[Seat]) -> Iterable[Event]:
    """Yield the events that the team learns of, with poison in each field that it may not know."""
    for event in events:
        if not any(may_know(event, type(event).seen_by, seat) for seat in own):
            continue
        hidden = {
            name: Poison()
            for name, sight in sights(type(event))
            if not any(may_know(event, sight, seat) for seat in own)
        }
        yield replace(event, **hidden) if hidden else event  # type: ignore[type-var]  # every event is a dataclass


def _moments(moments: Iterable[Moment], own: list[Seat]) -> Iterable[Moment]:
    mine = {seat.id for seat in own}
    for moment in moments:
        if moment.kind in _FELT:
            yield replace(moment, text=SECRET, seq=moment.seq + 5)
        elif mine & {*moment.to, moment.seat} and moment.kind not in (MomentKind.RULED, MomentKind.NOTED):
            yield replace(moment, seq=moment.seq + 5)
        elif moment.kind is not MomentKind.BOT:
            yield replace(moment, text=SECRET, title=SECRET, at=moment.at + 1)
    yield Moment(9999, 5, moment.gate, MomentKind.SPOKE, SeatId("nobody"), (), SECRET, SECRET)
    yield Moment(9999, 5, moment.gate, MomentKind.NOTED, text=SECRET)
