"""Badge: the colour and the sign of a side in a report."""

from __future__ import annotations

from typing import NamedTuple


class Badge(NamedTuple):
    """The badge of a side: the name of its ink (its CSS class) and its sign. Both are "" if there is no side."""

    ink: str = ""
    sign: str = ""

    def __str__(self) -> str:
        """Return the CSS class."""
        return self.ink

    def __bool__(self) -> bool:
        """Return whether the badge belongs to a side."""
        return bool(self.ink)


NOBODYS = Badge()
