"""Rulebooks: the rules of a game as blocks that a screen, a page and a printer can lay out. Also the briefing of a
seat.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from warcouncil.protocol.words import Model, Name, Text

PARAGRAPH_CHARS_MAX = 4000
Paragraph = Annotated[str, StringConstraints(max_length=PARAGRAPH_CHARS_MAX)]
"""A piece of the rules, written by the game."""

ChapterName = Literal["about", "wins", "decides", "turn", "things", "knows", "numbers", "umpire"]
"""The chapters of every rulebook, in order. `things` are cards, cities, ranks and their effects. `umpire` has the
umpire's options.
"""


class RuleText(Model):
    """Running text."""

    kind: Literal["text"] = "text"
    text: Paragraph


class RuleHeading(Model):
    """A heading inside a chapter. `rule` is its number in the rules, "" if it has none."""

    kind: Literal["heading"] = "heading"
    text: Text
    rule: Name = ""


class RuleList(Model):
    """A list of items, one below the other."""

    kind: Literal["list"] = "list"
    items: tuple[Paragraph, ...]


class RuleTable(Model):
    """A table. Every row has as many cells as the heading."""

    kind: Literal["table"] = "table"
    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]


class RuleSample(Model):
    """Lines that a person types, or that are shown unchanged."""

    kind: Literal["sample"] = "sample"
    text: Paragraph


RuleBlock = Annotated[RuleText | RuleHeading | RuleList | RuleTable | RuleSample, Field(discriminator="kind")]


class RuleChapter(Model):
    """One chapter."""

    name: ChapterName
    title: Text
    blocks: tuple[RuleBlock, ...]


class Briefing(Model):
    """The first information for a player at a seat. Each part is one or two sentences. It depends only on the seat
    and the public options."""

    role: Text
    """The role of the seat and its task."""
    wins: Text
    """How the seat wins."""
    sees: Text
    """The information that the seat gets, and the information that it does not get."""
    decides: Text
    """The decisions of the seat in each turn."""
    looks: Text = ""
    """Advice about what to look at in the first turn."""
    agreed: tuple[Text, ...] = ()
    """A sentence for each option of this table that differs from its default."""


class Rulebook(Model):
    """All the rules of one game, with the options of one table."""

    title: Text
    designer: Text
    chapters: tuple[RuleChapter, ...]
