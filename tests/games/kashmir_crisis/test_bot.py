"""The bot plays legally with every option and beats random play."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.kashmir_crisis import GAME
from warcouncil.games.kashmir_crisis.bot import BOT
from warcouncil.games.kashmir_crisis.cards import SEAT_IDS
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Finish
from warcouncil.games.kit.play import Playing, at_random, play_on, seed_of
from warcouncil.games.registry import bot_for
from warcouncil.protocol.forms import Answer
from warcouncil.protocol.words import SeatId

from tests.games.kashmir_crisis.builder import options
from tests.profile import games


def match(index: int, settings: dict[str, Any]) -> tuple[Finish, SeatId]:
    """Play one game of the bot against random play, and give its end and the bot's seat."""
    side = SEAT_IDS[index % 2]
    playing = Playing(GAME, options(event_chart="house", **settings), seed_of(f"bot {index}"))
    bot = BOT(side, side, Dice(playing.seed, "bot"))

    def policy(table: Playing, seat: SeatId) -> Answer | None:
        if seat != side:
            return at_random(table, seat)
        form = GAME.form(table.state, seat)
        said = bot.play(GAME.sheet(table.state, seat), form)
        judge(form, said)
        return said

    return play_on(playing, policy), side


@pytest.mark.parametrize("placing", ["at_once", "one_by_one"])
def test_the_bot_beats_random_play(placing: str) -> None:
    """A bot that stands in for an absent player must be worth playing against."""
    results = [match(index, {"placing": placing}) for index in range(games(40, 200))]
    assert sum(finish.winners == (side,) for finish, side in results) >= 0.7 * len(results)


@pytest.mark.parametrize(
    "settings",
    [
        {"red_and_black": True},
        {"sudden_death_2": True},
        {"talk": "public", "open_draw": True},
        {"deck_edit": {"10S": 2}},
        {"placing": "one_by_one"},
        {"placing": "by_turns", "reserve_duty": "whole", "draw_count": 4},
        {"reserve_duty": "whole", "draw_count": 3},
    ],
    ids=str,
)
def test_the_bot_answers_every_form(settings: dict[str, Any]) -> None:
    """Whatever the options, the bot's answers must be legal."""
    assert all(match(index, settings)[0].reason for index in range(games(4, 10)))


def test_the_bot_is_found_by_the_game_s_name() -> None:
    """A seat that a bot is to play names only the game."""
    assert bot_for("kashmir_crisis") is BOT
