"""Positions of Kashmir Crisis for tests, from the few values that matter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from warcouncil.games.kashmir_crisis import GAME
from warcouncil.games.kashmir_crisis.cards import (
    EVENT_CARDS,
    FRONTS,
    INDIA,
    JOKER,
    PAKISTAN,
    RESOURCES,
    SEAT_IDS,
    is_joker,
    owner,
    value,
)
from warcouncil.games.kashmir_crisis.chart import FaceUp, TotalMod, Unusable
from warcouncil.games.kashmir_crisis.decks import resource_names
from warcouncil.games.kashmir_crisis.options import KashmirOptions
from warcouncil.games.kashmir_crisis.phases.resource_draw import forced
from warcouncil.games.kashmir_crisis.state import EVENTS, PLACING, RESOURCE, KashmirState
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Resolution
from warcouncil.games.kit.play.play import Playing, seed_of
from warcouncil.protocol.table.forms import Answer, Moves
from warcouncil.protocol.words import SeatId

DICE = Dice(seed_of("kashmir"))
ALL_RESOURCES = (*RESOURCES[INDIA], *RESOURCES[PAKISTAN])
Fronts = Mapping[str, Sequence[str]]


def options(**settings: Any) -> KashmirOptions:
    """Return options with these settings, and the blank chart unless another is named."""
    return KashmirOptions.model_validate({"event_chart": "blank", **settings})


def opened(**settings: Any) -> Resolution[KashmirState]:
    """Set a game up."""
    return GAME.setup(options(**settings), DICE)


def playing(**settings: Any) -> Playing:
    """Set a game up for the loop that all games share."""
    return Playing(GAME, options(**settings), seed_of("kashmir"))


def order(*top: str, of: Iterable[str] = (*ALL_RESOURCES, JOKER)) -> list[str]:
    """Return a complete deck with these cards on top."""
    return [*top, *(card for card in of if card not in top)]


def events_order(*top: str) -> list[str]:
    """Return a complete Event Deck with these cards on top."""
    return order(*top, of=EVENT_CARDS)


def position(
    *,
    india: Sequence[str] = (),
    pakistan: Sequence[str] = (),
    reserves: Mapping[SeatId, Sequence[str]] | None = None,
    event: str = "JS",
    vp: tuple[int, int] = (0, 0),
    mods: Sequence[TotalMod] = (),
    duties: Sequence[FaceUp] = (),
    bans: Sequence[Unusable] = (),
    joker: str = "",
    **settings: Any,
) -> KashmirState:
    """Return a common-deck game at its card play with these cards received and in reserve. All others are in the
    deck.
    """
    state = opened(**settings).state
    held = {seat: tuple((reserves or {}).get(seat, ())) for seat in SEAT_IDS}
    out = {*india, *pakistan, *held[INDIA], *held[PAKISTAN]}
    deck = [card for card in ALL_RESOURCES if card not in out]
    seen = {"": 0, "first": 1, "second": 2}[joker]
    state = replace(
        state,
        event=event,
        decks={
            RESOURCE: (*deck, *(() if joker else (JOKER,))),
            EVENTS: tuple(card for card in EVENT_CARDS if card != event),
        },
        received={INDIA: tuple(india), PAKISTAN: tuple(pakistan)},
        reserve=held,
        vp={INDIA: vp[0], PAKISTAN: vp[1]},
        mods=tuple(mods),
        duties=tuple(duties),
        bans=tuple(bans),
        owed=(),
        jokers_seen=seen,
        joker_now=bool(joker),
        is_last_turn=joker == "second",
    )
    state = replace(state, forced={seat: forced(state, seat) for seat in SEAT_IDS})
    return replace(state, step=state.placing)


def answer(state: KashmirState, seat: SeatId, fronts: Fronts) -> Answer:
    """Return the answer that lays these cards on the fronts and all others into the Reserve."""
    moves: Moves = {card: {front: 1} for front, cards in fronts.items() for card in cards}
    return {"cards": {card: moves.get(card, {"R": 1}) for card in (*moves, *state.pool(seat))}}


def play(state: KashmirState, india: Fronts, pakistan: Fronts) -> Resolution[KashmirState]:
    """Place for both sides, one after the other if the rules say so, and return the end of the turn."""
    events: list[Event] = []
    wanted = {INDIA: india, PAKISTAN: pakistan}
    turn = state.turn
    while state.turn == turn and state.step == PLACING:
        page = GAME.phase(state)
        assert hasattr(page, "asked")
        said = {seat: GAME.read(state, seat, answer(state, seat, wanted[seat])) for seat in page.asked}
        resolution = GAME.resolve(state, said, DICE)
        state = resolution.state
        events += resolution.events
    return Resolution(state, tuple(events))


def of_kind(resolution: Resolution[KashmirState], kind: type[Event]) -> list[Any]:
    """Return the events of one kind."""
    return [event for event in resolution.events if isinstance(event, kind)]


def named(seat: SeatId, values: Sequence[int], used: set[str]) -> list[str]:
    """Return unused cards of a side with these values, and mark them as used."""
    cards: list[str] = []
    for number in values:
        card = next(card for card in RESOURCES[seat] if value(card) == number and card not in used)
        used.add(card)
        cards.append(card)
    return cards


def everywhere(state: KashmirState) -> list[str]:
    """Return the resource cards of every place, in order. The Jokers are left out."""
    cards = [card for name in resource_names(state) for card in state.decks[name] if not is_joker(card)]
    cards += [*state.discard, *state.dead]
    for seat in SEAT_IDS:
        cards += [*state.received[seat], *state.reserve[seat]]
        if seat in state.placed:
            cards += [card for front in FRONTS for card in state.placed[seat].fronts[front]]
    return sorted(cards)


def owners_are_right(state: KashmirState) -> bool:
    """Return whether every side holds cards of its own colour only."""
    return all(
        owner(card) == seat for seat in SEAT_IDS for card in (*state.received[seat], *state.reserve[seat])
    )


def own_chart(**effects: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a full chart in which only these cards have effects."""
    ranks = {"J": "D", "Q": "I", "K": "M"}
    return {
        "name": "own",
        "rank_front": ranks,
        "events": [{"card": card, "effects": effects.get(card, [])} for card in EVENT_CARDS],
    }
