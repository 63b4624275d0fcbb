"""The statistics of many games. The figures are those of the games, whatever their order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from warcouncil.clients.room.rehearsal.many_games import GameRun
from warcouncil.clients.room.rehearsal.statistics import EndTally, Span, tally
from warcouncil.games import registry
from warcouncil.games.kit.game import AnyGame

from tests.toys.planted import shelf

MORNING, EVENING = ("Morning", 60.0), ("Evening", 90.0)
GAMES = [
    GameRun("9", ("north",), "All is said", clocks=(MORNING,), rounds=(60.0,), told=("Morning.yes",)),
    GameRun("10", (), "All is said", clocks=(MORNING, EVENING, EVENING), rounds=(60.0, 180.0), told=("Evening.no",)),
    GameRun("11", ("north",), "All is said", clocks=(MORNING, EVENING), rounds=(60.0, 90.0), illegal=2),
    GameRun("12", fault="its rules failed (KeyError)"),
]  # fmt: skip


@pytest.fixture
def recital() -> Iterator[AnyGame]:
    """Yield a game that names its phases and its texts."""
    with shelf():
        yield registry.load("recital")


def test_outcomes_are_counted_each_with_the_first_seed_that_leads_there(recital: AnyGame) -> None:
    """An author cannot look at the one game in a hundred that ended strangely."""
    options = recital.options_type()
    found = tally(recital, options, GAMES)
    assert found.outcomes == (
        EndTally(("north",), "All is said", "", 2, "9"),
        EndTally((), "All is said", "", 1, "10"),
        EndTally((), "", "its rules failed (KeyError)", 1, "12"),
    )
    assert found.won == ((("north",), 2), ((), 1))
    assert (found.games, found.illegal) == (4, 2)
    assert tally(recital, options, GAMES[::-1]) == found


def test_clocks_are_told_by_game_by_turn_and_by_phase(recital: AnyGame) -> None:
    """A scenario of an hour is planned for twenty minutes."""
    found = tally(recital, recital.options_type(), GAMES[:3])
    assert found.questions == Span(1, 2, 3)
    assert found.clock == Span(60, 150, 240)
    assert found.rounds == Span(60, 60, 180)
    morning, evening = found.phases
    assert (morning.name, morning.opened, morning.clock) == ("Morning", Span(1, 1, 1), Span(60, 60, 60))
    assert (evening.name, evening.opened, evening.clock) == ("Evening", Span(0, 1, 2), Span(90, 90, 90))
    (_, never) = tally(recital, recital.options_type(), GAMES[:1]).phases
    assert (never.name, never.clock) == ("Evening", None)


def test_texts_that_were_never_shown_are_named(recital: AnyGame) -> None:
    """An author writes a page that no game can reach, and no report says so."""
    found = tally(recital, recital.options_type(), GAMES)
    assert found.passages == 4
    assert found.unseen == {"Morning.no": "The ferry stays where it is.", "Evening.yes": "The lamps are lit."}


def test_it_is_written_as_json_has_it(recital: AnyGame) -> None:
    """A script must read tables that are made for people."""
    plain = tally(recital, recital.options_type(), GAMES).plain()
    assert plain["won"][0] == {"winners": ["north"], "games": 2}
    assert plain["outcomes"][2]["fault"] == "its rules failed (KeyError)"
    assert plain["questions"] == {"min": 0, "median": 1.5, "max": 3}
    assert plain["phases"][1] == {
        "phase": "Evening",
        "opened": {"min": 0, "median": 0.5, "max": 2},
        "clock_seconds": {"min": 90, "median": 90, "max": 90},
    }
    assert [*plain["unseen"]] == ["Morning.no", "Evening.yes"]
