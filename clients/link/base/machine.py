"""The services of the machine for a screen: the time, and unique ids."""

from __future__ import annotations

import secrets
import time

from warcouncil.protocol.words import MessageId


def monotonic_ms() -> int:
    """Return the time of a monotonic clock in milliseconds."""
    return time.monotonic_ns() // 1_000_000


def new_id() -> MessageId:
    """Return a new id for a request."""
    return MessageId(secrets.token_hex(16))
