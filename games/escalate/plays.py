"""What a play does to the open Incident: agents, an Incident card or a U.N. card laid on the pile (rules 4.1 to 4.3)."""

from __future__ import annotations

from dataclasses import replace

from warcouncil.games.escalate.cards import TOP_OF, VALUES
from warcouncil.games.escalate.events.incidents import IncidentEscalated, IncidentTurned, UnPlayed
from warcouncil.games.escalate.flow import Next, go_on
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


def new_holder(state: EscalateState, laid: PilePlay, dice: Dice) -> Next:
    """Lay cards on the table; whoever laid them holds the Incident, and the others must answer."""
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
        state = replace(state, top=TOP_OF[role(state, laid.cards[0])], out=out, passed={})
    elif laid.kind == "un":
        cancels = state.top == "UN" and state.options.veto_mode == "cancel"
        state = replace(state, top=incident_top(state) if cancels else "UN")
    return go_on(state, after(state, laid.seat)[0], dice)


def play(state: EscalateState, seat: SeatId, act: Act, dice: Dice, *, out_of_turn: bool = False) -> Next:
    """4.1 to 4.3: lay agents, a dearer Incident or a U.N. card."""
    laid = PilePlay(seat, act.kind, act.cards)
    event: Event
    if act.kind == "turn":
        event = IncidentTurned(seat, act.cards, state.top)
    elif act.kind == "escalate":
        state = replace(state, armed=without(state.armed, seat))
        card = act.cards[0]
        total = stake(state) + VALUES[role(state, card)]
        event = IncidentEscalated(seat, card, role(state, card), total, out_of_turn)
    else:
        event = UnPlayed(seat, act.cards[0], state.top == "UN", out_of_turn)
    following, events = new_holder(state, laid, dice)
    return following, (event, *events)
