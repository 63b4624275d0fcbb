"""6.0 The Resource Phase: cards are drawn and dealt to the side of their colour. No seat is asked."""

from __future__ import annotations

from dataclasses import replace

from warcouncil.games.kashmir_crisis import ending
from warcouncil.games.kashmir_crisis.cards import FRONTS, SEAT_IDS, is_joker, ordered, owner
from warcouncil.games.kashmir_crisis.decks import discarded_of, draw, jokers_told, refresh
from warcouncil.games.kashmir_crisis.events.draws import CardsDealtOpenly, CardsReceived
from warcouncil.games.kashmir_crisis.state import RESOURCE, KashmirState, Step
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.protocol.words import SeatId


def receive(state: KashmirState, dice: Dice) -> Step:
    """6. Deal the resources of the turn, then go to the placing. The Joker may end the game (10.11)."""
    state, events = _draw_own(state, dice) if state.options.red_and_black else _draw_common(state)
    dealt = tuple(_dealt(state, seat) for seat in SEAT_IDS)
    if ending.stops_at_joker(state):
        state, ended = ending.end(state, ending.SUDDEN_DEATH)
        return state, (*events, *dealt, ended)
    state = replace(state, forced={seat: forced(state, seat) for seat in SEAT_IDS})
    return replace(state, step=state.talk.before(state.placing)), (*events, *dealt)


def forced(state: KashmirState, seat: SeatId) -> tuple[str, ...]:
    """7.1 Return the Reserve cards that must go to fronts.

    With the option reserve_duty=whole, they are all usable ones after a draw of fewer than three usable cards.
    """
    usable = [card for card in state.received[seat] if state.is_usable(card)]
    if state.options.reserve_duty == "cover" or len(usable) >= len(FRONTS):
        return ()
    return tuple(card for card in state.reserve[seat] if state.is_usable(card))


def _dealt(state: KashmirState, seat: SeatId) -> Event:
    cards = state.received[seat]
    if state.options.open_draw:
        return CardsDealtOpenly(seat=seat, cards=cards)
    return CardsReceived(seat=seat, count=len(cards), cards=cards)


def _draw_common(state: KashmirState) -> Step:
    """6. Draw from the common deck, by default eight cards. A Joker among them is replaced by another card."""
    drawn: list[str] = []
    before = state
    while (
        len(drawn) < state.options.draw_count and state.decks[RESOURCE] and not ending.stops_at_joker(state)
    ):
        state, top = draw(state, RESOURCE, 1)
        if is_joker(top[0]):
            state = state.with_joker()
        else:
            drawn += top
    received = {seat: ordered(tuple(card for card in drawn if owner(card) == seat)) for seat in SEAT_IDS}
    return replace(state, received=received), jokers_told(before, state)


def _draw_own(state: KashmirState, dice: Dice) -> Step:
    """10.3 Draw from each side's own deck, by default four cards. An empty deck gets its own discards back."""
    events: list[Event] = []
    received: dict[SeatId, tuple[str, ...]] = {}
    wanted = state.options.draw_count_own
    for seat in SEAT_IDS:
        state, cards = draw(state, seat, wanted)
        if len(cards) < wanted and discarded_of(state, seat):
            state, refreshed = refresh(state, seat, discarded_of(state, seat), dice)
            events.append(refreshed)
            state, more = draw(state, seat, wanted - len(cards))
            cards += more
        received[seat] = ordered(cards)
    return replace(state, received=received), tuple(events)
