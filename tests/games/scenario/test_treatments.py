"""Treatments: each table plays one variant of a file, and no seat learns that there are others."""

from __future__ import annotations

import pytest
from pydantic import ValidationError
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.text.agreed import agreed
from warcouncil.games.scenario import GAME, shipped
from warcouncil.games.scenario.file.model.script import text_of
from warcouncil.games.scenario.file.reading import in_treatments, read, read_as
from warcouncil.games.scenario.file.text.faults import Unsound, told
from warcouncil.games.scenario.options import ScenarioOptions

from tests.arbiter.core.harness import Room
from tests.games.scenario.small import SMALL

TREATED = (
    SMALL
    + """
[[treatments]]
name = "rich"
title = "Much oil"

[[treatments]]
name = "poor"
title = "Little oil"
situation = "Two sides face each other. Both are poor."
rounds = 1
without = { documents = ["intercept"], rules = ["Sailing"] }
teams = [{ name = "red", brief = "You want bread." }]
seats = [{ name = "red.admiral", brief = "Your men are hungry." }]
numbers = [{ name = "oil", start = 2, starts = { red = 1 } }]
phases = [{ name = "Orders", minutes = 1, questions = [{ name = "move", ask = "What do you do with so little?" }] }]
scores = { sum = ["2 * oil of own"] }
"""
).replace('for_each = "team"\n', 'name = "Sailing"\nfor_each = "team"\n')


def mistakes(more: str) -> list[str]:
    """Return the mistakes of a file with this treatment."""
    with pytest.raises(Unsound) as found:
        read(f'{SMALL}\n[[treatments]]\nname = "poor"\ntitle = "Poor"\n{more}')
    return list(map(told, found.value.faults))


def test_a_treatment_changes_what_it_names_and_nothing_else() -> None:
    """If this fails, two treatments differ in more than the instructor wrote, or in less."""
    usual, poor = read_as(TREATED, "rich"), read_as(TREATED, "poor")
    assert usual == read(TREATED).model_copy(update={"treatments": ()})
    assert (poor.rounds, poor.situation) == (1, "Two sides face each other. Both are poor.")
    assert poor.documents == ()
    assert [follow.name for follow in poor.phases[0].follows] == [None]
    assert [(number.name, number.begins("red"), number.begins("blue")) for number in poor.numbers] == [
        ("tension", 3, 3),
        ("oil", 1, 2),
        ("patience", 4, 4),
    ]
    (question,) = poor.phases[0].questions  # type: ignore[union-attr]  # the phase has questions
    assert (question.ask, [option.name for option in question.options]) == (
        "What do you do with so little?",
        ["talk", "sail"],
    )
    assert [team.brief for team in poor.teams] == ["You want the strait open.", "You want bread.", ""]
    same = {"endings", "hints", "injects", "format", "title", "summary", "draws", "map"}
    assert all(getattr(poor, key) == getattr(usual, key) for key in same)


def test_the_first_treatment_is_played_if_none_is_named() -> None:
    """If this fails, `demo` of a file plays an exercise that no table of the experiment plays."""
    options = ScenarioOptions(scenario=TREATED)
    assert (options.treated_as, options.written.rounds) == ("rich", 2)
    assert GAME.to_assign(options) == ("rich", "poor")
    chosen = GAME.in_treatment(options, "poor")
    assert (chosen.treated_as, chosen.written.rounds, GAME.to_assign(chosen)) == ("poor", 1, ())
    with pytest.raises(ValidationError, match=r"there is no treatment 'pour'\. Did you mean 'poor'\?"):
        ScenarioOptions(scenario=TREATED, treatment="pour")
    with pytest.raises(
        ValidationError, match=r"there is no treatment 'poor': the file has no \[\[treatments\]\]"
    ):
        ScenarioOptions(scenario=SMALL, treatment="poor")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            'numbers = [{ name = "oill", start = 1 }]',
            "treatments 1, numbers 1: there is no 'oill' among the numbers. Did you mean 'oil'? Names are tension, oil, patience",
        ),
        (
            'without = { phases = ["Talks"] }',
            "treatments 1, without, phases 1: there is no 'Talks' among the phases. Names are Orders",
        ),
        (
            'without = { rules = ["Storm"] }',
            "treatments 1, without, rules 1: there is no 'Storm' among the rules: the file has none with a name",
        ),
        (
            'numbers = [{ name = "oil", start = 99 }]',
            "treatments 1, numbers 1, start: in treatment poor: it begins at 99, outside its bounds 0 to 10",
        ),
        (
            'numbers = [{ name = "oil", begin = 2 }]',
            "treatments 1, numbers 1, begin: in treatment poor: there is no key 'begin'.",
        ),
        (
            'seats = [{ name = "red.admiral", team = "blue" }]',
            "treatments 1, seats 1, team: there is no key 'team'",
        ),
        (
            'situation = "Oil of Blue: {oil of blue}."',
            "treatments 1, situation: in treatment poor: ",
        ),
    ],
)
def test_a_mistake_in_a_treatment_has_its_place_and_the_treatment(more: str, said: str) -> None:
    """If this fails, an author looks for the mistake in the wrong part of the file."""
    (found,) = mistakes(more)
    assert found.startswith(said), found


def test_a_leak_in_one_treatment_alone_is_refused() -> None:
    """If this fails, half of the tables tell a secret."""
    found = mistakes('phases = [{ name = "Orders", text = "Patience stands at {patience}." }]')
    assert found
    assert all("in treatment poor" in each for each in found)


def test_two_treatments_of_one_name_are_refused() -> None:
    """If this fails, the export cannot say which of the two a table played."""
    assert mistakes('[[treatments]]\nname = "poor"\ntitle = "Poor again"') == [
        "treatments 2, name: 'poor' is already used. Take another name"
    ]


def played(options: dict[str, str]) -> Room:
    """Return a room whose table was played to its end, always with the same answers."""
    room = Room("scenario", options)
    room.sit_all()
    room.wait(1_000)
    for _ in range(60):
        phase, gate, state = room.table.phase, room.table.gate, room.table.state
        if not isinstance(phase, Phase):
            break
        for seat in phase.asked:
            answer = fill(room.table.game.form(state, seat), Dice(b"twin worlds over all", gate, seat))
            room.declare(room.people[f"1:{seat}:seat"], answer, gate=gate)
        room.wait(1_000)
    assert room.table.state.over is not None
    return room


@pytest.mark.parametrize("text", [TREATED, shipped.like("experiment")], ids=["small", "experiment"])
def test_a_seat_receives_the_same_bytes_as_if_there_were_no_treatments(text: str) -> None:
    """If this fails, a player can learn of the other treatments, and behaves as one who knows of an experiment."""
    for one in in_treatments(text):
        treated = played({"scenario": text, "treatment": one.name})
        alone = played({"scenario": text_of(one.scenario)})
        assert treated.people.keys() == alone.people.keys()
        for key, person in treated.people.items():
            assert person.frames == alone.people[key].frames, key
            assert len(person.frames) > 3


def test_what_everyone_may_know_of_a_table_has_no_treatment() -> None:
    """If this fails, the rules of a table name its treatment."""
    options = ScenarioOptions(scenario=TREATED, treatment="poor")
    shown = options.open().model_dump_json()
    assert "treatments" not in shown
    assert "poor" not in shown.replace("Both are poor", "")
    assert agreed(GAME, options) == ()
