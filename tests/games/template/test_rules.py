"""The rules of Template, by their numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.template import GAME
from warcouncil.games.kit.template.options import TemplateOptions
from warcouncil.games.kit.template.phases import PlayCard
from warcouncil.games.kit.template.state import SEATS, TemplateState

NORTH, EAST = SEATS[0].id, SEATS[1].id
DICE = Dice(seed_of("template"))


def position(north: tuple[int, ...], east: tuple[int, ...], **settings: str) -> TemplateState:
    """Return the opening of a game with these hands."""
    options = TemplateOptions.model_validate({"hand": len(north), **settings})
    return replace(GAME.setup(options, DICE).state, hands={NORTH: north, EAST: east})


def played(state: TemplateState, north: int, east: int) -> TemplateState:
    """Return the state after these cards."""
    return GAME.resolve(state, {NORTH: PlayCard(north), EAST: PlayCard(east)}, DICE).state


def test_1_negotiation_comes_before_each_turn_where_the_options_open_it() -> None:
    """Players who were promised a talk are asked for a card."""
    state = position((3, 9), (5, 7), talk="public")
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    assert (phase.rule, [channel.members for channel in phase.channels]) == ("1", [(NORTH, EAST)])
    assert GAME.step(GAME.resolve(state, {}, DICE).state) == "Playing"
    assert GAME.step(position((3, 9), (5, 7))) == "Playing"


def test_2_everyone_is_asked_at_once_under_seal() -> None:
    """A player sees another's card before they play their own."""
    phase = GAME.phase(position((3, 9), (5, 7)))
    assert isinstance(phase, Phase)
    assert (phase.sealed, phase.asked) == (True, (NORTH, EAST))


def test_2_1_a_card_of_the_own_hand_is_played() -> None:
    """A player plays a card that is not in their hand."""
    state = position((3, 9), (5, 7))
    assert GAME.read(state, NORTH, {"card": "9"}) == PlayCard(9)
    with pytest.raises(Illegal, match="options offered"):
        GAME.read(state, NORTH, {"card": "7"})
    assert dict(played(state, 9, 5).hands) == {NORTH: (3,), EAST: (7,)}


def test_2_2_the_silent_play_their_lowest_card() -> None:
    """Silence wins a prize."""
    assert GAME.default(position((9, 3), (5, 7)), NORTH) == PlayCard(3)


def test_2_3_the_highest_card_takes_the_prize_if_it_is_alone() -> None:
    """The prize goes to the wrong side, or to both."""
    assert dict(played(position((3, 9), (5, 7)), 9, 7).prizes) == {NORTH: 1, EAST: 0}
    assert dict(played(position((3, 9), (5, 9)), 9, 9).prizes) == {NORTH: 0, EAST: 0}


def test_3_most_prizes_win() -> None:
    """The game does not end, or names the loser."""
    end = GAME.phase(played(position((9,), (5,)), 9, 5))
    assert isinstance(end, Finish)
    assert (end.winners, end.standings.tallies[0].by) == ((NORTH,), {NORTH: 1, EAST: 0})
    draw = GAME.phase(played(position((9,), (9,)), 9, 9))
    assert isinstance(draw, Finish)
    assert draw.winners == ()
