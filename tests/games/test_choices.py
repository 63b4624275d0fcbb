"""What can be chosen for a game is what was read and agreed: no limit, default or name changes by itself."""

from __future__ import annotations

from tests.games.choices import FILE, text


def test_every_option_has_the_limits_and_the_default_that_it_had() -> None:
    """A plan of last year would be refused, or play by other rules than it did; `python -m tests.games.choices`
    writes the file anew when that is meant."""
    assert FILE.read_text("utf-8") == text()
