"""The operator's log: the actions of the arbiter, never what players declare, say or hold.

Only the fields in FIELDS can be logged, so that no careless call logs a secret.
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
    """A stream that ignores its errors, so that only a line is lost. A full disk or a lost terminal does not stop the
    arbiter.
    """

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def write(self, text: str) -> None:
        """Write a text if possible."""
        with suppress(OSError, ValueError):
            self._out.write(text)

    def flush(self) -> None:
        """Flush the stream if possible."""
        with suppress(OSError, ValueError):
            self._out.flush()


def open_log(out: TextIO | None = None) -> structlog.BoundLogger:
    """Return a logger that writes one line for each entry, by default to standard error."""
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
