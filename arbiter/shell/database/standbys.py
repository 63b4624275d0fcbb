"""Standbys: who stands by to go on with an exercise without its arbiter, as the arbiter sees them.

Law: whether one is there is reckoned from beats that are seen to go on, by the arbiter's own clock; times are arguments, in
milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple, Protocol

from warcouncil.arbiter.core.words.stimuli import Followed, Placed
from warcouncil.protocol.wire.consoles import STANDBYS_MAX, Standby
from warcouncil.protocol.words import ADDRESSES_MAX, NAME_CHARS_MAX, clean

BEAT_MS = 1000
"""So often a standby says that it is there."""
GONE_MS = 4000
"""One that has not for so long is gone."""
FORGOTTEN_MS = 60_000
"""So long what one said stays there."""
OWN_MAX = 3
"""So many addresses of the arbiter's own are told: the others are the standbys'."""


class StandbyRow(NamedTuple):
    """What a standby says of itself: as whom it would take the lease, its name for people, where it would be found, the last
    record that it has, how often it has said so, and whether its people want it to lead."""

    id: str
    name: str
    addresses: tuple[str, ...] = ()
    webs: tuple[str, ...] = ()
    seq: int = 0
    beats: int = 0
    asks: bool = False


class StandbyRows(Protocol):
    """Where standbys say so. Whatever is asked raises NoAnswer when nobody answers in time."""

    def look(self) -> list[StandbyRow]:
        """Give what they say."""

    def forget(self, standby: str) -> None:
        """Remove what one said that is gone."""

    def close(self) -> None:
        """Ask no more."""


class StandbyRegister:
    """Who is there. Of one that was seen only once nobody knows: what is long dead stands there, too."""

    def __init__(self) -> None:
        self._rows: dict[str, StandbyRow] = {}
        self._moved_at: dict[str, int | None] = {}
        self._since: dict[str, int] = {}
        self._now = 0
        self._was_lost = False

    def lost(self) -> None:
        """Note that nobody answered: for what was not seen meanwhile nobody is gone."""
        self._was_lost = True

    def saw(self, rows: Iterable[StandbyRow], now: int) -> None:
        """Note what stands there; `now` is when the answer was there."""
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
        """Those who are there, the one that has most first."""
        rows = [row for row in self._rows.values() if self._is_here(row.id)]
        return sorted(rows, key=lambda row: (-row.seq, row.id))[:STANDBYS_MAX]

    @property
    def long_gone(self) -> list[str]:
        """Those whose words may be removed."""
        return [
            one for one in self._rows if self._now - (self._moved_at[one] or self._since[one]) > FORGOTTEN_MS
        ]

    def _is_here(self, one: str) -> bool:
        moved_at = self._moved_at[one]
        return moved_at is not None and self._now - moved_at <= GONE_MS


def placed(own: Sequence[str], here: Sequence[StandbyRow], at: int, epoch: int) -> Placed:
    """Say where an arbiter and its standbys are found: its own addresses first, then theirs in turn."""
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
    """Say how closely they follow an arbiter that has so many records."""
    named = sorted((name, row) for row, name in zip(here, names(here).values(), strict=True))
    standbys = tuple(Standby(name=name, behind=max(0, seq - row.seq)) for name, row in named)
    return Followed(at=at, standbys=standbys)


def names(here: Sequence[StandbyRow]) -> dict[str, str]:
    """Give each standby's name for people; two of one name are told apart by a number."""
    found: dict[str, str] = {}
    for row in sorted(here, key=lambda row: row.id):
        plain = clean(row.name, NAME_CHARS_MAX - 4) or "standby"
        same = sum(name.partition(" (")[0] == plain for name in found.values())
        found[row.id] = f"{plain} ({same + 1})" if same else plain
    return {row.id: found[row.id] for row in here}
