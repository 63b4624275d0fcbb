"""Events: what happened, with the readers who may know each part of it. A seat knows nothing unless the class says so.

An event is a frozen slotted dataclass. Its `seen_by` says which readers learn that it happened. Each field says which
readers may know its value. A class without this information cannot be defined. `tell` makes the sentence for a
reader from the fields that the reader may know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated, Any, ClassVar, NamedTuple, TypeVar, get_origin, get_type_hints

from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.scenes import Scene

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sight:
    """The readers who may know a part of an event: everyone, the seats and teams named in `fields` of the event, or only umpires."""

    everyone: bool = False
    fields: tuple[str, ...] = ()


EVERYONE = Sight(everyone=True)
UMPIRES = Sight()


def known_to(*names: str) -> Sight:
    """Return the sight of the seats or teams that these fields of the same event name.

    Each of these fields has one name or a tuple of names.
    """
    return Sight(fields=names)


Public = Annotated[T, EVERYONE]
"""The type of a field that everyone may know who learns of the event."""
Hidden = Annotated[T, UMPIRES]
"""The type of a field that only umpires may know."""


class Known(Mapping[str, Any]):
    """The fields of an event that one reader may know."""

    __slots__ = ("_reader", "_values", "asked_who_reads")

    def __init__(self, values: dict[str, Any], reader: Seat | None) -> None:
        self._values = values
        self._reader = reader
        self.asked_who_reads = False

    @property
    def reader(self) -> Seat | None:
        """The reader's seat, or None for an umpire."""
        self.asked_who_reads = True
        return self._reader

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def get(self, key: str, default: Any = None) -> Any:
        """Return a field, or `default` if the reader may not know it."""
        return self._values.get(key, default)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def mine(self, field: str) -> bool:
        """Return whether this field names the reader's own seat."""
        reader = self.reader
        return reader is not None and self._values.get(field) == reader.id


class Event(ABC):
    """Something that happened. The names of subclasses are in the past tense: `CombatFought`."""

    __slots__ = ()

    seen_by: ClassVar[Sight]

    def __init_subclass__(cls, **kwargs: object) -> None:
        """Raise TypeError for a class that does not say who may know it, as a whole and in each field."""
        super().__init_subclass__(**kwargs)
        if not isinstance(getattr(cls, "seen_by", None), Sight):
            raise TypeError(f"{cls.__name__}: say in `seen_by` who learns that this happened")
        names = set(_hints(cls))
        for name, hint in _hints(cls).items():
            sights = [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Sight)]
            if len(sights) != 1:
                raise TypeError(f"{cls.__name__}.{name}: say who may know this field")
            missing = set(sights[0].fields) - names
            if missing:
                raise TypeError(f"{cls.__name__}.{name}: no field {', '.join(sorted(missing))}")
        missing = set(cls.seen_by.fields) - names
        if missing:
            raise TypeError(f"{cls.__name__}.seen_by: no field {', '.join(sorted(missing))}")

    @classmethod
    @abstractmethod
    def tell(cls, known: Known) -> str:
        """Return one plain sentence in the past tense about what happened, or "" for none.

        It uses only what the reader may know.
        """

    @classmethod
    def show(cls, known: Known) -> Scene | None:  # noqa: ARG003  # an event without a scene reads nothing
        """Return what the event changes on the board, or None if there is nothing to watch.

        It uses only what the reader may know. An event without secrets returns the same for every reader. An
        event that returns a scene must be hashable, because its scene is drawn once for all readers.
        """
        return None


def _hints(cls: type) -> dict[str, Any]:
    hints = get_type_hints(cls, include_extras=True)
    return {
        name: hint
        for name, hint in hints.items()
        if get_origin(hint) is not ClassVar and hint is not ClassVar
    }


@cache
def sights(cls: type[Event]) -> tuple[tuple[str, Sight], ...]:
    """Return each field of an event class with the readers who may know it, in the order of the fields."""
    hints = _hints(cls)
    return tuple(
        (field.name, next(mark for mark in hints[field.name].__metadata__ if isinstance(mark, Sight)))
        for field in fields(cls)  # type: ignore[arg-type]  # every concrete event is a dataclass
    )


