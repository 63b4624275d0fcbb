"""The two orders in the form that everyone sees: an open palm and a closed fist, each with its letter and its word."""

from __future__ import annotations

from warcouncil.games.kartenspiel.wording import say


def stance(attacks: bool) -> str:
    """Return the sign of an order."""
    return say("sheet.attacks" if attacks else "sheet.defends")
