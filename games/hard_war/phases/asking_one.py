"""AsksOne, the base class of all phases. One player is asked, and the options set the time for each question."""

from __future__ import annotations

from typing import ClassVar

from warcouncil.games.hard_war.asking import active_seat, title
from warcouncil.games.hard_war.state import HardWarState
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.game import D
from warcouncil.games.kit.ways import Unsealed
from warcouncil.protocol.words import SeatId


class AsksOne(PhaseRules[HardWarState, D]):
    """A phase in which the active player answers, unless a subclass asks another one."""

    unsealed: ClassVar[Unsealed] = "all"
    clock: ClassVar[str]
    """The name of the question's clock in the options."""

    def asked(self, state: HardWarState) -> tuple[SeatId, ...]:
        """Return the active player."""
        return active_seat(state)

    def clock_seconds(self, state: HardWarState) -> float:
        """Return the time to answer, in seconds."""
        return state.rules.seconds[self.clock]

    def title(self, state: HardWarState) -> str:
        """Return the title of the question."""
        return title(state, self.about(state))

    def about(self, state: HardWarState) -> str:
        """Return the subject of the question."""
        return self.name
