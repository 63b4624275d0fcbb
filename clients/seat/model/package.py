"""Package: a reader's trial choices on a payoff sheet, and the sum of their points. It stays on this client
and does not affect the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from warcouncil.protocol.table.sheets import Rows, Sheet
from warcouncil.protocol.words import typed_number

Issue = tuple[str, tuple[str, ...]]
"""An issue and its options, in the reader's words."""


class Package:
    """For each issue, the chosen option or none. Issues that disappear from the sheet are forgotten."""

    def __init__(self) -> None:
        self.picks: dict[str, int] = {}
        """For each issue, the index of the chosen option."""

    def pick(self, issue: Issue, place: int) -> None:
        """Choose an option by its index, wrapping at both ends. The index -1 means no option."""
        name, options = issue
        at = (place + 1) % (len(options) + 1) - 1
        if at < 0:
            self.picks.pop(name, None)
        else:
            self.picks[name] = at

    def chosen(self, issue: Issue) -> int:
        """Return the index of the chosen option, or -1."""
        name, options = issue
        return min(self.picks.get(name, -1), len(options) - 1)

    def sum(self, sheet: Rows) -> int:
        """Return the points of the chosen options on one payoff sheet."""
        chosen = {
            (name, options[at])
            for name, options in issues((sheet,))
            if (at := self.chosen((name, options))) >= 0
        }
        return sum(
            typed_number(row[2]) or _negative(row[2]) for row in sheet.rows if (row[0], row[1]) in chosen
        )


def payoff_sheets(sheet: Sheet) -> tuple[Rows, ...]:
    """Return the payoff sheets on a sheet: the reader's own, or all of them for a reader who knows everything."""
    return tuple(each for each in sheet.elements if isinstance(each, Rows) and each.package)


def issues(sheets: Sequence[Rows]) -> tuple[Issue, ...]:
    """Return every issue with its options. All payoff sheets of a table have the same issues."""
    found: dict[str, list[str]] = {}
    for issue, option, _ in sheets[0].rows if sheets else ():
        found.setdefault(issue, []).append(option)
    return tuple((issue, tuple(options)) for issue, options in found.items())


def points_of(sheets: Sequence[Rows], issue: str, option: str) -> tuple[str, ...]:
    """Return the points of an option on each sheet."""
    return tuple(row[2] for sheet in sheets for row in sheet.rows if row[:2] == (issue, option))


def _negative(text: str) -> int:
    return -(typed_number(text.removeprefix("-")) or 0) if text.startswith("-") else 0
