"""The payoff sheet: what it counts, who sees which column, and what the checker refuses."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic_core import to_json
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.faults import Unsound
from warcouncil.protocol.table.sheets import Rows
from warcouncil.protocol.words import SeatId

from tests.games.scenario.playing import Table
from tests.games.scenario.small import small

SHEET: list[dict[str, Any]] = [
    {"issue": "move", "option": "talk", "points": {"blue": 40, "red": -5}},
    {"issue": "move", "option": "sail", "points": {"red": 30}},
]
SCORES: dict[str, Any] = {"sheet": SHEET}


def table(**scores: Any) -> Table:
    """Return a table of one round whose points come from a payoff sheet."""
    return Table(scores=SCORES | scores, rounds=1)


def sheets(at: Table, seat: str | None) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return the payoff sheets that a seat sees."""
    elements = GAME.sheet(at.state, None if seat is None else SeatId(seat)).elements
    return {each.title: each.rows for each in elements if isinstance(each, Rows) and each.package}


@pytest.mark.parametrize(
    ("blue", "red", "points"),
    [
        ("talk", "talk", {"blue": 40, "red": -5}),
        ("sail", "sail", {"blue": 0, "red": 30}),
        ("talk", "sail", {"blue": 0, "red": 0}),
    ],
)
def test_an_issue_counts_if_all_who_are_asked_gave_the_same_answer(
    blue: str, red: str, points: dict[str, int]
) -> None:
    """If this fails, a side gets points for a package that the other side did not sign."""
    at = table()
    at.answer({"blue.minister": {"move": blue}, "red.minister": {"move": red}})
    assert at.state.over is not None
    assert at.state.over.points == points


def test_an_issue_of_one_side_counts_by_that_side_alone() -> None:
    """If this fails, an issue that one side decides waits for another side's answer."""
    at = table(sheet=[SHEET[0] | {"issue": "move of blue"}])
    at.answer({"blue.minister": {"move": "talk"}, "red.minister": {"move": "sail"}})
    assert at.state.over is not None
    assert at.state.over.points == {"blue": 40, "red": -5}


@pytest.mark.parametrize(("clause", "points"), [("tension >= 3", 40), ("tension >= 9", 0)])
def test_the_sheet_counts_only_if_its_conditions_hold(clause: str, points: int) -> None:
    """If this fails, a package that was voted down gives points."""
    at = table(sheet_only_if=[clause])
    at.answer(move="talk")
    assert at.state.over is not None
    assert at.state.over.points["blue"] == points


def test_each_side_sees_its_own_column_with_every_option_and_umpires_see_all() -> None:
    """If this fails, a party reads what another party would accept."""
    at = table()
    blue = {"Payoff sheet, Blue": (("move", "Talk", "40"), ("move", "Sail", "0"))}
    red = {"Payoff sheet, Red": (("move", "Talk", "-5"), ("move", "Sail", "30"))}
    assert sheets(at, "blue.minister") == sheets(at, "blue.admiral") == blue
    assert sheets(at, "red.admiral") == red
    assert sheets(at, "cell.head") == blue | red
    assert sheets(at, None) == {}


def test_the_column_of_another_side_can_be_any_other() -> None:
    """If this fails, a seat can work out the points of another side from what it sees."""
    at = table()
    other = GAME.rehide(at.state, SeatId("blue.minister"), Dice(seed_of("world"), 1))
    assert GAME.sheet(other, SeatId("blue.minister")) == GAME.sheet(at.state, SeatId("blue.minister"))
    assert GAME.sheet(other, SeatId("red.minister")) != GAME.sheet(at.state, SeatId("red.minister"))


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"option": "tlak"}, "move has no option 'tlak'. Did you mean 'talk'"),
        ({"issue": "mvoe"}, "there is no question, vote, treaty or number 'mvoe'"),
        ({"points": {"bleu": 3}}, "there is no team or seat 'bleu'. Did you mean 'blue'"),
        ({"points": {"cell": 3}}, "'cell' belongs to the white cell"),
        ({"issue": "tension", "option": "x"}, "tension is a number. An issue is a question of kind choice"),
        ({"option": "sail"}, "there are two rows for `move is sail`. Remove one"),
    ],
)
def test_a_row_that_can_never_count_is_refused(row: dict[str, Any], said: str) -> None:
    """If this fails, an author learns after the exercise that a row gave no points."""
    rows = [SHEET[0] | row, SHEET[1]]
    written = small(scores=SCORES | {"sheet": rows})
    with pytest.raises(Unsound) as found:
        read(to_json(written.model_dump(mode="json", exclude_defaults=True)).decode())
    assert any(said in fault.said for fault in found.value.faults), found.value.faults
