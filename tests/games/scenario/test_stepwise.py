"""1.3 Changes act one after the other: amounts and texts read the running values, or those that the author names."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.scenario.file.checks.lint import doubts
from warcouncil.games.scenario.file.checks.soundness import faults
from warcouncil.games.scenario.file.text.faults import told
from warcouncil.games.scenario.look import computed

from tests.games.scenario.playing import Table, asks, phase
from tests.games.scenario.small import small

NUMBERS = [
    {"name": name, "title": name.upper(), "start": start, "high": 1000, "low": -1000, "known_to": "all"}
    for name, start in (("a", 5), ("b", 0), ("c", 0))
]
QUIET: dict[str, Any] = {"scores": None, "documents": [], "rounds": 4, "situation": "A table."}
END = [{"name": "time", "words": "It ended", "when": "end"}]


def changed(*follows: dict[str, Any], **keys: Any) -> Table:
    """Return a table after one closing with these rules."""
    phases = [phase(follows=list(follows))]
    table = Table(**(QUIET | {"format": 2, "numbers": NUMBERS, "phases": phases, "endings": END} | keys))
    table.close()
    return table


def found(*follows: dict[str, Any], **keys: Any) -> list[str]:
    """Return the mistakes of a file with these rules."""
    phases = [phase(follows=list(follows))]
    file = small(**(QUIET | {"format": 2, "numbers": NUMBERS, "phases": phases, "endings": END} | keys))
    return list(map(told, faults(file)))


TWO_RULES = (
    {"change": ["a + 1", "b = a"], "tell": "{a} and {b}, before {a before}."},
    {"change": ["c = a"], "tell": "{c}."},
)


def test_1_3_an_amount_reads_what_the_changes_before_it_left() -> None:
    """A beer game adds yesterday's stock, and no screen shows why."""
    table = changed(*TWO_RULES)
    assert (table.number("a"), table.number("b"), table.number("c")) == (6, 6, 6)
    assert {"6 and 6, before 5.", "6."} <= set(table.heard("blue.minister"))


def test_1_3_a_file_of_format_1_keeps_its_meaning() -> None:
    """An exercise that a school has used for a year gives other results."""
    first, second = TWO_RULES
    table = changed(first | {"tell": "{a} and {b}."}, second, format=1)
    assert (table.number("a"), table.number("b"), table.number("c")) == (6, 5, 5)
    assert {"6 and 5.", "5."} <= set(table.heard("blue.minister"))


def test_1_3_an_author_may_name_the_closing_or_the_present() -> None:
    """A rule cannot hand over what a team had, or see the dam break in the same moment."""
    table = changed(
        {"change": ["a + 5", "b = a before"]},
        {"only_if": ["a >= 10"], "change": ["c + 1"]},
        {"only_if": ["a now >= 10"], "change": ["c + 10"]},
        {"only_if": ["a before = 5"], "change": ["c + 100"]},
    )
    assert (table.number("b"), table.number("c")) == (5, 110)


def test_1_3_a_condition_that_may_mean_either_is_worth_a_look() -> None:
    """An author reads their rules from top to bottom, and the dam breaks a day late."""
    rules = [{"name": "Rain", "change": ["a + 5"]}, {"only_if": ["a >= 10"], "tell": "It breaks."}]
    file = small(**QUIET | {"format": 2, "numbers": NUMBERS, "phases": [phase(follows=rules)]})
    (doubt,) = [text for text in map(told, doubts(file)) if "closed" in text]
    assert doubt == (
        "phases 1, follows 2: 'a >= 10' reads a as it was when the phase closed. 'Rain' may change it before."
        " Write `a now` or `a before`"
    )


