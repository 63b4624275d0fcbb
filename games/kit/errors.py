"""The errors of a game that a person caused: an answer that breaks a rule, and an option that cannot be used."""

from __future__ import annotations


class Illegal(Exception):
    """An answer that breaks a rule. `rule` is the number of the rule, and `reason` says what to do instead."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"rule {rule}: {reason}")
        self.rule = rule
        self.reason = reason


class BadOption(Exception):
    """An option of a game, or a file named by an option, that cannot be used.

    The text names it and says how to mend it.
    """
