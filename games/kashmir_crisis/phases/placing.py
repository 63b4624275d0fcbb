"""7.1 The rules that all ways of placing cards share: which side goes first, the mildest placement, and its events."""

from __future__ import annotations

from warcouncil.games.kashmir_crisis.cards import FRONTS, INDIA, PAKISTAN, SEAT_IDS, ordered, value
from warcouncil.games.kashmir_crisis.events.plays import CardsPlaced, CardsShown
from warcouncil.games.kashmir_crisis.state import KashmirState, Placement
from warcouncil.games.kit.events import Event
from warcouncil.protocol.words import SeatId

FRONT_MAX = 2
"""How many cards of one side a front may hold (7.1)."""
ROOM = FRONT_MAX * len(FRONTS)


def leader(state: KashmirState) -> SeatId:
    """Return the side with more victory points, India on a tie."""
    return PAKISTAN if state.vp[PAKISTAN] > state.vp[INDIA] else INDIA


def places_first(state: KashmirState) -> tuple[SeatId, ...]:
    """Return the side that an event obliges to place before the other. If both are obliged, it is the leader."""
    obliged = tuple(seat for seat in SEAT_IDS if state.shown_fronts(seat))
    return obliged if len(obliged) < len(SEAT_IDS) else (leader(state),)


def lowest(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return cards from the lowest to the highest."""
    return tuple(sorted(cards, key=lambda card: (value(card), card)))


def mildest(state: KashmirState, seat: SeatId) -> Placement:
    """Return the mildest placement. It has the lowest cards that the rules allow, with the lowest on the first
    front. The side keeps its other cards.
    """
    forced = lowest(state.forced[seat])[:ROOM]
    free = lowest(tuple(card for card in state.usable(seat) if card not in state.forced[seat]))
    played = lowest(forced + free[: max(0, len(FRONTS) - len(forced))])
    fronts = {front: ordered(played[at :: len(FRONTS)]) for at, front in enumerate(FRONTS)}
    return Placement(
        fronts=fronts, reserve=ordered(tuple(card for card in state.pool(seat) if card not in played))
    )


def told_placed(state: KashmirState, seat: SeatId, placement: Placement) -> Event:
    """Return the event with the number of a side's cards on each front."""
    return CardsPlaced(
        seat=seat,
        counts=tuple((front, len(placement.fronts[front])) for front in FRONTS),
        is_open=state.shown_fronts(seat),
        reserve=len(placement.reserve),
        held_back=placement.reserve,
        laid=tuple((front, placement.fronts[front]) for front in FRONTS),
    )


def told_shown(state: KashmirState, seat: SeatId, placement: Placement) -> tuple[Event, ...]:
    """Return the events of the cards that are face up by the order of an event."""
    return tuple(
        CardsShown(
            seat=seat,
            front=front,
            cards=placement.fronts[front],
            total=state.total_words(seat, front, placement.fronts[front]),
        )
        for front in state.shown_fronts(seat)
        if placement.fronts[front]
    )
