"""Dealing anew all that one seat cannot know, for the proof of secrecy.

The others' hands, the draw pile and the reshuffles to come change; what everyone saw for himself stays true: who
holds no Incident, who holds one, who holds no Nuke.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from warcouncil.games.escalate.cards import VALUES
from warcouncil.games.escalate.state import State, role
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.words import SeatId

_TRIES = 100


def rehide(state: State, seat: SeatId, dice: Dice) -> State:
    """Give the same table to the eyes of `seat`, with everything else dealt anew."""
    orders = tuple(dice.stream("order", number).shuffled(order) for number, order in enumerate(state.orders))
    for number in range(_TRIES):
        dealt = _dealt(state, seat, dice.stream("deal", number))
        if dealt is not None:
            hands, draw = dealt
            return replace(state, hands=hands, draw=draw, orders=orders)
    return replace(state, draw=dice.stream("draw").shuffled(state.draw), orders=orders)


def _dealt(
    state: State, seat: SeatId, dice: Dice
) -> tuple[dict[SeatId, tuple[str, ...]], tuple[str, ...]] | None:
    """Deal the unseen cards once, the most bound seats first; None if the last of them cannot be served."""
    others = [other for other in state.seats if other != seat]
    pool = list(dice.shuffled([*state.draw, *(card for other in others for card in state.hands[other])]))
    hands: dict[SeatId, tuple[str, ...]] = dict.fromkeys(others, ())
    for other in others:
        if other in state.armed:
            card = _take(pool, lambda card: role(state, card) in VALUES)
            if card is None:
                return None
            hands[other] = (card,)
    for other in sorted(others, key=lambda other: -(2 * (other in state.bare) + (other in state.disarmed))):
        fits = _fits(state, other)
        while len(hands[other]) < len(state.hands[other]):
            card = _take(pool, fits)
            if card is None:
                return None
            hands[other] = (*hands[other], card)
    return {each: state.hands[each] if each == seat else hands[each] for each in state.seats}, tuple(pool)


def _fits(state: State, seat: SeatId) -> Callable[[str], bool]:
    def fits(card: str) -> bool:
        kind = role(state, card)
        return not (kind in VALUES and seat in state.bare) and not (kind == "nuke" and seat in state.disarmed)

    return fits


def _take(pool: list[str], fits: Callable[[str], bool]) -> str | None:
    for at, card in enumerate(pool):
        if fits(card):
            return pool.pop(at)
    return None
