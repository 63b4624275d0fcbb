"""The decks: building them, checking an explicit deal, drawing and reshuffling (3.0, 8.31, 10.3, 10.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from warcouncil.games.kashmir_crisis.cards import (
    EVENT_CARDS,
    INDIA,
    JOKER,
    NAMES,
    PAKISTAN,
    RESOURCES,
    SEAT_IDS,
    copies,
    is_joker,
    owner,
)
from warcouncil.games.kashmir_crisis.events.draws import DeckRefreshed, JokerRevealed
from warcouncil.games.kashmir_crisis.options import KashmirOptions
from warcouncil.games.kashmir_crisis.state import EVENTS, RESOURCE, KashmirState
from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.events import Event
from warcouncil.protocol.words import SeatId

Decks = dict[str, tuple[str, ...]]
Orders = dict[str, tuple[tuple[str, ...], ...]]

_CARDS_MIN = 3


def make_decks(options: KashmirOptions, dice: Dice) -> tuple[Decks, Orders]:
    """Return the decks of a new game and the explicit orders of later shuffles. Raises BadOption."""
    contents = _contents(options)
    deal = options.deal
    first: Mapping[str, tuple[str, ...] | None] = {
        RESOURCE: deal.resource,
        INDIA: deal.india,
        PAKISTAN: deal.pakistan,
        EVENTS: deal.events,
    }
    later: Mapping[str, tuple[tuple[str, ...], ...]] = {
        RESOURCE: deal.reshuffle,
        INDIA: deal.reshuffle_india,
        PAKISTAN: deal.reshuffle_pakistan,
        EVENTS: deal.reshuffle_events,
    }
    for name in first:
        used = name in contents and (name != EVENTS or options.red_and_black or not later[EVENTS])
        if not used and (first[name] is not None or later[name]):
            wanted = "without" if options.red_and_black else "with"
            raise BadOption(say("options.deck_order", deck=name, wanted=wanted))
    decks: Decks = {}
    for name, cards in contents.items():
        order = first[name]
        if order is not None:
            _check_order(f"deal.{name}", order, cards)
        decks[name] = dice.stream("deck", name).shuffled(cards) if order is None else order
        for number, later_order in enumerate(later[name]):
            field = "reshuffle" if name == RESOURCE else f"reshuffle_{name}"
            _check_order(f"deal.{field}[{number}]", later_order, cards)
    return decks, {name: orders for name, orders in later.items() if orders}


def refresh(
    state: KashmirState, name: str, cards: tuple[str, ...], dice: Dice
) -> tuple[KashmirState, DeckRefreshed]:
    """Shuffle these discarded or set-aside cards into a deck. If the options set an order for this shuffle, it is
    used instead.
    """
    deck = state.decks[name] + cards
    orders = state.orders.get(name, ())
    if orders:
        shuffled = tuple(card for card in orders[0] if card in deck)
        state = replace(state, orders={**state.orders, name: orders[1:]})
    else:
        shuffled = dice.stream("refresh", name).shuffled(deck)
    resources = tuple(card for card in cards if card in state.discard)
    state = replace(
        state,
        decks={**state.decks, name: shuffled},
        discard=tuple(card for card in state.discard if card not in resources),
        returned=(*state.returned, resources) if resources else state.returned,
    )
    return state, DeckRefreshed(deck=name, count=len(shuffled))


def draw(state: KashmirState, name: str, count: int) -> tuple[KashmirState, tuple[str, ...]]:
    """Draw cards from the top of a deck, at most as many as it has."""
    deck = state.decks[name]
    return replace(state, decks={**state.decks, name: deck[count:]}), deck[:count]


def jokers_aside(state: KashmirState) -> tuple[str, ...]:
    """Return the Jokers that were revealed and are set aside."""
    inside = [card for deck in state.decks.values() for card in deck if is_joker(card)]
    return tuple(card for card in copies(JOKER, state.options.jokers) if card not in inside)


def jokers_told(before: KashmirState, now: KashmirState) -> tuple[Event, ...]:
    """8.31, 10.4 Return an event for each Joker that was revealed between the two states.

    The first Joker refreshes the decks, unless the present turn has become the last.
    """
    shown = range(before.jokers_seen + 1, now.jokers_seen + 1)
    return tuple(JokerRevealed(times=n, refreshes=n == 1 and not now.is_last_turn) for n in shown)


def resource_names(state: KashmirState) -> tuple[str, ...]:
    """Return the names of the decks that hold resource cards."""
    return tuple(name for name in state.decks if name != EVENTS)


def _contents(options: KashmirOptions) -> Decks:
    """Return the contents of each deck, in the order of the suits."""
    own = {seat: edited(seat, options.deck_edit) for seat in SEAT_IDS}
    jokers = copies(JOKER, options.jokers)
    known = {card for cards in RESOURCES.values() for card in cards}
    for card in options.deck_edit:
        if card not in known:
            raise BadOption(say("options.edit_no_card", card=repr(card[:12])))
    for seat, cards in own.items():
        if len(cards) < _CARDS_MIN:
            raise BadOption(
                say("options.edit_too_few", side=NAMES[seat], number=len(cards), least=_CARDS_MIN)
            )
    if options.red_and_black:
        return {INDIA: own[INDIA], PAKISTAN: own[PAKISTAN], EVENTS: (*EVENT_CARDS, *jokers)}
    return {RESOURCE: (*own[INDIA], *own[PAKISTAN], *jokers), EVENTS: EVENT_CARDS}


def edited(seat: SeatId, edit: Mapping[str, int]) -> tuple[str, ...]:
    """10.4 Return the resource cards of a side, each as often as the option `deck_edit` says."""
    return tuple(name for card in RESOURCES[seat] for name in copies(card, edit.get(card, 1)))


def _check_order(where: str, order: tuple[str, ...], cards: tuple[str, ...]) -> None:
    """Check that an explicit order names every card of its deck exactly once. Raises BadOption."""
    seen: set[str] = set()
    for card in order:
        if card not in cards:
            raise BadOption(say("options.deck_other_card", where=where, card=repr(card[:12])))
        if card in seen:
            raise BadOption(say("options.deck_card_twice", where=where, card=card))
        seen.add(card)
    missing = [card for card in cards if card not in seen]
    if missing:
        more = say("options.and_more", number=len(missing) - 3) if len(missing) > 3 else ""
        raise BadOption(
            say("options.deck_missing", where=where, cards=", ".join(missing[:3]), more=more, n=len(cards))
        )


def discarded_of(state: KashmirState, seat: SeatId) -> tuple[str, ...]:
    """Return the cards of one side in the Discard Pile."""
    return tuple(card for card in state.discard if owner(card) == seat)
