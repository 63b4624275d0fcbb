"""The contract of a game with a course for its debrief: numbers that can be followed, and that tell no
secret.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
from warcouncil.games.kit.course import Bearings
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import AnyGame
from warcouncil.games.kit.play.play import seed_of
from warcouncil.protocol.words import SeatId

from tests.games import found
from tests.games.found import is_clean

every_game = pytest.mark.parametrize("name", found.NAMES)
WORLDS = 3
"""The number of other worlds for each seat and moment."""


@pytest.mark.parametrize("name", [*found.REGISTERED, "template"])
def test_our_games_offer_a_course(name: str) -> None:
    """A debrief shows only counts, although the rules can say more."""
    game = found.load(name)
    course = game.course(next(iter(found.sample(name))).state)
    assert course is not None
    assert course.figures
    assert course.ahead
    assert course.ahead_is


@every_game
def test_the_figures_can_be_followed(name: str) -> None:
    """A line of the picture breaks off, or has no owner."""
    game = found.load(name)
    shapes: dict[str, set[tuple[object, ...]]] = {}
    for moment in found.sample(name):
        course = game.course(moment.state)
        if course is None:
            continue
        seats = game.seats(moment.options)
        sides = {"", *(str(seat.id) for seat in seats), *(str(seat.team) for seat in seats)}
        assert len({figure.label for figure in course.figures}) == len(course.figures)
        for figure in course.figures:
            assert is_clean(figure.label)
            assert set(figure.by) <= sides
            assert not (figure.own and "" in figure.by), "nobody's own"
            assert all(map(math.isfinite, figure.by.values()))
        assert set(course.ahead) <= sides - {""}
        assert all(map(math.isfinite, course.ahead.values()))
        shape = tuple((figure.label, figure.own, tuple(figure.by)) for figure in course.figures)
        shapes.setdefault(moment.options.model_dump_json(), set()).add(
            (shape, tuple(course.ahead), course.ahead_is)
        )
    assert [options for options, seen in shapes.items() if len(seen) != 1] == []


@every_game
def test_public_figures_are_the_same_in_all_worlds(name: str) -> None:
    """A team's report shows values that only the other side can count."""
    game = found.load(name)
    for moment in found.sample(name):
        course = game.course(moment.state)
        if course is None:
            continue
        for other in _worlds(game, moment, (seat.id for seat in game.seats(moment.options))):
            assert _open(game.course(other)) == _open(course)


@every_game
def test_a_teams_own_figure_is_the_same_in_all_worlds_that_it_cannot_tell_apart(name: str) -> None:
    """A team's own figure tells it more than the sheets of its seats do."""
    game = found.load(name)
    for moment in found.sample(name):
        course = game.course(moment.state)
        if course is None or not any(figure.own for figure in course.figures):
            continue
        seats = game.seats(moment.options)
        for team in {seat.team: None for seat in seats}:
            own = [seat.id for seat in seats if seat.team == team]
            for other in _worlds(game, moment, own):
                if all(game.sheet(other, seat) == game.sheet(moment.state, seat) for seat in own):
                    assert _own(game.course(other), {team, *own}) == _own(course, {team, *own})


def _worlds(game: AnyGame, moment: found.Moment, seats: Iterable[SeatId]) -> Iterator[Any]:
    for seat in seats:
        for number in range(WORLDS):
            yield game.rehide(moment.state, seat, Dice(seed_of(game.name), "course", moment.gate, number))


def _open(course: Bearings | None) -> object:
    assert course is not None
    return course.ahead, [figure for figure in course.figures if not figure.own]


def _own(course: Bearings | None, sides: set[str]) -> list[Mapping[str, float]]:
    assert course is not None
    return [{s: n for s, n in figure.by.items() if s in sides} for figure in course.figures if figure.own]
