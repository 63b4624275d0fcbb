"""A seat's own answers, counted and described in words."""

from __future__ import annotations

import pytest
from warcouncil.clients.seat.model.feedback import AnswerLog


@pytest.mark.parametrize(
    ("first", "told"),
    [
        (0, "1 sealed, 1 missed, quickest 3 s"),
        (1, "1 sealed, 1 missed, quickest 3 s"),
        (2, "1 sealed, 1 missed, quickest 3 s since you opened this window"),
    ],
)
def test_a_window_that_was_opened_later_says_since_when_it_counts(first: int, told: str) -> None:
    """A player who opened the page anew reads the count of this window as that of the whole game."""
    deeds = AnswerLog()
    deeds.opened(first, asked=False, has_sealed=False, now_ms=0)
    for gate in (3, 4, 5):
        deeds.opened(gate, asked=True, has_sealed=False, now_ms=1_000)
        if gate == 3:
            deeds.receipt(gate, now_ms=4_000)
    assert deeds.words == told


def test_a_question_that_a_bot_took_over_is_not_missed() -> None:
    """A player whose bot sealed in time reads that they missed an order, or that earlier answers were not theirs."""
    deeds = AnswerLog()
    for gate, seals in ((1, True), (2, False)):
        deeds.opened(gate, asked=True, has_sealed=False, now_ms=0)
        if seals:
            deeds.receipt(gate, now_ms=2_000)
        deeds.handed_over()
    deeds.opened(3, asked=False, has_sealed=False, now_ms=9_000)
    assert (deeds.sealed, deeds.missed) == (1, 0)


def test_a_late_receipt_makes_only_a_missed_answer_sealed() -> None:
    """If this fails, a late receipt for "I am ready" makes an earlier missed answer count as sealed."""
    deeds = AnswerLog()
    deeds.opened(1, asked=True, has_sealed=False, now_ms=0)
    deeds.opened(2, asked=False, has_sealed=False, now_ms=1_000)  # only asks whether the player is ready
    deeds.opened(3, asked=True, has_sealed=False, now_ms=2_000)
    deeds.receipt_after()
    assert (deeds.sealed, deeds.missed) == (0, 1)
    deeds.opened(4, asked=True, has_sealed=False, now_ms=3_000)
    deeds.receipt_after()
    assert (deeds.sealed, deeds.missed) == (1, 1)
