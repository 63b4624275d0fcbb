"""Forms: the questions that a seat is asked. A form is complete: every answer that fills it is legal.

A client draws any form without any knowledge of the game. So the form contains every limit that the rules set.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, SerializeAsAny
from warcouncil.protocol.words import WRITTEN_CHARS_MAX, Model, Name, Text

Moves = dict[str, dict[str, int]]
"""How many of each thing go to each place: {thing: {place: number}}. A thing that is not named stays in its place."""
Value = str | int | tuple[str, ...] | Moves
Answer = dict[str, Value]
"""A filled form: {field: value}.

The value is a text for Choice and Words, a whole number for Count, and a list of option values for Pick and Rank. For
Sort it is the moves. The answer has no value for a field whose `when` does not hold.
"""


class When(Model):
    """A condition: the Choice `field` of the same form has one of these `values`."""

    field: Name
    values: tuple[Name, ...]


class Option(Model):
    """One option that may be chosen. `key` is the single key that chooses it, if the game names one."""

    value: Name
    label: Text
    help: Text = ""
    key: Name = ""


class Choice(Model):
    """Choose exactly one option. The answer is its `value`.

    With `weighty`, the choice has grave effects. The client then starts without a choice, even if one is suggested.
    """

    kind: Literal["choice"] = "choice"
    name: Name
    label: Text
    options: tuple[Option, ...] = Field(min_length=1)
    when: When | None = None
    weighty: bool = False


class Pick(Model):
    """Choose between `low` and `high` of the options. The answer is a list of their values without repeats."""

    kind: Literal["pick"] = "pick"
    name: Name
    label: Text
    options: tuple[Option, ...]
    low: int
    high: int
    when: When | None = None


class Rank(Model):
    """Put between `low` and `high` of the options in order. The answer is a list of their values, the best first,
    without repeats."""

    kind: Literal["rank"] = "rank"
    name: Name
    label: Text
    options: tuple[Option, ...] = Field(min_length=1)
    low: int
    high: int
    when: When | None = None


class Thing(Model):
    """`count` equal things at place `at` that may go to any of the places `to`.

    `to` never contains `at`, because a thing that is not moved stays.
    """

    name: Name
    label: Text
    count: int = 1
    at: Name
    to: tuple[Name, ...]


class Place(Model):
    """A place for things. After sorting it has between `low` and `high` of the things of this field.

    `holds` is a text about other things that are already there. `bare` is a warning. The client shows it once before
    it seals an answer that leaves every such place empty, although something could still go there.
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
    """A text of at most `chars_max` characters, on one line or, with `lines`, on several. It may be empty unless
    `required`.

    The answer must be cleaned by `words.clean` or, with `lines`, by `words.clean_lines`. Otherwise it is not a valid
    answer.
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
"""Any field. Each part is serialised as its own class. The union serialiser of pydantic would build everything twice."""


class Form(Model):
    """The question that a seat is asked, in the second person, and its fields in the order in which they are filled in.

    `suggested` is a legal answer to start from. The client shows it and may send it unchanged, except for `weighty`
    fields. `rule` is the number of the rule that asks.
    """

    question: Text
    help: Text = ""
    rule: Name
    fields: tuple[FormField, ...]
    suggested: Answer | None = None
