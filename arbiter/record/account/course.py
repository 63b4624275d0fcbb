"""The course of a table: what its game says is worth following, or else what it counts and what its public sheet measures."""

from __future__ import annotations

from functools import partial
from typing import Any

from warcouncil.arbiter.core.table.closing import figures
from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.games.kit.course import Bearings, Figure
from warcouncil.games.kit.game import AnyGame

NOBODYS = ""
"""A figure that is not any side's."""


def course_of(game: AnyGame, state: Any) -> Bearings:
    """Give how a position stands. What everybody may know of it is all that is taken where the game says nothing."""
    own = attempt(partial(game.course, state))
    if own is not None and not isinstance(own, RulesFault):
        return own
    counted = attempt(partial(game.standings, state))
    tallies = () if isinstance(counted, RulesFault) else counted.tallies
    public = attempt(partial(game.sheet, state, None))
    measured = {} if isinstance(public, RulesFault) else figures(public)
    return Bearings(
        (
            *(Figure(tally.label, tally.by) for tally in tallies),
            *(Figure(label, {NOBODYS: number}) for label, number in measured.items()),
        )
    )
