"""The effect of a play on the open Incident: agents, an Incident card or a U.N. card laid on the pile (rules 4.1 to 4.3)."""

from __future__ import annotations

from dataclasses import replace

from warcouncil.games.escalate.cards import TOP_OF
from warcouncil.games.escalate.events.incidents import IncidentEscalated, IncidentTurned, UnPlayed
from warcouncil.games.escalate.flow import Next, go_on
from warcouncil.games.escalate.standing import demand, moved
from warcouncil.games.escalate.state import (
    Act,
    EscalateState,
    PilePlay,
    after,
    incident_top,
    role,
    stake,
    without,
)
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.protocol.words import SeatId


def with_laid(state: EscalateState, laid: PilePlay) -> EscalateState:
    """Return the state with cards laid on the table. The seat that laid them holds the Incident."""
    hand = tuple(card for card in state.hands[laid.seat] if card not in laid.cards)
    state = replace(
        state,
        hands={**state.hands, laid.seat: hand},
        table=(*state.table, laid),
        holder=laid.seat,
        out=without(state.out, laid.seat),
    )
    if laid.kind in ("lead", "escalate"):
        out = () if state.options.drop_reopen else state.out
        return replace(state, top=TOP_OF[role(state, laid.cards[0])], out=out, passed={})
    if laid.kind == "un":
        cancels = state.top == "UN" and state.options.veto_mode == "cancel"
        return replace(state, top=incident_top(state) if cancels else "UN")
    return state


def answered(state: EscalateState, dice: Dice) -> Next:
    """Go on with the answers of the others to the latest play."""
    return go_on(state, after(state, state.holder)[0], dice)


def play(state: EscalateState, seat: SeatId, act: Act, dice: Dice, *, out_of_turn: bool = False) -> Next:
    """4.1 to 4.3: lay agents, an Incident card of higher rank, or a U.N. card."""
    freed = replace(state, armed=without(state.armed, seat)) if act.kind == "escalate" else state
    laid = with_laid(freed, PilePlay(seat, act.kind, act.cards))
    rows = moved(state, laid)
    event: Event
    if act.kind == "turn":
        event = IncidentTurned(seat, act.cards, state.top, standings=rows)
    elif act.kind == "escalate":
        card = act.cards[0]
        event = IncidentEscalated(
            seat, card, role(state, card), stake(laid), out_of_turn, standings=rows, demand=demand(laid)
        )
    else:
        event = UnPlayed(
            seat, act.cards[0], state.top == "UN", out_of_turn, standings=rows, demand=demand(laid)
        )
    following, events = answered(laid, dice)
    return following, (event, *events)
