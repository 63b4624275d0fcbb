"""The effect of a launch: which seat strikes back, which seats are knocked out, and what happens to the open Incident (rule 5)."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from warcouncil.games.escalate.events.incidents import HolderReplaced
from warcouncil.games.escalate.events.launches import NukeAnswered, NukesLaunched, SeatKnockedOut
from warcouncil.games.escalate.flow import Next, after_knock_out, call_on, go_on, void
from warcouncil.games.escalate.standing import changed_discards, moved
from warcouncil.games.escalate.state import NOBODY, EscalateState, Launch, after, clockwise, held, without
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.protocol.words import SeatId


def launch(state: EscalateState, seat: SeatId, targets: tuple[SeatId, ...], dice: Dice) -> Next:
    """5.1 Launch one Nuke at each target. 5.2 The seats that may strike back do so, or are asked."""
    cards = held(state, seat, "nuke")[: len(targets)]
    fired = _discarded(state, seat, cards)
    event = NukesLaunched(
        seat, targets, cards, standings=moved(state, fired), pile=changed_discards(state, fired)
    )
    waiting = Launch(seat=seat, targets=targets, cards=cards, turn=state.turn)
    if state.options.retaliation == "chosen":
        return replace(fired, step="retaliation", turn=NOBODY, launch=waiting), (event,)
    state, events = strike(fired, waiting, answering(fired, waiting), dice)
    return state, (event, *events)


def _discarded(state: EscalateState, seat: SeatId, cards: tuple[str, ...]) -> EscalateState:
    hand = tuple(card for card in state.hands[seat] if card not in cards)
    return replace(state, hands={**state.hands, seat: hand}, discard=state.discard + cards)


def answering(state: EscalateState, launch: Launch) -> tuple[SeatId, ...]:
    """Return the seats that strike back without a choice, in their order."""
    return tuple(seat for seat in _in_turn(state, launch) if held(state, seat, "nuke"))


def _in_turn(state: EscalateState, launch: Launch) -> tuple[SeatId, ...]:
    """Return the seats that would strike back if they could, in their order.

    Targets come first, because they lose their Nuke anyway. With retaliation=targets, only they are asked. The other
    seats follow clockwise.
    """
    others = after(state, launch.seat)[:-1]
    hit = tuple(seat for seat in others if seat in launch.targets)
    missed = tuple(seat for seat in others if seat not in launch.targets)
    return hit if state.options.retaliation == "targets" else hit + missed


def strike(state: EscalateState, launch: Launch, answering: tuple[SeatId, ...], dice: Dice) -> Next:
    """5.2 to 5.5: apply a launch. The first seat that answers spends a Nuke and knocks the launcher out."""
    told = state
    state = replace(state, launch=None)
    events: list[Event] = []
    gone = list(launch.targets)
    # Every seat that could answer earlier has no Nuke, because every holder of one answers.
    if state.options.retaliation == "any_holder":
        unarmed = {*state.disarmed, *takewhile(lambda seat: seat not in answering, _in_turn(state, launch))}
        state = replace(state, disarmed=tuple(seat for seat in state.alive if seat in unarmed))
    if answering:
        card = held(state, answering[0], "nuke")[:1]
        state = _discarded(state, answering[0], card)
        events.append(
            NukeAnswered(
                answering[0],
                launch.seat,
                card[0],
                standings=moved(told, state),
                pile=changed_discards(told, state),
            )
        )
        told = state
        gone.append(launch.seat)
    for seat in gone:
        hand, points = state.hands[seat], state.points[seat]
        state = _knocked_out(state, seat)
        events.append(
            SeatKnockedOut(
                seat, hand, points, standings=moved(told, state), pile=changed_discards(told, state)
            )
        )
        told = state
    following, more = after_knock_out(state) or _go_on(state, launch, dice)
    return following, (*events, *more)


def _knocked_out(state: EscalateState, seat: SeatId) -> EscalateState:
    state = _discarded(state, seat, state.hands[seat])
    return replace(
        state,
        alive=without(state.alive, seat),
        out=without(state.out, seat),
        bare=without(state.bare, seat),
        armed=without(state.armed, seat),
        disarmed=without(state.disarmed, seat),
        unable=tuple((other, top) for other, top in state.unable if other != seat),
    )


def _go_on(state: EscalateState, launch: Launch, dice: Dice) -> Next:
    """5.5: continue the interrupted turn or call. A launcher takes over from a holder whom the launch knocked out."""
    state = replace(state, lead=clockwise(state, state.lead)[0])
    if not state.table:
        return call_on(state)
    if state.holder in state.alive:
        return go_on(state, launch.turn, dice)
    lives = launch.seat in state.alive
    return _taken_over(state, launch.seat, dice) if lives else void(state, launch.seat, dice)


def _taken_over(state: EscalateState, launcher: SeatId, dice: Dice) -> Next:
    held = replace(state, holder=launcher, out=without(state.out, launcher))
    following, events = go_on(held, after(held, launcher)[0], dice)
    return following, (HolderReplaced(launcher, standings=moved(state, held)), *events)
