"""Rulebooks: the rules of a game as blocks that a screen, a page and a printer can lay out, and a seat's briefing."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from warcouncil.protocol.words import Model, Name, Text

PARAGRAPH_CHARS_MAX = 4000
Paragraph = Annotated[str, StringConstraints(max_length=PARAGRAPH_CHARS_MAX)]
"""A piece of the rules, written by the game."""

ChapterName = Literal["about", "wins", "decides", "turn", "things", "knows", "numbers", "umpire"]
"""The chapters of every rulebook, in order. `things`: cards, cities, ranks and their effects. `umpire`: options."""


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
    """A table: every row has as many cells as the head."""

    kind: Literal["table"] = "table"
    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]


class RuleSample(Model):
    """Lines to be typed or shown unchanged."""

    kind: Literal["sample"] = "sample"
    text: Paragraph


RuleBlock = Annotated[RuleText | RuleHeading | RuleList | RuleTable | RuleSample, Field(discriminator="kind")]


class RuleChapter(Model):
    """One chapter."""

    name: ChapterName
    title: Text
    blocks: tuple[RuleBlock, ...]


class Briefing(Model):
    """The first information for a player at a seat, one or two sentences each. It depends only on the seat and the
    open options."""

    role: Text
    """The role of the seat and its task."""
    wins: Text
    """How the seat wins."""
    sees: Text
    """The things that the seat sees, and those that it does not."""
    decides: Text
    """The decisions of the seat in each turn."""
    looks: Text = ""
    """Advice on what to look at in the first turn."""
    agreed: tuple[Text, ...] = ()
    """A sentence for each option that this table plays otherwise than by default."""


class Rulebook(Model):
    """All the rules of one game, under the options of one table."""

    title: Text
    designer: Text
    chapters: tuple[RuleChapter, ...]
