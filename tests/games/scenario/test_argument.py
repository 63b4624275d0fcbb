"""5. Matrix arguments: the sides, the odds before the roll, and the facts afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.scenario.events.decided import ArgumentDecided, OddsGiven
from warcouncil.games.scenario.file.text.vocabulary import ARGUMENTS_SHOWN_MAX
from warcouncil.games.scenario.phases.argument import ODDS
from warcouncil.games.scenario.state import Argument
from warcouncil.protocol.table.forms import Answer, Words
from warcouncil.protocol.table.sheets import Rows
from warcouncil.protocol.words import SeatId

from tests.games.scenario.playing import Table

HEAD = "cell.head"
SEATS = ("blue.minister", "blue.admiral", "red.minister", "red.admiral")
ENDINGS = [{"name": "time", "words": "The crisis passed", "when": "end"}]
TEAMS = [
    {"name": "blue", "title": "Blue"},
    {"name": "red", "title": "Red"},
    {"name": "green", "title": "Green"},
    {"name": "cell", "title": "White cell", "cell": True},
]


def arguing(*, seed: str = "0", file: dict[str, Any] | None = None, **keys: Any) -> Table:
    """Return a table at which sides argue."""
    phase = {"name": "Debate", "kind": "argument", "minutes": 5, "weigh_minutes": 4} | keys
    return Table(seed=seed, phases=[phase], **(file or {}))


def argument(action: str = "The mine goes off", *reasons: str) -> Answer:
    """Return an argument with its reasons."""
    given = (*reasons, "", "", "")[:3]
    return {"action": action, **{f"reason-{number}": reason for number, reason in enumerate(given, 1)}}


def weighed(odds: int, **keys: Any) -> Table:
    """Return a table at which Blue has argued without opposition, and the white cell has set the odds."""
    table = arguing(against=0, **keys)
    table.answer({"blue.minister": argument()})
    table.answer({HEAD: {"odds-1": str(odds)}})
    return table


def events(table: Table, kind: type) -> list[Any]:
    """Return the events of one kind."""
    return [happened.event for happened in table.events if isinstance(happened.event, kind)]


def test_5_an_argument_goes_from_side_to_side() -> None:
    """A side that is passed over cannot add a fact."""
    table = arguing()
    seen = []
    for answers in (
        {"blue.minister": argument()},
        {"red.minister": {"1.1": "The sea is calm", "1.2": ""}},
        {HEAD: {"odds-1": "0"}},
        {"red.minister": argument("")},
    ):
        seen.append((table.open.title.rpartition(" · ")[2], table.open.asked, table.open.clock_seconds))
        table.answer(answers)
    assert seen == [
        ("Blue", ("blue.minister",), 300),
        ("reasons against", ("red.minister",), 120),
        ("the white cell sets the odds", (HEAD,), 240),
        ("Red", ("red.minister",), 300),
    ]
    assert table.state.round == 2


def test_5_1_an_argument_is_told_to_all_and_an_empty_one_is_none() -> None:
    """Only one side reads an argument, and others cannot oppose it."""
    table = arguing(reasons=3)
    table.answer({"blue.minister": argument("The mine goes off", "It is old", "It is {patience}")})
    said = "Blue argues: The mine goes off. Because: 1) It is old. 2) It is {patience}."
    assert [table.heard(seat) for seat in (*SEATS, HEAD)] == [[said]] * 5
    assert ("Blue, because", "It is {patience}") in table.rows(None)
    first = table.game.sheet(table.state, SeatId("red.minister")).elements[0]
    assert isinstance(first, Rows)
    assert first.title == "The arguments now", "the open argument is above the facts"
    passing = arguing()
    passing.answer({"blue.minister": argument("", "a reason alone")})
    assert passing.heard("red.admiral") == ["Blue made no argument."]
    assert passing.open.asked == ("red.minister",)
    passing.close()
    assert passing.heard("red.admiral")[0] == "Red made no argument in time."


def test_5_1_at_once_all_is_sealed_until_all_is_in() -> None:
    """The side that argues last answers the arguments of the others."""
    table = arguing(order="at once")
    before = table.rows(None)
    assert table.open.asked == ("blue.minister", "red.minister")
    assert table.open.sealed
    table.declare(SeatId("blue.minister"), argument("A"))
    assert table.rows("red.minister") == before
    table.answer({"red.minister": argument("B")})
    assert [row[:2] for row in table.rows(None)] == [("Blue", "A"), ("Red", "B")]
    table.answer({"blue.minister": {"1.1": "not B", "1.2": ""}, "red.minister": {"1.1": "", "1.2": "not A"}})
    assert ("Red, against Blue", "not A") in table.rows(None)
    assert [field.label for field in table.game.form(table.state, SeatId(HEAD)).fields] == [
        "Blue: A",
        "Red: B",
    ]
    table.answer({HEAD: {"odds-1": "100", "odds-2": "0"}})
    assert table.state.facts == ("A",)
    assert table.state.round == 2


def test_5_2_all_other_sides_may_oppose_and_their_reasons_are_sealed() -> None:
    """A side reads the others' reasons first and copies them, or is not asked and cannot oppose."""
    seats = [
        {"name": "blue.minister", "team": "blue", "title": "Blue minister"},
        {"name": "blue.admiral", "team": "blue", "title": "Blue admiral"},
        {"name": "red", "team": "red", "title": "Red"},
        {"name": "green", "team": "green", "title": "Green"},
        {"name": "cell", "team": "cell", "title": "Judge"},
    ]
    file: dict[str, Any] = {"teams": TEAMS, "seats": seats}
    table = arguing(file=file, of=["blue.admiral", "red"])
    table.answer({"blue.admiral": argument()})
    assert table.open.asked == ("red", "green")
    assert table.open.sealed
    table.answer({"green": {"1.1": "It is dry", "1.2": "It is Sunday"}})
    assert table.heard("blue.minister") == [
        "Green argues against Blue admiral: 1) It is dry. 2) It is Sunday."
    ]
    few = arguing(file=file, against=1)
    few.answer({"blue.minister": argument()})
    assert len(few.game.form(few.state, SeatId("red")).fields) == 1
    none = arguing(file=file, against=0)
    none.answer({"blue.minister": argument()})
    assert none.open.asked == ("cell",)


