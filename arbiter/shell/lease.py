"""The lease of an exercise in a database: who leads it, reckoned from beats that are seen, and from no clock that others set.

Laws: a leader trusts itself from the moment at which it asked, never from the answer, and for less time than others wait; whoever
would take a lease has seen it stand still for that time by his own clock. Times are arguments, in milliseconds of the caller's
own clock, which counts sleep (`clock.awake_ms`).
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

RENEW_MS = 500
"""So often a leader beats."""
TTL_MS = 2400
"""So long a lease must have been seen without a beat before another may take it."""
MARGIN_MS = 400
"""So much sooner its leader falls silent: two clocks do not run alike."""
TRUST_MS = TTL_MS - MARGIN_MS
LOOK_MS = 100
"""So often a standby looks."""
ANYONE = "*"
"""The heir of an arbiter that failed: whoever comes first."""


class NoAnswer(Exception):
    """Whether it was done is not known: nobody answered."""


class LeaseRow(NamedTuple):
    """The lease as it stands there. `holder` "": it was given up, to the `heir`, or (heir "") to nobody: the exercise was ended.

    A holder is a number that is drawn for each arbiter, and the name of its machine, for people.
    """

    epoch: int
    beats: int
    holder: str = ""
    heir: str = ""

    @property
    def leader(self) -> str:
        """The machine that leads, for people; "": none does."""
        return machine(self.holder)

    @property
    def was_ended(self) -> bool:
        """Whether nobody is to go on by himself."""
        return not self.holder and not self.heir


class LeaseStore(Protocol):
    """Where a lease stands. Whatever is asked raises NoAnswer when nobody answers in time."""

    me: str

    def look(self) -> LeaseRow | None:
        """Give the lease; None: there is none yet."""

    def take(self, seen: LeaseRow) -> int | None:
        """Take the lease that was seen like this, and give the new epoch; None: it is not like that any more.

        Asked again after no answer, it gives the epoch if it was taken the first time.
        """

    def renew(self, epoch: int) -> bool:
        """Beat; False: another leads, or the lease was given up."""

    def give_up(self, epoch: int, heir: str) -> None:
        """Leave the lease to an heir, to ANYONE, or ("") to nobody."""


class Lease:
    """A leader's side: how long it may trust itself. Of a lease just taken it knows nothing before it has beaten once."""

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch
        self.superseded = False
        """Whether another leads. It never becomes false again."""
        self._asked_at: int | None = None
        self._until: int | None = None

    def asked(self, now: int) -> None:
        """Note that a beat is asked for now."""
        self._asked_at = now

    def failed(self, now: int) -> None:
        """Note that nobody answered: it is asked again soon."""
        self._asked_at = now - RENEW_MS + LOOK_MS

    def granted(self, asked_at: int) -> None:
        """Note that the beat which was asked for then has been counted."""
        until = asked_at + TRUST_MS
        self._until = until if self._until is None else max(self._until, until)

    def leads(self, now: int) -> bool:
        """Tell whether this arbiter may act and speak."""
        return self.left_ms(now) > 0

    def left_ms(self, now: int) -> int:
        """Give for how long it may yet, should no beat be counted any more."""
        return 0 if self.superseded or self._until is None else max(0, self._until - now)

    def due(self, now: int) -> bool:
        """Tell whether it is time for a beat."""
        return not self.superseded and (self._asked_at is None or now - self._asked_at >= RENEW_MS)


class LeaseWatch:
    """A standby's side: how long it has seen the same beat. `me`: as whom it would take the lease."""

    def __init__(self, me: str = "") -> None:
        self._me = me
        self._row: LeaseRow | None = None
        self._since = 0

    def saw(self, row: LeaseRow | None, now: int) -> None:
        """Note the lease as it was seen; `now` is when the answer was there."""
        if row is None or self._row is None or row[:2] != self._row[:2]:
            self._since = now
        self._row = row

    def lost(self) -> None:
        """Begin to count anew, since a look went wrong: a server that comes back may have forgotten the last beats."""
        self._row = None

    def may_take(self, now: int) -> LeaseRow | None:
        """Give the lease, as it was seen, if it may be taken now."""
        row = self._row
        if row is None or row.was_ended:
            return None
        is_left_to_us = not row.holder and row.heir in (self._me, ANYONE)
        return row if is_left_to_us or now - self._since >= TTL_MS else None


def machine(holder: str) -> str:
    """Give the name of a holder's machine."""
    return holder.partition(" ")[2]
