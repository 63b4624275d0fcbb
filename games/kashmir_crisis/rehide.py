"""Rehide for Kashmir Crisis: deals again the other side's hidden cards and the order of every deck.

A hidden card is exchanged only with cards that were last seen at the same time. The new deal therefore never
contradicts what the side has seen.
"""

from __future__ import annotations

from dataclasses import replace

from warcouncil.games.kashmir_crisis.cards import FRONTS, is_joker, ordered, other, owner
from warcouncil.games.kashmir_crisis.decks import resource_names
from warcouncil.games.kashmir_crisis.state import KashmirState, Placement
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.words import SeatId


def rehide(state: KashmirState, seat: SeatId, dice: Dice) -> KashmirState:
    """Return a state that this seat cannot distinguish from the true one."""
    foe = other(seat)
    change: dict[str, str] = {}
    for number, group in enumerate(_groups(state, foe)):
        change |= dict(zip(group, dice.stream("group", number).shuffled(sorted(group)), strict=True))
    decks = {name: tuple(change.get(card, card) for card in deck) for name, deck in state.decks.items()}
    state = reshuffle(replace(state, decks=decks), dice)
    placed = dict(state.placed)
    if foe in placed:
        shown = state.shown_fronts(foe)
        fronts = placed[foe].fronts
        placed[foe] = Placement(
            fronts={
                front: fronts[front] if front in shown else _changed(fronts[front], change)
                for front in FRONTS
            },
            reserve=_changed(placed[foe].reserve, change),
        )
    return replace(
        state,
        placed=placed,
        received={**state.received, foe: _changed(state.received[foe], change)},
        reserve={**state.reserve, foe: _changed(state.reserve[foe], change)},
        forced={**state.forced, foe: _changed(state.forced[foe], change)},
    )


def reshuffle(state: KashmirState, dice: Dice) -> KashmirState:
    """Return a state that no side can distinguish from this one.

    Every deck gets another order, now and after each later shuffle.
    """
    return replace(
        state,
        decks={name: dice.stream("deck", name).shuffled(sorted(deck)) for name, deck in state.decks.items()},
        orders={
            name: tuple(
                dice.stream("order", name, at).shuffled(sorted(order)) for at, order in enumerate(later)
            )
            for name, later in state.orders.items()
        },
    )


def _changed(cards: tuple[str, ...], change: dict[str, str]) -> tuple[str, ...]:
    return ordered(tuple(change.get(card, card) for card in cards))


def _groups(state: KashmirState, foe: SeatId) -> tuple[tuple[str, ...], ...]:
    """Return the groups of cards that could exchange places with a hidden card of the opponent.

    The cards of a group were last seen together, or everyone saw all of them dealt.
    """
    hidden = _forced_first(state, foe, state.received[foe]) + _forced_first(state, foe, state.reserve[foe])
    if foe in state.placed:
        shown = state.shown_fronts(foe)
        for front in FRONTS:
            hidden += () if front in shown else state.placed[foe].fronts[front]
    if state.options.open_draw:
        # Everyone saw these cards dealt. Only the places where the opponent laid them are hidden.
        return _alike(state, hidden) if foe in state.placed else ()
    decks = [card for name in resource_names(state) for card in state.decks[name] if not is_joker(card)]
    unseen = hidden + tuple(card for card in decks if owner(card) == foe)
    return _alike(state, unseen)


def _forced_first(state: KashmirState, foe: SeatId, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return cards with the forced ones first. A reader may know how many there are, but not which."""
    return tuple(sorted(cards, key=lambda card: (card not in state.forced[foe], card)))


def _alike(state: KashmirState, cards: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Divide cards into groups that were last seen together and obey the same rules this turn (7.1)."""
    is_open = state.options.open_draw
    groups: dict[tuple[int, bool, bool], tuple[str, ...]] = {}
    for card in cards:
        seen = 0 if is_open else _last_seen(state, card)
        key = (seen, state.is_usable(card), is_open and card in state.forced[owner(card)])
        groups[key] = (*groups.get(key, ()), card)
    return tuple(groups[key] for key in sorted(groups))


def _last_seen(state: KashmirState, card: str) -> int:
    """Return the number of the last shuffle that put a card back from the Discard Pile, or 0 for none."""
    return max((at for at, cards in enumerate(state.returned, start=1) if card in cards), default=0)
