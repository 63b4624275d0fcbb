"""What was found when an exercise file was verified: one finding for each thing that could be doubted."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CheckState(StrEnum):
    """What a check came to."""

    HOLDS = "holds"
    FAILS = "FAILS"
    OPEN = "open"
    """It could not be checked, or nothing was there to check it by."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked. `record` is the first that is false, 0 for none or not known."""

    what: str
    found: CheckState
    text: str
    record: int = 0


@dataclass(frozen=True, slots=True)
class Verified:
    """All that was checked, and how far the file is proved by what lies outside it.

    `last` is its newest whole record and `head` the head of its chain there; up to `proved` a head vouches for every record.
    Of `declared` declarations, receipts vouch for `receipted`, and for `receipted_after` of the `declared_after` ones behind
    `proved`.
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

    @property
    def fails(self) -> bool:
        """Whether anything is false."""
        return any(check.found is CheckState.FAILS for check in self.checks)

    @property
    def proved_text(self) -> str:
        """Say what is proved by what others hold."""
        by_head = f"records 1 to {self.proved}, each and whole, by a head" if self.proved else ""
        after = " behind it" if self.proved else ""
        receipted = self.receipted_after if self.proved else self.receipted
        declared = self.declared_after if self.proved else self.declared
        by_receipts = f"{receipted} of {declared} declarations{after}, by receipts" if receipted else ""
        return (
            "; ".join(filter(None, (by_head, by_receipts)))
            or "nothing: no head and no receipt vouches for it"
        )

    @property
    def unproved_text(self) -> str:
        """Say what nobody but this file vouches for."""
        if self.proved >= self.last:
            return "nothing"
        but = ", but for those declarations" if self.receipted_after else ""
        return f"records {self.proved + 1} to {self.last}{but}: whoever has the file's own keys could have written them"
