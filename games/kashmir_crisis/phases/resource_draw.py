"""6.0 The Resource Phase: cards are drawn and given to the side of their colour. Nobody is asked for anything."""

from __future__ import annotations

from dataclasses import replace

from warcouncil.games.kashmir_crisis import ending
from warcouncil.games.kashmir_crisis.cards import JOKER, SEAT_IDS, ordered, owner
from warcouncil.games.kashmir_crisis.decks import discarded_of, draw, refresh
from warcouncil.games.kashmir_crisis.events import CardsDealtOpenly, CardsReceived, JokerRevealed
from warcouncil.games.kashmir_crisis.state import PLACING, RESOURCE, KashmirState, Step
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.protocol.words import SeatId

_DRAWN = 8
_DRAWN_EACH = 4


def receive(state: KashmirState, dice: Dice) -> Step:
    """6. Deal the turn's resources, then ask for placements; the Joker may end the game (10.11)."""
    state, events = _draw_own(state, dice) if state.options.red_and_black else _draw_common(state)
    dealt = tuple(_dealt(state, seat) for seat in SEAT_IDS)
    if ending.stops_at_joker(state):
        state, ended = ending.end(state, ending.SUDDEN_DEATH)
        return state, (*events, *dealt, ended)
    return replace(state, step=state.talk.before(PLACING)), (*events, *dealt)


def _dealt(state: KashmirState, seat: SeatId) -> Event:
    cards = state.received[seat]
    if state.options.open_draw:
        return CardsDealtOpenly(seat=seat, cards=cards)
    return CardsReceived(seat=seat, count=len(cards), cards=cards)


def _draw_common(state: KashmirState) -> Step:
    """6. Draw eight from the common deck, and one more if the Joker is among them."""
    drawn: list[str] = []
    events: list[Event] = []
    while len(drawn) < _DRAWN and state.decks[RESOURCE] and not ending.stops_at_joker(state):
        state, top = draw(state, RESOURCE, 1)
        if top == (JOKER,):
            state = state.with_joker()
            events.append(JokerRevealed(times=state.jokers_seen, refreshes=state.jokers_seen == 1))
        else:
            drawn += top
    received = {seat: ordered(tuple(card for card in drawn if owner(card) == seat)) for seat in SEAT_IDS}
    return replace(state, received=received), tuple(events)


def _draw_own(state: KashmirState, dice: Dice) -> Step:
    """10.3 Each side draws four from its own deck; a deck that runs dry takes in its own discards."""
    events: list[Event] = []
    received: dict[SeatId, tuple[str, ...]] = {}
    for seat in SEAT_IDS:
        state, cards = draw(state, seat, _DRAWN_EACH)
        if len(cards) < _DRAWN_EACH and discarded_of(state, seat):
            state, refreshed = refresh(state, seat, discarded_of(state, seat), dice)
            events.append(refreshed)
            state, more = draw(state, seat, _DRAWN_EACH - len(cards))
            cards += more
        received[seat] = ordered(cards)
    return replace(state, received=received), tuple(events)
