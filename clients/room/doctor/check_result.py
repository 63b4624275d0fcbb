"""CheckResult: the result of one check of the doctor."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check. `cure` says how to correct a fault. If the result is fine, `cure` says what
    may still help.

    `seen` is False if the check was not possible. Then the result is neither fine nor wrong.
    """

    what: str
    fine: bool
    said: str
    cure: str = ""
    seen: bool = True
