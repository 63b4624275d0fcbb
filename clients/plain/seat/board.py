"""BoardTeller: lines of text about the changes of a seat's board. Nothing is written twice.

A row that has not changed is left out. A row that only repeats the story or the verdict is left out too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from warcouncil.clients.plain.base.sheets import document_rows, documents_heading, parts
from warcouncil.protocol.table.sheets import Documents, Element, Facts, Prose, Sheet

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n")
_WORD = re.compile(r"\w+|-\d+")
Words = tuple[str, ...]
Row = tuple[str, str]
"""A row of a sheet below its heading."""


class BoardTeller:
    """Remembers which rows of a sheet were written."""

    def __init__(self) -> None:
        self._known: set[Row] = set()
        self._told: set[Words] = set()
        """The sentences of other lines since the board was written."""

    def forget(self) -> None:
        """Start again at another seat."""
        self._known, self._told = set(), set()

    def told(self, texts: Iterable[str]) -> None:
        """Record the text of other lines. The board does not repeat it."""
        for text in texts:
            self._told |= {_words(text), *map(_words, _sentences(text))}

    def new(self, sheet: Sheet) -> list[str]:
        """Return what has changed since the last call."""
        known: set[Row] = set()
        lines: list[str] = []
        number = 1
        headline = Prose(text=sheet.headline)
        for element in (headline, *sheet.elements):
            head, rows = _rows(element, number)
            number += len(element.documents) if isinstance(element, Documents) else 0
            lines += self._changed(
                element, head, [line for row, line in rows.items() if self._is_new(head, row)]
            )
            known |= {(head, row) for row in rows}
            if element is headline:
                self.told((sheet.headline,))
        self._known, self._told = known, set()
        return [f"board: {line}" for line in lines if line]

    def _is_new(self, head: str, row: str) -> bool:
        told = _words(row) in self._told or _words(f"{head} {row}") in self._told
        return not told and (head, row) not in self._known

    def _changed(self, element: Element, head: str, lines: list[str]) -> list[str]:
        """Return the changed lines of an element. The heading of a list is written when the list is new."""
        heading = f"{head}:" if head and lines else ""
        was_there = any(head == known for known, _ in self._known)
        match element:
            case Prose():
                return [" ".join((heading, *lines)).strip()]
            case Facts() if was_there:
                return [f"{heading} {line}".strip() for line in lines]
            case Documents():
                return [heading, *lines]
            case _:
                return lines if was_there else [heading, *lines]

    def whole(self, sheet: Sheet) -> list[str]:
        """Return the whole sheet."""
        self.forget()
        return self.new(sheet)


def _rows(element: Element, number: int) -> tuple[str, dict[str, str]]:
    """Return the heading of an element, and its lines. The keys are compared to find changes."""
    if isinstance(element, Documents):
        return documents_heading(element), document_rows(element, number)
    if isinstance(element, Prose):
        return element.title, {sentence: sentence for sentence in _sentences(element.text)}
    head, lines = parts(element)
    return head, {line: line for line in lines}


def _sentences(text: str) -> list[str]:
    return [part for part in _SENTENCE_END.split(text) if part.strip()]


def _words(text: str) -> Words:
    """Return the words of a text, to compare what two lines say."""
    return tuple(_WORD.findall(text.casefold()))
