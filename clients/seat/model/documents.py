"""The documents of a seat, and which of them were read here. A document is read if it was opened, or if the
screen showed it in full.
"""

from __future__ import annotations

from collections.abc import Iterable

from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.sheets import Document, Documents, Element, Prose, Sheet, documents_of

LONG_CHARS = 600
"""Prose of at least this length can be opened like a document. On a small screen it would fill the board."""


def readable(sheet: Sheet) -> tuple[Document, ...]:
    """Return everything that can be read in full: prose of at least LONG_CHARS, then the documents."""
    long = (
        Document(title=element.title or say("board.what_stands_here"), text=element.text)
        for element in sheet.elements
        if isinstance(element, Prose) and len(element.text) >= LONG_CHARS
    )
    return (*long, *documents_of(sheet))


class SeatDocuments:
    """Remembers which documents were read while the window shows the same seat.

    A changed text is a new document.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._seating = desk.seatings
        self._read: set[tuple[str, str]] = set()
        self._marked: tuple[Sheet, int, Sheet] | None = None

    @property
    def all(self) -> tuple[Document, ...]:
        """All documents that the seat can read."""
        return readable(self._desk.view.sheet) if self._desk.view is not None else ()

    @property
    def unread(self) -> int:
        """How many documents have not been read yet."""
        sheet = self._desk.view.sheet if self._desk.view is not None else Sheet()
        return sum(not self.is_read(each) for each in documents_of(sheet))

    def is_read(self, document: Document) -> bool:
        """Return whether a document was read here."""
        if self._seating != self._desk.seatings:
            self._seating = self._desk.seatings
            self._read.clear()
        return document.known_by in self._read

    def read(self, document: Document) -> None:
        """Record that a document was opened."""
        if not self.is_read(document):
            self._read.add(document.known_by)

    def see(self, documents: Iterable[Document]) -> None:
        """Record that the screen shows documents in full. They count as read."""
        for document in documents:
            self.read(document)

    def first(self) -> int:
        """Return the index of the document to open first.

        It is the last new document that was not read. If there is none, it is the first unread document,
        or else the last document.
        """
        numbers = [number for number, each in enumerate(self.all) if not self.is_read(each)]
        fresh = [number for number in numbers if self.all[number].new]
        return (fresh or numbers[:1] or [max(0, len(self.all) - 1)])[-1]

    def marked(self, sheet: Sheet) -> Sheet:
        """Return a sheet on which each unread document is marked as new."""
        if not documents_of(sheet):
            return sheet
        known = len(self._read)
        if self._marked is None or self._marked[0] is not sheet or self._marked[1] != known:
            elements = tuple(map(self._marked_element, sheet.elements))
            self._marked = sheet, known, sheet.model_copy(update={"elements": elements})
        return self._marked[2]

    def _marked_element(self, element: Element) -> Element:
        if not isinstance(element, Documents):
            return element
        marked = (each.model_copy(update={"new": not self.is_read(each)}) for each in element.documents)
        return element.model_copy(update={"documents": tuple(marked)})
