"""Badges of the sides of a game that does not define them."""

from __future__ import annotations

import pytest
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.sides import WORN, badges, named
from warcouncil.games.registry import load, names
from warcouncil.protocol.words import SeatId, TeamId


def seat(team: str, number: int, title: str = "") -> Seat:
    """Return a seat."""
    return Seat(SeatId(f"{team}.{number}"), TeamId(team), title or f"{named(team)} {number}")


def test_sides_of_an_unknown_game_have_a_sign_and_an_ink_of_their_own() -> None:
    """The sides of a fifth game look alike on every screen until their names are written into the clients."""
    worn = badges([seat("hawks", 1), seat("old_guard", 1), seat("hawks", 2), seat("doves", 1, "The Doves")])
    assert [(each.id, each.title) for each in worn] == [
        ("hawks", "Hawks"),
        ("old_guard", "Old Guard 1"),
        ("doves", "The Doves"),
    ]
    assert [(each.sign, each.ink) for each in worn] == list(WORN[:3])


def test_there_are_always_badges_enough() -> None:
    """A game of eight sides does not begin."""
    worn = badges([seat(f"t{number}", 1) for number in range(8)])
    assert [each.sign for each in worn[6:]] == [sign for sign, _ in WORN[:2]]
    assert len({each.sign for each in worn[:6]}) == len({each.ink for each in worn[:6]}) == 6


@pytest.mark.parametrize("game", names())
def test_each_side_of_a_game_wears_one_badge_and_no_two_the_same(game: str) -> None:
    """A side has no colour, or two sides have the same."""
    loaded = load(game)
    fields = loaded.options_type.model_fields
    options = loaded.options_type(**{"players": 4} if "players" in fields else {})
    worn = loaded.sides(options)
    assert [each.id for each in worn] == list(dict.fromkeys(each.team for each in loaded.seats(options)))
    for of in ("title", "sign", "ink"):
        assert len({getattr(each, of) for each in worn}) == len(worn)
