"""Reports: what browsers say was refused by the page's policy. Each kind is counted, and told once in the log."""

from __future__ import annotations

from collections import Counter

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from structlog import BoundLogger
from warcouncil.protocol.words import clean

KINDS_MAX = 50
CHARS_MAX = 120


class _Violation(BaseModel):
    model_config = ConfigDict(extra="ignore")
    directive: str = Field(default="", alias="effective-directive")
    violated: str = Field(default="", alias="violated-directive")
    blocked: str = Field(default="", alias="blocked-uri")


class _Report(BaseModel):
    model_config = ConfigDict(extra="ignore")
    violation: _Violation = Field(alias="csp-report")


class Reports:
    """The violations that browsers reported, by what was refused."""

    def __init__(self, log: BoundLogger) -> None:
        self._log = log
        self.seen: Counter[str] = Counter()

    def take(self, body: bytes) -> bool:
        """Count a report; False: it is none."""
        try:
            said = _Report.model_validate_json(body).violation
        except ValidationError:
            return False
        blocked = said.blocked.partition("?")[0].partition("#")[0]
        kind = clean(f"{said.directive or said.violated} {blocked}", CHARS_MAX)
        if kind not in self.seen and len(self.seen) >= KINDS_MAX:
            kind = "others"
        if kind not in self.seen:
            self._log.warning("a browser refused what the page's policy forbids", kind=kind)
        self.seen[kind] += 1
        return True
