"""A walk through a scenario with typed answers."""

from __future__ import annotations

from typing import Any

from warcouncil.clients.room.preview.stepping import by_bots, to_the_end, walk
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.scenario import GAME, shipped
from warcouncil.games.scenario.options import ScenarioOptions
from warcouncil.protocol.words import SeatId

from tests.clients.room.preview.writing import FERRY

WORK: dict[SeatId, Any] = {
    SeatId("upper"): {"gift": "day", "coins": 1},
    SeatId("lower"): {"gift": "day", "coins": 0},
}


def options(text: str = FERRY) -> ScenarioOptions:
    """Return the options of a scenario."""
    return GAME.options_type(scenario=text)


def test_a_walk_keeps_each_position_and_its_answers() -> None:
    """If this fails, an author cannot go back to an earlier question."""
    made = walk(options(), [{}, WORK], "1")
    assert [step.phase.title for step in made.steps] == ["Week 1 · Work", "Week 2 · Work"]
    assert made.steps[1].before.numbers["bridge"] == 0
    assert made.answers == ({}, WORK)
    assert isinstance(made.phase, Finish)
    assert made.phase.reason == "The first cart crossed"


def test_a_changed_file_is_walked_with_the_old_answers_as_far_as_they_fit() -> None:
    """If this fails, an author answers everything again after each save, or the preview fails."""
    made = walk(
        options(FERRY.replace('name = "day"', 'name = "beam"').replace("is day", "is beam")), [{}, WORK], "1"
    )
    assert len(made.steps) == 1
    assert made.lost.startswith("Week 2 · Work, upper: choose one of the options")
    assert isinstance(made.phase, Phase)
    gone = FERRY.replace('"upper"', '"higher"').replace("upper", "higher")
    assert walk(options(gone), [WORK], "1").lost == "Week 1 · Work: upper is not asked"


def test_bots_answer_every_question_of_every_scenario_to_the_end() -> None:
    """If this fails, a button of the preview breaks on an exercise with a white cell, a vote or a treaty."""
    for name in shipped.names():
        made = to_the_end(walk(options(shipped.text(name)), (), "1"))
        assert isinstance(made.phase, Finish)
        assert walk(made.options, made.answers, "1") == made


def test_the_same_seed_gives_the_same_walk() -> None:
    """If this fails, going back changes the past."""
    assert to_the_end(walk(options(), (), "7")) == to_the_end(walk(options(), (), "7"))
    assert by_bots(to_the_end(walk(options(), (), "7"))) == {}
