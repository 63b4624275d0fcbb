"""Injected: a table's running time, and the injects that come by it or at an umpire's word.

Law: running time is what the clocks of the table's gates have counted down; nothing else moves it.
"""

from __future__ import annotations

from math import inf

from warcouncil.arbiter.core.carried import Carried
from warcouncil.arbiter.core.gate import Gate
from warcouncil.arbiter.core.injects import Injects, Unfolded
from warcouncil.arbiter.core.outcome import Refused
from warcouncil.arbiter.core.plan import Inject
from warcouncil.arbiter.core.stops import Stop
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.replies import RefusalCode


class Injectable:
    """A table at which injects come."""

    now: Gate
    carried: Carried
    injects: Injects
    figures: dict[str, int]
    _quiet: tuple[Unfolded, dict[str, int], float] | None = None
    """Before this moment none comes, as long as nothing comes and no number changes: every beat asks."""

    def ran_ms(self, at: int) -> int:
        """Give the table's running time: what its clocks have counted down until now."""
        return self.carried.ran_ms + self.now.ran(at)

    def due_injects(self, at: int) -> tuple[int, ...]:
        """Give the injects that come now: none while anything stops the table."""
        if not self.injects or self.now.stops or not isinstance(self.now.phase, Phase):
            return ()
        so_far, figures, ran_ms = self.carried.injects, self.figures, self.ran_ms(at)
        if self._quiet and self._quiet[0] is so_far and self._quiet[1] is figures and ran_ms < self._quiet[2]:
            return ()
        due = self.injects.due(so_far, figures, ran_ms)
        if not due:
            moment = self.injects.next_moment(so_far, ran_ms)
            self._quiet = so_far, figures, inf if moment is None else moment
        return due

    def inject_comes(self, at: int, place: int) -> Inject:
        """Take note that an inject comes, and give it."""
        self.carried.injects = self.injects.come(self.carried.injects, place, self.ran_ms(at))
        return self.injects.own[place]

    def send_inject(self, at: int, number: int) -> Inject:
        """Let an inject come now, by ruling, and give it. Raises Refused."""
        self.now.playing()
        if Stop.UNBEGUN in self.now.stops:
            raise Refused(RefusalCode.PAUSED, "The game has not begun; let it begin first.")
        self.carried.injects = self.injects.send(self.carried.injects, number, self.ran_ms(at))
        return self.injects.own[number - 1]

    def keep_inject_back(self, number: int, *, drop: bool) -> None:
        """Let an inject come at an umpire's word alone, or not at all. Raises Refused."""
        self.now.playing()
        self.carried.injects = self.injects.keep_back(self.carried.injects, number, drop=drop)

    def postpone_injects(self, at: int, number: int, by_ms: int) -> None:
        """Let an inject, or (0) all whose time runs, come later by ruling. Raises Refused."""
        self.now.playing()
        self.carried.injects = self.injects.postpone(self.carried.injects, number, by_ms, self.ran_ms(at))

    def next_inject(self, at: int) -> int | None:
        """Give when the next inject comes whose time is known, if the clock runs on; None: there is none, or the clock stands."""
        ran_ms = self.ran_ms(at)
        moment = None if self.now.stops else self.injects.next_moment(self.carried.injects, ran_ms)
        return None if moment is None else at + moment - ran_ms

    def note_opening(self, phase: str) -> None:
        """Take note that a phase opened: some injects count from then."""
        carried = self.carried
        carried.injects = self.injects.note_opening(
            carried.injects, phase, carried.opened[phase], carried.ran_ms
        )
