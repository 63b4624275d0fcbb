"""The texts of this repository become plainer, never less plain."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import plain_english
from tests.docs_text import ROOT
from tests.plain_english import AREAS, LIMITS, Text, count, faults


def test_no_area_breaks_a_rule_oftener_than_its_limit() -> None:
    """If this fails, a new text breaks a rule of CONTRIBUTING.md. After a correction of old texts, `python -m
    tests.plain_english` lowers the limits.
    """
    limits = json.loads(LIMITS.read_text("utf-8"))
    now = count()
    assert set(limits) == set(AREAS)
    over = {
        (area, rule): (n, limits[area].get(rule, 0))
        for area, counts in now.items()
        for rule, n in counts.items()
        if n > limits[area].get(rule, 0)
    }
    assert over == {}, "\n".join(
        f"{area} breaks “{rule}” {n} times, and its limit is {limit}. `python -m tests.plain_english {area}` prints each place."
        for (area, rule), (n, limit) in over.items()
    )


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("Whoever asks is refused.", "whoever"),
        ("Who cannot know is not to blame.", "who, what or where as a subject"),
        ("A player seals his answer.", "he, him, his"),
        ("The umpire hears of nobody.", "somebody, anybody, nobody, everybody"),
        ("The table stands still.", "stands, stood"),
        ("So many gates are kept.", "so many, so long"),
        ("Return the whole truth.", "private words"),
        ("Give the alarms of a table.", "give, tell, let, say"),
        (" ".join(["word"] * 26), "long sentences"),
    ],
)
def test_a_text_that_breaks_a_rule_is_seen(words: str, rule: str) -> None:
    """If this fails, the counts say nothing."""
    assert rule in faults(Text("here", "docstring", words))


@pytest.mark.parametrize(
    "words", ["Return the alarms of a table, worst first.", "Who may see it?", " ".join(["word"] * 25)]
)
def test_plain_texts_break_no_rule(words: str) -> None:
    """If this fails, authors bend plain sentences to pass the check."""
    assert list(faults(Text("here", "docstring", words))) == []


def test_limits_are_lowered_and_never_raised(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """If this fails, the command that lowers the limits could hide a new fault."""
    written = tmp_path / "limits.json"
    written.write_text(json.dumps({area: {"whoever": 1} for area in AREAS}))
    monkeypatch.setattr(plain_english, "LIMITS", written)
    monkeypatch.setattr(
        plain_english, "count", lambda: {area: {"whoever": 5, "stands, stood": 2} for area in AREAS}
    )
    monkeypatch.setattr("sys.argv", ["plain_english"])
    plain_english.main()
    assert json.loads(written.read_text()) == {area: {"stands, stood": 0, "whoever": 1} for area in AREAS}


def test_the_places_of_a_file_are_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """If this fails, a developer names the file that breaks a rule, reads nothing, and takes it for plain."""
    (tmp_path / "page.md").write_text("Whoever reads this reads it twice.\n", "utf-8")
    with monkeypatch.context() as planted:
        planted.setattr(plain_english, "ROOT", tmp_path)
        planted.setattr("sys.argv", ["plain_english", "page.md"])
        plain_english.main()
    assert "page.md:1: whoever: " in capsys.readouterr().out
    assert ROOT / "CONTRIBUTING.md" in plain_english.named("docs")
    with pytest.raises(SystemExit, match="docs/gone"):
        plain_english.named("docs/gone")
