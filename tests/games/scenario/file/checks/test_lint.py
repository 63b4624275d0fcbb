"""The lint points out what an author probably did not intend, and nothing else."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from warcouncil.games.scenario import shipped
from warcouncil.games.scenario.file.checks.lint import doubts
from warcouncil.games.scenario.file.model.names import Names
from warcouncil.games.scenario.file.model.spans import impossible
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.faults import told

from tests.games.scenario.broad import BROAD
from tests.games.scenario.mapped import island

USUAL = {told(doubt) for doubt in doubts(read(BROAD))}
"""The doubts about the broad scenario itself."""


def doubted(old: str, new: str) -> list[str]:
    """Return the doubts that appear after one change."""
    assert BROAD.count(old) >= 1
    return [told(doubt) for doubt in doubts(read(BROAD.replace(old, new, 1))) if told(doubt) not in USUAL]


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        (
            '    { name = "patience", title',
            '    { name = "luck", title = "Luck" },\n    { name = "patience", title',
            "numbers 4: luck is shown to no player and read by no rule. Remove it, or use it",
        ),
        ('hand = { intercept = ["blue"] }\n', "", "documents 1: intercept is never handed to a player. Hand it out, or remove it"),
        ('end = "deal"\n', "", "endings 3: deal cannot come: no rule calls it"),
        (
            'only_if = ["accord is signed"]',
            'only_if = ["tension >= 10", "accord is signed"]',
            "endings 4: peace cannot come: war always comes first",
        ),
        ('"tension >= 10"', '"tension >= 11"', "endings 1, only_if 1: 'tension >= 11' can never hold"),
        ('"round is 2"', '"round is 4"', "phases 2, follows 5, only_if 3: 'round is 4' can never hold"),
        ('"red.minister", team = "red", title = "Red minister", brief = "You need a success."', '"red.minister", team = "red", title = "Blue minister"', "seats 3, title: 'Blue minister' is used twice"),
        ("minutes = 60", "minutes = 300", "minutes: minutes is 300, but the clocks take 4"),
        ("change = [\"patience - 1\", \"tension + 2\"]", 'change = ["tension + 2"]', "numbers 4: patience never changes"),
        (
            'channels = "all"\nonly_if = ["embargo is not passed"]',
            'only_if = ["embargo is not passed"]',
            "phases 6: Accord has no conversation while the treaty is written",
        ),
        ('{ name = "sail", label = "Sail" }]', '{ name = "sail", label = "Sail" }, { name = "wait", label = "Wait" }, { name = "rest", label = "Rest" }]', "phases 2, questions 1, options: no rule mentions wait or rest"),
        ('kind = "talk"\nat = "before"\nchannels = { "Ministers" = ["blue.minister", "red.minister"] }\nminutes = 5\nquiet_minutes = 1', 'kind = "talk"\nat = "before"', "phases 1: Before has no question, no conversation and no text"),
    ],
)  # fmt: skip
def test_a_doubt_is_named_at_its_place(old: str, new: str, wanted: str) -> None:
    """An author learns of a doubt from players in a room who wait in vain."""
    found = doubted(old, new)
    assert [each for each in found if each.startswith(wanted)], found


def test_a_side_without_a_conversation_is_pointed_out() -> None:
    """The players of a side sit in silence while the others negotiate."""
    isle = BROAD.replace(
        '    { name = "cell", title',
        '    { name = "isle", title = "Isle", brief = "Wait." },\n    { name = "cell", title',
    ).replace(
        '    { name = "cell.head"',
        '    { name = "isle", team = "isle", title = "Isle" },\n    { name = "cell.head"',
    )
    found = [told(doubt) for doubt in doubts(read(isle.replace('channels = "all"', 'channels = "teams"')))]
    assert "teams 3: isle has no conversation in any phase, but other teams have one" in found


def test_cases_without_a_row_are_listed() -> None:
    """Two sides choose a case that the author forgot, and it has no consequence."""
    assert "phases 2, tables 1: no row says what follows from: talk, calm; talk, firm; sail, calm" in USUAL


@pytest.mark.parametrize("name", shipped.names())
def test_shipped_scenarios_have_no_doubts(name: str) -> None:
    """A scenario that authors learn from does not pass its own check."""
    assert [told(doubt) for doubt in doubts(read(shipped.text(name)))] == []


HARBOUR = shipped.text("harbour")


def test_a_payoff_sheet_that_counts_although_its_deal_fails_is_named() -> None:
    """An ending says that there is no deal, and the parties get their points all the same."""
    kept = re.search(r"(?m)^sheet_only_if = .*\n", HARBOUR)
    assert kept is not None
    assert doubts(read(HARBOUR)) == ()
    (said,) = map(told, doubts(read(HARBOUR.replace(kept[0], ""))))
    assert "the payoff sheet also counts if deal fails" in said


def test_an_option_without_a_row_on_the_payoff_sheet_is_named() -> None:
    """A party gets nothing for an option, because its row was forgotten."""
    row = re.search(r'(?m)^    \{ issue = "wages", option = "mid".*\n', HARBOUR)
    assert row is not None
    (said,) = map(told, doubts(read(HARBOUR.replace(row[0], ""))))
    assert "the payoff sheet has no row for wages: mid. Options without a row give no points" in said


UPLAND = shipped.text("upland")


@pytest.mark.parametrize(
    ("condition", "is_doubted"),
    [
        ("places of rosal >= 6", False),
        ("places of rosal > 60", True),
        ("pieces of rosal >= 4", True),
        ("pieces of rosal in pass > 1", True),
        ("strength of vald < 0", True),
        ("owner of pass is rosal", False),
        ("places of rosal + places of vald >= 60", True),
        ("min(places of rosal, 3) > 3", True),
    ],
)
def test_conditions_on_a_map_that_can_never_hold_are_named(condition: str, *, is_doubted: bool) -> None:
    """If this fails, an ending that no game can reach looks like one that players missed."""
    assert UPLAND.count('"places of rosal >= 6"') >= 1
    changed = UPLAND.replace('"places of rosal >= 6"', f'"{condition}"', 1)
    changed = changed.replace('reveals = ["places"]', 'reveals = ["places", "pieces", "strength", "owner"]')
    found = [told(doubt) for doubt in doubts(read(changed))]
    assert any(f"{condition!r} can never hold" in each for each in found) is is_doubted, found


def test_a_place_that_no_piece_of_a_team_reaches_is_never_its_own() -> None:
    """If this fails, a rule waits for a conquest that the links of the map forbid."""
    names = Names(read(json.dumps(cut_off_island())))
    assert impossible(names, "owner of isle is rosal")
    assert not impossible(names, "owner of isle is vald or rosal")
    assert impossible(names, "owner of isle is not vald or none")
    assert impossible(names, "place of guard is isle")
    assert not impossible(names, "place of guard is not isle")
    assert impossible(names, "places of rosal >= 6")
    assert not impossible(names, "places of rosal >= 5")
    assert impossible(names, "strength of vald in isle >= 3")
    assert not impossible(names, "strength of vald in isle >= 2")


def cut_off_island() -> dict[str, Any]:
    """Return the island with one more place, to which no link leads. The host of Vald is there."""
    found = island()
    board = found["map"]
    board["places"].append({"name": "isle", "title": "Isle", "at": [0, 100], "owner": "vald"})
    board["pieces"][-1]["at"] = "isle"
    return found


def test_a_team_of_two_that_decides_by_majority_is_named() -> None:
    """If this fails, two players who differ leave their team silent, and its author did not expect it."""
    asked = BROAD.replace('name = "move"', 'by = "majority"\nname = "move"', 1)
    assert asked != BROAD
    found = [told(doubt) for doubt in doubts(read(asked))]
    assert [
        each for each in found if "has two seats. If they differ, neither answer has a majority" in each
    ], found
