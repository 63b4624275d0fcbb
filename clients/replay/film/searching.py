"""Searches a film: story, talk, the umpire's messages and rulings, but only what the chosen viewpoint
noticed.
"""

from __future__ import annotations

from collections.abc import Iterable

from warcouncil.clients.replay.film.film import FilmMark, MarkKind
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.words import clean

NAMES = {
    MarkKind.SPOKE: ("replay.spoke", "replay.spoke_by"),
    MarkKind.PROPOSED: ("replay.proposed", "replay.proposed_by"),
    MarkKind.SETTLED: ("replay.settled", "replay.settled_by"),
    MarkKind.TOLD: ("replay.told", "replay.told_by"),
    MarkKind.CALLED: ("replay.called", "replay.called_by"),
    MarkKind.ANSWERED: ("replay.answered", "replay.answered_by"),
    MarkKind.RULED: ("replay.ruled", "replay.ruled_by"),
    MarkKind.NOTED: ("replay.noted", "replay.noted_by"),
    MarkKind.STOPPED: ("replay.stopped", "replay.stopped_by"),
    MarkKind.FAULT: ("replay.fault", "replay.fault_by"),
}
"""The sentences of marks that have a text: without the name of a seat, and with it."""
KINDS = {
    MarkKind.CAME: "replay.came",
    MarkKind.OPENED: "replay.opened",
    MarkKind.CLOSED: "replay.closed",
    MarkKind.SEALED: "replay.sealed",
    MarkKind.CHANGED: "replay.changed",
    MarkKind.TAKEN_BACK: "replay.taken_back",
    MarkKind.STRUCK: "replay.struck",
    MarkKind.BOT: "replay.bot",
    MarkKind.BACK: "replay.back",
    MarkKind.STOPPED: "replay.clock_stopped",
    MarkKind.RAN: "replay.clock_ran",
}
"""The sentences of marks that have no text."""
SEARCHED = frozenset((*NAMES, MarkKind.HAPPENED))
"""The kinds that are searched."""


def matches(marks: Iterable[FilmMark], wanted: str) -> tuple[FilmMark, ...]:
    """Return the marks that contain every searched word in their text or speaker, ignoring case."""
    words = clean(wanted).casefold().split()
    if not words:
        return ()
    return tuple(
        mark
        for mark in marks
        if mark.kind in SEARCHED and mark.text and all(word in _text(mark) for word in words)
    )


def _text(mark: FilmMark) -> str:
    return f"{mark.who} {mark.where} {mark.text}".casefold()


def said(mark: FilmMark) -> str:
    """Return a mark as one line."""
    if not mark.text:
        return say(KINDS[mark.kind], who=mark.who) if mark.kind in KINDS else mark.who
    if mark.kind not in NAMES:
        return say("fields.named", label=mark.who, value=mark.text) if mark.who else mark.text
    alone, by = NAMES[mark.kind]
    return say(by, who=mark.who, text=mark.text) if mark.who else say(alone, text=mark.text)


def nearest(found: tuple[FilmMark, ...], seq: int, by: int) -> int:
    """Return the index of the next match after a record, or of the last match before it.

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
        """Start a search, to continue after a record.

        Return whether there is a match. Without a match, the former matches stay.
        """
        found = matches(marks, wanted)
        if found:
            self._found, self._place = found, nearest(found, seq, 1) - 1
        return bool(found)

    def go(self, by: int) -> FilmMark | None:
        """Return the next or the previous match. The search wraps at the ends. Return None if there is no search."""
        if not self._found:
            return None
        self._place = (self._place + by) % len(self._found)
        return self._found[self._place]

    @property
    def words(self) -> str:
        """Return the number of the match, the number of matches, and its text."""
        found = self._found[self._place]
        return say("replay.match", n=self._place + 1, of=len(self._found), what=said(found))

    def forget(self) -> None:
        """Forget the search."""
        self._found, self._place = (), -1
