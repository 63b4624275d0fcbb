"""The counts of the dead: the sums on the board equal those of its rows, in every scene."""

from __future__ import annotations

import re

from warcouncil.games.hard_war.events.words import dead_of, named
from warcouncil.games.hard_war.state import SEAT_IDS
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.protocol.table.sheets import Facts, Fronts, Sheet

from tests.games import found
from tests.games.test_conformance_scenes import boards, closings

GAME = found.load("hard_war")


def test_all_dead_are_those_of_all_cities_in_every_scene() -> None:
    """An attack lies in its city but is not counted until the next question."""
    watched = 0
    for played in found.default_games("hard_war"):
        for seat in (*GAME.seats(played.playing.options), PUBLIC):
            for before, events, _ in closings(GAME, played, seat):
                for board in boards(before, events, seat):
                    watched += 1
                    for side in SEAT_IDS:
                        assert _summed(board, side) == _said(board, side)
    assert watched > 50


def _summed(board: Sheet, side: str) -> int:
    (cities,) = (each for each in board.elements if isinstance(each, Fronts))
    totals = (
        front.left_total if cities.left.startswith(named(side)) else front.right_total
        for front in cities.fronts
    )
    return sum(_thousands(total) for total in totals)


def _said(board: Sheet, side: str) -> int:
    facts = (each for element in board.elements if isinstance(element, Facts) for each in element.facts)
    return next(_thousands(each.value) for each in facts if each.label == dead_of(side))


def _thousands(said: str) -> int:
    found_ = re.match(r"\d+", said)
    assert found_, said
    return int(found_[0])
