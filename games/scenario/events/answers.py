"""The events of answers to questions: what counts for whom, and how it came to count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.games.kit.ways import Way, said_of
from warcouncil.games.scenario.came import Came, Others
from warcouncil.games.scenario.events.followed import Cell, sentence


@dataclass(frozen=True, slots=True)
class AnswerOpened(Event):
    """The answer that counts for a team or seat was opened to everyone.

    `said` is the answer in words, or "" if no answer counts. `came` is how it came to count. `others` are the
    seats of a team that did not seal their own answers.
    """

    seen_by = EVERYONE
    who: Public[str]
    question: Public[str]
    said: Public[str]
    came: Public[str] = Came.UNKNOWN
    others: Public[Others] = ()

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return whose answer it was, and how it came to count."""
        return _told(known)


@dataclass(frozen=True, slots=True)
class AnswerTold(Event):
    """The answer that counts for a team or seat was told to some. The fields are those of `AnswerOpened`."""

    seen_by = known_to("to", "cell")
    who: Public[str]
    question: Public[str]
    said: Public[str]
    to: Public[tuple[str, ...]]
    cell: Cell
    came: Public[str] = Came.UNKNOWN
    others: Public[Others] = ()

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return whose answer it was, and how it came to count."""
        return _told(known)


def _told(known: Known) -> str:
    who, said = known["who"], known["said"]
    counts = f"'{said}' counts." if said else "No answer counts."
    return " ".join((_answer(who, said, counts, Came(known["came"])), *_of_seats(known["others"])))


def _answer(who: str, said: str, counts: str, came: Came) -> str:
    match came:
        case Came.AGREED | Came.UNKNOWN:
            return f"{who}: {sentence(said)}"
        case Came.SILENT:
            return f"{who} did not answer. {counts}"
        case Came.EMPTY:
            return f"{who} left the answer empty.{f' {counts}' if said else ''}"
        case Came.SOME:
            return f"Only some of {who} answered. {counts}"
        case Came.DISAGREED:
            return f"{who} did not agree. {counts}"
        case Came.STRUCK:
            return f"The umpire struck out the answer of {who}. {counts}"
        case Came.DRAFT:
            return f"{who} did not seal an answer in time. The draft '{said}' counts."
        case Came.UMPIRE:
            return f"The umpire answered for {who}: {sentence(said)}"
        case Came.BOT:
            return f"A bot answered for {who}: {sentence(said)}"


def _of_seats(others: Others) -> Iterator[str]:
    for title, way in others:
        match Way(way):
            case Way.DRAFT:
                yield f"{title} gave only a draft."
            case Way.STRUCK | Way.UMPIRE | Way.BOT as other:
                yield said_of(other, title)
            case Way.SILENT | Way.SEALED:
                pass


EVENT_TYPES: tuple[type[Event], ...] = (AnswerOpened, AnswerTold)
