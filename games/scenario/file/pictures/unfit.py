"""Unfit: the error of a picture that cannot be shown."""

from __future__ import annotations


class Unfit(ValueError):
    """A picture that cannot be shown. The text says why, and how to mend it."""
