"""What a screen takes from the machine: the time, and ids that nobody else has."""

from __future__ import annotations

import secrets
import time

from warcouncil.protocol.words import MessageId


def monotonic_ms() -> int:
    """Give the time in milliseconds, from nowhere in particular, never going back."""
    return time.monotonic_ns() // 1_000_000


def new_id() -> MessageId:
    """Make the id of a request."""
    return MessageId(secrets.token_hex(16))
