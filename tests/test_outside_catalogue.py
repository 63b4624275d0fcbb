"""Sentences for people move into the catalogues, and none moves out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import outside_catalogue
from tests.outside_catalogue import LIMITS, ROOMS, count, sentences


def test_no_room_has_more_sentences_outside_the_catalogues_than_its_limit() -> None:
    """If this fails, an editor or a translator does not find a new sentence. `python -m tests.outside_catalogue ROOM` prints each."""
    limits = json.loads(LIMITS.read_text("utf-8"))
    now = count()
    assert set(limits) == set(ROOMS)
    assert {room: (n, limits[room]) for room, n in now.items() if n > limits[room]} == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('raise Wrong(f"There is no seat {seat}.")', ["There is no seat …."]),
        ('"""Say what it is."""\nassert fine, "it must be fine"', []),
        ('text = Field(description="what it is for")', []),
        ('css = "Head { width: 100%; height: 1; }"', []),
        ('label = "no seat"', []),
    ],
)
def test_a_sentence_in_the_code_is_seen(tmp_path: Path, text: str, found: list[str]) -> None:
    """If this fails, the counts say nothing."""
    file = tmp_path / "a.py"
    file.write_text(text, "utf-8")
    assert [words for _, words in sentences(file)] == found


def test_a_sentence_in_a_template_is_seen(tmp_path: Path) -> None:
    """If this fails, a heading of a report is in no catalogue, and the counts do not show it."""
    file = tmp_path / "a.html.j2"
    file.write_text('<style>p { a: b c d; }</style>\n<p>{{ say("a.b") }}</p><p>All tables here</p>', "utf-8")
    assert list(sentences(file)) == [(2, "All tables here")]


def test_limits_are_lowered_and_never_raised(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """If this fails, the command that lowers the limits could hide a new sentence."""
    written = tmp_path / "limits.json"
    written.write_text(json.dumps({"games/kit": 2, "clients/seat": 9}), "utf-8")
    monkeypatch.setattr(outside_catalogue, "LIMITS", written)
    monkeypatch.setattr(outside_catalogue, "count", lambda: {"games/kit": 5, "clients/seat": 4})
    monkeypatch.setattr("sys.argv", ["outside_catalogue"])

    outside_catalogue.main()

    assert json.loads(written.read_text("utf-8")) == {"games/kit": 2, "clients/seat": 4}
