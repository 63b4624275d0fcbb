"""Searching a film: story, talk, the umpire's words and rulings, in what the chosen eyes noticed alone."""

from __future__ import annotations

from collections.abc import Iterable

from warcouncil.clients.replay.film.film import FilmMark, MarkKind
from warcouncil.protocol.words import clean

NAMES = {
    MarkKind.HAPPENED: "",
    MarkKind.SPOKE: "said",
    MarkKind.PROPOSED: "proposed",
    MarkKind.SETTLED: "proposal",
    MarkKind.TOLD: "the umpire's word",
    MarkKind.CALLED: "called the umpire",
    MarkKind.ANSWERED: "the umpire answered",
    MarkKind.RULED: "ruling",
    MarkKind.NOTED: "the umpire noted",
    MarkKind.STOPPED: "the clock was stopped",
    MarkKind.FAULT: "fault",
}
"""What is searched, and how it is called."""


def matches(marks: Iterable[FilmMark], wanted: str) -> tuple[FilmMark, ...]:
    """Give the marks in whose words, or in whose speaker, every word that is wanted stands; case is nothing."""
    words = clean(wanted).casefold().split()
    if not words:
        return ()
    return tuple(
        mark
        for mark in marks
        if mark.kind in NAMES and mark.text and all(word in _text(mark) for word in words)
    )


def _text(mark: FilmMark) -> str:
    return f"{mark.who} {mark.where} {mark.text}".casefold()


def said(mark: FilmMark) -> str:
    """Say a mark in one line."""
    head = " ".join(filter(None, (mark.who, NAMES.get(mark.kind, ""))))
    return f"{head}: {mark.text}" if head else mark.text


def nearest(found: tuple[FilmMark, ...], seq: int, by: int) -> int:
    """Give the place of the next match behind a record, or of the one before it; round at the ends."""
    places = range(len(found)) if by > 0 else range(len(found) - 1, -1, -1)
    for place in places:
        there = found[place].spot.seq
        if there > seq if by > 0 else there < seq:
            return place
    return 0 if by > 0 else len(found) - 1


class Search:
    """What was searched for: its matches, and which of them was gone to last."""

    def __init__(self) -> None:
        self._found: tuple[FilmMark, ...] = ()
        self._place = -1

    def begin(self, marks: Iterable[FilmMark], wanted: str, seq: int) -> bool:
        """Search, to go on behind a record; tell whether anything was found. What was found before stays where nothing is."""
        found = matches(marks, wanted)
        if found:
            self._found, self._place = found, nearest(found, seq, 1) - 1
        return bool(found)

    def go(self, by: int) -> FilmMark | None:
        """Give the next match, or the one before; round at the ends. None: nothing was searched for."""
        if not self._found:
            return None
        self._place = (self._place + by) % len(self._found)
        return self._found[self._place]

    @property
    def words(self) -> str:
        """Say which match it is, of how many, and what it says."""
        return f"{self._place + 1} of {len(self._found)}: {said(self._found[self._place])}"

    def forget(self) -> None:
        """Search for nothing."""
        self._found, self._place = (), -1
