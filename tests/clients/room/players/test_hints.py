"""Hints: the answer of a bot for a seat, and none for an unknown game."""

from __future__ import annotations

import pytest
from warcouncil.clients.room.players.hints import hints_from
from warcouncil.games import registry
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice

from tests.clients.seat.tables import playing, view, welcome

CHANCE = Dice(b"hints".ljust(16))


@pytest.mark.parametrize("name", registry.names())
def test_a_hint_is_an_answer_that_the_form_allows(name: str) -> None:
    """The arbiter refuses an answer that a player's own client suggested."""
    table = playing(name)
    for seat in table.game.seats(table.options):
        seen = view(table, seat.id)
        if seen.form is not None:
            answer = hints_from(CHANCE)(welcome(table, seat.id), seen.sheet, seen.form)
            assert answer is not None
            judge(seen.form, answer)
            table.game.read(table.state, seat.id, answer)


def test_there_is_no_suggestion_for_a_game_that_is_not_known_here() -> None:
    """An unknown game is played at random in its player's name."""
    table = playing("kartenspiel")
    seen = view(table, "red.army")
    assert seen.form is not None
    strange = welcome(table, "red.army").model_copy(update={"game": "chess"})
    assert hints_from(CHANCE)(strange, seen.sheet, seen.form) is None
