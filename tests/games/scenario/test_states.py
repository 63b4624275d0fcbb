"""1.1 1.3 Named states: a number whose values are words, such as "held by Rosal"."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.scenario.file.checks.soundness import faults
from warcouncil.games.scenario.file.text.faults import told
from warcouncil.protocol.table.forms import Choice
from warcouncil.protocol.words import SeatId

from tests.games.scenario.playing import Table, phase
from tests.games.scenario.small import small

COAST = {
    "name": "coast",
    "title": "Coast",
    "known_to": "all",
    "states": [{"name": "free", "label": "free"}, {"name": "rosal", "label": "held by Rosal"}],
}
OIL = {"name": "oil", "title": "Oil", "each": "team", "start": 5, "known_to": "own"}
QUIET: dict[str, Any] = {"documents": [], "situation": "The coast is {coast}.", "format": 2}
TAKE = {"name": "Take", "change": ["coast = rosal"], "tell": "It was {coast before}, it is {coast}."}


def table(*follows: dict[str, Any], **keys: Any) -> Table:
    """Return a table of a scenario with a coast."""
    phases = [phase(follows=list(follows))]
    ending = {"name": "time", "words": "The coast is {coast}", "when": "end"}
    return Table(**QUIET | {"numbers": [COAST, OIL], "phases": phases, "endings": [ending]} | keys)


def found(*follows: dict[str, Any], **coast: Any) -> list[str]:
    """Return the mistakes of a file with these rules."""
    numbers = [COAST | coast, OIL]
    ending = {"name": "time", "words": "It ended", "when": "end"}
    file = small(
        **QUIET | {"numbers": numbers, "phases": [phase(follows=list(follows))], "endings": [ending]}
    )
    return list(map(told, faults(file)))


def test_1_3_a_state_is_set_read_and_told_in_words() -> None:
    """Players read that the coast rose from 0 to 1."""
    now = table(
        TAKE, {"only_if": ["coast before is free", "coast now is not free"], "tell": "It changed hands."}
    )
    assert now.facts(None)["Coast"] == "free"
    assert now.papers("blue.minister")["The situation"] == "The coast is free."
    now.close()
    heard = now.heard("red.admiral")
    for text in ("Coast: free → held by Rosal.", "It was free, it is held by Rosal.", "It changed hands."):
        assert text in heard
    assert now.facts(None)["Coast"] == "held by Rosal"
    now.close()
    assert now.end.reason == "The coast is held by Rosal"
    assert "It changed hands." not in now.heard("red.admiral")


def test_1_1_a_state_begins_where_the_file_says() -> None:
    """A coast that is held at the beginning is free."""
    assert table(numbers=[COAST | {"start": "rosal"}, OIL]).facts(None)["Coast"] == "held by Rosal"


def test_4_2_the_white_cell_sets_a_state_by_its_words() -> None:
    """The white cell must know that 1 means Rosal."""
    cell = {"name": "Judging", "kind": "cell", "sets": ["coast"]}
    now = table(phases=[cell])
    field = next(
        field for field in now.game.form(now.state, SeatId("cell.head")).fields if "Coast" in field.label
    )
    assert isinstance(field, Choice)
    assert [option.label for option in field.options] == ["free", "held by Rosal"]
    assert field.label == "Coast, now free"
    now.answer(
        {
            "cell.head": {
                "outcome": "nothing-comes",
                field.name: "rosal",
                "tell": "",
                "tell@blue": "",
                "tell@red": "",
            }
        }
    )
    assert now.facts(None)["Coast"] == "held by Rosal"


@pytest.mark.parametrize(
    ("follow", "said"),
    [
        (
            {"only_if": ["coast >= 1"]},
            "coast has states and no numbers. Write `coast is free`, or `coast = free`",
        ),
        ({"only_if": ["coast is rosall"]}, "coast has no state 'rosall'. Did you mean 'rosal'?"),
        ({"only_if": ["coast is not free, silent counts"]}, "there is always an answer here"),
        ({"change": ["coast + 1"]}, "coast has states. Write `coast = free`"),
        ({"change": ["coast = tolm"]}, "coast has no state 'tolm'"),
        ({"change": ["oil of blue + coast"]}, "coast has states and no numbers"),
    ],
)
def test_a_state_is_no_number(follow: dict[str, Any], said: str) -> None:
    """A file adds two owners, and the exercise stops or the sum means nothing."""
    (mistake,) = found(follow)
    assert said in mistake


@pytest.mark.parametrize(
    ("coast", "said"),
    [
        ({"start": "tolm"}, "numbers 1, start: there is no state 'tolm'. States are free, rosal"),
        ({"start": 1}, "numbers 1, start: there is no state 1. States are free, rosal"),
        ({"track": True}, "numbers 1, track: states have no track. Leave it out"),
        ({"high": 3}, "numbers 1, high: states have no high. Leave it out"),
        ({"states": COAST["states"][:1]}, "numbers 1, states: one state is not enough. Write two or more"),
    ],
)
def test_unsound_states_are_refused(coast: dict[str, Any], said: str) -> None:
    """A number is drawn as a track of words."""
    assert said in found(**coast)


def test_a_number_has_no_state() -> None:
    """A misspelt key gives a number no start value."""
    file = small(numbers=[OIL | {"start": "free"}], documents=[], situation="So.")
    assert "numbers 1, start: this number has no states. Write a whole number" in map(told, faults(file))
