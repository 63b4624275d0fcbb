"""LeaseGuard decides whether this arbiter may act now. After its lease has lapsed, it sends nothing and its clock
stops.

An exercise in a file has no lease. The arbiter that has locked the file leads.
"""

from __future__ import annotations

from structlog import BoundLogger
from warcouncil.arbiter.shell.base.clock import ExerciseClock
from warcouncil.arbiter.shell.base.lease import LeaseKeeper


class LeaseGuard:
    """The check that the service makes before every action. With `keeper` None, no other arbiter can lead."""

    def __init__(self, keeper: LeaseKeeper | None, clock: ExerciseClock, log: BoundLogger) -> None:
        self._keeper = keeper
        self._clock = clock
        self._log = log
        self._held = True

    @property
    def leader(self) -> str:
        """The machine that leads instead."""
        return self._keeper.leader if self._keeper else ""

    def holds(self) -> bool:
        """Return whether this arbiter may act. A change of the answer stops or starts the clock."""
        holds = self._keeper is None or self._keeper.leads()
        if holds is not self._held:
            self._held = holds
            if holds:
                self._clock.start()
                self._log.info("the database answers again: the exercise goes on")
            else:
                self._clock.stand()
                self._log.warning(
                    "the database does not answer in time: nothing is sent until it is known which"
                    " machine leads"
                )
        return holds
