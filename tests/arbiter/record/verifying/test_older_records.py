"""An umpires' record of an older file holds words instead of keys. It is compared by its times, names and reasons."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.arbiter.core.words.outcome import Closed
from warcouncil.arbiter.record.verifying.replay_check import _difference
from warcouncil.protocol.words import GateNo, TableId

NEW = {"heading": "0:05", "key": "record.given_to_bot", "fields": {"seat": "Red 1"}, "reason": "away"}
OLD = {"heading": "0:05", "text": "handed Red 1 to a bot (away)"}


def compared(*lines: dict[str, Any]) -> str:
    """Return how a stored closing with these lines differs from the replayed one."""
    made = Closed(TableId(1), GateNo(3), "d", {"state": "s", "record": [NEW]})
    return _difference(made, {"gate": 3, "digest": "d", "record": {"state": "s", "record": [*lines]}})


@pytest.mark.parametrize("line", [NEW, OLD])
def test_a_line_with_a_key_and_a_line_with_words_are_proved(line: dict[str, Any]) -> None:
    """If this fails, `verify` takes every exercise of an older program for changed."""
    assert compared(line) == ""


@pytest.mark.parametrize(
    "lines",
    [
        (),
        (OLD, OLD),
        (OLD | {"heading": "0:06"},),
        (OLD | {"text": "handed Red 1 to a bot (asleep)"},),
        (OLD | {"text": "handed Red 2 to a bot (away)"},),
        (NEW | {"key": "record.given_back"},),
        (NEW | {"reason": "asleep"},),
    ],
)
def test_a_changed_line_is_found(lines: tuple[dict[str, Any], ...]) -> None:
    """If this fails, the time, the reason or the seat of a ruling can be changed in a file unnoticed."""
    assert "record" in compared(*lines)
