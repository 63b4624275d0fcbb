"""Documents: a list of them as it lies on a sheet, and one of them at length."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content
from warcouncil.clients.widgets.colours import Sides
from warcouncil.clients.widgets.ink import EDGE, FAINT, HEAD, LIT, Lines, heading, ink, join, wrapped
from warcouncil.clients.widgets.wording import count
from warcouncil.protocol.sheets import Document, Documents, Sheet
from warcouncil.protocol.words import clean

PAGE_MAX = 96
"""No line of a text is longer, however wide the screen: nobody finds the next one."""


def documents_of(sheet: Sheet) -> tuple[Document, ...]:
    """Give all documents of a sheet in their order; their places, from 1, are their numbers for every reader."""
    return tuple(_each(sheet))


def _each(sheet: Sheet) -> Iterator[Document]:
    for element in sheet.elements:
        if isinstance(element, Documents):
            yield from element.documents


def first_line(document: Document) -> str:
    """Give the first line of a text that says anything."""
    return next((said for line in document.text.splitlines() if (said := clean(line, 2000))), "")


def draw_documents(element: Documents, width: int, *, sides: Sides) -> Lines:
    """Draw a list of documents: each with its title and what its text begins with, on a line."""
    lines = heading(element.title or "Documents", count(len(element.documents), "text"))
    for document in element.documents:
        mark = Content.styled("● ", LIT) if document.new else Content.styled("▤ ", EDGE)
        notes = [ink(note, FAINT) for note in (document.note, "secret" * document.secret) if note]
        head = join(sides.sided(document.title, HEAD), *notes, gap=" · ")
        begins = ink(first_line(document), FAINT)
        lines.append((mark + join(head, begins, gap="  ")).truncate(max(1, width), ellipsis=True))
    return lines


def draw_document(document: Document, width: int, *, sides: Sides) -> Lines:
    """Draw one document at length: its title, where it comes from, and its paragraphs."""
    room = max(10, min(width, PAGE_MAX))
    notes = [note for note in (document.note, "secret: others do not have it" * document.secret) if note]
    head = sides.sided(document.title, HEAD).wrap(room)
    said = [line for note in notes for line in wrapped(note, room, FAINT)]
    return [*head, *said, Content(), *wrapped(document.text, room)]
