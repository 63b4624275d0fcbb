"""Random play: no error is raised, no card is lost or doubled at any step, and every game ends."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.kashmir_crisis import GAME
from warcouncil.games.kashmir_crisis.cards import EVENT_CARDS, JOKER, SEAT_IDS
from warcouncil.games.kashmir_crisis.state import EVENTS, KashmirState
from warcouncil.games.kit.game import Finish
from warcouncil.games.kit.play.play import Playing, at_random, seed_of

from tests.games.kashmir_crisis.builder import everywhere, opened, options, owners_are_right
from tests.profile import games

TURNS_MAX = 13
KINDS: list[dict[str, Any]] = [
    {"event_chart": "house"},
    {"event_chart": "house", "red_and_black": True},
    {"event_chart": "house", "sudden_death_1": True, "sudden_death_2": True, "track_half_length": 2},
    {"event_chart": "house", "open_draw": True, "front_total_floor": False, "vp_log": True},
    {"event_chart": "house", "placing": "one_by_one", "reserve_duty": "whole", "jokers": 2},
]


def events_of(state: KashmirState) -> list[str]:
    """Return every event card of every place."""
    now = [state.event] if state.event and state.event not in state.dead_events else []
    return sorted(card for card in (*state.decks[EVENTS], *state.dead_events, *now) if card != JOKER)


@pytest.mark.parametrize("settings", KINDS, ids=str)
def test_random_games_conserve_cards_and_end(settings: dict[str, Any]) -> None:
    """A card disappears, a score is below zero, or a game has no end."""
    cards = everywhere(opened(**settings).state)
    assert len(cards) == 40
    for index in range(max(1, games() // len(KINDS))):
        playing = Playing(GAME, options(**settings), seed_of(f"random {index}"))
        for phase in playing.gates():
            check(playing.state, cards)
            for seat in phase.asked:
                said = at_random(playing, seat)
                assert said is not None
                playing.declare(seat, said)
            playing.close()
        check(playing.state, cards)
        assert isinstance(playing.phase, Finish)
        assert playing.state.turn <= TURNS_MAX


def check(state: KashmirState, cards: list[str]) -> None:
    """Check the rules of every step."""
    assert everywhere(state) == cards
    assert events_of(state) == sorted(EVENT_CARDS)
    assert owners_are_right(state)
    assert min(state.vp[seat] for seat in SEAT_IDS) >= 0
    assert sum(JOKER in deck for deck in state.decks.values()) <= 1
