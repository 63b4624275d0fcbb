"""What the doctor says of one thing that was looked at."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One thing that was looked at. `cure` is how to mend it, or (when it is fine) what may help all the same.

    `seen` is False where nothing could be looked at: then it is neither fine nor wrong.
    """

    what: str
    fine: bool
    said: str
    cure: str = ""
    seen: bool = True
