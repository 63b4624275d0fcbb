"""The end as lines: the verdict, the umpire's farewell, and what a seat leaves on this machine."""

from __future__ import annotations

from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.kept_files import KeptFiles
from warcouncil.clients.seat.model.shown.ended import result_of
from warcouncil.clients.seat.model.shown.screen import ShownEnd
from warcouncil.clients.widgets.pieces.wording import listed
from warcouncil.clients.wording.saying import say

NOTE_SIGN = "\n"


def verdict_lines(end: ShownEnd) -> list[str]:
    """Return why the game ended, who won, what was counted, and what the reader did."""
    ended = end.ended
    counts = (
        f"{label}: {', '.join(f'{side} {value}'.strip() for side, value in values)}."
        for label, values in end.counts
    )
    lines = [
        say("verdict.reason", reason=ended.title) if ended.title else "",
        f"{end.reason} {end.outcome}".rstrip(),
        end.meaning,
        say("plain.won_by", who=listed(ended.winners)) if ended.winners else "",
        *counts,
        f"{end.deeds}." if end.deeds else "",
    ]
    return [f"over: {line}" for line in lines if line]


def farewell_lines(desk: Desk) -> list[str]:
    """Return the state of this table when the umpire ended the exercise."""
    return [f"over: {result_of(desk)}", f"over: {say('plain.may_leave')}"]


class Notebook:
    """The notes and the story of a plain seat, and the files where they are stored."""

    def __init__(self, keeping: KeptFiles) -> None:
        self._keeping = keeping
        self._notes = keeping.notes

    def say(self) -> list[str]:
        """Return all notes."""
        return [f"note: {line}" for line in self._notes.splitlines() if line.strip()] or [
            say("plain.no_notes")
        ]

    def add(self, text: str) -> list[str]:
        """Add a line to the notes and store it. Without words, return all notes."""
        if not text:
            return self.say()
        self._notes = f"{self._notes.rstrip()}{NOTE_SIGN}{text}".strip()
        noted = say("plain.noted_kept" if self._keeping.keeps_notes else "plain.noted_here")
        return [self._keeping.keep_notes(self._notes) or noted]

    def save(self, desk: Desk) -> list[str]:
        """Save the story."""
        return [self._keeping.save_story(desk)]

    def left(self, desk: Desk) -> list[str]:
        """Return lines for the good-bye that say what each file contains."""
        return self._keeping.left_behind(desk)