def test_5_2_reasons_against_many_have_room_in_one_message() -> None:
    """Seven arguments at once, each with reasons against it, are too long, and the answer cannot be sent."""
    teams = [{"name": name, "title": name} for name in ("a", "b", "c", "d", "e", "f", "g")]
    seats = [{"name": team["name"], "team": team["name"], "title": team["name"]} for team in teams]
    cell = {"name": "cell", "title": "Cell", "cell": True}
    judge = {"name": "cell", "team": "cell", "title": "Judge"}
    file = {"teams": [*teams, cell], "seats": [*seats, judge], "endings": ENDINGS, "scores": None}
    table = arguing(file=file, order="at once", against=3, chars=280)
    table.answer({name["name"]: argument() for name in teams})
    fields = table.game.form(table.state, SeatId("a")).fields
    assert len(fields) == 12
    assert sum(field.chars_max for field in fields if isinstance(field, Words)) <= 1200


@pytest.mark.parametrize("odds", ODDS)
def test_5_3_the_odds_are_told_before_the_roll(odds: int) -> None:
    """The odds are named after the roll, and they cannot be judged."""
    table = weighed(odds)
    kinds = [type(happened.event) for happened in table.events]
    assert kinds.index(OddsGiven) < kinds.index(ArgumentDecided)
    (given,), (decided,) = events(table, OddsGiven), events(table, ArgumentDecided)
    assert (given.odds, decided.odds, decided.judged) == (odds, odds, True)


def test_5_3_without_a_judgement_the_odds_are_even() -> None:
    """A silent judge decides by silence, or the argument is lost."""
    table = arguing(against=0)
    table.answer({"blue.minister": argument()})
    assert table.field(HEAD).weighty, "nothing is chosen beforehand"
    table.close()
    assert (
        table.heard("blue.minister")[0]
        == "The white cell did not give odds for the argument of Blue. They are even, 50 %."
    )
    assert [event.judged for event in events(table, ArgumentDecided)] == [False]


def test_5_3_where_there_is_no_white_cell_all_is_even() -> None:
    """Friends who play without a judge are asked for one."""
    seats = [{"name": team, "team": team, "title": team.title()} for team in ("blue", "red")]
    table = arguing(file={"teams": TEAMS[:2], "seats": seats, "endings": ENDINGS, "scores": None}, against=0)
    table.answer({"blue": argument()})
    assert [event.odds for event in events(table, ArgumentDecided)] == [50]
    assert table.open.asked == ("red",)


