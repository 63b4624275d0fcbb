"""The predicted consequences of an outcome are the real ones."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import Playing, seed_of
from warcouncil.games.scenario import GAME, shipped
from warcouncil.games.scenario.events.decided import CellAnnounced, CellWhispered
from warcouncil.games.scenario.events.followed import (
    Announced,
    DocumentHanded,
    FactEstablished,
    NumberMoved,
    OwnNumberMoved,
    PointsCounted,
    RoundBegan,
    RuleApplied,
    Whispered,
)
from warcouncil.games.scenario.file.text.vocabulary import FORETOLD_CHARS_MAX
from warcouncil.games.scenario.look import cut
from warcouncil.games.scenario.phases.cell import AGREE, IN_WORDS, NOTHING
from warcouncil.games.scenario.state import ScenarioState
from warcouncil.protocol.table.forms import Answer, Choice, Form
from warcouncil.protocol.table.sheets import Rows
from warcouncil.protocol.words import SeatId

from tests.games.scenario.broad import BROAD
from tests.games.scenario.playing import Table
from tests.games.scenario.strategies import Written, scenarios
from tests.games.scenario.test_any_scenario import tries
from tests.profile import games

EVERY_KIND = Path(__file__).with_name("every_kind.toml").read_text("utf-8")
STAYS = re.compile(r" stays -?[0-9]+$")
DICE = Dice(seed_of("came"))
HEAD, SECOND = SeatId("cell.head"), SeatId("cell.second")
RICH = [
    {
        "name": "storm",
        "label": "A storm",
        "help": "When nobody watched the glass",
        "change": ["tension + 9", "oil of blue - 2", "oil of blue - 1", "patience + 6", "oil of red + round"],
        "tell": "It blows; tension is {tension}, whatever anybody says.",
        "tell_to": {"red": "Red sleeps.", "blue.admiral": "You saw it coming. " + "Every mast creaked. " * 9},
        "hand": {"intercept": ["blue"]},
        "establish": "The lighthouse is out.",
    },
    {"name": "peace", "label": "Peace", "end": "time"},
    {"name": "calm", "label": "Calm"},
]


def judging(**keys: Any) -> Table:
    """Return a table at which two deliberate over an outcome with every consequence, one that ends it, and
    one without any.
    """
    members = [("cell.head", "Head"), ("cell.second", "Second")]
    players = [
        {"name": f"{team}.{who}", "team": team, "title": f"{team.title()} {who}"}
        for team in ("blue", "red")
        for who in ("minister", "admiral")
    ]
    cell = [{"name": name, "team": "cell", "title": title} for name, title in members]
    phase = {"name": "Verdict", "kind": "cell", "foreseen": RICH, "sets": ["tension", "oil of blue"]}
    ending = {"name": "time", "words": "It passed at {tension}", "when": "end"}
    return Table(seats=players + cell, phases=[phase | keys], endings=[ending])


def outcome_of(form: Form) -> Choice:
    """Return the field that asks for the outcome."""
    outcome = form.fields[0]
    assert isinstance(outcome, Choice)
    return outcome


def notes(form: Form) -> dict[str, str]:
    """Return the help of each choice."""
    return {option.value: option.help for option in outcome_of(form).options}


def test_4_2_an_outcome_names_its_changes_and_its_texts_with_their_readers() -> None:
    """A head sets by hand what the outcome does already, or announces to all a text that was for one."""
    table = judging()
    said = notes(GAME.form(table.state, HEAD))
    masts = ("You saw it coming. " + "Every mast creaked. " * 9)[: FORETOLD_CHARS_MAX - 1].rstrip()
    assert said["storm"] == (
        "When nobody watched the glass. Then: Tension 3 → 10; Oil (Blue) 5 → 2; Oil (Red) 5 → 6; Patience 4 → 10; "
        "everyone: “It blows; tension is 10, whatever anybody says.”; Red: “Red sleeps.”; "
        f"Blue admiral: “{masts}…”; “Intercept” to Blue; fact: The lighthouse is out."
    )
    assert said["peace"] == "Then: the exercise ends: It passed at 3"
    assert said["calm"] == "This changes nothing and sends no message."
    assert said[IN_WORDS] == said[NOTHING] == ""


def test_4_2_an_outcome_without_further_effect_says_so() -> None:
    """A head who sees no change raises a tension that is at its end, or hands out a document that all have."""
    table = judging()
    table.answer({HEAD: {"outcome": "storm"} | by_hand()})
    said = notes(GAME.form(table.state, HEAD))["storm"]
    assert "Tension stays 10; Oil (Blue) 2 → 0; Oil (Red) 6 → 8; Patience stays 10;" in said
    assert "Intercept" not in said


def by_hand(tension: int = 3, oil: int = 5) -> dict[str, Any]:
    """Return the rest of an answer: two numbers, and no words."""
    return {"number-1": tension, "number-2": oil, "tell": "", "tell@blue": "", "tell@red": ""}


def test_4_2_a_number_to_be_set_shows_its_value_now() -> None:
    """A reader of the new value does not know if it is higher."""
    table = judging()
    form = GAME.form(table.state, HEAD)
    assert [field.label for field in form.fields if field.kind == "count"] == [
        "Tension, now 3",
        "Oil (Blue), now 5",
    ]
    assert "Numbers that you set yourself override the outcome." in form.help
    assert "that you set yourself" not in GAME.form(judging(sets=[]).state, HEAD).help


def test_4_2_a_set_number_wins_over_the_outcome() -> None:
    """A change counts twice, or the head believes that it does."""
    table = judging()
    table.answer({HEAD: {"outcome": "storm"} | by_hand(tension=7)})
    assert (table.number("tension"), table.number("oil@blue")) == (7, 2)


def test_4_4_the_member_that_agrees_reads_all_consequences() -> None:
    """A second member agrees after reading only a heading."""
    table = judging(agree=True)
    table.answer({HEAD: {"outcome": "peace"} | by_hand(tension=7) | {"tell@red": "Go home."}})
    form = GAME.form(table.state, SECOND)
    assert notes(form)["yes"] == "Then: Tension 3 → 7; Red: “Go home.”; the exercise ends: It passed at 7"
    (rows,) = (part for part in GAME.sheet(table.state, SECOND).elements if isinstance(part, Rows))
    assert ("Tension, now 3", "7") in rows.rows


# --- what was announced is what happens ---------------------------------------------------------------------------


def as_announced(text: str, seed: str) -> int:
    """Play a scenario at random. Wherever its white cell chooses or agrees, check that exactly the announced
    effects happen. Return the number of checks.
    """
    playing = Playing(GAME, GAME.options_type(scenario=text), seed_of(seed))
    looked = 0
    while isinstance(playing.phase, Phase):
        for seat in playing.phase.asked:
            form = GAME.form(playing.state, seat)
            if form.rule in ("4.2", "4.4"):
                said = {value: note for value, note in notes(form).items() if note}
                for value, note in said.items():
                    same(note, carried_out(playing.state, seat, form, value))
                looked += len(said)
            playing.declare(seat, fill(form, Dice(playing.seed, "any", playing.gate, seat)))
        playing.close()
    return looked


def carried_out(
    state: ScenarioState, seat: SeatId, form: Form, choice: str
) -> tuple[list[Event], ScenarioState]:
    """Carry out an outcome with unchanged numbers and no words, or a decision that is agreed to.

    Return the result, without the consequences of rules.
    """
    words = {field.name: "" for field in form.fields if field.kind == "words" and field.when is None}
    answer: Answer = {outcome_of(form).name: choice, **as_they_stand(form), **words}
    GAME.read(state, seat, answer)
    came = GAME.resolve(state, {seat: answer}, DICE)
    if form.rule == "4.2" and came.state.stage == AGREE and came.state.proposal is not None:
        came = GAME.resolve(came.state, {state.play.cell[1]: None}, DICE)
    after = RuleApplied | RoundBegan | PointsCounted
    events = list(came.events)
    ends = next((at for at, event in enumerate(events) if isinstance(event, after)), len(events))
    return events[:ends], came.state


def as_they_stand(form: Form) -> dict[str, int]:
    """Return the numbers of the labels."""
    return {
        field.name: int(field.label.rsplit(", now ", 1)[1]) for field in form.fields if field.kind == "count"
    }


def same(said: str, came: tuple[list[Event], ScenarioState]) -> None:
    """Check that exactly the announced effects happened."""
    happened, after = came
    moves: dict[str, tuple[int, int]] = {}
    told, papers, facts = [], [], []
    for event in happened:
        match event:
            case NumberMoved() | OwnNumberMoved():
                moves[event.label] = (moves.get(event.label, (event.before, 0))[0], event.now)
            case Announced() | CellAnnounced():
                told.append(f"everyone: “{cut(event.text, FORETOLD_CHARS_MAX)}”")
            case Whispered() | CellWhispered():
                told.append(f"{', '.join(event.whom)}: “{cut(event.text, FORETOLD_CHARS_MAX)}”")
            case FactEstablished():
                facts.append(f"fact: {cut(event.text, FORETOLD_CHARS_MAX)}")
            case DocumentHanded():
                papers.append(f"“{event.title}” to {', '.join(event.whom)}")
            case _:
                pass
    moved = [f"{label} {before} → {now}" for label, (before, now) in moves.items() if before != now]
    then, _, ends = said.partition("Then: ")[2].partition("the exercise ends: ")
    parts = [part for part in then.split("; ") if part and not STAYS.search(part)]
    expected = "; ".join([*moved, *told, *papers, *facts]).split("; ")
    assert sorted(parts) == sorted(filter(None, expected))
    assert not ends or (after.over is not None and after.over.words == ends)


SCENARIOS = {name: shipped.text(name) for name in shipped.names()} | {
    "broad": BROAD,
    "every kind": EVERY_KIND,
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_an_announced_effect_happens_when_its_outcome_is_chosen(name: str) -> None:
    """A description that is kept beside the rules is wrong after the first change of a file."""
    looked = sum(as_announced(SCENARIOS[name], str(seed)) for seed in range(games(by_day=6, at_night=60)))
    assert bool(looked) is ('kind = "cell"' in SCENARIOS[name])


@tries(150, 3000)
@given(scenarios())
def test_so_it_is_in_any_scenario(written: Written) -> None:
    """The shipped scenarios hand out no document and add no fact by the white cell, so they do not test it."""
    as_announced(written.text, "any")
