"""A key that occurs twice is named, at every depth."""

from __future__ import annotations

import json

import pytest
from warcouncil.games.kit.text.json_text import Twice, once


def test_each_key_occurs_once() -> None:
    """The last of two keys counts, and the author of the first does not know."""
    assert json.loads('{"a": 1, "b": {"a": 2}}', object_pairs_hook=once) == {"a": 1, "b": {"a": 2}}


@pytest.mark.parametrize("text", ['{"a": 1, "b": 2, "a": 1}', '[{"b": {"a": 1, "a": 2}}]'])
def test_a_key_that_occurs_twice_is_named(text: str) -> None:
    """An author searches the complete file for the second key."""
    with pytest.raises(Twice, match=r"^'a' is written twice\. Write it once$"):
        json.loads(text, object_pairs_hook=once)


def test_a_long_key_is_named_by_its_beginning() -> None:
    """A message with a long key does not fit on its line."""
    with pytest.raises(Twice, match=f"^'{'k' * 40}' is written"):
        once([("k" * 90, 1), ("k" * 90, 2)])
