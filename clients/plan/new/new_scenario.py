"""A new scenario: six questions, and a file that can be played at once, with every part explained in place."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files

from jinja2 import Environment, StrictUndefined
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.plan.text.prompts import asked
from warcouncil.games.scenario import shipped
from warcouncil.games.scenario.file.text.vocabulary import ROUNDS_MAX
from warcouncil.protocol.words import clean, typed_number

SIDES = ("blue", "red", "green", "amber", "violet", "brown")
OFFICES = ("head", "deputy", "envoy", "adviser", "clerk", "guard", "scout", "cook", "page", "guest")
SIDES_MAX = len(SIDES)
NEW_SEATS_MAX = 20
"""How many seats a new file has at most, including the white cell. An author adds more seats in the file."""


@dataclass(frozen=True, slots=True)
class ScenarioWishes:
    """The properties of a new scenario. `situation` is one sentence. `seats` is how many each side has."""

    title: str = "A quarrel over the ferry"
    situation: str = "The only ferry between the two banks has stopped, and each bank blames the other."
    sides: int = 2
    seats: int = 2
    rounds: int = 3
    cell: bool = True


def ask_wishes(*, yes: bool) -> ScenarioWishes:
    """Ask six questions, or use the defaults. After an unusable answer the question is repeated."""
    usual = ScenarioWishes()
    if yes:
        return usual
    title = asked("What is it called?", usual.title, lambda text: _words(text, 60))
    situation = asked(
        "What is the situation, in a sentence?", usual.situation, lambda text: _words(text, 600)
    )
    sides = asked("How many sides?", str(usual.sides), lambda text: _number(text, 2, SIDES_MAX))
    seats_max = min(len(OFFICES), (NEW_SEATS_MAX - 2) // sides)
    seats = asked("How many seats has each side?", str(usual.seats), lambda text: _number(text, 1, seats_max))
    rounds = asked("How many rounds?", str(usual.rounds), lambda text: _number(text, 1, ROUNDS_MAX))
    cell = asked("Is there a white cell that decides the results: yes or no?", "yes", _yes)
    return ScenarioWishes(title, situation, sides, seats, rounds, cell)


def _words(text: str, most: int) -> str:
    said = clean(text.replace("{", "(").replace("}", ")"), most)
    if not said:
        raise BadInput("write a word or two")
    return said


def _number(text: str, low: int, high: int) -> int:
    number = typed_number(text)
    if number is None or not low <= number <= high:
        raise BadInput(f"give a whole number from {low} to {high}")
    return number


def _yes(text: str) -> bool:
    if text.lower() not in ("y", "yes", "n", "no"):
        raise BadInput("say yes or no")
    return text.lower().startswith("y")


def new_scenario(wishes: ScenarioWishes) -> str:
    """Return the text of a new scenario."""
    world = Environment(  # noqa: S701  # it writes TOML, not a page; every word of people is quoted
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    template = files("warcouncil.clients.plan").joinpath("scenario.toml.j2").read_text("utf-8")
    sides = SIDES[: wishes.sides]
    seats = {
        side: [side] if wishes.seats == 1 else [f"{side}.{office}" for office in OFFICES[: wishes.seats]]
        for side in sides
    }
    return world.from_string(template).render(
        title=_quoted(wishes.title),
        situation=_quoted(f"{wishes.situation.rstrip('.')}. Tension is at {{tension}} of 10."),
        sides=sides,
        seats=seats,
        rounds=wishes.rounds,
        cell=wishes.cell,
        minutes=wishes.rounds * (12 if wishes.cell else 9),
    )


def scenario_like(format_: str) -> str:
    """Return the text of a small exercise of a format, for an author to change."""
    return f"#:schema ./scenario.schema.json\n{shipped.like(format_)}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
