"""Tests of the keys of a paste: they come closer together than a hand types."""

from __future__ import annotations

import pytest
from warcouncil.clients.widgets.window.pasting import PASTE_GAP_MS, PASTE_MS, PasteDetector


def test_keys_of_a_paste_are_found_from_the_second_on() -> None:
    """The end of a pasted line seals an order."""
    pastes = PasteDetector()
    assert [pastes.came(ms) for ms in range(1000, 1005)] == [False, True, True, True, True]


@pytest.mark.parametrize("gap_ms", [PASTE_MS, 33, 167])
def test_keys_of_a_hand_and_of_a_key_held_down_are_no_paste(gap_ms: int) -> None:
    """A quick player cannot answer."""
    pastes = PasteDetector()
    assert not any(pastes.came(ms) for ms in range(1000, 5000, gap_ms))


def test_a_paste_that_comes_in_pieces_is_one() -> None:
    """On a busy machine the last piece, with its Enter, seals."""
    pastes = PasteDetector()
    assert [pastes.came(ms) for ms in (0, 1, PASTE_GAP_MS)] == [False, True, True]
    assert not pastes.came(2 * PASTE_GAP_MS)
