"""Events: what happened, with who may know each part of it. Nothing is known to a seat unless the class says so.

An event is a frozen slotted dataclass. The class says who learns that it happened at all (`seen_by`), and every
field says who may know its value, or the class cannot be defined. A sentence for a reader is made from the
fields that he may know and from nothing else (`tell`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated, Any, ClassVar, TypeVar, get_origin, get_type_hints

from warcouncil.games.kit.seats import Seat

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sight:
    """Who may know something: everyone, or the seats and teams that the event's `fields` name, or only umpires."""

    everyone: bool = False
    fields: tuple[str, ...] = ()


EVERYONE = Sight(everyone=True)
UMPIRES = Sight()


def known_to(*names: str) -> Sight:
    """Say that the seats or teams in these fields of the same event may know. A field holds one name or several."""
    return Sight(fields=names)


Public = Annotated[T, EVERYONE]
"""The type of a field that everyone may know who learns of the event."""
Hidden = Annotated[T, UMPIRES]
"""The type of a field that only umpires may know."""


class Known(Mapping[str, Any]):
    """The fields of an event that one reader may know. `reader` is his seat, or None for an umpire."""

    __slots__ = ("_values", "reader")

    def __init__(self, values: dict[str, Any], reader: Seat | None) -> None:
        self._values = values
        self.reader = reader

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def get(self, key: str, default: Any = None) -> Any:
        """Give a field, or `default` if the reader may not know it."""
        return self._values.get(key, default)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def mine(self, field: str) -> bool:
        """Tell whether this field names the reader's own seat."""
        return self.reader is not None and self._values.get(field) == self.reader.id


class Event(ABC):
    """Something that happened. Subclasses are named in the past tense: `CombatFought`."""

    __slots__ = ()

    seen_by: ClassVar[Sight]

    def __init_subclass__(cls, **kwargs: object) -> None:
        """Refuse a class that does not say who may know it, as a whole or in any field."""
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
        """Say in one plain sentence, past tense, what happened, from what the reader may know. "" says nothing."""


def _hints(cls: type) -> dict[str, Any]:
    hints = get_type_hints(cls, include_extras=True)
    return {
        name: hint
        for name, hint in hints.items()
        if get_origin(hint) is not ClassVar and hint is not ClassVar
    }


@cache
def sights(cls: type[Event]) -> tuple[tuple[str, Sight], ...]:
    """Give each field of an event class with who may know it, in the order of the fields."""
    hints = _hints(cls)
    return tuple(
        (field.name, next(mark for mark in hints[field.name].__metadata__ if isinstance(mark, Sight)))
        for field in fields(cls)  # type: ignore[arg-type]  # every concrete event is a dataclass
    )


def may_know(event: Event, sight: Sight, seat: Seat | None) -> bool:
    """Tell whether a seat (None: an umpire) is among those that `sight` names for this event."""
    if seat is None or sight.everyone:
        return True
    for field in sight.fields:
        value = getattr(event, field)
        names = value if isinstance(value, tuple) else (value,)
        if seat.id in names or (seat.team and seat.team in names):
            return True
    return False


def known(event: Event, seat: Seat | None) -> Known | None:
    """Give what a seat (None: an umpire) may know of an event, or None if it does not learn of it at all."""
    cls = type(event)
    if not may_know(event, cls.seen_by, seat):
        return None
    values = {
        name: getattr(event, name)
        for name, sight in sights(cls)
        if sight.everyone or may_know(event, sight, seat)
    }
    return Known(values, seat)


def told(event: Event, seat: Seat | None) -> str:
    """Give the sentence that a seat (None: an umpire) reads about an event; "" if there is none."""
    seen = known(event, seat)
    return "" if seen is None else type(event).tell(seen)
