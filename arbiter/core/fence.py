"""The fault fence: whatever a game's rules raise stops here, and costs one table its turn, not the room its arbiter.

Law: the only `except Exception` of the product stands here. Around one stimulus, one question or one record of the
journal, never around more: what is inside must leave nothing half done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RulesFault:
    """What came instead of an answer."""

    error: Exception


def attempt(ask: Callable[[], T]) -> T | RulesFault:
    """Give what a question gives, or the fault in answering it."""
    try:
        return ask()
    except Exception as error:
        return RulesFault(error)
