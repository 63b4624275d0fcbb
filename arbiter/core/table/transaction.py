"""Transactions on a table: copies its parts first, and restores them if anything fails.

A part is an immutable value, a plain container of such values, or a dataclass of such parts. Any other type raises
TypeError, so that no part is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar

from pydantic import BaseModel

T = TypeVar("T")

_CONTAINERS = (dict, list, set)
_UNCHANGING = (int, float, str, bytes, tuple, frozenset, type(None), Enum)


@contextmanager
def whole(part: object, fixed: frozenset[str]) -> Iterator[None]:
    """Restore a part if the block raises, so that no change of the block remains. `fixed` names the attributes that
    never change."""
    kept = copies(part, fixed)
    try:
        yield
    except BaseException:
        vars(part).update(kept)
        raise


def copies(part: object, fixed: frozenset[str]) -> dict[str, Any]:
    """Return copies of the attributes of a part, except the `fixed` ones.

    Raises TypeError for a type that is neither immutable nor known to be copyable.
    """
    kept = vars(part).copy()
    for name, value in vars(part).items():
        if name in fixed:
            del kept[name]
        elif how := _how(type(value)):  # type: ignore[arg-type] # a type is hashable
            kept[name] = how(value)
    return kept


@cache
def unchanging(kind: type) -> bool:
    """Return whether values of a type never change."""
    if is_dataclass(kind):
        return bool(kind.__dataclass_params__.frozen)  # type: ignore[attr-defined]  # every dataclass has them
    if issubclass(kind, BaseModel):
        return bool(kind.model_config.get("frozen"))
    return issubclass(kind, _UNCHANGING)


@cache
def _how(kind: type) -> Callable[[Any], Any] | None:
    """Return the copy function for values of a type. Return None if they need no copy.

    Cached for each type, because every ruling and every closing copies a table.
    """
    if unchanging(kind):
        return None
    if kind in _CONTAINERS:
        return kind.copy
    if is_dataclass(kind):
        return _by_fields(kind)
    raise TypeError(f"{kind.__name__} can be neither kept nor copied")


def _by_fields(kind: type) -> Callable[[Any], Any]:
    names = tuple(field.name for field in fields(kind))

    def copied(value: Any) -> Any:
        made: Any = object.__new__(kind)
        for name in names:
            own = getattr(value, name)
            how = _how(type(own))  # type: ignore[arg-type]  # a type is hashable
            setattr(made, name, how(own) if how else own)
        return made

    return copied


def is_mutable(value: object) -> bool:
    """Return whether a copied value could still change: a container that holds anything mutable."""
    kind = type(value)
    if kind in _CONTAINERS:
        held: Iterable[object] = value.values() if isinstance(value, dict) else value  # type: ignore[assignment]  # as said
        return not all(map(unchanging, {*map(type, held)}))
    for name in _names(kind):  # type: ignore[arg-type]  # a type is hashable
        part = getattr(value, name)
        if not unchanging(type(part)) and is_mutable(part):  # type: ignore[arg-type]  # as above
            return True
    return False


@cache
def _names(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a type whose values may change."""
    return () if unchanging(kind) else tuple(field.name for field in fields(kind))
