"""Forms: what a seat is asked. A form is complete: whatever fills it is a legal answer.

A client draws any form without knowing the game, so every limit that the rules set stands in the form.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, SerializeAsAny
from warcouncil.protocol.words import WRITTEN_CHARS_MAX, Model, Name, Text

Moves = dict[str, dict[str, int]]
"""How many of each thing go to each place: {thing: {place: number}}. What is not named stays where it is."""
Value = str | int | tuple[str, ...] | Moves
Answer = dict[str, Value]
"""A filled form: {field: value}. Choice and Words give text, Count a whole number, Pick and Rank a list of options'
values, Sort the moves. A field whose `when` does not hold is left out."""


class When(Model):
    """A condition: the Choice `field` of the same form has one of these `values`."""

    field: Name
    values: tuple[Name, ...]


class Option(Model):
    """One thing that may be chosen. `key` is the single key that chooses it, when the game names one."""

    value: Name
    label: Text
    help: Text = ""
    key: Name = ""


class Choice(Model):
    """Choose exactly one option. The answer is its `value`.

    `weighty`: it weighs so much that a client begins with nothing chosen, whatever is suggested.
    """

    kind: Literal["choice"] = "choice"
    name: Name
    label: Text
    options: tuple[Option, ...] = Field(min_length=1)
    when: When | None = None
    weighty: bool = False


class Pick(Model):
    """Pick between `low` and `high` of the options. The answer is a list of their values, none twice."""

    kind: Literal["pick"] = "pick"
    name: Name
    label: Text
    options: tuple[Option, ...]
    low: int
    high: int
    when: When | None = None


class Rank(Model):
    """Put between `low` and `high` of the options in order. The answer is a list of their values, the best first, none twice."""

    kind: Literal["rank"] = "rank"
    name: Name
    label: Text
    options: tuple[Option, ...] = Field(min_length=1)
    low: int
    high: int
    when: When | None = None


class Thing(Model):
    """`count` equal things that lie at place `at` and may go to any of the places `to` (never back to `at`
    by name: what is not moved stays)."""

    name: Name
    label: Text
    count: int = 1
    at: Name
    to: tuple[Name, ...]


class Place(Model):
    """Where things lie. After sorting it holds between `low` and `high` of the things of this field.

    `holds` is what lies there beforehand that is not one of the things, in words, for the reader. `bare` is said once before
    an answer is sealed that leaves every such place with nothing, though something could still go there.
    """

    name: Name
    label: Text
    low: int = 0
    high: int = 10_000
    holds: Text = ""
    bare: Text = ""


class Sort(Model):
    """Sort things into places. The answer is the moves: {thing: {place: number}}."""

    kind: Literal["sort"] = "sort"
    name: Name
    label: Text
    things: tuple[Thing, ...]
    places: tuple[Place, ...]
    when: When | None = None


class Count(Model):
    """A whole number between `low` and `high`, both included."""

    kind: Literal["count"] = "count"
    name: Name
    label: Text
    low: int
    high: int
    when: When | None = None


class Words(Model):
    """A text of at most `chars_max` characters, on one line or, with `lines`, on several. It may be empty unless it is `required`.

    The answer is as `words.clean` (`words.clean_lines`) gives it, or it is no answer.
    """

    kind: Literal["words"] = "words"
    name: Name
    label: Text
    chars_max: int = Field(default=200, le=WRITTEN_CHARS_MAX)
    lines: bool = False
    required: bool = False
    when: When | None = None


FormField = SerializeAsAny[
    Annotated[Choice | Pick | Rank | Sort | Count | Words, Field(discriminator="kind")]
]
"""Any field. Each is written as what it is: writing a union would build everything twice."""


class Form(Model):
    """What a seat is asked: one question in the second person, and its fields in the order to fill them.

    `suggested` is a legal answer to begin from; the client shows it and may send it as it is, save for what is `weighty`.
    `rule` is the number of the rule that asks.
    """

    question: Text
    help: Text = ""
    rule: Name
    fields: tuple[FormField, ...]
    suggested: Answer | None = None
