"""The two orders as everyone sees them: an open palm and a closed fist, each with its letter and its word."""

from __future__ import annotations

ATTACKS = "✋ A attacks"
DEFENDS = "✊ D defends"


def stance(attacks: bool) -> str:  # an order is one or the other
    """Return the sign of an order."""
    return ATTACKS if attacks else DEFENDS
