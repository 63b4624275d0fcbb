"""6. Votes: the voters, the majority, the veto, and the readers of each vote."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.scenario.file.checks.soundness import faults
from warcouncil.games.scenario.file.text.faults import told
from warcouncil.games.scenario.phases.vote import VoteCount, counted
from warcouncil.protocol.table.sheets import Facts, Rows
from warcouncil.protocol.words import SeatId

from tests.games.scenario.playing import Table
from tests.games.scenario.small import small

SEATS = ("blue.minister", "blue.admiral", "red.minister", "red.admiral")
HOW = {"f": "for", "a": "against", "-": "abstain"}


def voting(**keys: Any) -> Table:
    """Return a table at a vote."""
    vote = {"name": "Council", "kind": "vote", "vote": "embargo", "motion": "Nobody sells arms"} | keys
    return Table(phases=[vote])


def cast(table: Table, votes: str) -> None:
    """Vote for the seats, one letter each; a blank is silent."""
    table.answer({seat: {"vote": HOW[vote]} for seat, vote in zip(SEATS, votes, strict=True) if vote != " "})


def test_6_a_vote_is_sealed_and_its_count_is_told_to_all() -> None:
    """A seat that reads the others' votes first votes differently, or no seat reads the result."""
    table = voting()
    assert table.open.sealed
    cast(table, "ffa-")
    count = "The motion passed: Nobody sells arms. In favour 2, against 1, abstained 1."
    assert all(count in table.heard(seat) for seat in SEATS)
    assert table.facts(None)["Nobody sells arms"] == "passed"


def test_6_1_the_seats_that_are_named_vote_and_silence_abstains() -> None:
    """A seat that the file names is not asked to vote, or its silence counts as a vote."""
    assert voting().open.asked == SEATS
    table = voting(of=["blue", "red.admiral"])
    assert table.open.asked == ("blue.minister", "blue.admiral", "red.admiral")
    assert table.field("blue.minister").weighty, "nothing is chosen beforehand"
    table.answer({"blue.minister": {"vote": "for"}})
    assert "In favour 1, against 0, abstained 0, did not vote 2." in table.heard("red.minister")[0]


@pytest.mark.parametrize(
    ("keys", "votes", "result"),
    [
        ({}, "ff a", "passed"),
        ({}, "ffaa", "failed"),
        ({}, "    ", "failed"),
        ({"needs": "two thirds"}, "ffa ", "passed"),
        ({"needs": "two thirds"}, "ffaa", "failed"),
        ({"needs": "all"}, "f---", "passed"),
        ({"needs": "all"}, "fffa", "failed"),
        ({"needs": "all"}, "----", "failed"),
        ({"needs": 3}, "fffa", "passed"),
        ({"needs": 3}, "ff--", "failed"),
        ({"veto": ["red.minister"]}, "ffaf", "failed"),
        ({"veto": ["red.minister"]}, "ff-a", "passed"),
    ],
)
def test_6_2_it_passes_by_what_the_file_asks(keys: dict[str, Any], votes: str, result: str) -> None:
    """A majority loses, or a veto has no effect."""
    table = voting(**keys, follows=[{"only_if": ["embargo is passed"], "change": ["tension + 1"]}])
    cast(table, votes)
    assert table.state.results["embargo"] == result
    assert table.number("tension") == (4 if result == "passed" else 3)


def test_6_2_a_motion_stopped_by_a_veto_is_described_so() -> None:
    """The others look for a majority that they already had."""
    table = voting(veto=["red.minister"])
    cast(table, "ffaf")
    said = "A veto stopped the motion: Nobody sells arms. In favour 3"
    assert table.heard("blue.minister")[0].startswith(said)
    table = voting(veto=["red.minister"])
    cast(table, "aaaf")
    said = "The motion failed: Nobody sells arms. In favour 1"
    assert table.heard("blue.minister")[0].startswith(said)


@pytest.mark.parametrize("ballot", ["open", "secret"])
def test_6_3_each_vote_is_told_in_an_open_ballot_alone(ballot: str) -> None:
    """A secret ballot can be read, or an open one cannot."""
    table = voting(ballot=ballot)
    cast(table, "faaa")
    row = ("Nobody sells arms", "in favour", "Blue minister")
    for seat in (*SEATS, None):
        assert (row in table.rows(seat)) == (ballot == "open"), seat
    for seat in SEATS:
        assert any("Blue minister" in text for text in table.heard(seat)) == (ballot == "open")
    assert row in table.rows("cell.head")
    assert any("In favour: Blue minister." in text for text in table.heard("cell.head"))


def test_6_3_votes_of_an_earlier_motion_can_still_be_read() -> None:
    """The second motion of an evening removes the first from every sheet."""
    vote = {
        "name": "Council",
        "kind": "vote",
        "vote": "embargo",
        "motion": "Nobody sells arms",
        "ballot": "open",
    }
    other = vote | {"name": "Night council", "vote": "truce", "motion": "Guns are silent"}
    table = Table(phases=[vote, other])
    cast(table, "faaa")
    cast(table, "afff")
    rows = table.rows("blue.minister")
    assert ("Nobody sells arms", "in favour", "Blue minister") in rows
    assert ("Guns are silent", "against", "Blue minister") in rows


