"""Chance is committed before it is drawn: everyone who joins is told the fingerprint of the table's seed."""

from __future__ import annotations

from hashlib import blake2b

from warcouncil.arbiter.core.stimuli import TablePlan


def commitment(exercise: str, plan: TablePlan) -> str:
    """Give the fingerprint of a table's seed, as `Welcome.commitment` describes it. A seed is 32 random bytes, so it tells
    nothing of them."""
    text = f"seed:{exercise}|{plan.table}|{plan.seed}"
    return blake2b(text.encode(), digest_size=32).hexdigest()
