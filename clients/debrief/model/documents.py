"""The documents of a table. Each is listed once and in full, with the question where it first appeared, and
the seats that had it before the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from warcouncil.clients.debrief.model.question import GatePage
from warcouncil.clients.plan.text.papers import one_line
from warcouncil.protocol.table.papers import PaperPiece
from warcouncil.protocol.table.sheets import Document, Sheet, documents_of
from warcouncil.protocol.words import clean

PARAGRAPH_CHARS_MAX = 6000


@dataclass(frozen=True, slots=True)
class HeldDocument:
    """A document, the question where it was first seen, and the seats that had it at the last question."""

    title: str
    note: str
    pieces: tuple[PaperPiece, ...]
    gate: GatePage
    held: tuple[str, ...]


def has_documents(gates: Sequence[GatePage]) -> bool:
    """Return whether the game had any document."""
    return any(True for _ in _all(gates))


def held_documents(gates: Sequence[GatePage], last: Mapping[str, Sheet]) -> tuple[HeldDocument, ...]:
    """Return every document once, in the order in which they were seen.

    `last` is what each seat saw at the last question.
    """
    holders: dict[tuple[str, str], list[str]] = {}
    for seat, sheet in last.items():
        for key in dict.fromkeys(each.known_by for each in documents_of(sheet)):
            holders.setdefault(key, []).append(seat)
    found: dict[tuple[str, str], HeldDocument] = {}
    for gate, document in _all(gates):
        key = document.known_by
        if key not in found:
            lines = (clean(line, PARAGRAPH_CHARS_MAX) for line in document.lines)
            found[key] = HeldDocument(
                title=clean(document.title),
                note=clean(document.note),
                pieces=document.pieces or tuple(one_line(line) for line in lines if line),
                gate=gate,
                held=tuple(holders.get(key, ())),
            )
    return tuple(found.values())


def _all(gates: Sequence[GatePage]) -> Iterator[tuple[GatePage, Document]]:
    for gate in gates:
        for sheet in (gate.position, *(own for _, own in gate.own)):
            if sheet is not None:
                yield from ((gate, document) for document in documents_of(sheet))
