"""The bot: it plays legally from a sheet and a form, and sensibly enough to beat chance."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.hard_war import GAME
from warcouncil.games.hard_war.bot import BOT
from warcouncil.games.hard_war.options import HardWarOptions
from warcouncil.games.kit.bot import Bot, RandomBot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play import Playing, seed_of
from warcouncil.games.registry import bot_for

from tests.profile import games


def battle(kinds: tuple[type[Bot], type[Bot]], number: int, **settings: Any) -> int:
    """Play one game between two kinds of bots and give the winner."""
    options = HardWarOptions.model_validate(settings)
    playing = Playing(GAME, options, seed_of(f"battle {number}"))
    bots = {
        seat.id: kind(seat.id, seat.team, Dice(seed_of(f"bot {number}"), seat.id))
        for seat, kind in zip(GAME.seats(options), kinds, strict=True)
    }
    for phase in playing.gates():
        for seat in phase.asked:
            sheet, form = GAME.sheet(playing.state, seat), GAME.form(playing.state, seat)
            playing.declare(seat, bots[seat].play(sheet, form))
        playing.close()
    winner: int = playing.state.result.winner
    return winner


def test_the_registry_finds_it() -> None:
    """Whoever fills a seat with a bot gets this one."""
    assert bot_for("hard_war") is BOT


def test_it_beats_random_play() -> None:
    """A sparring partner that loses to chance teaches nothing: 70 % of its games at least, from both seats."""
    battles = games(40, 200)
    won = sum(
        battle((BOT, RandomBot) if number % 2 == 0 else (RandomBot, BOT), number) == number % 2
        for number in range(battles)
    )
    assert won >= 0.7 * battles


@pytest.mark.parametrize(
    "settings",
    [
        {"un_observers": True, "securing": True, "extra_cards": "also_as_play"},
        {"jab_when": "plays", "observers_at": "uncontrolled", "un_observers": True},
        {"talk": "public", "talk_tolls": (50, 100)},
        {"backs_visible": False, "overplay": "allow", "flags_per_side": 3},
    ],
)
def test_it_plays_under_every_option(settings: dict[str, Any]) -> None:
    """It must fill every form that the options bring."""
    assert {battle((BOT, BOT), number, **settings) for number in range(games(3, 6))} <= {-1, 0, 1}
