"""How a turn begins: the event is revealed and carried out (5.0), then resources are drawn (6.0).

Nothing here asks anyone: where an event lets a side choose, the rest waits in the state for the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from warcouncil.games.kashmir_crisis import ending
from warcouncil.games.kashmir_crisis.cards import JOKER, SEAT_IDS, ordered, owner
from warcouncil.games.kashmir_crisis.chart import (
    SEAT_OF,
    ChoiceOf,
    Effect,
    FaceUp,
    TotalMod,
    Vp,
    describe_all,
)
from warcouncil.games.kashmir_crisis.decks import discarded_of, draw, refresh
from warcouncil.games.kashmir_crisis.events import (
    CardsDealtOpenly,
    CardsReceived,
    EventMissing,
    EventRevealed,
    FaceUpOrdered,
    JokerRevealed,
    TotalModified,
    VpChanged,
)
from warcouncil.games.kashmir_crisis.state import EVENTS, RESOURCE, KashmirState
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.protocol.words import SeatId

CHOOSING = "Event choice"
PLACING = "Card play"

_DRAWN = 8
_DRAWN_EACH = 4

Step = tuple[KashmirState, tuple[Event, ...]]


def begin_turn(state: KashmirState, dice: Dice) -> Step:
    """5. Reveal the next event and carry it out, as far as nobody has to choose."""
    state = replace(state, turn=state.turn + 1, event="", owed=(), mods=(), duties=(), joker_now=False)
    state, events = _reveal_event(state)
    if state.ended:
        return state, events
    owed = state.chart.entry(state.event).effects if state.event else ()
    state, more = carry_out(state, owed, dice)
    return state, events + more


def carry_out(state: KashmirState, owed: Sequence[Effect], dice: Dice) -> Step:
    """5. Carry out effects in their order; stop at a choice, or go on to the resources."""
    events: list[Event] = []
    for number, effect in enumerate(owed):
        if isinstance(effect, ChoiceOf):
            return replace(state, owed=tuple(owed[number:]), step=CHOOSING), tuple(events)
        state, event = _apply(state, effect)
        events.append(event)
    state, more = _receive(replace(state, owed=()), dice)
    return state, (*events, *more)


def _reveal_event(state: KashmirState) -> Step:
    """5. Reveal the top event; a Joker among the events is laid aside for the next one (10.3)."""
    events: list[Event] = []
    state, top = draw(state, EVENTS, 1)
    if top == (JOKER,):
        state = _with_joker(state)
        refreshes = state.jokers_seen == 1 and bool(state.decks[EVENTS])
        events.append(JokerRevealed(times=state.jokers_seen, refreshes=refreshes))
        if ending.stops_at_joker(state):
            state, ended = ending.end(state, ending.SUDDEN_DEATH)
            return state, (*events, ended)
        state, top = draw(state, EVENTS, 1)
        state = replace(state, is_last_turn=not top or state.is_last_turn)
    if not top:
        return state, (*events, EventMissing(turn=state.turn))
    entry = state.chart.entry(top[0])
    state = replace(state, event=top[0])
    revealed = EventRevealed(
        turn=state.turn,
        card=top[0],
        title=entry.title,
        front=state.scoring_front,
        effects=describe_all(entry.effects),
    )
    return state, (*events, revealed)


def _with_joker(state: KashmirState) -> KashmirState:
    seen = state.jokers_seen + 1
    return replace(state, jokers_seen=seen, joker_now=True, is_last_turn=seen == 2)


def _apply(state: KashmirState, effect: Vp | TotalMod | FaceUp) -> tuple[KashmirState, Event]:
    seat = SEAT_OF[effect.side]
    match effect:
        case Vp():
            vp = max(0, state.vp[seat] + effect.n)
            event = VpChanged(seat=seat, change=vp - state.vp[seat], vp=vp)
            return replace(state, vp={**state.vp, seat: vp}), event
        case TotalMod():
            modified = TotalModified(seat=seat, front=effect.front, change=effect.n)
            return replace(state, mods=(*state.mods, effect)), modified
        case FaceUp():
            ordered_up = FaceUpOrdered(seat=seat, fronts=effect.fronts)
            return replace(state, duties=(*state.duties, effect)), ordered_up
        case _:
            assert_never(effect)


def _receive(state: KashmirState, dice: Dice) -> Step:
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
            state = _with_joker(state)
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
