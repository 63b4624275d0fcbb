"""Limits that several parts of an exercise share."""

from __future__ import annotations

SILENCE_MS_MAX = 4000
"""How long a client may send nothing before it counts as unlinked, in milliseconds."""
