"""Conditions and changes are read as an instructor intends them, or refused with a helpful sentence."""

from __future__ import annotations

import pytest
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.clauses import (
    Change,
    Compared,
    Computed,
    Counted,
    Drawn,
    Fixed,
    Has,
    Holds,
    Is,
    Ref,
    Round,
    Summed,
    Unclear,
)
from warcouncil.games.scenario.file.text.own import owned_change, owned_condition

CONDITIONS = {
    "tension >= 5": Compared(Ref("tension"), ">=", Fixed(5)),
    "debt < -3": Compared(Ref("debt"), "<", Fixed(-3)),
    "oil of blue > oil of red": Compared(Ref("oil", "blue"), ">", Ref("oil", "red")),
    "bid of blue < 5, silent counts": Compared(Ref("bid", "blue"), "<", Fixed(5), silent=True),
    "bid of blue = 5, silent does not": Compared(Ref("bid", "blue"), "=", Fixed(5), silent=False),
    "round is 3": Compared(Round(), "=", Fixed(3)),
    "tension is not 3": Compared(Ref("tension"), "!=", Fixed(3)),
    "count move is talk or wait >= 2": Compared(Counted("move", ("talk", "wait")), ">=", Fixed(2)),
    "sum of bid > 20": Compared(Summed("bid"), ">", Fixed(20)),
    "budget of blue in health >= 3": Compared(Ref("budget", "blue", "health"), ">=", Fixed(3)),
    "move of blue.navy is talk or silent": Is(Ref("move", "blue.navy"), ("talk", "silent")),
    "move of red is not attack, silent counts": Is(
        Ref("move", "red"), ("attack",), negated=True, silent=True
    ),
    "aims of blue has coast": Has(Ref("aims", "blue"), "coast"),
    "red holds intercept": Holds("red", "intercept"),
    "oil of blue + oil of red >= 10": Compared(
        Computed("+", Ref("oil", "blue"), Ref("oil", "red")), ">=", Fixed(10)
    ),
    "tension now >= 8": Compared(Ref("tension", moment="now"), ">=", Fixed(8)),
    "oil of red 2 rounds ago < 3": Compared(Ref("oil", "red", moment="2"), "<", Fixed(3)),
    "sum of oil of blue and red before > 3": Compared(
        Summed("oil", ("blue", "red"), "before"), ">", Fixed(3)
    ),
    "count move of blue and red is talk = 2": Compared(
        Counted("move", ("talk",), ("blue", "red")), "=", Fixed(2)
    ),
    "red.navy lacks intercept": Holds("red.navy", "intercept", lacks=True),
}

CHANGES = {
    "tension + 2": Change(Ref("tension"), False, 1, Fixed(2)),
    "tension - 1": Change(Ref("tension"), False, -1, Fixed(1)),
    "morale of red = 5": Change(Ref("morale", "red"), True, 1, Fixed(5)),
    "a - b + c": Change(Ref("a"), False, -1, Computed("-", Ref("b"), Ref("c"))),
    "a = b - c - 1": Change(Ref("a"), True, 1, Computed("-", Computed("-", Ref("b"), Ref("c")), Fixed(1))),
    "a + (b - c) / 2": Change(Ref("a"), False, 1, Computed("/", Computed("-", Ref("b"), Ref("c")), Fixed(2))),
    "a - min(b, c, 3)": Change(
        Ref("a"), False, -1, Computed("min", Computed("min", Ref("b"), Ref("c")), Fixed(3))
    ),
    "a + draw from rain": Change(Ref("a"), False, 1, Drawn("rain")),
    "oil of own - 2 * bid of own": Change(Ref("oil", "own"), False, -2, Ref("bid", "own")),
}

OPS = "write `is`, `is not`, `has`, or one of >= <= > < = != after"
UNCLEAR = {
    "tension >> 5": "a name is missing. Add it",
    "move of": "a team or seat is missing. Add it",
    "tension": f"{OPS} tension",
    "oil of blue": f"{OPS} oil of blue",
    "sum of bid": f"{OPS} it",
    "5": f"{OPS} it",
    "tension ? 5": "'?' has no meaning here. Leave it out",
    "tension >= 5 apples": "a sign such as * is missing after the number. Write `3 * stock`",
    "tension >= 5 + apples apples": "'apples' is too much. Leave it out",
    "order of own two rounds ago >= 1": "write the number of rounds in figures, such as `2 rounds ago`",
    "round is 3 or 4": "write `>=` and `<=`, or the other conditions in or_if",
    "debt < - x": "a number is missing after -. Add it",
    "count move talk": "write `count move is` and an answer",
    "move of blue is": "an answer is missing. Add it",
    "move of blue has": "what it has is missing. Add it",
    "sum of bid is talk": "`is` needs a number here. Write one after it",
    "tension == 5": "write one =, not ==",
    "tension – 1 > 2": "the minus is the hyphen. Write -",
    "tension ≥ 5": "write >=, <= or != in its place",
    "round is 2 and tension < 4": "write each condition as an entry of its own. All of them must hold",
    "tension > 3,5": "numbers are whole. Write 3 or 4, not 3.5",
    "oil > (bid + 2": "a parenthesis is not closed. Write )",
    "oil > min(bid)": "min needs two amounts. Write `min(a, b)`",
    "oil 11 rounds ago > 2": "11 rounds ago is not possible. Write 1 to 10",
    f"oil > {' + '.join(['bid'] * 17)}": "this computes with more than 16 values. Compute a part of it in a separate number",
    "“tension” > 2": "names have no quotation marks here. Leave them out",
    "move of blue is Talk": "names are in small letters. Write the name and not the title",
}


@pytest.mark.parametrize("text", CONDITIONS)
def test_conditions_mean_what_they_say(text: str) -> None:
    """A condition that is read in another sense decides an exercise wrongly, and the reason stays unknown."""
    assert clauses.condition(text) == CONDITIONS[text]


@pytest.mark.parametrize("text", CHANGES)
def test_changes_mean_what_they_say(text: str) -> None:
    """A sign or a factor that is lost makes a number go the wrong way."""
    assert clauses.change(text) == CHANGES[text]


@pytest.mark.parametrize("text", UNCLEAR)
def test_an_unreadable_clause_is_refused_with_a_correction(text: str) -> None:
    """An instructor who is told only that it is wrong does not know what to write instead."""
    with pytest.raises(Unclear) as unclear:
        clauses.condition(text)
    assert str(unclear.value) == f"{text!r}: {UNCLEAR[text]}"


def test_own_means_each_team_in_turn() -> None:
    """A clause for each team does not read that team's numbers, or changes those of others."""
    assert str(owned_change(clauses.change("oil of own - bid of own"), "red").amount) == "bid of red"
    kept = clauses.condition("oil of blue > 2")
    assert owned_condition(kept, "red") == kept
    assert owned_condition(clauses.condition("own holds map"), "red") == Holds("red", "map")


def test_texts_print_the_values_of_braces() -> None:
    """All readers see a brace in a text."""
    text = "Tension stands at {tension}, Blue has {oil of blue}."
    assert clauses.slots(text) == (Ref("tension"), Ref("oil", "blue"))
    words = {Ref("tension"): "4", Ref("oil", "blue"): "7"}
    assert clauses.filled(text, words) == "Tension stands at 4, Blue has 7."