Named = frozenset[str] | None
"""The seats and teams that may know a part of an event, or None if everyone may."""


class Hearers(NamedTuple):
    """The parts of one event, and the readers who may know each.

    `public` lists the fields that every reader of the event may know. `others` lists the other fields, each
    with the seats and teams that may know it.
    """

    event: Event
    seen_by: Named
    public: tuple[str, ...]
    others: tuple[tuple[str, Named], ...]

    def names(self, seat: Seat | None) -> tuple[str, ...] | None:
        """Return the fields that a seat may know, or None if it does not learn of the event. Seat None is an umpire."""
        if not _is_among(self.seen_by, seat):
            return None
        if not self.others:
            return self.public
        return (*self.public, *[name for name, named in self.others if _is_among(named, seat)])


def hearers(event: Event) -> Hearers:
    """Return who may know which part of an event."""
    public, others = _parted(type(event))
    named = tuple((name, _named(event, sight)) for name, sight in others)
    return Hearers(event, _named(event, type(event).seen_by), public, named)


def _named(event: Event, sight: Sight) -> Named:
    """Return the seats and teams that `sight` names for this event."""
    if sight.everyone:
        return None
    values = [getattr(event, field) for field in sight.fields]
    return frozenset(name for value in values for name in (value if isinstance(value, tuple) else (value,)))


def _is_among(named: Named, seat: Seat | None) -> bool:
    return seat is None or named is None or seat.id in named or bool(seat.team and seat.team in named)


def may_know(event: Event, sight: Sight, seat: Seat | None) -> bool:
    """Return whether `sight` lets a seat know a part of this event. Seat None is an umpire."""
    return _is_among(_named(event, sight), seat)


def known(event: Event, seat: Seat | None) -> Known | None:
    """Return what a seat may know of an event, or None if it does not learn of the event. Seat None is an umpire."""
    names = hearers(event).names(seat)
    return None if names is None else Known({name: getattr(event, name) for name in names}, seat)


@cache
def _parted(cls: type[Event]) -> tuple[tuple[str, ...], tuple[tuple[str, Sight], ...]]:
    """Return the fields of an event class that every reader may know, and the other fields with their sights."""
    public = tuple(name for name, sight in sights(cls) if sight.everyone)
    return public, tuple((name, sight) for name, sight in sights(cls) if not sight.everyone)


class Storyteller:
    """Makes the sentences about events for several readers.

    It computes the hearers of an event once. Readers with the same knowledge share one sentence, unless `tell` asks
    who reads.
    """

    def __init__(self) -> None:
        self._hearers: dict[int, Hearers] = {}
        """Keyed by `id(event)`. The value has the event, so no other event can get the same id."""
        self._made: dict[tuple[int, tuple[str, ...]], str] = {}

    def tell(self, event: Event, seat: Seat | None) -> str:
        """Return the sentence that a seat reads about an event, or "" if there is none. Seat None is an umpire."""
        here = self._hearers.get(id(event))
        if here is None:
            here = self._hearers[id(event)] = hearers(event)
        names = here.names(seat)
        if names is None:
            return ""
        key = id(event), names
        if key in self._made:
            return self._made[key]
        seen = Known({name: getattr(event, name) for name in names}, seat)
        text = type(event).tell(seen)
        if not seen.asked_who_reads:
            self._made[key] = text
        return text


@cache
def shows(cls: type[Event]) -> bool:
    """Return whether events of a class can be watched on the board."""
    return cls.show.__func__ is not Event.show.__func__  # type: ignore[attr-defined]  # a method has its function


@cache
def is_open(cls: type[Event]) -> bool:
    """Return whether everyone may know all of an event of this class."""
    return cls.seen_by.everyone and all(sight.everyone for _, sight in sights(cls))


def shown(event: Event, seat: Seat | None) -> Scene | None:
    """Return the scene that a seat sees of an event, or None if there is none. Seat None is an umpire."""
    seen = known(event, seat) if shows(type(event)) else None
    return None if seen is None else type(event).show(seen)


def told(event: Event, seat: Seat | None) -> str:
    """Return the sentence that one reader reads about an event, or "" if there is none. Reader None is an umpire."""
    return Storyteller().tell(event, seat)
