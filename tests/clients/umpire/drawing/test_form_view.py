"""A question as an umpire reads it: the form, the limit of a text, and the sealed answer."""

from __future__ import annotations

from typing import Any

from warcouncil.clients.umpire.drawing.answer_box import LINE_CHARS_MAX
from warcouncil.clients.umpire.drawing.form_view import question_lines
from warcouncil.protocol.words import WRITTEN_CHARS_MAX

from tests.clients.seat.papers import ORDERS, RANKING, REASON, asked


def shown(**changes: Any) -> list[str]:
    """Return the lines of the question."""
    _, view = asked(RANKING, ORDERS, REASON, **changes)
    return [line.plain for line in question_lines(view, 100)]


def test_a_form_shows_its_ranking_and_its_text() -> None:
    """An umpire cannot see what a seat was asked."""
    lines = shown()
    assert "  ·  Escort the convoy  two squadrons, from midnight" in lines
    assert "  ·  at most 1200 characters" in lines


def test_a_sealed_ranking_is_shown_in_its_order() -> None:
    """An umpire reads a ranking in the order of its options, or a seat's written order without its line breaks."""
    sealed = {"aims": ("talk", "escort", "mines", "leave"), "orders": "Hold.\n\nWait.", "reason": ""}
    lines = shown(sealed=sealed)
    first = next(at for at, line in enumerate(lines) if "1. " in line)
    assert [line.split("  ")[2] for line in lines[first : first + 4]] == [
        "1. Go on talking",
        "2. Escort the convoy",
        "3. Sweep the mines",
        "4. Leave the strait",
    ]
    assert [line for line in lines if "Hold" in line or "Wait" in line] == ["   Hold.", "   Wait."]


def test_a_voided_answer_is_not_called_unsealed() -> None:
    """An umpire sees another state than the seat does, and voids the answer once more."""
    assert "✗ struck out" in shown(voided=True)
    assert "○ not sealed" in shown()


def test_an_umpire_may_write_as_much_as_a_seat() -> None:
    """An umpire cannot seal a long dictated answer completely."""
    assert LINE_CHARS_MAX >= WRITTEN_CHARS_MAX
