"""Random play: no error is raised, no card is lost, and every game ends."""

from __future__ import annotations

from collections import Counter

import pytest
from warcouncil.games.escalate import GAME
from warcouncil.games.escalate.cards import deck_of
from warcouncil.games.escalate.options import EscalateOptions
from warcouncil.games.kit.game import Finish
from warcouncil.games.kit.play.play import Playing, at_random, seed_of

from tests.games.escalate.build import all_cards
from tests.profile import games

DECK = sorted(deck_of(mad=False, salt=False, gunboat=False))


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_with_every_card_accounted_for(players: int) -> None:
    """A card that appears or vanishes at any step makes every later chance wrong."""
    phases: Counter[str] = Counter()
    for number in range(games()):
        playing = Playing(GAME, EscalateOptions(players=players), seed_of(f"random {players} {number}"))
        for phase in playing.gates():
            phases[phase.name] += 1
            assert all_cards(playing.state) == DECK
            for seat in phase.asked:
                answer = at_random(playing, seat)
                assert answer is not None
                playing.declare(seat, answer)
            playing.close()
        assert all_cards(playing.state) == DECK
        assert isinstance(playing.phase, Finish)
        assert set(playing.phase.winners) <= set(playing.state.seats)
    assert phases.keys() >= {"Opening", "Exchange", "Must lead", "Turning"}
