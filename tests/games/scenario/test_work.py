"""No file makes the end of a phase slow. Lookups, texts and changes are counted, because a clock never measures
the same twice.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from warcouncil.games.scenario import shipped
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.faults import Unsound
from warcouncil.games.scenario.file.text.vocabulary import WORK_MAX
from warcouncil.games.scenario.look import Outlook
from warcouncil.games.scenario.unfolding import Unfolding

from tests.games.scenario.game import table
from tests.games.scenario.strategies import written
from tests.profile import games

STEPS_MAX = 3 * WORK_MAX
"""A step takes some microseconds; this number of them is not noticed."""


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count what is looked up, held against a condition, printed and changed."""
    counted: Counter[str] = Counter()

    def count(kind: type[Any], name: str) -> None:
        real = getattr(kind, name)

        def counting(self: Any, *given: Any, **more: Any) -> Any:
            counted[name] += 1
            return real(self, *given, **more)

        monkeypatch.setattr(kind, name, counting)

    for name in ("holds", "_ref", "word", "said"):
        count(Outlook, name)
    for name in ("change", "tell", "whisper", "hand", "establish"):
        count(Unfolding, name)
    return counted


def closings(text: str, steps: Counter[str]) -> Iterator[int]:
    """Play a file in silence, and return the steps of each closing."""
    playing = table(text)
    for _ in playing.gates():
        before = steps.total()
        playing.close()
        yield steps.total() - before


def crowd(**keys: Any) -> str:
    """Return a file of twenty seats, each with two numbers, and a secret one that no seat is told."""
    parts: dict[str, Any] = {
        "format": 1,
        "title": "A crowd",
        "summary": "Twenty seats.",
        "situation": "Many people.",
        "rounds": 20,
        "teams": [{"name": "crowd", "title": "Crowd"}],
        "seats": [{"name": f"crowd.s{at}", "team": "crowd", "title": f"Seat {at}"} for at in range(20)],
        "numbers": [
            {"name": name, "title": name, "each": "seat", "known_to": known_to, "high": 1000}
            for name, known_to in {"coal": "all", "iron": "all", "salt": "none"}.items()
        ],
        "phases": [{"name": "Dawn", "kind": "talk", "at": "before"}],
        "endings": [{"name": "time", "words": "Time ran out", "when": "end"}],
    }
    return json.dumps(parts | keys)


def dawn(rule: dict[str, Any], often: int) -> dict[str, Any]:
    """Return a phase with this number of the same consequence for each seat."""
    return {"name": "Dawn", "kind": "talk", "at": "before", "follows": [{"for_each": "seat"} | rule] * often}


def test_phases_that_never_open_are_passed_over_in_no_time(steps: Counter[str]) -> None:
    """Hundreds of phases that each add up the numbers of twenty people delay a complete room at one closing."""
    never = ["sum of coal = sum of iron"] * 7 + ["sum of coal > sum of iron"]
    phases = [{"name": f"Phase {at}", "kind": "talk", "only_if": never} for at in range(19)]
    text = crowd(phases=[{"name": "Dawn", "kind": "talk", "at": "before"}, *phases])
    assert max(closings(text, steps)) <= STEPS_MAX


@pytest.mark.parametrize(
    ("rule", "often"),
    [
        ({"change": ["salt of own + iron of own"] * 12}, 4),
        ({"tell": "{coal of own} " * 90}, 2),
        ({"only_if": ["coal of own >= 0"] * 8, "establish": "So it is."}, 10),
    ],
    ids=["changes", "texts", "conditions"],
)
def test_a_file_at_the_limit_of_work_is_fast_enough(
    rule: dict[str, Any], often: int, steps: Counter[str]
) -> None:
    """The calculated cost of a file is less than its real cost."""
    assert max(closings(crowd(phases=[dawn(rule, often)]), steps)) <= STEPS_MAX
    with pytest.raises(Unsound, match="steps"):
        read(crowd(phases=[dawn(rule, 2 * often)]))


def test_no_written_scenario_is_slow(steps: Counter[str]) -> None:
    """An author waits for the consequences of a scenario."""
    texts = [shipped.text(name) for name in shipped.names()]
    texts += [written(5, seed).text for seed in range(games(20, 500))]
    for text in texts:
        assert max(closings(text, steps), default=0) <= STEPS_MAX
