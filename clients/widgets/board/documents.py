"""Documents: the list of them on a sheet, and one of them in full."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.clients.widgets.board.ink import (
    DIM,
    EDGE,
    FAINT,
    HEAD,
    LIT,
    Lines,
    heading,
    ink,
    join,
    wrapped,
)
from warcouncil.clients.widgets.board.papers import PAGE_MAX, draw_pieces
from warcouncil.clients.widgets.board.small import draw_prose
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.lighting import Light
from warcouncil.protocol.table.papers import PaperPiece
from warcouncil.protocol.table.sheets import Document, Documents, Element, Prose, Sheet, documents_of
from warcouncil.protocol.words import clean

NEW = "● "
"""The sign before the title of a document that has not been read."""
LIT_ROWS = 6
"""How many lines of a document are shown on the board while it is handed over."""


_GAP = 2
"""The cells between the title of a document in a list and the beginning of its text."""


class OpenDocument(Prose):
    """A document in full, for readers who cannot open one."""

    pieces: tuple[PaperPiece, ...] = ()


def first_line(document: Document) -> str:
    """Return the first line of a text that is not blank."""
    return next((said for line in document.lines if (said := clean(line, 2000))), "")


def unfolded(sheet: Sheet) -> Sheet:
    """Return a sheet with its documents in full below everything else. It is for readers who answer no question."""
    found = documents_of(sheet)
    if not found:
        return sheet
    return with_open(sheet, found)


def with_open(sheet: Sheet, opened: Sequence[Document]) -> Sheet:
    """Return a sheet with some of its documents in full below everything else. The others stay in their list.

    A document in full keeps the mark that it is new.
    """
    rest = without(sheet, opened)
    return sheet.model_copy(update={"elements": (*rest.elements, *map(_in_full, opened))})


def without(sheet: Sheet, opened: Sequence[Document]) -> Sheet:
    """Return a sheet without some of its documents. The others stay in their list."""
    rest: list[Element] = []
    for element in sheet.elements:
        if not isinstance(element, Documents):
            rest.append(element)
        elif left := tuple(each for each in element.documents if each not in opened):
            rest.append(
                element if left == element.documents else element.model_copy(update={"documents": left})
            )
    return sheet.model_copy(update={"elements": tuple(rest)})


def only(sheet: Sheet, opened: Sequence[Document]) -> Sheet:
    """Return a sheet that has only some of its documents in full."""
    return Sheet(sides=sheet.sides).model_copy(update={"elements": tuple(map(_in_full, opened))})


def _in_full(document: Document) -> OpenDocument:
    """Return a document as an element. It may be longer than prose in a message. It is only drawn, never sent."""
    return OpenDocument.model_construct(
        title=f"{NEW * document.new}{' · '.join((document.title, *_notes(document)))}",
        text="\n".join(document.lines),
        pieces=document.pieces,
    )


def draw_open(element: OpenDocument, width: int, *, sides: Sides) -> Lines:
    """Draw a document in full on a sheet, with a vertical line at its left."""
    if not element.pieces:
        return draw_prose(element, width, sides=sides)
    stroke = Content.styled("▎", FAINT)
    return wrapped(element.title, width, HEAD) + [
        stroke + line for line in draw_pieces(element.pieces, width - 2)
    ]


def draw_documents(element: Documents, width: int, *, sides: Sides, light: Light | None = None) -> Lines:
    """Draw a list of documents, each on a line with its title and the beginning of its text.

    A highlighted document shows more of its text. The others are dimmed.
    """
    lines = heading(element.title or say("board.documents"), say("board.texts", n=len(element.documents)))
    for document in element.documents:
        lit = light is not None and light.on_document(document.title)
        mark = Content.styled(NEW, LIT) if document.new else Content.styled("▤ ", EDGE)
        head = join(sides.sided(document.title, HEAD), *(ink(n, FAINT) for n in _notes(document)), gap=" · ")
        room = width - mark.cell_length - head.cell_length - _GAP
        begins = Content() if lit else ink(_begins(first_line(document), room), FAINT)
        line = (mark + join(head, begins, gap=" " * _GAP)).truncate(max(1, width), ellipsis=True)
        if lit:
            lines += [line, *_beginning(document, width)]
        else:
            lines.append(line if light is None else line.stylize(DIM))
    return lines


def _begins(text: str, room: int) -> str:
    """Return the beginning of a text for a line of `room` cells. No word is cut in two."""
    if cell_len(text) <= room:
        return text
    kept = ""
    for word in text.split(" "):
        longer = f"{kept} {word}" if kept else word
        if cell_len(longer) > room - 2:
            break
        kept = longer
    return f"{kept} …" if kept else text


def _notes(document: Document) -> list[str]:
    return [note for note in (document.note, say("board.secret") * document.secret) if note]


def _beginning(document: Document, width: int) -> Lines:
    """Draw the first lines of a text, with three dots if there are more."""
    rows = _text(document, min(width, PAGE_MAX) - 4)
    shown = rows[:LIT_ROWS] if len(rows) <= LIT_ROWS else [*rows[: LIT_ROWS - 1], Content("…")]
    return [Content.styled("  ▎ ", LIT) + row for row in shown]


def draw_document(document: Document, width: int, *, sides: Sides) -> Lines:
    """Draw one document in full: its title, its source, and its paragraphs."""
    room = max(10, min(width, PAGE_MAX))
    notes = [note for note in (document.note, say("board.secret_long") * document.secret) if note]
    head = sides.sided(document.title, HEAD).wrap(room)
    said = [line for note in notes for line in wrapped(note, room, FAINT)]
    return [*head, *said, Content(), *_text(document, width if document.pieces else room, apart=True)]


def _text(document: Document, width: int, *, apart: bool = False) -> Lines:
    """Draw the text of a document. `apart`: with blank lines around long paragraphs, if the text has no markup."""
    if document.pieces:
        return draw_pieces(document.pieces, width)
    return _paragraphs(document.text, width) if apart else wrapped(document.text, width)


def _paragraphs(text: str, width: int) -> Lines:
    """Wrap a text, with blank lines around each paragraph of several lines. Lists stay together."""
    lines: Lines = []
    long = False
    for paragraph in text.splitlines():
        rows = wrapped(paragraph, width)
        if lines and lines[-1].plain and rows[0].plain and (long or len(rows) > 1):
            lines.append(Content())
        lines += rows
        long = len(rows) > 1
    return lines
