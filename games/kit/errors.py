"""The one polite failure of a game: a person answered what the rules do not allow."""

from __future__ import annotations


class Illegal(Exception):
    """An answer that breaks a rule. `rule` is its number, `reason` says what to do instead."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"rule {rule}: {reason}")
        self.rule = rule
        self.reason = reason


class BadOption(Exception):
    """An option of a game, or a file that one names, that cannot be used. The text names it and how to mend it."""
