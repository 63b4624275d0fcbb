"""A condition reads the real state: answers of every kind, documents, rounds, and silence in each of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from warcouncil.games.scenario.look import Outlook
from warcouncil.games.scenario.state import AFTER, BEFORE

from tests.games.scenario.playing import Table, asks, phase

PLACES = [{"name": name, "label": name.title()} for name in ("town", "coast", "hills")]
ASKED = (
    asks(),
    asks("ships", kind="allocation", options=PLACES, total=6),
    asks("wishes", kind="ranking", options=PLACES),
    asks("aims", kind="several", options=PLACES),
    asks("bid", kind="amount", options=[], high=9),
)
ANSWER = {
    "move": "sail",
    "ships": {"unit": {"town": 4, "coast": 2}},
    "wishes": ("hills", "town", "coast"),
    "aims": ("coast", "hills"),
    "bid": 7,
}
DOCUMENTS = [
    {"name": "intercept", "title": "Intercept", "text": "At dawn.", "known_to": ["blue.minister"]},
    {"name": "map", "title": "Map", "text": "A strait.", "known_to": "all"},
]


@pytest.fixture(scope="module")
def look() -> Outlook:
    """The state after Blue answered everything and Red nothing. Blue's minister alone has a document."""
    table = Table(documents=DOCUMENTS, phases=[phase("Orders", *ASKED)])
    table.answer({"blue.minister": ANSWER})
    return Outlook(table.state)


HOLDS = {
    "move of blue is sail": True,
    "move of blue is talk or sail": True,
    "move of blue is not sail, silent counts": False,
    "move of red is sail": False,
    "move of red is silent": True,
    "move of red is talk or silent": True,
    "move of red is not sail, silent counts": True,
    "move of red is not sail, silent does not": False,
    "count move is sail = 1": True,
    "count move is silent = 1": True,
    "count move is sail or silent = 2": True,
    "bid of blue > 6, silent does not": True,
    "bid of red > 6, silent does not": False,
    "bid of red > 6, silent counts": True,
    "sum of bid = 7": True,
    "ships of blue in town = 4, silent does not": True,
    "ships of blue in hills = 0, silent does not": True,
    "ships of red in hills = 0, silent does not": False,
    "wishes of blue in hills = 1, silent does not": True,
    "wishes of blue in coast = 3, silent does not": True,
    "aims of blue has coast": True,
    "aims of blue has town": False,
    "aims of red has coast": False,
    "blue.minister holds intercept": True,
    "blue.minister lacks intercept": False,
    "blue.admiral holds intercept": False,
    "blue holds intercept": False,
    "blue lacks intercept": True,
    "red lacks intercept": True,
    "blue holds map": True,
    "red.admiral holds map": True,
    "oil of blue <= oil of red": True,
    "oil of blue < oil of red": False,
    "sum of oil = 10": True,
    "round is 2": True,
}


@pytest.mark.parametrize("text", HOLDS)
def test_a_condition_is_true_in_its_state(look: Outlook, text: str) -> None:
    """Consequences come from another condition than the author wrote."""
    assert look.all_said((text,)) is HOLDS[text]


@pytest.mark.parametrize("round_", [BEFORE, AFTER])
def test_outside_the_rounds_it_is_none_of_them(look: Outlook, round_: int) -> None:
    """A condition on early rounds, or a text, finds a round below the first."""
    outside = Outlook(replace(look.state, round=round_))
    assert outside.all_said(("round is 0",))
    assert outside.fill("It is {round}.") == "It is 0."
