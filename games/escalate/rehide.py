"""Rehide for Escalate!: deals again all that one seat cannot know, for the proof of secrecy.

The hands of the others, the draw pile and the later reshuffles change. The facts that everyone saw stay true: which
seats have no Incident, have one, have no Nuke, or lack the agents to turn the Incident that they dropped out of.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from warcouncil.games.escalate.cards import VALUES, sets_against
from warcouncil.games.escalate.state import EscalateState, role
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.words import SeatId

_TRIES = 100


def rehide(state: EscalateState, seat: SeatId, dice: Dice) -> EscalateState:
    """Return a table that `seat` cannot distinguish from this one, with everything else dealt again."""
    orders = _reshuffled(state, dice)
    for number in range(_TRIES):
        dealt = _dealt(state, seat, dice.stream("deal", number))
        if dealt is not None:
            hands, draw = dealt
            return replace(state, hands=hands, draw=draw, orders=orders)
    return reshuffle(state, dice)


def reshuffle(state: EscalateState, dice: Dice) -> EscalateState:
    """Return a table that no seat can distinguish from this one, with the draw pile in another order."""
    draw = dice.stream("draw").shuffled(sorted(state.draw))
    return replace(state, draw=draw, orders=_reshuffled(state, dice))


def _reshuffled(state: EscalateState, dice: Dice) -> tuple[tuple[str, ...], ...]:
    """Deal the later reshuffles again. Their cards are sorted first, so the result does not depend on the old order."""
    return tuple(dice.stream("order", at).shuffled(sorted(order)) for at, order in enumerate(state.orders))


def _dealt(
    state: EscalateState, seat: SeatId, dice: Dice
) -> tuple[dict[SeatId, tuple[str, ...]], tuple[str, ...]] | None:
    """Deal the unseen cards once, the most restricted seats first. Return None if no card is left that fits a hand."""
    others = [other for other in state.seats if other != seat]
    unseen = sorted([*state.draw, *(card for other in others for card in state.hands[other])])
    pool = list(dice.shuffled(unseen))
    hands: dict[SeatId, tuple[str, ...]] = dict.fromkeys(others, ())
    for other in others:
        if other in state.armed:
            card = _take(pool, lambda card: role(state, card) in VALUES)
            if card is None:
                return None
            hands[other] = (card,)
    for other in sorted(others, key=lambda other: -_bonds(state, other)):
        while len(hands[other]) < len(state.hands[other]):
            card = _take(pool, _fits(state, other, hands[other]))
            if card is None:
                return None
            hands[other] = (*hands[other], card)
    return {each: state.hands[each] if each == seat else hands[each] for each in state.seats}, tuple(pool)


def _bonds(state: EscalateState, seat: SeatId) -> int:
    """Return how strongly the public information restricts the hand."""
    unable = sum(seat == other for other, _ in state.unable)
    return 4 * unable + 2 * (seat in state.bare) + (seat in state.disarmed)


def _fits(state: EscalateState, seat: SeatId, hand: tuple[str, ...]) -> Callable[[str], bool]:
    """Return a function that tells whether a card may go to this hand without contradicting the public information."""

    def fits(card: str) -> bool:
        kind = role(state, card)
        if (kind in VALUES and seat in state.bare) or (kind == "nuke" and seat in state.disarmed):
            return False
        kinds = [kind, *(role(state, other) for other in hand)]
        return not any(
            all(kinds.count(agent) >= number for agent, number in agents.items())
            for unable, top in state.unable
            if unable == seat
            for agents in sets_against(top, mixing=state.options.mixing)
        )

    return fits


def _take(pool: list[str], fits: Callable[[str], bool]) -> str | None:
    for at, card in enumerate(pool):
        if fits(card):
            return pool.pop(at)
    return None
