"""The bot of The Hard War on the values of its state, for playouts. It reads only what a seat may know."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.asking import ExtraCard, StopPlaying, UseJus
from warcouncil.games.hard_war.legal import AttackSpot, Target
from warcouncil.games.hard_war.phases.check_control import TakeCity
from warcouncil.games.hard_war.phases.dedes import ShiftToll
from warcouncil.games.hard_war.phases.discard import ThrowAway
from warcouncil.games.hard_war.phases.draw import TakeTop
from warcouncil.games.hard_war.phases.play import AttackCity, SendObservers, ShowAttack
from warcouncil.games.hard_war.phases.second_report import Expose
from warcouncil.games.hard_war.state import NOBODY, SEAT_IDS, HardWarState, player_of, seen_back
from warcouncil.games.hard_war.swift.choices import at_random, chosen
from warcouncil.games.hard_war.swift.war import (
    ADD,
    ATTACK,
    EXPOSE,
    NUMBER,
    OBSERVE,
    READY,
    SHIFT_TOLL,
    SHOW,
    STOP,
    TAKE_CITY,
    TAKE_TOP,
    THROW,
    USE_JUS,
    Plain,
    SwiftWar,
)
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.negotiation import Ready
from warcouncil.games.kit.play.playout_dice import RememberedDice
from warcouncil.games.kit.play.shortcut import Shortcut, talk_shown
from warcouncil.protocol.words import SeatId

_RULES_SHOWN = attrgetter(
    "hand_size", "toll_max", "military_vp", "jab_bonus", "jab_effects", "jus_all_turn", "un_observers",
    "observers_anywhere", "securing", "extra_as_play", "overplay", "deck_end", "backs_visible",
)  # fmt: skip
_VALUES_SHOWN = attrgetter(
    "active", "turn", "plays_left", "plays_more", "attacks", "friendly_pass", "toll", "jab", "jab_up", "talk_tolls", "result",
)  # fmt: skip
_CITY_SHOWN = attrgetter("name", "vp", "flags", "effect", "marker", "owner", "secured")


class WarShortcut(Shortcut):
    """The bot and the random answers of The Hard War."""

    def suggested(self, state: HardWarState, seat: SeatId, dice: Dice) -> Any:
        """Return what the bot declares."""
        return declared_of(chosen(SwiftWar(state)))

    def drawn(self, state: HardWarState, seat: SeatId, dice: Dice) -> Any:
        """Return a random declaration."""
        return declared_of(at_random(SwiftWar(state), dice.stream))

    def chance(self, state: HardWarState, seat: SeatId, declared: Any) -> tuple[float, float]:
        """Raise NotImplementedError. No phase is open."""
        raise NotImplementedError

    def is_open(self, phase: str) -> bool:
        """Return False, because a declaration names a hidden card or leads to one."""
        return False

    def played_on(
        self,
        state: HardWarState,
        gate: int,
        until: int,
        slips: Callable[[int], bytes],
        seed: bytes,
        *,
        fixed: Mapping[SeatId, Any],
    ) -> tuple[str, ...] | None:
        """Return the winner."""
        war = SwiftWar(state)
        given = fixed.get(SEAT_IDS[war.asked])
        while not war.over:
            if gate == until:
                return None
            war.close(_choice(war, gate, slips(gate), seed) if given is None else plain_of(given))
            given = None
            gate += 1
        return () if war.winner == NOBODY else (SEAT_IDS[war.winner],)

    def plays_on(self, state: HardWarState) -> bool:
        """Return True, because every position can be played on."""
        return True

    def glimpse(self, state: HardWarState, seat: SeatId) -> Hashable:
        """Return what the position shows the seat."""
        player = player_of(seat)
        other = 1 - player
        return (
            player,
            (*_RULES_SHOWN(state.rules), talk_shown(state.rules.talk)),
            _VALUES_SHOWN(state),
            state.agenda[:2],
            tuple(side.vp for side in state.sides),
            state.sides[player].hand,
            tuple(seen_back(state, card) for card in state.sides[other].hand),
            tuple((len(pile), seen_back(state, pile[0]) if pile else "") for pile in state.decks),
            tuple(map(_CITY_SHOWN, state.cities)),
            tuple((bool(city.report), city.rows[player]) for city in state.cities),
            tuple(
                tuple(laid.card if laid.up else cards.back(laid.card) for laid in city.rows[other])
                for city in state.cities
            ),
            tuple(out.card if out.by in (NOBODY, player) else "" for out in state.discard),
        )


def _choice(war: SwiftWar, gate: int, slips: bytes, seed: bytes) -> Plain:
    """Return what the asked player declares in a playout."""
    asked = war.asked
    if slips[asked]:
        return chosen(war)
    return at_random(war, lambda name: RememberedDice(seed, "bot", SEAT_IDS[asked], gate, "slip", name))


def plain_of(declared: Any) -> Plain:
    """Return a declaration as a tuple."""
    match declared:
        case AttackCity(card, spot):
            return ATTACK, NUMBER[card], spot.place, spot.secure
        case TakeTop(deck):
            return TAKE_TOP, deck
        case StopPlaying():
            return (STOP,)
        case ExtraCard(card, place):
            return ADD, NUMBER[card], place
        case ThrowAway(thrown):
            return THROW, tuple(NUMBER[card] for card in thrown)
        case ShowAttack(card, target):
            return SHOW, NUMBER[card], target.place, target.player, target.index
        case UseJus(effect):
            return USE_JUS, effect
        case TakeCity(place):
            return TAKE_CITY, place
        case ShiftToll(change):
            return SHIFT_TOLL, change
        case Expose(target):
            return EXPOSE, (target.place, target.player, target.index) if target else None
        case SendObservers(card, place):
            return OBSERVE, NUMBER[card], place
        case _:
            assert isinstance(declared, Ready)
            return (READY,)


@lru_cache(maxsize=1 << 12)
def declared_of(plain: Plain) -> Any:
    """Return a declaration in the form that the phases parse."""
    match plain:
        case (kind, card, place, secure) if kind == ATTACK:
            return AttackCity(cards.ALL[card], AttackSpot(place, secure))
        case (kind, card, *target) if kind == SHOW:
            return ShowAttack(cards.ALL[card], Target(*target))
        case (kind, card, place) if kind == OBSERVE:
            return SendObservers(cards.ALL[card], place)
        case (kind, card, place) if kind == ADD:
            return ExtraCard(cards.ALL[card], place)
        case (kind, thrown) if kind == THROW:
            return ThrowAway(tuple(cards.ALL[card] for card in thrown))
        case (kind, target) if kind == EXPOSE:
            return Expose(Target(*target) if target else None)
        case (kind, value):
            return _ONE_VALUE[kind](value)
        case _:
            return StopPlaying() if plain[0] == STOP else Ready()


_ONE_VALUE: Mapping[int, Callable[[Any], Any]] = {
    USE_JUS: UseJus,
    TAKE_TOP: TakeTop,
    TAKE_CITY: TakeCity,
    SHIFT_TOLL: ShiftToll,
}
