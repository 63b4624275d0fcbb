"""Standbys in the arbiter's view: the machines that are ready to take over its exercise.

The arbiter decides by its own clock whether a standby still beats. Times are arguments, in milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple, Protocol

from warcouncil.arbiter.core.words.stimuli import Followed, Placed
from warcouncil.protocol.wire.consoles import STANDBYS_MAX, Standby
from warcouncil.protocol.words import ADDRESSES_MAX, NAME_CHARS_MAX, clean

BEAT_MS = 1000
"""How often a standby beats, in milliseconds."""
GONE_MS = 4000
"""A standby without a beat for this time, in milliseconds, counts as gone."""
FORGOTTEN_MS = 60_000
"""How long the row of a standby that is gone stays, in milliseconds."""
OWN_MAX = 3
"""How many of the arbiter's own addresses are sent. The rest of the list is for its standbys."""


class StandbyRow(NamedTuple):
    """The row of a standby, which it writes itself.

    It has the holder name for the lease, the name for people, and the addresses. It also has the number of the last
    record, the number of beats, and whether people want this standby to lead.
    """

    id: str
    name: str
    addresses: tuple[str, ...] = ()
    webs: tuple[str, ...] = ()
    seq: int = 0
    beats: int = 0
    asks: bool = False


class StandbyRows(Protocol):
    """The rows of standbys. Every method raises NoAnswer if the server does not answer in time."""

    def look(self) -> list[StandbyRow]:
        """Read all rows."""

    def forget(self, standby: str) -> None:
        """Remove the row of a standby that is gone."""

    def close(self) -> None:
        """Close the connection."""


class StandbyRegister:
    """The standbys that are present. A row that was seen only once does not count, because its standby may be gone."""

    def __init__(self) -> None:
        self._rows: dict[str, StandbyRow] = {}
        self._moved_at: dict[str, int | None] = {}
        self._since: dict[str, int] = {}
        self._now = 0
        self._was_lost = False

    def lost(self) -> None:
        """Record that the server did not answer. No standby counts as gone because of that."""
        self._was_lost = True

    def saw(self, rows: Iterable[StandbyRow], now: int) -> None:
        """Record the rows that were read. `now` is the time at which the answer arrived."""
        here = {row.id for row in self.here}
        known, self._rows = self._rows, {row.id: row for row in rows}
        self._now = now
        for one, row in self._rows.items():
            if one not in known:
                self._moved_at[one], self._since[one] = None, now
            elif row.beats != known[one].beats or (self._was_lost and one in here):
                self._moved_at[one] = now
        for one in known.keys() - self._rows.keys():
            del self._moved_at[one], self._since[one]
        self._was_lost = False

    @property
    def here(self) -> list[StandbyRow]:
        """The standbys that are present, the one with the most records first."""
        rows = [row for row in self._rows.values() if self._is_here(row.id)]
        return sorted(rows, key=lambda row: (-row.seq, row.id))[:STANDBYS_MAX]

    @property
    def expired_names(self) -> list[str]:
        """The standbys whose rows may be removed."""
        return [
            one for one in self._rows if self._now - (self._moved_at[one] or self._since[one]) > FORGOTTEN_MS
        ]

    def _is_here(self, one: str) -> bool:
        moved_at = self._moved_at[one]
        return moved_at is not None and self._now - moved_at <= GONE_MS


def placed(own: Sequence[str], here: Sequence[StandbyRow], at: int, epoch: int) -> Placed:
    """Return the addresses of an arbiter and its standbys: first its own, then one of each standby in turn."""
    turns = zip_longest(*(row.addresses for row in here))
    theirs = [address for turn in turns for address in turn if address]
    webs = [web for row in here for web in row.webs[:1]]
    return Placed(
        at=at,
        epoch=epoch,
        elsewhere=tuple(dict.fromkeys([*own[:OWN_MAX], *theirs]))[:ADDRESSES_MAX],
        webs=tuple(dict.fromkeys(webs))[:ADDRESSES_MAX],
        standbys=tuple(sorted(names(here).values())),
    )


def followed(here: Sequence[StandbyRow], at: int, seq: int) -> Followed:
    """Return how far the standbys are behind an arbiter that has `seq` records."""
    named = sorted((name, row) for row, name in zip(here, names(here).values(), strict=True))
    standbys = tuple(Standby(name=name, behind=max(0, seq - row.seq)) for name, row in named)
    return Followed(at=at, standbys=standbys)


def names(here: Sequence[StandbyRow]) -> dict[str, str]:
    """Return each standby's name for people. Equal names get a number."""
    found: dict[str, str] = {}
    for row in sorted(here, key=lambda row: row.id):
        plain = clean(row.name, NAME_CHARS_MAX - 4) or "standby"
        same = sum(name.partition(" (")[0] == plain for name in found.values())
        found[row.id] = f"{plain} ({same + 1})" if same else plain
    return {row.id: found[row.id] for row in here}
