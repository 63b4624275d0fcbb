"""Event tables: one table for each kind of event, with a column for each field. Each list has its own table.

The columns follow from the types of the fields. So they are the same in every exercise with these rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from warcouncil.arbiter.core.table.story import UmpireRuled
from warcouncil.arbiter.record.export.schema import Column, Reference, TableSchema, kind_of
from warcouncil.arbiter.record.export.tidy_tables import TABLES
from warcouncil.games.kit.events import Event, Sight, sights
from warcouncil.games.kit.game import AnyGame
from warcouncil.games.kit.ways import WAY_EVENTS

COMMON: tuple[type[Event], ...] = (*WAY_EVENTS, UmpireRuled)
"""The events that any game may have."""
_EVENTS = TABLES["events"]
_KEYS = tuple(column for column in _EVENTS.columns if column.name in _EVENTS.key)
_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
Leaf = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Leaves:
    """The values of an event: one for each column, and the values in its lists with field and place."""

    columns: Mapping[str, Leaf]
    lists: tuple[tuple[str, str, str], ...]


def table_name(kind: type[Event], game: AnyGame) -> str:
    """Return the name of the table of a kind of event."""
    of = "" if kind in COMMON else f"{game.name}_"
    return f"event_{of}{_CAPITAL.sub('_', kind.__name__).lower()}"


def event_schemas(game: AnyGame) -> Iterator[TableSchema]:
    """Yield the schema of the table of each kind of event that a game can have."""
    for kind in (*game.event_types, *COMMON):
        yield TableSchema(
            name=table_name(kind, game),
            meaning=f"{_meaning(kind)} The event `{kind.__name__}`.",
            columns=(*_KEYS, *_columns(kind)),
            key=_EVENTS.key,
            refers=(Reference(_EVENTS.key, _EVENTS.name),),
            is_told=True,
        )


def lists_of(kind: type[Event]) -> list[tuple[str, str]]:
    """Return the fields of a kind of event that are in `event_values`, each with its meaning."""
    return [
        (name, _field_meaning(field, sight)) for name, hint, field, sight in _parts(kind) if _is_list(hint)
    ]


def leaves(event: Event) -> Leaves:
    """Return the values of an event."""
    columns: dict[str, Leaf] = {}
    lists: list[tuple[str, str, str]] = []
    for field, _ in sights(type(event)):
        hint = _bare(_hints(type(event))[field])
        for name, inner, value in _values(_free(field), hint, getattr(event, field)):
            if not _is_list(inner):
                columns[name] = value
            else:
                lists += [(name, place, str(leaf)) for place, leaf in _listed(value or (), "")]
    return Leaves(columns, tuple(lists))


def _columns(kind: type[Event]) -> Iterator[Column]:
    for name, hint, field, sight in _parts(kind):
        if not _is_list(hint):
            yield Column(name, kind_of(hint), _field_meaning(field, sight))


def _parts(kind: type[Event]) -> Iterator[tuple[str, Any, str, Sight]]:
    """Yield the name, type, field and visibility of each part of the fields of a kind of event."""
    for field, sight in sights(kind):
        for name, hint, _ in _values(_free(field), _bare(_hints(kind)[field]), None):
            yield name, hint, field, sight


def _values(name: str, hint: Any, value: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield the parts of a value with fixed parts, each with name, type and value. A list is one part."""
    parts = _inner(hint)
    if parts is None:
        yield name, hint, value
        return
    for place, (part, inner) in enumerate(parts):
        yield from _values(f"{name}_{part}", inner, _held(value, part, place))


def _held(value: Any, part: str, place: int) -> Any:
    """Return a fixed part of a value by its name, or else by its place. Return None if it has no value."""
    if value is None:
        return None
    return getattr(value, part) if hasattr(value, part) else value[place]


def _inner(hint: Any) -> list[tuple[str, Any]] | None:
    """Return the fixed parts of a type, each with its name. Return None if it has none."""
    if isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields")):
        names = [each.name for each in fields(hint)] if is_dataclass(hint) else hint._fields
        return [(name, _bare(_hints(hint)[name])) for name in names]
    if get_origin(hint) is tuple and not _is_list(hint):
        return [(str(place), _bare(inner)) for place, inner in enumerate(get_args(hint), 1)]
    return None


def _is_list(hint: Any) -> bool:
    origin = get_origin(hint)
    if origin is tuple:
        return Ellipsis in get_args(hint)
    return isinstance(origin, type) and issubclass(origin, Sequence | Mapping)


def _listed(value: Any, place: str) -> Iterator[tuple[str, Leaf]]:
    """Yield each value of a list with its place."""
    pairs = value.items() if isinstance(value, Mapping) else enumerate(value, 1)
    for at, one in pairs:
        here = f"{place}.{at}" if place else str(at)
        if isinstance(one, tuple | list | Mapping):
            yield from _listed(one, here)
        elif one is not None:
            yield here, one


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _bare(hint: Any) -> Any:
    """Return a type without its annotations and without None."""
    while True:
        if get_origin(hint) is Annotated:
            hint = get_args(hint)[0]
        elif get_origin(hint) in (UnionType, Union):
            (hint,) = [each for each in get_args(hint) if each is not NoneType]
        else:
            return hint


def _free(field: str) -> str:
    """Return the name of a field's column. If a column of the key has the same name, the name gets a prefix."""
    return f"field_{field}" if field in {column.name for column in _KEYS} else field


def _meaning(kind: type[Event]) -> str:
    return " ".join((kind.__doc__ or "").split())


def _field_meaning(field: str, sight: Sight) -> str:
    return f"The field `{field}`. It may be known by {readers(sight)}."


def readers(sight: Sight) -> str:
    """Return a text that names the readers who may know a field."""
    if sight.everyone:
        return "every reader of the event"
    return f"{' and '.join(sight.fields)} of the event" if sight.fields else "umpires"
