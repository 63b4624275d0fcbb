"""The operator's log: what the arbiter does, never what anybody declared, said or holds.

Only the fields named here can be logged at all, so that no secret slips in by a careless line.
"""

from __future__ import annotations

import sys
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any, TextIO, cast

import structlog

FIELDS = frozenset(
    {
        "address",
        "alarm",
        "count",
        "error",
        "event",
        "exercise",
        "file",
        "head",
        "kind",
        "level",
        "ms",
        "place",
        "port",
        "records",
        "seat",
        "status",
        "table",
        "timestamp",
    }
)


class _Unfailing:
    """A stream on which a line may be lost, and nothing else: a full disk, or a terminal that is gone, stops no arbiter."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def write(self, text: str) -> None:
        """Write, if it can be done."""
        with suppress(OSError, ValueError):
            self._out.write(text)

    def flush(self) -> None:
        """Have it written, if it can be done."""
        with suppress(OSError, ValueError):
            self._out.flush()


def open_log(out: TextIO | None = None) -> structlog.BoundLogger:
    """Give a logger of one line an entry, to standard error unless told otherwise."""
    logger: structlog.BoundLogger = structlog.wrap_logger(
        structlog.PrintLogger(cast(TextIO, _Unfailing(out or sys.stderr))),
        processors=[
            _only_known_fields,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.BoundLogger,
    )
    return logger


def _only_known_fields(
    _logger: Any, _method: str, entry: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    unknown = set(entry) - FIELDS
    assert not unknown, f"fields that may not be logged: {sorted(unknown)}"
    return entry
