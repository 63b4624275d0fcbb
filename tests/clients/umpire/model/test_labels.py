"""The injects of a table in words, for the console, for commands and for plain lines."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.clients.umpire.model.labels import list_lines, when_words
from warcouncil.protocol.wire.consoles import InjectLine, InjectList


def line(number: int = 1, **how: Any) -> InjectLine:
    """Make an inject."""
    return InjectLine.model_validate({"number": number, "text": f"News {number}.", "state": "to_come"} | how)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"at_ms": 90_000}, "at 1:30, in 0:30"),
        ({"at_ms": 90_000, "waits": "tension over 3"}, "at 1:30, in 0:30, when tension over 3"),
        ({"at_ms": 20_000, "waits": "tension over 3"}, "when tension over 3"),
        ({"at_ms": 20_000}, "now"),
        ({"waits": "Talks, opening 2"}, "after Talks, opening 2"),
        ({"state": "came", "at_ms": 20_000}, "at 0:20"),
        ({"state": "at_hand"}, ""),
        ({"state": "dropped"}, ""),
    ],
)
def test_an_inject_says_when_it_comes(how: dict[str, Any], said: str) -> None:
    """The umpire reads a time that means something else."""
    assert when_words(line(**how), 60_000) == said


def test_coming_injects_are_first_and_past_ones_below() -> None:
    """In two hundred lines an umpire does not find the next injects."""
    told = InjectList(
        ran_ms=60_000,
        runs_ms=0,
        injects=(
            line(1, state="came", at_ms=5_000),
            line(2, state="dropped"),
            line(3, at_ms=90_000, to="red", name="rain"),
            line(4, waits="Talks"),
            line(5, state="at_hand"),
            line(6, at_ms=70_000),
        ),
    )
    assert list_lines(told) == [
        "Running time 1:00, stopped.",
        "To come:",
        "  6  at 1:10, in 0:10: News 6.",
        "  3  at 1:30, in 0:30: rain: News 3. → red",
        "  4  after Talks: News 4.",
        "At hand:",
        "  5  News 5.",
        "Came:",
        "  1  at 0:05: News 1.",
        "Dropped:",
        "  2  News 2.",
    ]
    assert list_lines(None) == ["This table has no injects."]