def test_5_4_it_comes_true_if_the_roll_is_not_over_the_odds() -> None:
    """Odds of 65 come true in 64 of 100 cases, or the judge's text changes the roll."""
    rolls: dict[str, set[int]] = {}
    for odds in ODDS:
        for seed in "abcdef":
            (decided,) = events(weighed(odds, seed=seed), ArgumentDecided)
            if odds in (0, 100):
                assert (decided.roll, decided.came_true) == (0, odds == 100)
            else:
                assert decided.came_true == (decided.roll <= odds)
                rolls.setdefault(seed, set()).add(decided.roll)
    assert all(len(rolled) == 1 for rolled in rolls.values())
    assert len(set.union(*rolls.values())) > 1
    assert [Argument("blue", "a", (), (), 65, roll).came_true for roll in (1, 65, 66, 100)] == [
        True,
        True,
        False,
        False,
    ]


def test_5_4_each_of_two_arguments_at_once_has_its_own_roll() -> None:
    """With one roll for both, the likelier argument is true whenever the other is."""
    rolls = []
    for seed in "0123":
        table = arguing(seed=seed, order="at once", against=0)
        table.answer({"blue.minister": argument("A"), "red.minister": argument("B")})
        table.answer({HEAD: {"odds-1": "50", "odds-2": "50"}})
        rolls.append(tuple(each.roll for each in table.state.arguments))
    assert any(one != other for one, other in rolls)


def test_5_5_a_true_claim_is_listed_among_the_facts_word_for_word() -> None:
    """A true claim is not listed as a fact, or one with braces prints a hidden number."""
    table = arguing(against=0)
    table.answer({"blue.minister": argument("Patience is {patience} {of {nobody}", "It was 4")})
    table.answer({HEAD: {"odds-1": "100"}})
    assert table.state.facts == ("Patience is {patience} {of {nobody}",)
    assert "It came true: Patience is {patience} {of {nobody}." in table.heard("red.admiral")
    table.answer({"red.minister": argument("The sea boils")})
    table.answer({HEAD: {"odds-1": "0"}})
    assert table.state.facts == ("Patience is {patience} {of {nobody}",)
    assert "It did not come true: The sea boils." in table.heard("blue.admiral")
    assert table.rows(None)[-1] == ("Red", "The sea boils", "0 %", "none", "no")


def test_5_5_the_last_arguments_stay_on_the_sheet() -> None:
    """Twenty rounds of argument do not fit into a view."""
    table = arguing(against=0, file={"rounds": 10})
    while table.state.round < 6:
        commander = table.open.asked[0]
        table.answer({commander: argument(f"In round {table.state.round} {commander}")})
        table.answer({HEAD: {"odds-1": "0"}})
    assert len(table.rows(None)) == ARGUMENTS_SHOWN_MAX
    assert table.rows(None)[-1][1] == "In round 5 red.minister"


def test_arguments_are_not_secret() -> None:
    """A new deal of the secrets changes an open argument."""
    table = weighed(35)
    other = table.game.rehide(table.state, SeatId("red.admiral"), Dice(seed_of("x")))
    assert other.arguments == table.state.arguments


def test_5_1_a_seat_argues_once_at_a_time() -> None:
    """One answer is two arguments, for the seat itself and for its team."""
    with pytest.raises(ValidationError, match="phases 1, of: a seat would argue twice"):
        arguing(of=["blue", "blue.minister"])
    with pytest.raises(ValidationError, match="Did you mean 'red'"):
        arguing(of=["blue", "rd"])


def test_5_5_the_sheet_shows_the_arguments_now_and_the_decided_ones() -> None:
    """A mere argument is read as a fact, and a percentage without a heading as a roll."""
    table = arguing(against=0)
    table.answer({"blue.minister": argument("The mine goes off", "It is old")})
    assert _lists(table) == [
        Rows(
            title="The arguments now",
            head=("who", "what"),
            rows=(("Blue", "The mine goes off"), ("Blue, because", "It is old")),
        )
    ]
    table.answer({HEAD: {"odds-1": "100"}})
    assert _lists(table) == [
        Rows(
            title="Decided arguments",
            head=("who", "what", "odds", "roll", "came true"),
            rows=(("Blue", "The mine goes off", "100 %", "none", "yes"),),
        )
    ]


def _lists(table: Table) -> list[Rows]:
    """Return the public lists."""
    return [each for each in table.game.sheet(table.state, None).elements if isinstance(each, Rows)]
