"""1. The course of an exercise from a file: its start, its order, and its end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from warcouncil.games.kit.dice import Dice
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.file.checks.soundness import faults
from warcouncil.games.scenario.file.text.faults import told
from warcouncil.games.scenario.points import competing
from warcouncil.games.scenario.unfolding import Unfolding
from warcouncil.protocol.table.sheets import Prose

from tests.games.scenario.playing import SAIL, TALK, Table, asks, phase
from tests.games.scenario.small import small

RULE = {"change": ["tension + 1"]}


def test_1_the_file_defines_the_seats_and_the_questions() -> None:
    """A table asks other seats than the file, or other questions."""
    table = Table()
    assert table.open.title == "Round 1 · Orders"
    assert table.open.asked == ("blue.minister", "red.minister")
    form = table.game.form(table.state, table.open.asked[0])
    assert form.question == "What do you do?"
    assert [option.label for option in table.field("blue.minister").options] == ["Talk", "Sail"]


def test_1_1_every_value_starts_as_in_the_file() -> None:
    """A number begins with another value, or a secret paper is open from the start."""
    table = Table(
        numbers=[
            {
                "name": "oil",
                "title": "Oil",
                "each": "team",
                "start": 5,
                "starts": {"red": 2},
                "known_to": "own",
            },
            {"name": "tension", "title": "Tension", "start": 3, "known_to": "all"},
        ],
        documents=[
            {"name": "intercept", "title": "Intercept", "text": "At dawn.", "known_to": ["red"]},
            {"name": "map", "title": "Map", "text": "A strait.", "known_to": "all"},
        ],
        phases=[phase()],
    )
    assert (table.number("oil@blue"), table.number("oil@red"), table.number("tension")) == (5, 2, 3)
    assert "Intercept" in table.papers("red.admiral")
    assert "Intercept" not in table.papers("blue.minister")
    assert "Map" in table.papers(None)
    assert table.papers("blue.minister")["The situation"].endswith("Tension stands at 3.")


def test_1_2_phases_come_in_the_order_of_the_file() -> None:
    """Each phase comes too often or too rarely."""
    phases = [
        phase("Before", at="before"),
        phase("Each"),
        phase("Late", rounds=[2]),
        phase("After", at="after"),
    ]
    table = Table(phases=phases)
    titles = []
    for opened in table.gates():
        titles.append(opened.title)
        table.close()
    assert titles == ["Before", "Round 1 · Each", "Round 2 · Each", "Round 2 · Late", "After"]


def test_1_3_consequences_read_the_values_at_the_closing_and_respect_bounds() -> None:
    """Two rules that read the same number depend on their order."""
    follows = [
        {"only_if": ["tension = 3"], "change": ["tension + 4"]},
        {"only_if": ["tension = 3"], "change": ["tension + 1", "patience = 99"]},
        {"only_if": ["tension >= 7"], "change": ["tension = 0"]},
    ]
    table = Table(phases=[phase(follows=follows)])
    table.close()
    assert (table.number("tension"), table.number("patience")) == (8, 10)


def test_1_3_an_amount_is_read_at_the_closing_too() -> None:
    """One rule takes away the amount that the next reads, though both apply to the same moment."""
    follows = [{"change": ["oil of blue - 3"]}, {"change": ["tension + oil of blue"]}]
    table = Table(phases=[phase(follows=follows)])
    table.close()
    assert (table.number("oil@blue"), table.number("tension")) == (2, 8)


def test_1_3_changes_come_in_the_order_of_the_file() -> None:
    """A number that is first set and then raised ends elsewhere than one that is first raised and then set."""
    up, down = {"change": ["tension = 9", "tension - 4"]}, {"change": ["tension - 4", "tension = 9"]}
    for rule, end in ((up, 5), (down, 9)):
        table = Table(phases=[phase(follows=[rule])])
        table.close()
        assert table.number("tension") == end


def test_1_3_a_table_of_answers_gives_its_first_row_that_fits() -> None:
    """Two rows apply at once, or the later one, and not the row that the author expects."""
    rows = [
        {"answers": ["sail", "sail"], "change": ["tension + 3"]},
        {"answers": ["silent", "*"], "change": ["tension - 3"]},
        {"answers": ["*", "*"], "change": ["tension + 1"]},
    ]
    tables = [{"of": ["move of blue", "move of red"], "rows": rows}]
    for said, end in (
        ({"blue.minister": SAIL, "red.minister": SAIL}, 6),
        ({"red.minister": SAIL}, 0),
        ({"blue.minister": SAIL}, 4),
    ):
        table = Table(phases=[phase("Orders", asks(), tables=tables)])
        table.answer(said)
        assert table.number("tension") == end


def test_1_3_a_chance_comes_as_often_as_stated() -> None:
    """An event with a chance of thirty percent comes always, or never."""
    rule = {"chance": 30, "establish": "It rained."}
    rained = 0
    for number in range(200):
        table = Table(seed=str(number), rounds=1, phases=[phase(follows=[rule])])
        table.close()
        rained += bool(table.state.facts)
    assert 40 <= rained <= 80


def test_1_4_a_phase_is_passed_over_unless_its_conditions_hold() -> None:
    """A crisis phase opens in peace, or stays closed in a crisis."""
    phases = [
        phase("Orders", asks(), rounds=[1], follows=[{"only_if": ["move of blue is sail"], **RULE}]),
        phase("Crisis", rounds=[1], only_if=["tension >= 4"]),
        phase("Evening", rounds=[1]),
    ]
    for said, comes in ((SAIL, "Crisis"), (TALK, "Evening")):
        table = Table(phases=phases)
        table.answer({"blue.minister": said})
        assert table.open.name == comes


def test_1_5_it_ends_by_the_first_ending_that_holds() -> None:
    """An exercise plays on after the war, or ends with the wrong words."""
    rise = [{"change": ["tension = 10"]}]
    table = Table(phases=[phase(follows=rise)])
    table.close()
    assert (table.end.reason, table.state.over.ending) == ("War broke out over the strait", "war")
    table = Table(phases=[phase()])
    table.close()
    table.close()
    assert table.end.reason == "The crisis passed"


def test_1_5_a_rule_may_call_an_ending() -> None:
    """A treaty that ends the crisis at once waits for the last round."""
    endings = [
        {"name": "peace", "words": "Peace was made", "winners": ["blue", "red"]},
        {"name": "time", "words": "Time ran out", "when": "end"},
    ]
    table = Table(endings=endings, phases=[phase(follows=[{"end": "peace"}])])
    table.close()
    assert (table.end.reason, table.end.winners) == ("Peace was made", ("blue", "red"))


def test_1_5_an_ending_with_a_title_carries_it_to_every_client() -> None:
    """A drowned town ends in the words "A DRAW"."""
    endings = [{"name": "flood", "title": "The dam broke", "words": "The water came", "when": "end"}]
    table = Table(endings=endings, phases=[phase()], scores=None, rounds=1)
    table.close()
    assert (table.end.title, table.end.reason, table.end.winners) == ("The dam broke", "The water came", ())


def test_1_5_an_exercise_without_winners_is_over_and_not_drawn() -> None:
    """An exercise in which no side can win ends in the words "A DRAW"."""
    endings = [{"name": "time", "words": "Night fell", "when": "end"}]
    table = Table(endings=endings, phases=[phase()], scores=None, rounds=1)
    table.close()
    assert table.end.title == "The exercise is over"
    drawn = Table(phases=[phase()], rounds=1)
    drawn.close()
    assert (drawn.end.winners, drawn.end.title) == ((), "")


def test_1_5_each_side_may_win_by_its_own_conditions() -> None:
    """A deal above what both sides had without one reads as a victory of the richer."""
    winners = {"blue": ["points of blue >= 5"], "red": ["points of red >= 4", "tension <= 3"]}
    endings = [{"name": "deal", "words": "They agreed", "when": "end", "winners": winners}]
    table = Table(endings=endings, rounds=1)
    table.answer(move="talk")
    assert table.end.winners == ("blue", "red")
    table = Table(endings=endings, rounds=1)
    table.answer(move="sail")
    assert (table.state.over.points, table.end.winners) == ({"blue": 4, "red": 4}, ())
    assert competing(table.state.play) == ("blue", "red")


@pytest.mark.parametrize(
    ("winners", "keys", "said"),
    [
        ({"blue": ["points of blue >= 5"]}, {"scores": None}, "nothing counts points"),
        ({"blue": ["points of green >= 5"]}, {}, "there is no team or seat 'green'"),
        ({"green": ["points of blue >= 5"]}, {}, "there is no team or seat 'green'"),
        ({"blue": []}, {}, "endings 1, winners, blue: it has no conditions"),
    ],
)
def test_1_5_unsound_winners_are_refused(winners: Any, keys: dict[str, Any], said: str) -> None:
    """The exercise stops as it ends."""
    endings = [{"name": "deal", "words": "They agreed", "when": "end", "winners": winners}]
    (mistake,) = map(told, faults(small(endings=endings, **keys)))
    assert said in mistake


def test_1_5_of_two_endings_at_once_the_first_counts() -> None:
    """The words of one ending are combined with the victory of the other."""
    endings = [
        {"name": "peace", "words": "Peace was made", "winners": ["blue"]},
        {"name": "war", "words": "War broke out", "winners": ["red"]},
        {"name": "time", "words": "Time ran out", "when": "end"},
    ]
    table = Table(endings=endings, phases=[phase(follows=[{"end": "peace"}, {"end": "war"}])])
    table.close()
    assert (table.end.reason, table.end.winners) == ("Peace was made", ("blue",))


def test_1_6_points_are_counted_at_the_end() -> None:
    """A player reads their points before the end and finds hidden numbers with them."""
    scores = {
        "title": "points",
        "sum": ["2 * oil of own", "- tension"],
        "bonus": [{"to": "red", "points": 50, "only_if": ["patience >= 4"]}],
    }
    table = Table(rounds=1, scores=scores, phases=[phase(follows=[{"change": ["oil of blue - 1"]}])])
    assert not [tally for tally in table.game.standings(table.state).tallies if tally.label == "points"]
    table.close()
    assert dict(table.state.over.points) == {"blue": 5, "red": 57}
    assert table.end.winners == ("red",)
    assert table.facts(None)["Blue"] == "5"


def test_1_3_a_number_is_set_to_several_times_what_another_is() -> None:
    """The factor counts where a number is changed, but is lost where it is set."""
    table = Table(
        phases=[phase(follows=[{"change": ["patience = 2 * oil of blue", "tension - 1 * tension"]}])]
    )
    table.close()
    assert (table.number("patience"), table.number("tension")) == (10, 0)


def test_1_6_equal_points_have_no_winner() -> None:
    """Both sides read that a draw is their victory."""
    table = Table(rounds=1, phases=[phase()])
    table.close()
    assert (dict(table.state.over.points), table.end.winners) == ({"blue": 5, "red": 5}, ())


def test_1_2_after_the_last_round_all_of_them_were_played() -> None:
    """An exercise that ends with a phase after its rounds is reported to have lasted no round."""
    table = Table(rounds=2, phases=[phase("Each"), phase("After", at="after")])
    for _ in range(2):
        table.close()
    assert (table.open.name, table.game.standings(table.state).turns) == ("After", 2)
    table.close()
    assert table.end.standings.turns == 2


def test_a_clock_runs_as_fast_as_the_table_plays() -> None:
    """A rehearsal at half the pace takes as long as the exercise itself."""
    assert Table(phases=[phase(minutes=4)]).open.clock_seconds == 240
    assert Table(phases=[phase(minutes=4)], pace=50).open.clock_seconds == 120


def test_1_3_a_reader_of_a_document_is_not_told_when_their_team_gets_it() -> None:
    """The sentence tells a player if the others of the team had the document too."""
    documents = [
        {"name": "intercept", "title": "Intercept", "text": "At dawn.", "known_to": ["blue.minister"]}
    ]
    rule = {"hand": {"intercept": ["blue", "red"]}}
    table = Table(rounds=1, documents=documents, phases=[phase(follows=[rule])])
    table.close()
    handed = "You received a paper: “Intercept”."
    assert handed not in table.heard("blue.minister")
    for seat in ("blue.admiral", "red.minister", "red.admiral"):
        assert handed in table.heard(seat)
        assert table.papers(seat)["Intercept"] == "At dawn."


def test_1_3_own_is_a_side_in_braces_and_a_word_in_a_sentence() -> None:
    """A sentence with the word differs for each side, or a side of the same name is printed with another."""
    rule = {"for_each": ["blue"], "tell_to": {"own": "Ships of own make: {oil of own}."}}
    table = Table(phases=[phase(follows=[rule])])
    table.close()
    assert "Ships of own make: 5." in table.heard("blue.minister")


def test_no_clock_and_no_quiet_is_shorter_than_a_second() -> None:
    """The shortest phase at the fastest pace ends before any screen shows it, or lasts longer than announced."""
    assert Table(phases=[phase(minutes=0.1)], pace=10).open.clock_seconds == 1.0
    assert Table(phases=[phase(minutes=0.1)], pace=20).open.clock_seconds == 1.2
    assert Table(phases=[phase(minutes=0.1123)], pace=100).open.clock_seconds == 6.7
    assert Table(phases=[phase(minutes=4, channels="all", quiet_minutes=0.01)]).open.quiet_seconds == 1.0


def test_facts_stay_on_the_sheet_as_long_as_there_is_room_to_the_letter() -> None:
    """The last fact but one disappears too soon, or a sheet is longer than calculated."""
    state = Table(phases=[phase()]).state
    last = "B" * 999 + "."
    for letters, shown in ((898, 1900), (899, 1000)):
        facts = replace(state, facts=("A" * letters + ".", last))
        texts = [each.text for each in GAME.sheet(facts, None).elements if isinstance(each, Prose)]
        assert [len(text) for text in texts] == [shown]


@pytest.mark.parametrize(
    "change", ["patience = bid of blue", "patience + bid of blue", "patience - bid of blue"]
)
def test_1_3_an_amount_that_is_missing_changes_no_number(change: str) -> None:
    """If this fails, a team that did not answer sets a number to nothing."""
    bid = asks("bid", kind="amount", high=9, options=[])
    table = Table(phases=[phase("Orders", bid, follows=[{"change": [change]}])])
    table.close()
    assert table.number("patience") == 4
    answered = Table(phases=[phase("Orders", bid, follows=[{"change": [change]}])])
    answered.answer({"blue.minister": {"bid": 2}})
    assert answered.number("patience") == {"=": 2, "+": 6, "-": 2}[change.split()[1]]


class Drawn(Dice):
    """Dice that always draw one number of a hundred."""

    def __init__(self, number: int) -> None:
        super().__init__(bytes(16))
        self.number = number

    def stream(self, *_labels: str | int) -> Dice:
        """Return these dice."""
        return self

    def below(self, limit: int) -> int:
        """Return the number."""
        assert limit == 100
        return self.number


@pytest.mark.parametrize("chance", [1, 30, 99])
def test_1_3_a_chance_comes_on_exactly_its_percentage_of_the_numbers(chance: int) -> None:
    """If this fails, thirty percent are thirty-one, or a chance of one percent never comes."""
    rule = {"chance": chance, "establish": "It rained."}
    state = Table(phases=[phase(follows=[rule])]).state
    comes = []
    for number in range(100):
        unfolding = Unfolding(state)
        unfolding.follow(0, Drawn(number))
        comes.append(unfolding.state.facts == ("It rained.",))
    assert comes == [True] * chance + [False] * (100 - chance)
