"""The events of consequences in a game from a scenario file.

Each field says who may know it, and each event makes one sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeVar

from warcouncil.games.kit.events import EVERYONE, UMPIRES, Event, Hidden, Known, Public, known_to
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.scenes import FactChange, ProseChange, RowChange, Scene, TrackChange

T = TypeVar("T")
OfCell = Annotated[T, known_to("cell")]
"""The type of a field that the white cell and umpires may know."""
Cell = OfCell[tuple[str, ...]]
"""The seats of the white cell. They read what each team or seat is told."""


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A round began."""

    seen_by = EVERYONE
    word: Public[str]
    number: Public[int]
    of: Public[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which round began."""
        return say("events.round", round=known["word"], number=known["number"], rounds=known["of"])


@dataclass(frozen=True, slots=True)
class Announced(Event):
    """Everyone received a text of the file. `passage` is the name of the text."""

    seen_by = EVERYONE
    text: Public[str]
    passage: Hidden[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the text."""
        return str(known["text"])

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene of the text, on top of the board."""
        return news(known["text"])


@dataclass(frozen=True, slots=True)
class Whispered(Event):
    """Some teams or seats received a text of the file."""

    seen_by = known_to("to", "cell")
    text: Public[str]
    to: Public[tuple[str, ...]]
    passage: Hidden[str]
    cell: Cell
    whom: OfCell[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the text. The white cell and umpires also read the receivers."""
        if "whom" not in known:
            return str(known["text"])
        return say("events.whispered", names=", ".join(known["whom"]), text=known["text"])


@dataclass(frozen=True, slots=True)
class NumberMoved(Event):
    """A number that everyone sees changed. `states` are the words for its values, if it has states."""

    seen_by = EVERYONE
    label: Public[str]
    before: Public[int]
    now: Public[int]
    track: Public[str]
    states: Public[tuple[str, ...]]
    place: Public[tuple[str, str, int]] = ("", "", 0)
    """The place of the number on the sheets: the table, the row, and how many cells of the row come before it.

    Older records do not have it.
    """

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the old and the new value."""
        return _moved(known)

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that moves the number on its track, or shows its new value."""
        if known["track"]:
            return Scene(title=known["label"], changes=(TrackChange(track=known["track"], at=known["now"]),))
        return _written(known)


@dataclass(frozen=True, slots=True)
class OwnNumberMoved(Event):
    """A number that only some readers see changed. If `to` is empty, only the white cell sees it."""

    seen_by = known_to("to", "cell")
    label: Public[str]
    before: Public[int]
    now: Public[int]
    to: Public[tuple[str, ...]]
    cell: Cell
    states: Public[tuple[str, ...]]
    place: Public[tuple[str, str, int]] = ("", "", 0)
    """The place of the number on the sheets: the table, the row, and how many cells of the row come before it.

    Older records do not have it.
    """

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the old and the new value."""
        return _moved(known)

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene of the new value."""
        return _written(known)


def sentence(text: str) -> str:
    """Return a text that ends with a full stop or another end mark."""
    return text if text[-1:] in (".", "!", "?", "…") else f"{text}."


def news(text: str) -> Scene:
    """Return the scene of a text on top of the board."""
    title = say("events.news")
    return Scene(title=title, changes=(ProseChange(title=title, text=text),))


def _written(known: Known) -> Scene:
    """Return the scene of a new value: of its fact and, if several sides have the number, of its cell in a table."""
    label, value = known["label"], _value(known, "now")
    table, row, at = known["place"]
    cells = [RowChange(title=table, row=row, cells=(*[None] * at, value))] if table else []
    return Scene(title=label, changes=(FactChange(label=label, value=value), *cells))


def _moved(known: Known) -> str:
    return say("events.moved", label=known["label"], before=_value(known, "before"), now=_value(known, "now"))


def _value(known: Known, when: str) -> str:
    """Return the value of a number in words."""
    return str(known["states"][known[when]] if known["states"] else known[when])


@dataclass(frozen=True, slots=True)
class DocumentHanded(Event):
    """A document was handed to some teams or seats."""

    seen_by = known_to("to", "cell")
    title: Public[str]
    to: Public[tuple[str, ...]]
    document: Hidden[str]
    cell: Cell
    whom: OfCell[tuple[str, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which document can be read. The white cell and umpires read its receivers."""
        if "whom" not in known:
            return say("events.handed", title=known["title"])
        return say("events.handed_to", names=", ".join(known["whom"]), title=known["title"])


@dataclass(frozen=True, slots=True)
class FactEstablished(Event):
    """A fact was established for everyone from now on."""

    seen_by = EVERYONE
    text: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the fact."""
        return str(known["text"])


@dataclass(frozen=True, slots=True)
class RuleApplied(Event):
    """The conditions of a rule held, and the rule was applied. The white cell, umpires, reports and rehearsals can
    see this event.
    """

    seen_by = known_to("cell")
    label: OfCell[str]
    chance: OfCell[int]
    cell: Cell

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the name of the rule."""
        if known["chance"] < 100:
            return say("events.rule_chance", rule=known["label"], chance=known["chance"])
        return say("events.rule", rule=known["label"])


@dataclass(frozen=True, slots=True)
class FileAmended(Event):
    """An umpire amended the exercise. Other events report the consequences."""

    seen_by = UMPIRES
    text: Hidden[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return what was added."""
        return say("events.amended", text=" ".join(known["text"].split())) if "text" in known else ""


@dataclass(frozen=True, slots=True)
class PointsCounted(Event):
    """The points of one side at the end."""

    seen_by = EVERYONE
    who: Public[str]
    points: Public[int]
    title: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return how many points the side has."""
        label = say("shown.of_owner", title=known["title"].capitalize(), owner=known["who"])
        return say("events.points", label=label, points=known["points"])


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
