"""What every game begins from: the public seat, standings of nothing, and a template that says what it is."""

from __future__ import annotations

from warcouncil.games.kit.game import Finish, Standings
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.games.kit.template import GAME
from warcouncil.games.kit.template.options import TemplateOptions
from warcouncil.protocol.words import SeatId, TeamId


def test_the_public_seat_is_of_no_seat_and_no_team() -> None:
    """A bystander would be counted to a side, and read what it alone may know."""
    assert Seat(SeatId(""), TeamId(""), "the public") == PUBLIC


def test_where_a_game_counts_nothing_its_turns_are_turns() -> None:
    """A verdict would name what was played by a word of another game, or end the client in a traceback."""
    nothing = Standings()
    assert (nothing.tallies, nothing.turns, nothing.turns_are) == ((), 0, "turns")
    assert Finish("over", ()).standings == nothing


def test_the_template_says_what_it_is() -> None:
    """A new game would be offered under another's name."""
    assert (GAME.name, GAME.title, GAME.designer, GAME.rules_version) == (
        "template",
        "Template",
        "NOBODY YET",
        "1",
    )
    options = TemplateOptions(players=3, hand=4)
    assert [seat.id for seat in GAME.seats(options)] == ["north", "east", "south"]
    told = GAME.briefing(options, SeatId("east"))
    assert told.role == "You sit East of 3, each for himself."
    assert told.wins == "Take more prizes than anybody else."
    assert told.sees.startswith("You see your own hand and all that was played.")
    assert told.decides.startswith("Each of 4 turns you play one card;")
