"""The origin of the answer that counts: sealed and agreed, by silence, by disagreement, or by an umpire or a bot.

This module also has the text for each origin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from warcouncil.games.kit.ways import Way
from warcouncil.games.scenario.file.text.question import QuestionPart
from warcouncil.games.scenario.state import Given
from warcouncil.games.scenario.wording import say


class Came(StrEnum):
    """The origin of the answer that counts for a team or seat."""

    AGREED = "agreed"
    """It was sealed. In a jointly asked team, enough seats agreed."""
    SILENT = "silent"
    """None of its seats answered."""
    EMPTY = "empty"
    """It was sealed without a word."""
    SOME = "some"
    """Only some of its seats answered, and fewer than the file requires."""
    DISAGREED = "disagreed"
    """Its seats gave different answers. No answer came from as many seats as the file requires."""
    UNKNOWN = ""
    """An older record does not say."""
    STRUCK = "struck out"
    DRAFT = "draft"
    UMPIRE = "umpire"
    BOT = "bot"


_ALONE = {
    Way.DRAFT: Came.DRAFT,
    Way.UMPIRE: Came.UMPIRE,
    Way.BOT: Came.BOT,
}
"""The origin of a single seat's answer that the seat did not seal."""
_UNANSWERED = {Way.STRUCK: Came.STRUCK, Way.SEALED: Came.EMPTY}
"""The origin for a single seat that has no answer and was not silent."""
_NOTES = {
    Came.SILENT: "shown.note_silent",
    Came.EMPTY: "shown.note_empty",
    Came.SOME: "shown.note_some",
    Came.DISAGREED: "shown.note_disagreed",
    Came.STRUCK: "shown.note_struck",
    Came.DRAFT: "shown.note_draft",
    Came.UMPIRE: "shown.note_umpire",
    Came.BOT: "shown.note_bot",
}
"""The key of the note on a sheet beside an answer."""
Others = tuple[tuple[str, str], ...]
"""The seats of a jointly asked team that did not seal an answer. Each has its title and the origin of its answer."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The answer that counts for a team or seat, and its origin."""

    value: Given | None
    came: Came


def counted(question: QuestionPart, said: Sequence[Given | None], ways: Sequence[Way]) -> Counts:
    """3.3 Return the answer of a team: that of its commander, of most of its seats, or of all.

    If these seats did not answer, the value for silence counts.
    """
    silence: Given | None = question.counts_in_silence
    if len(said) == 1:
        value, way = said[0], ways[0]
        if value is None:
            return Counts(silence, _UNANSWERED.get(way, Came.SILENT))
        return Counts(value, _ALONE.get(way, Came.AGREED))
    kept = [each for each in said if each is not None]
    if not kept:
        return Counts(silence, Came.SILENT)
    votes = Counter(map(repr, kept)).most_common(2)
    first, most = votes[0]
    value = next(each for each in kept if repr(each) == first)
    if most == len(said) or (question.by == "majority" and 2 * most > len(said)):
        return Counts(value, Came.AGREED)
    is_tied = len(votes) > 1 and votes[1][1] == most
    if question.by == "all" or is_tied:
        return Counts(silence, Came.DISAGREED if len(votes) > 1 else Came.SOME)
    return Counts(value, Came.SOME if len(kept) < len(said) else Came.AGREED)


def noted(said: str, came: str) -> str:
    """Return an answer in the form for a sheet, with a note if no seat sealed it. `said` is "" if no answer counts."""
    note = _NOTES.get(Came(came))
    if not note:
        return said or say("shown.no_answer")
    return say("shown.noted", answer=said, note=say(note)) if said else say(note)
