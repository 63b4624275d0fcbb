"""What the doctor says of one thing that was looked at."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `cure` is how to mend it, or (when it is fine) what may help all the same."""

    what: str
    fine: bool
    said: str
    cure: str = ""
