"""A small scenario under work, in a file of its own, for the tests of the preview."""

from __future__ import annotations

from pathlib import Path

FERRY = """
format = 1
title = "Two villages"
summary = "A bridge is gone."
situation = "The bridge stands at {bridge}."
rounds = 2
round = "Week"
teams = [
    { name = "upper", title = "Upper", brief = "You have timber." },
    { name = "lower", title = "Lower", brief = "Nobody may know that you would pay." },
]
seats = [
    { name = "upper", team = "upper", title = "Mayor of Upper" },
    { name = "lower", team = "lower", title = "Mayor of Lower" },
]
numbers = [
    { name = "bridge", title = "The bridge", high = 6, known_to = "all", track = true },
    { name = "purse", title = "Purse", each = "team", start = 5, known_to = "own" },
]

[[phases]]
name = "Work"
kind = "questions"

[[phases.questions]]
name = "gift"
title = "Gift"
ask = "What do you give?"
options = [{ name = "none_yet", label = "Nothing" }, { name = "day", label = "A day" }]
silence = "none_yet"
known_to = "all"

[[phases.questions]]
name = "coins"
title = "Coins"
ask = "How many coins?"
kind = "amount"
high = "purse"
silence = 0

[[phases.follows]]
name = "Both"
only_if = ["count gift is day = 2"]
change = ["bridge + 3"]
tell = "Both were at work. The bridge stands at {bridge}."

[[phases.follows]]
name = "Pays"
for_each = "team"
only_if = ["coins of own > 0"]
change = ["purse of own - coins of own", "bridge + 1"]
tell_to = { own = "You have {purse of own} left." }

[[phases.follows]]
name = "Rain"
only_if = ["round is 2"]
chance = 1
change = ["bridge - 1"]

[[endings]]
name = "opened"
words = "The first cart crossed"
when = "always"
only_if = ["bridge >= 4"]

[[endings]]
name = "autumn"
words = "Autumn came"
when = "end"

[[injects]]
phase = "Work"
round = 2
minutes = 1
to = "all"
text = "Clouds over the hills."
"""


def written(folder: Path, text: str = FERRY) -> Path:
    """Write a scenario, and return its file."""
    file = folder / "ferry.toml"
    file.write_text(text, encoding="utf-8")
    return file
