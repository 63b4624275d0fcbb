"""Sheets: everything that one seat may see now, as elements that any client can draw.

An unknown value is None, and a remembered value is in `seen`. Neither is ever shown as a fact. No element names a
game.
"""

from __future__ import annotations

from itertools import chain
from typing import Annotated, Literal

from pydantic import Field, SerializeAsAny, StringConstraints
from warcouncil.protocol.table.papers import PaperPiece, lines_of
from warcouncil.protocol.words import LongText, Model, Name, Text


class Strength(Model):
    """The strength of a post as far as the reader knows it: exact now (`now`) or remembered (`seen`).

    If both are None, it is unknown. `parts` names the pieces, such as ("4 inf", "2 cav").
    """

    now: int | None = None
    parts: tuple[Text, ...] = ()
    seen: int | None = None
    seen_parts: tuple[Text, ...] = ()
    seen_when: Text = ""


class Post(Model):
    """One position of a battle line. `yours` marks the reader's own post. `stance` is public, such as "attacks".

    With `broken`, the line is broken at this post.
    """

    label: Text
    strength: Strength = Strength()
    yours: bool = False
    stance: Text = ""
    note: Text = ""
    broken: bool = False


class Side(Model):
    """One army of a battle line: its posts from left to right, and the facts behind them."""

    team: Name
    title: Text
    posts: tuple[Post, ...]
    behind: tuple[Fact, ...] = ()


class Fact(Model):
    """A label and its value, such as "reserve": "12 inf 4 cav". A `value` of "?" is drawn as unknown."""

    label: Text
    value: Text


class BattleLine(Model):
    """Two armies that face each other, post against post. `far` is drawn above, `near` below."""

    kind: Literal["line"] = "line"
    title: Text = ""
    far: Side
    near: Side


class Facts(Model):
    """Labels with values, such as scores."""

    kind: Literal["facts"] = "facts"
    title: Text = ""
    facts: tuple[Fact, ...]


class Card(Model):
    """One card. With `face` None, the card is face down and only its `back` is visible. With `secret`, only the
    reader knows the face.

    `note` is a short text under it, and `tone` is its colour family.
    """

    face: Text | None = None
    back: Text = ""
    note: Text = ""
    secret: bool = False
    tone: Literal["plain", "red", "black", "green", "yellow", "special"] = "plain"


class Cards(Model):
    """Cards that lie together: a hand, a pile with its `count`, or a row. A pile may show only its top card.

    Changes name them by `key` if the title differs between readers.
    """

    kind: Literal["cards"] = "cards"
    title: Text = ""
    shape: Literal["hand", "pile", "row"] = "row"
    cards: tuple[Card, ...] = ()
    count: int | None = None
    note: Text = ""
    key: Name = ""


class Front(Model):
    """One place where two sides lay cards against each other.

    `at` is the marker, if the front has one. It is between `low` (the right side's end) and `high` (the left side's
    end). `mark` is a public word such as "scored" or "controlled".
    """

    label: Text
    left: Cards
    right: Cards
    at: int | None = None
    low: int = 0
    high: int = 0
    left_total: Text = ""
    right_total: Text = ""
    mark: Text = ""
    note: Text = ""


class Fronts(Model):
    """Several fronts, one under the other. The reader's own side, if any, is `left`."""

    kind: Literal["fronts"] = "fronts"
    title: Text = ""
    left: Text
    right: Text
    fronts: tuple[Front, ...]


class Mark(Model):
    """A labelled place on a track."""

    at: int
    label: Text


class Track(Model):
    """A marker on a scale from `low` to `high`. Changes name the track by `key` if the title differs between readers."""

    kind: Literal["track"] = "track"
    title: Text
    low: int
    high: int
    at: int
    marks: tuple[Mark, ...] = ()
    note: Text = ""
    key: Name = ""


class Rows(Model):
    """A small table with a heading row. Changes name its rows by `keys` if the first cell differs between readers.

    With `package`, the columns are an issue, an option of it, and its points. A client then lets the reader choose one
    option of each issue and shows the sum. These choices never leave the client.
    """

    kind: Literal["rows"] = "rows"
    title: Text = ""
    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    keys: tuple[Name, ...] = ()
    package: bool = False


class Prose(Model):
    """Sentences, such as the text of an event card."""

    kind: Literal["prose"] = "prose"
    title: Text = ""
    text: Text


class Document(Model):
    """A text to be read at length. `note` names its source, such as "handed to you in round 2".

    Its content is `text` with one paragraph per line, or `pieces` if its author uses markup. With `new`, the reader
    got it after the last question. With `secret`, only the reader has it.
    """

    title: Text
    text: LongText = ""
    pieces: tuple[PaperPiece, ...] = ()
    note: Text = ""
    new: bool = False
    secret: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """Its lines without markup. They are read aloud, searched, and compared with other documents."""
        return tuple(lines_of(self.pieces)) if self.pieces else tuple(self.text.splitlines())

    @property
    def known_by(self) -> tuple[str, str]:
        """Its title and its content, which distinguish it from other documents."""
        return self.title, "\n".join(self.lines) if self.pieces else self.text


class Documents(Model):
    """Documents that lie together. A client lists them and opens the one that the reader selects."""

    kind: Literal["documents"] = "documents"
    title: Text = ""
    documents: tuple[Document, ...]


class MapPlace(Model):
    """A place of a map, `x` to the right and `y` down.

    `owner` is the title of the side that holds it. "" means that no side holds it. None means that the reader does
    not know. With `seen`, the reader knows which pieces are there.
    """

    name: Name
    title: Text
    x: int
    y: int
    owner: Text | None = None
    seen: bool = False


class MapPiece(Model):
    """A piece that the reader knows, with the name of its place and the title of its side. `yours` marks the reader's
    own piece.
    """

    title: Text
    at: Name
    side: Text
    strength: int = 1
    yours: bool = False


class Map(Model):
    """Places with the links between them, and the pieces that the reader knows. Each link names two places once."""

    kind: Literal["map"] = "map"
    title: Text = ""
    places: tuple[MapPlace, ...] = Field(min_length=1)
    links: tuple[tuple[Name, Name], ...] = ()
    pieces: tuple[MapPiece, ...] = ()


Element = SerializeAsAny[
    Annotated[
        BattleLine | Facts | Cards | Fronts | Track | Rows | Prose | Documents | Map,
        Field(discriminator="kind"),
    ]
]
"""Any element. Each part is serialised as its own class. The union serialiser of pydantic would build everything twice."""


Ink = Literal["red", "black", "gold", "teal", "blue", "violet"]
"""The colours of sides. Each client adapts them to its theme, its terminal and its reader's eyesight."""


class Badge(Model):
    """The badge of a side: its title, its sign and its ink. No meaning depends on the ink alone."""

    id: Name
    title: Text
    sign: Annotated[str, StringConstraints(min_length=1, max_length=1)]
    ink: Ink


class Sheet(Model):
    """Everything that one seat may see now, most important element first. `sides` are the badges of the table's sides."""

    headline: Text = ""
    elements: tuple[Element, ...] = ()
    sides: tuple[Badge, ...] = ()


def documents_of(sheet: Sheet) -> tuple[Document, ...]:
    """Return all documents of a sheet in order.

    Their positions, from 1, are their numbers for every reader.
    """
    lists = (element.documents for element in sheet.elements if isinstance(element, Documents))
    return tuple(chain.from_iterable(lists))


Side.model_rebuild()
