"""Papers: the text of an author, split into pieces that every client can draw. Pieces are paragraphs, headings,
lists, tables and pictures.

No piece contains markup. No client parses a text, so no text can become markup in a client.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Literal, assert_never

from pydantic import Field, SerializeAsAny, StringConstraints
from warcouncil.protocol.words import LongText, Model, Name, Text, clean

DEPTH_MAX = 3
"""How deep lists can be nested."""
LEVEL_MAX = 3
"""The lowest level of a heading."""
PICTURE_BYTES_MAX = 24 * 1024
"""The maximum size of a cleaned picture, in bytes. Every view contains all pictures that its reader has."""
DATA_CHARS_MAX = PICTURE_BYTES_MAX * 4 // 3
BULLET = "-"
"""The label of a list item without a number."""
BETWEEN_CELLS = " | "
"""The sign between the cells of a table row that is read as a line."""

Words = tuple[LongText, ...]
"""The text of one line, in parts that are alternately plain and bold. The first part is plain and may be empty."""


class PaperText(Model):
    """A paragraph with its own line breaks."""

    kind: Literal["text"] = "text"
    lines: tuple[Words, ...]


class PaperHeading(Model):
    """A heading. Level 1 is the highest."""

    kind: Literal["heading"] = "heading"
    level: Annotated[int, Field(ge=1, le=LEVEL_MAX)]
    words: Words


class PaperItem(Model):
    """An item of a list. `label` is the number of a clause as the author wrote it, such as "3.", or BULLET.

    If it is "", the item continues the item before the inner list. With `depth` 0, the item is in no other list.
    """

    label: Name = BULLET
    depth: Annotated[int, Field(ge=0, lt=DEPTH_MAX)] = 0
    lines: tuple[Words, ...]


class PaperList(Model):
    """Items or numbered clauses, one below the other."""

    kind: Literal["list"] = "list"
    items: tuple[PaperItem, ...]


class PaperTable(Model):
    """A table. Every row has as many cells as the heading. `right` has the numbers of the right-aligned columns,
    counted from 0.
    """

    kind: Literal["table"] = "table"
    head: tuple[Words, ...]
    rows: tuple[tuple[Words, ...], ...]
    right: tuple[int, ...] = ()


class PaperPicture(Model):
    """A picture that was cleaned. `alt` is the text for readers who do not see it.

    `data` are its bytes in base64. It contains no script and no address.
    """

    kind: Literal["picture"] = "picture"
    media: Literal["image/png", "image/svg+xml"]
    alt: Text
    width: Annotated[int, Field(ge=1, le=4000)]
    height: Annotated[int, Field(ge=1, le=4000)]
    data: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9+/]+={0,2}$", max_length=DATA_CHARS_MAX)]

    @property
    def source(self) -> str:
        """The picture as a data URL, for a page."""
        return f"data:{self.media};base64,{self.data}"

    @property
    def said(self) -> str:
        """The text that replaces the picture where no picture can be drawn."""
        return f"[{clean(self.alt, len(self.alt))}]"


PaperPiece = SerializeAsAny[
    Annotated[PaperText | PaperHeading | PaperList | PaperTable | PaperPicture, Field(discriminator="kind")]
]
"""Any piece. Each piece is serialised as its own class. That takes less time than the serialiser of the union."""


def parts(words: Words) -> Iterator[tuple[str, bool]]:
    """Yield each part of a line, and whether it is bold. Control characters are removed."""
    for place, part in enumerate(words):
        if part:
            inner = clean(part, len(part))
            before, after = " " * part[0].isspace(), " " * part[-1].isspace()
            yield f"{before}{inner}{after}" if inner else before or after, place % 2 == 1


def plain(words: Words) -> str:
    """Return a line as plain text."""
    return "".join(part for part, _ in parts(words)).strip()


def lines_of(pieces: Iterable[PaperPiece]) -> Iterator[str]:
    """Yield the lines of a paper for reading aloud and for a search.

    A row of a table is one line.
    """
    for piece in pieces:
        match piece:
            case PaperText():
                yield from map(plain, piece.lines)
            case PaperHeading():
                yield plain(piece.words)
            case PaperList():
                for item in piece.items:
                    first, *rest = [*map(plain, item.lines)] or [""]
                    before = "  " * item.depth
                    yield f"{before}{item.label or ' '} {first}".rstrip()
                    yield from (f"{before}  {line}" for line in rest)
            case PaperTable():
                for row in (piece.head, *piece.rows):
                    yield BETWEEN_CELLS.join(map(plain, row))
            case PaperPicture():
                yield piece.said
            case _:
                assert_never(piece)


def changed(piece: PaperPiece, change: Callable[[str], str]) -> PaperPiece:
    """Return a piece with each part of its text changed, in reading order. Markup in the new text has no effect."""

    def new(words: Words) -> Words:
        return tuple(change(part) if part else part for part in words)

    match piece:
        case PaperText():
            return PaperText(lines=tuple(map(new, piece.lines)))
        case PaperHeading():
            return PaperHeading(level=piece.level, words=new(piece.words))
        case PaperList():
            items = (
                PaperItem(label=item.label, depth=item.depth, lines=tuple(map(new, item.lines)))
                for item in piece.items
            )
            return PaperList(items=tuple(items))
        case PaperTable():
            head = tuple(map(new, piece.head))
            rows = tuple(tuple(map(new, row)) for row in piece.rows)
            return PaperTable(head=head, rows=rows, right=piece.right)
        case PaperPicture():
            return piece
        case _:
            assert_never(piece)
