"""The trace of a closing, rule by rule: it shows what the game did, and nothing else."""

from __future__ import annotations

import pytest
from warcouncil.clients.room.preview.stepping import to_the_end, walk
from warcouncil.clients.room.preview.tracing import Moved, Weighed, trace
from warcouncil.games.scenario import shipped
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.clauses import Ref
from warcouncil.games.scenario.look import Outlook
from warcouncil.games.scenario.numbers import label_of
from warcouncil.games.scenario.state import key

from tests.clients.room.preview.test_stepping import WORK, options
from tests.clients.room.preview.writing import FERRY
from tests.games.scenario.test_every_kind import FILE


def test_each_rule_shows_its_conditions_its_values_and_the_numbers_it_moved() -> None:
    """If this fails, an author cannot find out why a number moved, or did not."""
    made = walk(options(), [WORK], "1")
    found = trace(made.steps[0], made.state, "1")
    both, pays, spares, rain = found.rules
    assert both.applied
    assert both.ways == ((Weighed("count gift is day = 2", holds=True, values=("count of gift is 2",)),),)
    assert both.moved == (Moved("The bridge", "0", "3"),)
    assert both.said == ("Both were at work. The bridge stands at 3.",)
    assert (pays.label, pays.applied) == ("Pays, upper", True)
    assert pays.moved == (Moved("Purse (Upper)", "5", "4"), Moved("The bridge", "3", "4"))
    assert pays.ways[0][0] == Weighed("coins of upper > 0", holds=True, values=("coins of upper is 1",))
    assert (spares.label, spares.applied) == ("Pays, lower", False)
    assert spares.ways[0][0] == Weighed("coins of lower > 0", holds=False, values=("coins of lower is 0",))
    assert (rain.applied, rain.chance, rain.ways[0][0].values) == (False, 1, ("round is 1",))
    assert found.first.said[0] == "Upper (Gift): A day."
    assert [(ending.label, ending.applied) for ending in found.endings] == [("opened", True)]


def test_a_silent_seat_and_a_missed_chance_are_told_apart_from_a_condition() -> None:
    """If this fails, an author searches a condition for a mistake that chance made."""
    made = walk(options(), [{}, {}], "1")
    rain = trace(made.steps[1], made.state, "1").rules[-1]
    assert (rain.applied, rain.could) == (False, True)
    both = trace(made.steps[0], made.steps[1].before, "1").rules[0]
    assert (both.applied, both.could) == (False, False)


def test_a_condition_on_the_running_value_is_shown_with_that_value() -> None:
    """If this fails, the trace says that a rule read a value which it did not read."""
    text = FERRY.replace('only_if = ["coins of own > 0"]', 'only_if = ["bridge now >= 3"]').replace(
        "format = 1", "format = 2"
    )
    made = walk(options(text), [WORK], "1")
    found = trace(made.steps[0], made.state, "1")
    assert found.rules[1].ways[0][0] == Weighed("bridge now >= 3", holds=True, values=("bridge now is 3",))
    assert found.rules[2].ways[0][0].values == ("bridge now is 4",)


@pytest.mark.parametrize("name", ["every_kind", *shipped.names()])
def test_a_rule_is_applied_exactly_if_the_trace_says_that_its_conditions_held(name: str) -> None:
    """If this fails, the trace reads another position than the rules do, and misleads the author."""
    text = FILE.read_text("utf-8") if name == "every_kind" else shipped.text(name)
    made = to_the_end(walk(options(text), (), "3"))
    after = [*(step.before for step in made.steps[1:]), made.state]
    looked = 0
    for step, state in zip(made.steps, after, strict=True):
        found = trace(step, state, "3")
        moves = {moved.label: moved.now for rule in (found.first, *found.rules) for moved in rule.moved}
        look = Outlook(state)
        now = {
            label_of(look, Ref(number, owner)): part.words(state.numbers[key(number, owner)])
            for number, part in state.play.numbers.items()
            for owner in state.play.owners(number)
        }
        assert moves.items() <= now.items()
        for rule in found.rules:
            looked += 1
            assert rule.applied == rule.could or (rule.could and rule.chance < 100), rule
    written = read(text)
    assert looked or not any(phase.follows or phase.tables for phase in written.phases)