@pytest.mark.parametrize(
    ("change", "value"),
    [
        ("b = 7 / 2", 3),
        ("b = (0 - 7) / 2", -3),
        ("b = a * 3 - 1", 14),
        ("b = min(a, 3, 9)", 3),
        ("b = max(a - 9, 0)", 0),
        ("b - a + 1", -4),
        ("b + 2 * (a - 3)", 4),
        ("b = sum of stock of red", 4),
        ("b = sum of stock of blue and red", 9),
        ("b = a * a * a * a * a", 1000),
    ],
)
def test_1_3_amounts_are_computed_with_whole_numbers(change: str, value: int) -> None:
    """A stock has 3.5 crates, or a file cannot say "what is left, at least nothing"."""
    stock = {"name": "stock", "title": "Stock", "each": "team", "start": 5, "starts": {"red": 4}}
    assert changed({"change": [change]}, numbers=[*NUMBERS, stock]).number("b") == value


def test_1_3_nothing_is_divided_by_0() -> None:
    """A division stops the table in the middle of an exercise."""
    assert computed("/", 7, 0) is None
    assert found({"change": ["b = 7 / a"]}) == [
        "phases 1, follows 1, change 1: the amount after / may be 0. Divide by a whole number, by a number whose low"
        " is 1 or more, or by `max(…, 1)`"
    ]
    assert found({"change": ["b = 7 / max(a, 1)"]}) == []


def test_1_3_a_rule_reads_what_was_some_rounds_ago() -> None:
    """Beer that was ordered two weeks ago arrives at once, or never."""
    order = asks("order", kind="amount", options=[], low=0, high=9, silence=0)
    table = Table(
        **QUIET
        | {
            "format": 2,
            "numbers": [{"name": "stock", "title": "Stock", "each": "team", "start": 1, "high": 99}],
            "phases": [
                phase(
                    "Orders",
                    order,
                    follows=[
                        {"for_each": "team", "change": ["stock of own + order of own 2 rounds ago"]},
                        {"for_each": "team", "only_if": ["round is 4"], "change": ["stock of own + 0"]},
                    ],
                )
            ],
            "endings": END,
        }
    )
    seen = []
    for amount in (3, 5, 7, 9):
        table.answer(order=amount)
        seen.append(table.number("stock@blue"))
    assert seen == [1, 1, 4, 9]


def test_1_3_chance_takes_a_value_of_the_list() -> None:
    """A demand cannot vary, or varies outside of what the author wrote."""
    drawn = {
        changed(
            {"change": ["b = draw from rain", "c = draw from rain"]},
            draws=[{"name": "rain", "values": [2, 4, 4]}],
            seed=str(seed),
        ).number("b")
        for seed in range(12)
    }
    assert drawn == {2, 4}


@pytest.mark.parametrize(
    ("follow", "said"),
    [
        (
            {"only_if": ["draw from rain > 2"]},
            "`draw from rain` is allowed only in the changes of rules and tables",
        ),
        ({"change": ["a + draw from snow"]}, "there is no list 'snow' in [[draws]]"),
        ({"change": ["a now + 1"]}, "leave out `now` here. Write the name alone"),
        ({"change": ["a + sum of b of green"]}, "there is no team or seat 'green'"),
    ],
)
def test_1_3_what_cannot_be_computed_is_refused(follow: dict[str, Any], said: str) -> None:
    """A file passes the check and stops at the table."""
    (mistake,) = found(follow, draws=[{"name": "rain", "values": [2, 4]}])
    assert said in mistake


def test_1_3_no_addition_stands_for_two_silences() -> None:
    """A silent commander conquers the map, because the check proposed `silent counts`."""
    bid = asks("bid", kind="amount", options=[], low=0, high=9)
    rule = {"only_if": ["bid of red > bid of blue, silent counts"], "tell": "Red takes it."}
    phases = [phase("Bids", bid, follows=[rule])]
    (mistake,) = found(phases=phases)
    assert "bid of blue and bid of red may each have no answer" in mistake
    assert (
        found(
            phases=[
                phase(
                    "Bids", bid | {"silence": 0}, follows=[{**rule, "only_if": ["bid of red > bid of blue"]}]
                )
            ]
        )
        == []
    )


def test_1_3_a_bare_name_of_the_moment_needs_the_format() -> None:
    """An older program reads `now` in another sense."""
    (mistake,) = found({"only_if": ["a now > 2"], "tell": "So."}, format=1)
    assert "`now` needs format 2 or later. Write format = 3" in mistake
