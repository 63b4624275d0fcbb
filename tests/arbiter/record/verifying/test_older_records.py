"""An umpires' record of an older file holds words instead of keys. It is compared by its times, names and reasons."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from warcouncil.arbiter.core.words.outcome import Closed
from warcouncil.arbiter.record.verifying.replay_check import _difference
from warcouncil.protocol import sentences
from warcouncil.protocol.words import GateNo, TableId

CATALOGUE_FOLDER = Path(str(sentences.__file__)).parent / "english"

NEW = {"heading": "0:05", "key": "record.given_to_bot", "fields": {"seat": "Red 1"}, "reason": "away"}
OLD = {"heading": "0:05", "text": "handed Red 1 to a bot (away)"}

STORED = {
    "held": "held by an umpire",
    "fault": "held after a fault, number {alarm}",
    "game_ended": "The umpire ended the game",
    "game_ended_why": "The umpire ended the game: {text}",
    "went_back": "the table went back to question {to}; what happened after it is undone",
    "goes_on": "The game goes on from {position}.",
    "position": "question {gate} of table {table} of {exercise}",
    "unset": "held: this program cannot set up its game",
    "differs": "held: the rules give another result for question {gate} than the journal has",
    "rejected": "held: this program rejects what the journal has of question {gate}. It is left out",
    "unread": "held: this program cannot read how question {gate} closed",
    "lost": "LOST: this seat holds a receipt for an answer to question {gate} that the exercise's file lacks.",
}
"""The words that exercise files hold. Add to them, and change none."""


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


def test_the_words_that_files_hold_are_never_changed() -> None:
    """If this fails, `verify` takes every older exercise with such a word for changed."""
    text = (CATALOGUE_FOLDER / "stored.toml").read_text("utf-8")
    assert tomllib.loads(text) | STORED == tomllib.loads(text)
