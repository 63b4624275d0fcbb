"""Findings: the results of verifying an exercise file, one for each check."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CheckState(StrEnum):
    """The result of a check."""

    HOLDS = "holds"
    FAILS = "FAILS"
    OPEN = "open"
    """It could not be checked, or there was nothing to compare with."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check. `record` is the first wrong record. It is 0 if there is none or it is unknown."""

    what: str
    found: CheckState
    text: str
    record: int = 0


@dataclass(frozen=True, slots=True)
class Verified:
    """All checks, and how far outside evidence proves the file.

    `unrepeated` are the tables whose results this program could not repeat, because it lacks their game or its rules.

    `last` is the newest intact record, and `head` is the head of the chain there. Heads that people wrote down prove
    every record up to `proved`. Receipts prove `receipted` of `declared` declarations. After the record `proved`,
    they prove `receipted_after` of `declared_after` declarations.
    """

    exercise: str
    checks: tuple[Check, ...]
    head: str
    last: int
    proved: int = 0
    declared: int = 0
    receipted: int = 0
    declared_after: int = 0
    receipted_after: int = 0
    unrepeated: tuple[int, ...] = ()

    @property
    def fails(self) -> bool:
        """Whether any check failed."""
        return any(check.found is CheckState.FAILS for check in self.checks)

    @property
    def proved_text(self) -> str:
        """The text that says what outside evidence proves."""
        by_head = f"records 1 to {self.proved}, each and complete, by a head" if self.proved else ""
        after = "after it" if self.proved else ""
        receipted = self.receipted_after if self.proved else self.receipted
        declared = self.declared_after if self.proved else self.declared
        by_receipts = f"{receipted} of {declared} declarations{after}, by receipts" if receipted else ""
        return "; ".join(filter(None, (by_head, by_receipts))) or "nothing: no head and no receipt proves it"

    @property
    def unproved_text(self) -> str:
        """The text that says what only this file claims."""
        if self.proved >= self.last:
            return "nothing"
        but = ", except those declarations" if self.receipted_after else ""
        return (
            f"records {self.proved + 1} to {self.last}{but}: the owner of the file's keys could have"
            " written them"
        )
