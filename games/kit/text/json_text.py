"""JSON in the form that people write.

A key that occurs twice in one mapping is an error, because the first value would be lost.
"""

from __future__ import annotations

from typing import Any

from warcouncil.games.kit.wording import say


class Twice(ValueError):
    """A key that occurs twice in one mapping."""


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a mapping of JSON (an `object_pairs_hook`). Raises Twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Twice(say("faults.key_twice", key=repr(twice[:40])))
    return found
