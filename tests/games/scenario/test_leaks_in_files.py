"""A file that tells a secret is refused before the game, with the secret and its reader."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.scenario.file.checks.soundness import faults

from tests.games.scenario.playing import asks, phase
from tests.games.scenario.small import small

_SECRET = "patience >= 4"
REFUSED: tuple[tuple[dict[str, Any], str], ...] = (
    ({"situation": "Patience is {patience}."}, "tells everyone"),
    ({"phases": [phase(follows=[{"tell": "It is {patience}."}])]}, "tells everyone"),
    ({"phases": [phase(follows=[{"establish": "It is {patience}."}])]}, "tells everyone"),
    ({"phases": [phase(follows=[{"tell_to": {"red": "{oil of blue}"}}])]}, "tells red.minister"),
    (
        {"phases": [phase(follows=[{"for_each": "team", "tell": "{oil of own}"}])]},
        "tells everyone",
    ),
    ({"phases": [phase(only_if=[_SECRET])]}, "the phase would reveal it when it opens"),
    ({"phases": [phase("Orders", asks(only_if=[_SECRET]))]}, "the question would reveal it"),
    (
        {
            "phases": [
                phase("Orders", {"name": "bid", "ask": "How many?", "kind": "amount", "high": "patience"})
            ]
        },
        "may not know patience",
    ),
    (
        {
            "phases": [phase("Orders", asks())],
            "hints": [{"of": "red", "question": "move", "answer": "talk", "only_if": ["oil of blue >= 3"]}],
        },
        "may not know oil of blue",
    ),
    (
        {
            "phases": [phase("Orders", asks(), follows=[{"hand": {"intercept": ["red.admiral"]}}])],
            "hints": [
                {"of": "red", "question": "move", "answer": "talk", "only_if": ["red holds intercept"]}
            ],
        },
        "red.minister may not know intercept of red",
    ),
    (
        {
            "phases": [phase()],
            "endings": [
                {"name": "late", "words": "Late", "when": "end", "only_if": [_SECRET]},
                {"name": "time", "words": "Time", "when": "end"},
            ],
        },
        "the ending would reveal it when it comes",
    ),
    (
        {"phases": [phase()], "endings": [{"name": "time", "words": "At {patience}", "when": "end"}]},
        "tells everyone",
    ),
)
"""The content of a file, and the reason of its refusal."""


@pytest.mark.parametrize(("changes", "why"), REFUSED, ids=[why for _, why in REFUSED])
def test_a_leak_written_into_a_file_is_refused(changes: dict[str, Any], why: str) -> None:
    """An author who prints a secret by mistake learns of it only when a player has read it."""
    assert [fault.said for fault in faults(small(**changes)) if why in fault.said]
