"""A key that stands twice is named, at whatever depth."""

from __future__ import annotations

import json

import pytest
from warcouncil.games.kit.text.json_text import Twice, once


def test_each_key_stands_once() -> None:
    """The last of two would count, and whoever wrote the first would not know."""
    assert json.loads('{"a": 1, "b": {"a": 2}}', object_pairs_hook=once) == {"a": 1, "b": {"a": 2}}


@pytest.mark.parametrize("text", ['{"a": 1, "b": 2, "a": 1}', '[{"b": {"a": 1, "a": 2}}]'])
def test_a_key_that_stands_twice_is_named(text: str) -> None:
    """He would look for it in the whole file."""
    with pytest.raises(Twice, match=r"^'a' stands there twice; write it once$"):
        json.loads(text, object_pairs_hook=once)


def test_a_long_key_is_named_by_its_beginning() -> None:
    """One line of a message has no room for it."""
    with pytest.raises(Twice, match=f"^'{'k' * 40}' stands"):
        once([("k" * 90, 1), ("k" * 90, 2)])
