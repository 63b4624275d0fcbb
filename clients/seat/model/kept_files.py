"""The files that a seat leaves on this machine: its notes, and its story as text."""

from __future__ import annotations

import re
from pathlib import Path

from warcouncil.clients.link.base import private_files
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.link.identity.notes import NotesFile
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.widgets.pieces.wording import listed
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.views import Ended
from warcouncil.protocol.words import clean, plain


def story_text(desk: Desk) -> str:
    """Return the story as the seat knows it, and how it ended, as plain lines."""
    welcome = desk.welcome
    lines: list[str] = []
    if welcome is not None:
        head = say(
            "story.file_head",
            seat=clean(welcome.seat_title),
            game=clean(welcome.game_title),
            table=welcome.table,
            exercise=clean(welcome.exercise),
        )
        lines += [head, say("story.file_game", designer=clean(welcome.designer))]
    heading = ""
    for line in desk.whole_story()[0]:
        if line.heading != heading:
            heading = line.heading
            lines += ["", clean(heading)]
        lines.append(f"  {clean(line.text)}")
    if desk.view is not None and desk.view.ended is not None:
        lines += ["", *_ended(desk.view.ended)]
    return "\n".join(lines) + "\n"


class KeptFiles:
    """Stores notes and story. Without a file the notes exist only in this window."""

    def __init__(self, notes: NotesFile | None = None, stories: Path | None = None) -> None:
        self._notes = notes
        self._stories = stories
        self._kept = notes.read() if notes else ""
        self._failed = False
        self._saved = ""

    @property
    def keeps_notes(self) -> bool:
        """Whether the notes are stored in a file, so that they come back with the seat."""
        return self._notes is not None

    @property
    def notes(self) -> str:
        """The notes in their last stored state."""
        return self._kept

    def keep_notes(self, text: str) -> str:
        """Store the notes if they have changed. Return why they cannot be stored. Each reason is returned once."""
        if self._notes is None or text == self._kept:
            return ""
        try:
            self._notes.write(text)
        except OSError as error:
            said, self._failed = self._failed, True
            return "" if said else say("help.notes_kept_not", why=why(error))
        self._kept = text
        return ""

    def save_story(self, desk: Desk) -> str:
        """Save the story. Return a sentence that says where it is, or why it was not saved."""
        if not desk.whole_story()[0] or self._stories is None:
            return say("story.none_to_save")
        path = self._stories / f"{_file_name(desk)}.txt"
        try:
            self._stories.mkdir(parents=True, exist_ok=True)
            private_files.write(path, story_text(desk), private_files.ANYBODY)
        except OSError as error:
            return say("story.not_saved", path=str(self._stories), why=why(error))
        self._saved = say("story.saved_in", path=str(path))
        return self._saved

    def left_behind(self, desk: Desk) -> list[str]:
        """Save the story of a seat that the player leaves, if its notes are stored too.

        Return lines that say what each file contains.
        """
        if self._notes is None:
            return [self._saved] if self._saved else []
        said = [self.save_story(desk)] if desk.whole_story()[0] else []
        return [*said, say("help.notes_kept_in", path=str(self._notes.path))] if self._kept else said


def _file_name(desk: Desk) -> str:
    """Return a file name made from the exercise and the seat, with letters that every system allows."""
    welcome = desk.welcome
    words = f"{welcome.exercise} table {welcome.table} {welcome.seat}" if welcome is not None else "story"
    return re.sub(r"[^\w-]+", "-", clean(words)).strip("-")[:100] or "story"


def _ended(ended: Ended) -> list[str]:
    """Return how the game ended, as plain lines."""
    lines = [say("story.file_over", reason=plain(ended.reason))]
    if ended.title:
        lines.append(say("verdict.reason", reason=clean(ended.title)))
    if ended.winners:
        lines.append(say("verdict.won_by", who=listed(clean(name) for name in ended.winners)))
    return lines + [
        f"{clean(score.label)}: " + ", ".join(f"{clean(side)} {value}" for side, value in score.of)
        for score in ended.scores
    ]
