"""Rehide for The Hard War: deals again all that a player cannot know.

The proof of secrecy checks that the player's sheet does not change.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.state import City, Discarded, Faction, HardWarState, LaidAttack, seen_back
from warcouncil.games.kit.dice import Dice

Slot = tuple[str, str]
"""A hidden card and the back that the reader sees of it. "" if the reader does not even see the back."""


def rehide(state: HardWarState, reader: int, dice: Dice) -> HardWarState:
    """Deal again the opponent's hand, hidden attacks and discards, and both decks.

    Each place keeps the back that it shows.
    """
    other = 1 - reader
    return _refilled(state, other, _mixed(_slots(state, other), dice))


def _slots(state: HardWarState, other: int) -> list[Slot]:
    """Return every hidden card, in the order in which `_refilled` puts them back."""
    slots = sorted(((card, seen_back(state, card)) for card in state.sides[other].hand), key=_back)
    slots += _deck_slots(state)
    slots += [
        (laid.card, cards.back(laid.card))
        for city in state.cities
        for laid in city.rows[other]
        if not laid.up
    ]
    slots += [(out.card, seen_back(state, out.card)) for out in state.discard if out.by == other]
    return slots


def _back(slot: Slot) -> str:
    """Return the back that a place shows. The hidden card must not affect the order."""
    return slot[1]


def _deck_slots(state: HardWarState) -> list[Slot]:
    return [
        (card, seen_back(state, card) if place == 0 else "")
        for pile in state.decks
        for place, card in enumerate(pile)
    ]


def reshuffle(state: HardWarState, dice: Dice) -> HardWarState:
    """Shuffle both decks. Their top cards keep the backs that they show."""
    dealt = _mixed(_deck_slots(state), dice)
    first = len(state.decks[0])
    return replace(state, decks=(tuple(dealt[:first]), tuple(dealt[first:])))


def _mixed(slots: list[Slot], dice: Dice) -> list[str]:
    """Deal the hidden cards again. Each goes to a place that shows its back, or to one that shows none."""
    pool = list(dice.stream("rehide").shuffled(sorted(card for card, _ in slots)))
    dealt: list[str] = [""] * len(slots)
    for place, (_, shown) in enumerate(slots):
        if shown:
            card = next(card for card in pool if cards.back(card) == shown)
            pool.remove(card)
            dealt[place] = card
    rest = iter(pool)
    return [card or next(rest) for card in dealt]


def _refilled(state: HardWarState, other: int, dealt: list[str]) -> HardWarState:
    """Put the cards back in the order of `_slots`."""
    take = iter(dealt)
    hand = cards.in_order(tuple(next(take) for _ in state.sides[other].hand))
    decks = (tuple(next(take) for _ in state.decks[0]), tuple(next(take) for _ in state.decks[1]))
    cities = tuple(_city_with(city, other, take) for city in state.cities)
    discard = tuple(Discarded(next(take), other) if out.by == other else out for out in state.discard)
    side = Faction(hand, state.sides[other].vp)
    sides = (side, state.sides[1]) if other == 0 else (state.sides[0], side)
    return replace(state, sides=sides, decks=decks, cities=cities, discard=discard)


def _city_with(city: City, other: int, take: Iterator[str]) -> City:
    row = tuple(laid if laid.up else LaidAttack(next(take)) for laid in city.rows[other])
    return replace(city, rows=(row, city.rows[1]) if other == 0 else (city.rows[0], row))
