"""Scenes: what an event changes on the sheet, place by place, so that it can be watched on the board.

A change names its place by words that every reader's sheet has, and says what stands there from now on; what it leaves
out (None) stays as it was. What is named lights up, changed or not. How a sheet stands then is said in `staging.py`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from warcouncil.protocol.table.sheets import Card
from warcouncil.protocol.words import LongText, Model, Name, Text


class PostChange(Model):
    """A post of a battle line. `now` and `parts`: all its strength, lying open."""

    kind: Literal["post"] = "post"
    team: Name
    post: Text
    now: int | None = None
    parts: tuple[Text, ...] | None = None
    stance: Text | None = None
    note: Text | None = None
    broken: bool | None = None


class LineChange(Model):
    """What every post of a side does, from left to right."""

    kind: Literal["line"] = "line"
    team: Name
    stances: tuple[Text, ...]


class FrontChange(Model):
    """One side of a front. `at`: the marker, counted towards this side. `cards` take the place of those that lay there;
    `turned` is the card that is turned up now, and how many lie before it."""

    kind: Literal["front"] = "front"
    front: Text
    side: Text
    cards: tuple[Card, ...] | None = None
    add: tuple[Card, ...] | None = None
    turned: tuple[int, Card] | None = None
    total: Text | None = None
    at: int | None = None
    mark: Text | None = None
    note: Text | None = None


class CardsChange(Model):
    """Cards that lie together: all of them, or what is taken from there and what is laid there besides. `title` is their key,
    or their title where they have none; what is taken is found by its face, or by its back where it lies face down, and a count that is not given follows both."""

    kind: Literal["cards"] = "cards"
    title: Text
    cards: tuple[Card, ...] | None = None
    take: tuple[Card, ...] | None = None
    add: tuple[Card, ...] | None = None
    count: int | None = None
    note: Text | None = None


class FactChange(Model):
    """The value of a fact, wherever on the sheet it has this label, or (`team`) behind that side of a battle line."""

    kind: Literal["fact"] = "fact"
    label: Text
    value: Text
    team: Name = ""


class TrackChange(Model):
    """A number on its way. `track` is the key of the track, or its title where it has none. One that goes beyond an end takes the
    end along."""

    kind: Literal["track"] = "track"
    track: Text
    at: int | None = None
    note: Text | None = None


class RowChange(Model):
    """A row of a small table: its cells after the first, from left to right. `row` is its key, or its first cell where the table
    gives no keys."""

    kind: Literal["row"] = "row"
    title: Text
    row: Text
    cells: tuple[Text | None, ...]


class ProseChange(Model):
    """Sentences that stand on top of the sheet from now on, in the place of any of the same title."""

    kind: Literal["prose"] = "prose"
    title: Text
    text: Text


class DocumentChange(Model):
    """A document that is handed over: it lies from now on, as new, where documents lie first on the sheet, in the place of any of
    the same title; where none lie, it lies alone at the end."""

    kind: Literal["document"] = "document"
    title: Text
    text: LongText
    note: Text = ""
    secret: bool = False


Change = Annotated[
    PostChange
    | LineChange
    | FrontChange
    | CardsChange
    | FactChange
    | TrackChange
    | RowChange
    | ProseChange
    | DocumentChange,
    Field(discriminator="kind"),
]


class Scene(Model):
    """One step of what happened, as it is watched on the board. `title` is a word or two, such as "Corps II"; `joins`: it
    is watched at once with the scene before it where that bears the same title (None: by itself)."""

    title: Text
    changes: tuple[Change, ...] = ()
    joins: bool | None = None
