"""What follows in an exercise from a file: each field says who may know it, and each event tells itself in one sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeVar

from warcouncil.games.kit.events import EVERYONE, UMPIRES, Event, Hidden, Known, Public, known_to
from warcouncil.protocol.table.scenes import FactChange, ProseChange, Scene, TrackChange

T = TypeVar("T")
OfCell = Annotated[T, known_to("cell")]
"""The type of a field that the white cell and umpires may know."""
Cell = OfCell[tuple[str, ...]]
"""The seats of the white cell: it hears what each is told."""


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A round began."""

    seen_by = EVERYONE
    word: Public[str]
    number: Public[int]
    of: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say which."""
        return f"{known['word']} {known['number']} of {known['of']} began."


@dataclass(frozen=True, slots=True)
class Announced(Event):
    """Everyone was told something that the file foresaw. `passage` names the text in it."""

    seen_by = EVERYONE
    text: Public[str]
    passage: Hidden[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say it."""
        return str(known["text"])

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Lay it on top of the board."""
        return news(known["text"])


@dataclass(frozen=True, slots=True)
class Whispered(Event):
    """Some were told something that the file foresaw."""

    seen_by = known_to("to", "cell")
    text: Public[str]
    to: Public[tuple[str, ...]]
    passage: Hidden[str]
    cell: Cell
    whom: OfCell[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say it to them, and to whoever sees all for whom it was."""
        whom = f"Only to {', '.join(known['whom'])}: " if "whom" in known else ""
        return f"{whom}{known['text']}"


@dataclass(frozen=True, slots=True)
class NumberMoved(Event):
    """A number that everybody sees changed."""

    seen_by = EVERYONE
    label: Public[str]
    before: Public[int]
    now: Public[int]
    track: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say from where to where."""
        return _moved(known)

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Move it on its track, or write it anew."""
        if known["track"]:
            return Scene(title=known["label"], changes=(TrackChange(track=known["track"], at=known["now"]),))
        return _written(known)


@dataclass(frozen=True, slots=True)
class OwnNumberMoved(Event):
    """A number that only some see changed; the white cell alone, where `to` is empty."""

    seen_by = known_to("to", "cell")
    label: Public[str]
    before: Public[int]
    now: Public[int]
    to: Public[tuple[str, ...]]
    cell: Cell

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say from where to where."""
        return _moved(known)

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Write it anew."""
        return _written(known)


def sentence(text: str) -> str:
    """End what somebody said with a stop, where he did not."""
    return text if text[-1:] in (".", "!", "?", "…") else f"{text}."


def news(text: str) -> Scene:
    """Lay a text on top of the board."""
    return Scene(title="News", changes=(ProseChange(title="News", text=text),))


def _written(known: Known) -> Scene:
    label = known["label"]
    return Scene(title=label, changes=(FactChange(label=label, value=str(known["now"])),))


def _moved(known: Known) -> str:
    verb = "rose" if known["now"] > known["before"] else "fell"
    return f"{known['label']} {verb} from {known['before']} to {known['now']}."


@dataclass(frozen=True, slots=True)
class DocumentHanded(Event):
    """A document came into the hands of some."""

    seen_by = known_to("to", "cell")
    title: Public[str]
    to: Public[tuple[str, ...]]
    document: Hidden[str]
    cell: Cell
    whom: OfCell[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say what there is to read; to whoever sees all, who got it."""
        whom = f"{', '.join(known['whom'])} got" if "whom" in known else "You were handed a document:"
        return f"{whom} «{known['title']}»."


@dataclass(frozen=True, slots=True)
class FactEstablished(Event):
    """Something is so from now on, for everybody."""

    seen_by = EVERYONE
    text: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say it."""
        return str(known["text"])


@dataclass(frozen=True, slots=True)
class RuleApplied(Event):
    """A rule of the file was found to hold: for the white cell, umpires, reports and rehearsals."""

    seen_by = known_to("cell")
    label: OfCell[str]
    chance: OfCell[int]
    cell: Cell

    @classmethod
    def tell(cls, known: Known) -> str:
        """Name it."""
        odds = f" (its chance was {known['chance']} %)" if known["chance"] < 100 else ""
        return f"Rule: {known['label']}{odds}."


@dataclass(frozen=True, slots=True)
class FileAmended(Event):
    """An umpire amended the exercise. What came of it is told by itself."""

    seen_by = UMPIRES
    text: Hidden[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say what was added."""
        return f"Amended: {' '.join(known['text'].split())}" if "text" in known else ""


@dataclass(frozen=True, slots=True)
class PointsCounted(Event):
    """One side's points at the end."""

    seen_by = EVERYONE
    who: Public[str]
    points: Public[int]
    title: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Say how many."""
        return f"{known['who']}: {known['points']} {known['title']}."


EVENT_TYPES: tuple[type[Event], ...] = (
    RoundBegan,
    Announced,
    Whispered,
    NumberMoved,
    OwnNumberMoved,
    DocumentHanded,
    FactEstablished,
    RuleApplied,
    FileAmended,
    PointsCounted,
)
