"""Scenes: the changes that an event makes on a sheet, place by place, so that players can watch them on the board.

A change names its place by words that are on the sheet of every reader. It has the new values of that place. A value of
None stays unchanged. A client highlights every named place, changed or not. `staging.py` computes the sheet after a
scene.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from warcouncil.protocol.table.sheets import Card
from warcouncil.protocol.words import LongText, Model, Name, Text


class PostChange(Model):
    """A post of a battle line. `now` and `parts` are its full strength, revealed."""

    kind: Literal["post"] = "post"
    team: Name
    post: Text
    now: int | None = None
    parts: tuple[Text, ...] | None = None
    stance: Text | None = None
    note: Text | None = None
    broken: bool | None = None


class LineChange(Model):
    """The stances of all posts of a side, from left to right."""

    kind: Literal["line"] = "line"
    team: Name
    stances: tuple[Text, ...]


class FrontChange(Model):
    """One side of a front. `at` is the marker, counted towards this side. `cards` replace the cards that are there.

    `turned` is a card that is now turned up, with the number of cards before it.
    """

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
    """Cards that lie together: all of them (`cards`), or the removed ones (`take`) and the added ones (`add`).

    `title` is their key, or their title if they have no key. A removed card is found by its face, or by its back if
    it lies face down. If a count is None, it follows from the cards that were removed and added.
    """

    kind: Literal["cards"] = "cards"
    title: Text
    cards: tuple[Card, ...] | None = None
    take: tuple[Card, ...] | None = None
    add: tuple[Card, ...] | None = None
    count: int | None = None
    note: Text | None = None


class FactChange(Model):
    """The value of every fact with this label on the sheet. With `team`, only the facts behind that side of a battle line."""

    kind: Literal["fact"] = "fact"
    label: Text
    value: Text
    team: Name = ""


class TrackChange(Model):
    """A marker on a track. `track` is the key of the track, or its title if it has no key.

    A marker beyond an end of the track extends that end.
    """

    kind: Literal["track"] = "track"
    track: Text
    at: int | None = None
    note: Text | None = None


class RowChange(Model):
    """A row of a small table: its cells after the first, from left to right.

    `row` is the key of the row, or its first cell if the table has no keys.
    """

    kind: Literal["row"] = "row"
    title: Text
    row: Text
    cells: tuple[Text | None, ...]


class ProseChange(Model):
    """Sentences at the top of the sheet. They replace sentences with the same title."""

    kind: Literal["prose"] = "prose"
    title: Text
    text: Text


class DocumentChange(Model):
    """A document that the reader receives. It is marked as new, and it replaces a document with the same title.

    It is added to the first element that has documents. If there is none, a new element is added at the end of the
    sheet.
    """

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
    """One step of what happened, which players watch on the board. `title` is one or two words, such as "Corps II".

    With `joins`, it is shown together with the scene before it, if both have the same title. If `joins` is None, it
    is always shown alone.
    """

    title: Text
    changes: tuple[Change, ...] = ()
    joins: bool | None = None
