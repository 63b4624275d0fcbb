"""A program whose window is closed has a limited time for its farewell."""

from __future__ import annotations

import pytest
from warcouncil.clients.link.base.terminal import is_overdue


@pytest.mark.parametrize(
    ("used_seconds", "passed_seconds", "is_over"),
    [
        (0.3, 9.9, False),
        (1.9, 1.9, False),
        (2.0, 2.0, True),
        (0.0, 10.0, True),
    ],
)
def test_an_end_on_a_busy_machine_is_timed_by_the_processor(
    used_seconds: float, passed_seconds: float, is_over: bool
) -> None:
    """A laptop under load loses its seat without a good-bye, or a program in an endless loop keeps a processor
    busy.
    """
    assert is_overdue(used_seconds, passed_seconds) is is_over
