"""The events of answers to questions: which answer counts for whom, and its origin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from warcouncil.games.kit.events import EVERYONE, Event, Known, Public, known_to
from warcouncil.games.kit.ways import Way, said_of
from warcouncil.games.scenario.came import Came, Others
from warcouncil.games.scenario.events.followed import Cell
from warcouncil.games.scenario.wording import say


@dataclass(frozen=True, slots=True)
class AnswerOpened(Event):
    """The answer that counts for a team or seat was shown to everyone.

    `said` is the answer in words, or "" if no answer counts. `came` is its origin. `others` are the
    seats of a team that did not seal their own answers.
    """

    seen_by = EVERYONE
    who: Public[str]
    question: Public[str]
    said: Public[str]
    came: Public[str] = Came.UNKNOWN
    others: Public[Others] = ()
    asked: Public[str] = ""
    """The question in a few words. Older records lack it."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return whose answer to which question it was, and its origin."""
        return _told(known)


@dataclass(frozen=True, slots=True)
class AnswerTold(Event):
    """The answer that counts for a team or seat was shown to some readers. The fields are those of `AnswerOpened`."""

    seen_by = known_to("to", "cell")
    who: Public[str]
    question: Public[str]
    said: Public[str]
    to: Public[tuple[str, ...]]
    cell: Cell
    came: Public[str] = Came.UNKNOWN
    others: Public[Others] = ()
    asked: Public[str] = ""
    """The question in a few words. Older records lack it."""

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return whose answer to which question it was, and its origin."""
        return _told(known)


def _told(known: Known) -> str:
    who, said = known["who"], known["said"]
    of = say("events.of_question", who=who, asked=known["asked"]) if known["asked"] else who
    counts = say("events.counts", said=said) if said else say("events.no_answer_counts")
    return " ".join((_answer(of, said, counts, Came(known["came"])), *_of_seats(known["others"])))


def _answer(of: str, said: str, counts: str, came: Came) -> str:
    match came:
        case Came.AGREED | Came.UNKNOWN:
            return say("events.answer", of=of, said=said)
        case Came.SILENT:
            return say("events.silent", of=of, counts=counts)
        case Came.EMPTY if said:
            return say("events.empty_counts", of=of, counts=counts)
        case Came.EMPTY:
            return say("events.empty", of=of)
        case Came.SOME:
            return say("events.some", of=of, counts=counts)
        case Came.DISAGREED:
            return say("events.disagreed", of=of, counts=counts)
        case Came.STRUCK:
            return say("events.struck", of=of, counts=counts)
        case Came.DRAFT:
            return say("events.draft", of=of, said=said)
        case Came.UMPIRE:
            return say("events.umpire", of=of, said=said)
        case Came.BOT:
            return say("events.bot", of=of, said=said)


def _of_seats(others: Others) -> Iterator[str]:
    for title, way in others:
        match Way(way):
            case Way.DRAFT:
                yield say("events.only_draft", seat=title)
            case Way.STRUCK | Way.UMPIRE | Way.BOT as other:
                yield said_of(other, title)
            case Way.SILENT | Way.SEALED:
                pass


EVENT_TYPES: tuple[type[Event], ...] = (AnswerOpened, AnswerTold)