@pytest.mark.parametrize("votes", ["ffaf", "fffa", "aa-f", "f-a-", "ffff"])
def test_6_3_the_votes_of_others_are_dealt_anew_with_the_same_count(votes: str) -> None:
    """The proof of secrecy uses ballots that never change, or impossible ones."""
    table = voting(ballot="secret", veto=["red.minister", "red.admiral"])
    cast(table, votes)
    part = table.state.play.votes["embargo"]
    before = counted(table.state.play, part, table.state.ballots)
    changed = False
    for seat in SEATS:
        for attempt in range(12):
            other = table.game.rehide(table.state, SeatId(seat), Dice(seed_of(str(attempt))))
            assert _told(counted(other.play, part, other.ballots)) == _told(before)
            assert other.ballots[f"embargo@{seat}"] == table.state.ballots[f"embargo@{seat}"]
            changed |= other.ballots != table.state.ballots
    assert changed == (len(set(votes)) > 1)


def _told(count: VoteCount) -> tuple[object, ...]:
    return {how: len(seats) for how, seats in count.by.items()}, count.passed, count.vetoed


def test_6_1_a_bot_votes_as_the_files_hints_say_and_people_begin_with_nothing_chosen() -> None:
    """Bots that vote by chance let a budget pass, or a war begin, in every rehearsal."""
    hints = [
        {"of": "blue", "question": "embargo", "answer": "for", "only_if": ["tension < 4"]},
        {"of": "red.admiral", "question": "embargo", "answer": "against"},
    ]
    vote = {"name": "Council", "kind": "vote", "vote": "embargo", "motion": "Nobody sells arms"}
    table = Table(hints=hints, phases=[vote])
    said = {seat: table.game.form(table.state, SeatId(seat)).suggested for seat in SEATS}
    assert said == {
        "blue.minister": {"vote": "for"},
        "blue.admiral": {"vote": "for"},
        "red.minister": None,
        "red.admiral": {"vote": "against"},
    }
    assert table.field("blue.minister").weighty


def test_6_the_result_of_a_vote_can_be_printed() -> None:
    """A text about a vote prints the round instead, or one about the round prints no vote."""
    says = "In round {round} the embargo is {embargo}."
    follows = [{"tell": says}]
    vote = {"name": "Council", "kind": "vote", "vote": "embargo", "motion": "Nobody sells arms"}
    for votes, result in (("ffff", "passed"), ("aaaa", "failed")):
        table = Table(
            phases=[{"name": "Talk", "kind": "talk", "follows": follows}, vote | {"follows": follows}]
        )
        table.close()
        assert "In round 1 the embargo is open." in table.heard("red.admiral")
        cast(table, votes)
        assert f"In round 1 the embargo is {result}." in table.heard("red.admiral")


def test_6_3_the_sheet_says_what_its_lists_of_votes_are() -> None:
    """Names without a heading can be those who vote for a motion, or those who have not voted yet."""
    table = voting(ballot="open")
    cast(table, "fa- ")
    elements = table.game.sheet(table.state, None).elements
    (rows,) = [each for each in elements if isinstance(each, Rows)]
    assert (rows.title, rows.head) == ("Votes", ("motion", "vote", "who"))
    assert rows.rows == (
        ("Nobody sells arms", "in favour", "Blue minister"),
        ("Nobody sells arms", "against", "Blue admiral"),
        ("Nobody sells arms", "abstained", "Red minister"),
        ("Nobody sells arms", "did not vote", "Red admiral"),
    )
    (facts,) = [each for each in elements if isinstance(each, Facts)]
    assert facts.title == "Votes and treaties"


@pytest.mark.parametrize(
    ("keys", "votes", "passed"),
    [
        ({"needs": "majority"}, ("for", "abstain", "abstain", None), True),
        ({"needs": "majority of all"}, ("for", "for", "abstain", None), False),
        ({"needs": "majority of all"}, ("for", "for", "for", "against"), True),
        ({"needs": "two thirds of all"}, ("for", "for", None, None), False),
        ({"needs": "two thirds of all"}, ("for", "for", "for", None), True),
        ({"needs": "two thirds", "quorum": 3}, ("for", "for", None, None), False),
        ({"needs": "two thirds", "quorum": 3}, ("for", "for", "abstain", None), True),
    ],
)
def test_6_2_a_file_may_ask_for_a_quorum_and_for_a_share_of_all(
    keys: dict[str, Any], votes: tuple[str | None, ...], passed: bool
) -> None:
    """Two of six seats change a constitution while four sleep."""
    table = voting(**keys)
    table.answer({seat: {"vote": vote} for seat, vote in zip(SEATS, votes, strict=True) if vote})
    assert table.state.results["embargo"] == ("passed" if passed else "failed")
    if "quorum" in keys and not passed:
        assert any("The quorum is 3." in text for text in table.heard("blue.minister"))


def test_6_2_a_quorum_above_the_voters_is_refused() -> None:
    """No motion of the exercise can ever pass."""
    vote = {"name": "Vote", "kind": "vote", "vote": "embargo", "motion": "Stop the oil", "quorum": 5}
    found = faults(small(phases=[vote]))
    assert "phases 1, quorum: 5 seats must vote, but only 4 can vote" in map(told, found)
