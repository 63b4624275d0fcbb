"""The operator's log contains only allowed fields. No log line can stop an arbiter."""

from __future__ import annotations

import ast
import io
from pathlib import Path

import pytest
from warcouncil.arbiter.shell.base.log import FIELDS, open_log

PRODUCT = Path(__file__).resolve().parents[4]
LEVELS = {"debug", "info", "warning", "error", "critical", "exception"}


def logged() -> list[tuple[str, str]]:
    """Return every field that any line of the product logs, with its place."""
    found = []
    for folder in ("arbiter", "clients"):
        for file in sorted((PRODUCT / folder).rglob("*.py")):
            for call in ast.walk(ast.parse(file.read_text("utf-8"))):
                if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
                    continue
                logger = ast.unparse(call.func.value).rpartition(".")[2]
                if call.func.attr in LEVELS and logger in ("log", "_log"):
                    found += [(f"{file.name}:{call.lineno}", str(each.arg)) for each in call.keywords]
    return found


def test_every_line_that_is_logged_may_be() -> None:
    """A log line that is written only in rare cases, such as when a backup disk is removed, ends the arbiter."""
    fields = logged()
    assert len(fields) > 10
    assert [(where, field) for where, field in fields if field not in FIELDS] == []


class Full(io.StringIO):
    """A log on a full disk, or of a terminal that is gone."""

    def __init__(self, fault: Exception) -> None:
        super().__init__()
        self.fault = fault

    def write(self, _text: str) -> int:
        """Raise OSError."""
        raise self.fault

    def flush(self) -> None:
        """Raise OSError."""
        raise self.fault


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), ValueError("closed")])
def test_a_line_that_cannot_be_written_is_lost_and_nothing_else(fault: Exception) -> None:
    """A full disk ends a standby at the moment at which it should lead, or prevents the hold of a faulty table."""
    open_log(Full(fault)).error("the rules failed", table=1)


def test_a_line_contains_its_time_and_event() -> None:
    """Lines are lost although the log can be written."""
    out = io.StringIO()
    open_log(out).warning("backup", error="the stick is gone")
    assert 'level=warning event=backup error="the stick is gone"' in out.getvalue()
