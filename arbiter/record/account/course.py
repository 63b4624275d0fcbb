"""The course of a table: the values that its game follows. If the game follows no values, the course has the
standings and the numbers on the public sheet.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from warcouncil.arbiter.core.table.closing import figures
from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.games.kit.course import Bearings, Figure
from warcouncil.games.kit.game import AnyGame

NOBODYS = ""
"""The name of the side of a figure that belongs to no side."""


def course_of(game: AnyGame, state: Any) -> Bearings:
    """Return the course of a position. If the game names no values, only public knowledge is used."""
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
