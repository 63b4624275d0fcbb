"""The options of a game are the reviewed ones: no limit, default or name changes by itself."""

from __future__ import annotations

from tests.current import check_current
from tests.games.choices import FILE, text


def test_every_option_has_the_limits_and_the_default_that_it_had() -> None:
    """If this fails, a plan of last year is refused, or plays by other rules than it did."""
    check_current(FILE, text(), "python -m tests.games.choices")
