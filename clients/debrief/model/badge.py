"""Badge: the colour and the sign of a side in a report."""

from __future__ import annotations

from typing import NamedTuple


class Badge(NamedTuple):
    """What a side wears, as its badge says: the name of its ink (the class of whatever is in it) and its sign; nobody's: none."""

    ink: str = ""
    sign: str = ""

    def __str__(self) -> str:
        """Give the class."""
        return self.ink

    def __bool__(self) -> bool:
        """Tell whether it is anybody's."""
        return bool(self.ink)


NOBODYS = Badge()
