"""Searches a film: story, talk, the umpire's messages and rulings, but only what the chosen viewpoint
noticed.
"""

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
"""The kinds that are searched, and their names."""


def matches(marks: Iterable[FilmMark], wanted: str) -> tuple[FilmMark, ...]:
    """Return the marks that contain every searched word in their text or speaker, ignoring case."""
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
    """Return a mark as one line."""
    head = " ".join(filter(None, (mark.who, NAMES.get(mark.kind, ""))))
    return f"{head}: {mark.text}" if head else mark.text


def nearest(found: tuple[FilmMark, ...], seq: int, by: int) -> int:
    """Return the index of the next match after a record, or of the one before it.

    The search wraps at the ends.
    """
    places = range(len(found)) if by > 0 else range(len(found) - 1, -1, -1)
    for place in places:
        there = found[place].spot.seq
        if there > seq if by > 0 else there < seq:
            return place
    return 0 if by > 0 else len(found) - 1


class Search:
    """The present search: its matches, and the match that was last visited."""

    def __init__(self) -> None:
        self._found: tuple[FilmMark, ...] = ()
        self._place = -1

    def begin(self, marks: Iterable[FilmMark], wanted: str, seq: int) -> bool:
        """Search, to continue after a record.

        Return whether there is a match. Without one, the former matches stay.
        """
        found = matches(marks, wanted)
        if found:
            self._found, self._place = found, nearest(found, seq, 1) - 1
        return bool(found)

    def go(self, by: int) -> FilmMark | None:
        """Return the next match, or the one before, wrapping at the ends. None: there is no search."""
        if not self._found:
            return None
        self._place = (self._place + by) % len(self._found)
        return self._found[self._place]

    @property
    def words(self) -> str:
        """Return which match of how many it is, and its text."""
        return f"{self._place + 1} of {len(self._found)}: {said(self._found[self._place])}"

    def forget(self) -> None:
        """Forget the search."""
        self._found, self._place = (), -1
