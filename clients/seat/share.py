"""Shares the height of the screen among its panes, most important first."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Want:
    """A pane's wish: the lines below which it makes no sense, and those it would like."""

    name: str
    least: int
    most: int


def share(height: int, wants: tuple[Want, ...]) -> dict[str, int]:
    """Give each pane its least, then let each in turn grow to its most. Who comes last takes what is left over or goes without."""
    given = {want.name: 0 for want in wants}
    for want in wants:
        more = max(0, min(want.least - given[want.name], height))
        given[want.name] += more
        height -= more
    for want in wants:
        more = max(0, min(want.most - given[want.name], height))
        given[want.name] += more
        height -= more
    return given
