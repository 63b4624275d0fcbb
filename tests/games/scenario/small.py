"""A small scenario for tests: two sides of two seats, a white cell, numbers of every kind, a document."""

from __future__ import annotations

import tomllib
from typing import Any

from pydantic_core import to_json
from warcouncil.games.scenario.file.text.scenario import Scenario

SMALL = """
format = 1
title = "The small strait"
summary = "Two sides and a strait."
situation = "Two sides face each other. Tension stands at {tension}."
rounds = 2
teams = [
    { name = "blue", title = "Blue", brief = "You want the strait open." },
    { name = "red", title = "Red", brief = "You want it shut." },
    { name = "cell", title = "White cell", cell = true },
]
seats = [
    { name = "blue.minister", team = "blue", title = "Blue minister", brief = "You would rather talk." },
    { name = "blue.admiral", team = "blue", title = "Blue admiral", brief = "You would rather sail." },
    { name = "red.minister", team = "red", title = "Red minister", brief = "You need a success." },
    { name = "red.admiral", team = "red", title = "Red admiral", brief = "Your fuel is short." },
    { name = "cell.head", team = "cell", title = "Head of the white cell" },
]
numbers = [
    { name = "tension", title = "Tension", start = 3, known_to = "all", track = true },
    { name = "oil", title = "Oil", each = "team", start = 5, known_to = "own" },
    { name = "patience", title = "Patience", start = 4 },
]
documents = [{ name = "intercept", title = "Intercept", text = "The fleet sails at dawn." }]
endings = [
    { name = "war", words = "War broke out over the strait", when = "always", only_if = ["tension >= 10"] },
    { name = "time", words = "The crisis passed", when = "end", winners = "best" },
]

[[phases]]
name = "Orders"
kind = "questions"
minutes = 2
[[phases.questions]]
name = "move"
ask = "What do you do?"
options = [{ name = "talk", label = "Talk" }, { name = "sail", label = "Sail" }]
[[phases.follows]]
only_if = ["count move is sail = 2"]
change = ["tension + 3"]
tell = "Fleets meet. Tension is {tension}."
[[phases.follows]]
for_each = "team"
only_if = ["move of own is sail"]
change = ["oil of own - 1"]
hand = { intercept = ["blue"] }

[scores]
sum = ["oil of own"]
"""


def small(**changes: Any) -> Scenario:
    """Return the small scenario, with some of its keys changed."""
    return Scenario.model_validate_json(to_json(tomllib.loads(SMALL) | changes))
