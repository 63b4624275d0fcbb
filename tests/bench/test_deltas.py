"""The measurement of views with changes only: they contain every change, and nothing unchanged."""

from __future__ import annotations

from tests.bench import deltas
from tests.bench.deltas import View, delta


def test_a_delta_carries_what_differs_and_nothing_else() -> None:
    """A delta lacks data that a seat needs for its view, so its figure is too good."""
    before: View = {
        "gate": 3,
        "title": "Declaration",
        "team": ["I", "II"],
        "form": {"fields": []},
        "sheet": {"headline": "Turn 1", "elements": ["map", "losses", "reserve"], "sides": []},
    }
    now: View = {
        "gate": 4,
        "title": "Declaration",
        "team": ["I"],
        "sheet": {"headline": "Turn 2", "elements": ["map", "two lost"], "sides": []},
    }
    assert delta(before, now) == {
        "gate": 4,
        "team": ["I"],
        "gone": ["form"],
        "sheet": {"headline": "Turn 2", "elements": {1: "two lost"}, "count": 2},
    }
    assert delta(now, now) == {"gate": 4}


def test_a_game_of_each_kind_is_measured_to_its_end() -> None:
    """A game that stops, or without any read view, seems to need no frames at all."""
    lines = [*deltas.run(1)]
    assert {line["game"] for line in lines} >= {"kartenspiel", "kashmir_crisis", "escalate", "hard_war"}
    for line in lines:
        numbers = {name: value for name, value in line.items() if isinstance(value, int | float)}
        assert numbers["views"] > 0, line
        assert 0 < numbers["delta_p50_bytes"] <= numbers["delta_max_bytes"] <= numbers["whole_max_bytes"], (
            line
        )
        assert numbers["frame_bytes"] >= numbers["whole_p50_bytes"], line
