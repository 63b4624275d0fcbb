"""A comparison of the white cell's odds with the results, for the debrief. Odds of 0 and 100 had no roll and are left out."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

from warcouncil.games.kit.events import Event
from warcouncil.games.scenario.events.decided import ArgumentDecided
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.sheets import Rows


def weighed(events: Iterable[Event]) -> tuple[tuple[int, bool], ...]:
    """Return the odds that the white cell named, in percent, each with whether the event happened."""
    return tuple(
        (event.odds, event.came_true)
        for event in events
        if isinstance(event, ArgumentDecided) and event.judged and event.roll
    )


def brier(weighings: Iterable[tuple[int, bool]]) -> float:
    """Return the Brier score: the mean square of the distance between odds and results. 0 is perfect. A white cell
    that always names even odds gets 0.25.

    G. W. Brier, Verification of forecasts expressed in terms of probability, 1950. Here each argument has two
    outcomes.
    """
    return fmean((odds / 100 - came_true) ** 2 for odds, came_true in weighings)


def odds_table(events: Iterable[Event]) -> tuple[Rows, ...]:
    """Return a table: for each of the odds, how often they were named, and how often the event happened."""
    found = weighed(events)
    if not found:
        return ()
    rows = [
        (say("shown.percent", n=odds), *_counted([each for each in found if each[0] == odds]))
        for odds in sorted({odds for odds, _ in found})
    ]
    luck = fmean(odds / 100 * (1 - odds / 100) for odds, _ in found)
    score = (say("shown.brier"), "", f"{brier(found):.2f}", f"{luck:.2f}")
    head = (say("shown.odds_named"), say("shown.how_often"), say("shown.came_true"), say("shown.expected"))
    title = say("shown.odds_title")
    return (Rows(title=title, head=head, rows=(*rows, (say("shown.all"), *_counted(found)), score)),)


def _counted(weighings: Iterable[tuple[int, bool]]) -> tuple[str, str, str]:
    found = tuple(weighings)
    expected = sum(odds for odds, _ in found) / 100
    return str(len(found)), str(sum(came_true for _, came_true in found)), f"{expected:.2f}"
