"""Rulebooks: what a game's rules say, in pieces that a screen, a page and a printer can lay out, and what a seat is told first."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from warcouncil.protocol.words import Model, Name, Text

Paragraph = Annotated[str, StringConstraints(max_length=4000)]
"""A piece of the rules, written by the game."""

ChapterName = Literal["about", "wins", "decides", "turn", "things", "knows", "numbers", "umpire"]
"""The chapters of every rulebook, in their order. `things`: cards, cities, ranks and what they do; `umpire`: options."""


class RuleText(Model):
    """Running text."""

    kind: Literal["text"] = "text"
    text: Paragraph


class RuleHeading(Model):
    """A heading inside a chapter; `rule` is the number under which the rules speak of it, "" for none."""

    kind: Literal["heading"] = "heading"
    text: Text
    rule: Name = ""


class RuleList(Model):
    """Things one below the other."""

    kind: Literal["list"] = "list"
    items: tuple[Paragraph, ...]


class RuleTable(Model):
    """A table: every row has as many cells as the head."""

    kind: Literal["table"] = "table"
    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]


class RuleSample(Model):
    """Lines to be typed or shown as they stand."""

    kind: Literal["sample"] = "sample"
    text: Paragraph


RuleBlock = Annotated[RuleText | RuleHeading | RuleList | RuleTable | RuleSample, Field(discriminator="kind")]


class RuleChapter(Model):
    """One chapter."""

    name: ChapterName
    title: Text
    blocks: tuple[RuleBlock, ...]


class Briefing(Model):
    """What somebody is told who sits down, a sentence or two each. It depends on the seat and the open options alone."""

    role: Text
    """Who you are and what you do."""
    wins: Text
    """How you win."""
    sees: Text
    """What you see, and what you do not."""
    decides: Text
    """What you decide each turn."""
    looks: Text = ""
    """What to look at when the first turn is told."""


class Rulebook(Model):
    """The whole rules of one game, under the options of one table."""

    title: Text
    designer: Text
    chapters: tuple[RuleChapter, ...]
