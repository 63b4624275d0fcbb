"""JSON as people write it: a key that stands twice is a slip, and not two values of which the last counts."""

from __future__ import annotations

from typing import Any


class Twice(ValueError):
    """A key that stands twice in one mapping."""


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Give a mapping of JSON (an `object_pairs_hook`). Raises Twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Twice(f"{twice[:40]!r} stands there twice; write it once")
    return found
