"""Sheets: everything that one seat may see now, as elements that any client can draw.

Unknown is said as unknown (`None`), memory as memory (`seen`), never as fact. No element names a game.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, SerializeAsAny, StringConstraints
from warcouncil.protocol.words import LongText, Model, Name, Text


class Strength(Model):
    """What stands somewhere, as far as the reader knows: exact now (`now`) or remembered (`seen`).

    Both `None`: unknown. `parts` names the pieces, such as ("4 inf", "2 cav").
    """

    now: int | None = None
    parts: tuple[Text, ...] = ()
    seen: int | None = None
    seen_parts: tuple[Text, ...] = ()
    seen_when: Text = ""


class Post(Model):
    """One position of a battle line. `yours` marks the reader's own; `stance` is public, such as "attacks"; `broken`: the
    line is torn here."""

    label: Text
    strength: Strength = Strength()
    yours: bool = False
    stance: Text = ""
    note: Text = ""
    broken: bool = False


class Side(Model):
    """One army of a battle line: its posts from left to right, and what stands behind them."""

    team: Name
    title: Text
    posts: tuple[Post, ...]
    behind: tuple[Fact, ...] = ()


class Fact(Model):
    """A label and its value, such as "reserve": "12 inf 4 cav". `value` "?" is drawn as unknown."""

    label: Text
    value: Text


class BattleLine(Model):
    """Two armies that face each other, post against post; `far` is drawn above, `near` below."""

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
    """One card. `face` None: face down, with only its `back` to see. `secret`: the reader knows the face and
    others do not. `note` is a word under it, `tone` its colour family."""

    face: Text | None = None
    back: Text = ""
    note: Text = ""
    secret: bool = False
    tone: Literal["plain", "red", "black", "green", "yellow", "special"] = "plain"


class Cards(Model):
    """Cards that lie together: a hand, a pile with its `count`, a row. A pile may show only its top card. Changes name them by
    their `key`, where the title differs from reader to reader."""

    kind: Literal["cards"] = "cards"
    title: Text = ""
    shape: Literal["hand", "pile", "row"] = "row"
    cards: tuple[Card, ...] = ()
    count: int | None = None
    note: Text = ""
    key: Name = ""


class Front(Model):
    """One place where two sides lay cards against each other.

    `at` is the marker between `low` (the right side's end) and `high` (the left side's end), when there is one;
    `mark` is a public word such as "scored" or "controlled".
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
    """Several fronts, one under the other; the reader's side is `left` where he has one."""

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
    """A number on its way from `low` to `high`. Changes name it by its `key`, where the title differs from reader to reader."""

    kind: Literal["track"] = "track"
    title: Text
    low: int
    high: int
    at: int
    marks: tuple[Mark, ...] = ()
    note: Text = ""
    key: Name = ""


class Rows(Model):
    """A small table with a head. Changes name its rows by their `keys`, where the first cell differs from reader to reader."""

    kind: Literal["rows"] = "rows"
    title: Text = ""
    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    keys: tuple[Name, ...] = ()


class Prose(Model):
    """Sentences, such as the text of an event card."""

    kind: Literal["prose"] = "prose"
    title: Text = ""
    text: Text


class Document(Model):
    """A text to be read at length. `text` has paragraphs, one a line; `note` says where it comes from, such as "handed to you in round
    2"; `new`: its reader has it since the last question; `secret`: he has it and others do not."""

    title: Text
    text: LongText
    note: Text = ""
    new: bool = False
    secret: bool = False


class Documents(Model):
    """Documents that lie together: a client names them, and opens the one that is asked for."""

    kind: Literal["documents"] = "documents"
    title: Text = ""
    documents: tuple[Document, ...]


Element = SerializeAsAny[
    Annotated[
        BattleLine | Facts | Cards | Fronts | Track | Rows | Prose | Documents, Field(discriminator="kind")
    ]
]
"""Any element. Each is written as what it is: writing a union would build everything twice."""


Ink = Literal["red", "black", "gold", "teal", "blue", "violet"]
"""The inks of sides. Each client makes them as its theme, its terminal and its reader's eyes need them."""


class Badge(Model):
    """How a side is known everywhere: its title as people say it, its sign and its ink. No meaning hangs on the ink alone."""

    id: Name
    title: Text
    sign: Annotated[str, StringConstraints(min_length=1, max_length=1)]
    ink: Ink


class Sheet(Model):
    """Everything one seat may see now, most important element first. `sides`: the badges that its table's sides wear."""

    headline: Text = ""
    elements: tuple[Element, ...] = ()
    sides: tuple[Badge, ...] = ()


Side.model_rebuild()
