"""The legal plays and their places (rules 5.2, 5.3, 5.6 and 6B)."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.state import NOBODY, PLAYERS, City, HardWarState, decks_empty

ATTACK_LIMIT = 2


@dataclass(frozen=True, slots=True)
class AttackSpot:
    """A city on which an Attack card may be played. `secure`: face up, with the marker moving off the edge."""

    place: int
    secure: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """A card on the table: the city, the player of its row, and its number in the row from 0."""

    place: int
    player: int
    index: int


def attack_spots(state: HardWarState, card: str) -> tuple[AttackSpot, ...]:
    """5.2: return where the active player may play an Attack card now."""
    spots = []
    for place, city in enumerate(state.cities):
        if not _attackable(state, place, card):
            continue
        on_edge = city.marker == city.outer(state.active)
        if not on_edge or state.rules.overplay:
            spots.append(AttackSpot(place))
        if on_edge and state.rules.securing and cards.is_atrocity(card):
            spots.append(AttackSpot(place, secure=True))
    return tuple(spots)


def _attackable(state: HardWarState, place: int, card: str) -> bool:
    """Return whether a city may be attacked, apart from the place of its marker."""
    city = state.cities[place]
    if city.owner != NOBODY or city.secured != NOBODY:
        return False
    if state.attacks[place] >= ATTACK_LIMIT:
        return False
    return state.friendly_pass or not breaks_friendly_fire(city, state.active, card)


def breaks_friendly_fire(city: City, player: int, card: str) -> bool:
    """5.2.3: return whether this card is Artillery, and the player has already made a Ground attack on this city."""
    return cards.back(card) == cards.ARTILLERY and any(
        cards.back(laid.card) == cards.GROUND for laid in city.rows[player]
    )


def report_targets(state: HardWarState) -> tuple[Target, ...]:
    """5.3: return every attack that is face down, on either side, at any depth, also in controlled cities."""
    return tuple(
        Target(place, player, index)
        for place, city in enumerate(state.cities)
        for player in PLAYERS
        for index, laid in enumerate(city.rows[player])
        if not laid.up
    )


def observer_spots(state: HardWarState) -> tuple[int, ...]:
    """5.6.1: return the cities to which observers may be sent. The designer excludes no city, but an option may."""
    if not state.rules.un_observers:
        return ()
    anywhere = state.rules.observers_anywhere
    return tuple(
        place
        for place, city in enumerate(state.cities)
        if not city.report and (anywhere or city.owner == NOBODY)
    )


def extra_spots(state: HardWarState, card: str) -> tuple[int, ...]:
    """6B.2 and 6B.3: return where an extra card may move the marker one step."""
    if card == cards.BOMBING and state.jab != state.active:
        return ()
    return tuple(
        place
        for place, city in enumerate(state.cities)
        if city.owner == NOBODY
        and city.secured == NOBODY
        and city.marker != city.outer(state.active)
        and (card == cards.BOMBING or not any(city.rows))
    )


def jus_ready(state: HardWarState) -> tuple[str, ...]:
    """5.4: return the effects of Jus ad bellum that its owner may use at the present question of their turn."""
    owner = state.jab
    if not state.jab_up or owner != state.active or owner != state.asked_player:
        return ()
    if not state.rules.jus_all_turn and state.step not in {"Play", "Play extra"}:
        return ()
    useless = (
        set() if state.step not in {"Play extra", "Discard"} else {"play+1", "ignore_friendly_fire_once"}
    )
    if decks_empty(state):
        useless.add("draw2_now")
    return tuple(effect for effect in state.rules.jab_effects if effect not in useless)
