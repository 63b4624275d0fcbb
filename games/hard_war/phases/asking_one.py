"""What all phases share: one player is asked, for as long as the clock of such a question gives."""

from __future__ import annotations

from typing import ClassVar

from warcouncil.games.hard_war.asking import active_seat, title
from warcouncil.games.hard_war.state import HardWarState
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.game import D
from warcouncil.games.kit.ways import Unsealed
from warcouncil.protocol.words import SeatId


class AsksOne(PhaseRules[HardWarState, D]):
    """A phase in which the active player answers, unless it says otherwise."""

    unsealed: ClassVar[Unsealed] = "all"
    clock: ClassVar[str]
    """The question's name among the clocks of the options."""

    def asked(self, state: HardWarState) -> tuple[SeatId, ...]:
        """Ask the active player."""
        return active_seat(state)

    def clock_seconds(self, state: HardWarState) -> float:
        """Give the time to answer."""
        return state.rules.seconds[self.clock]

    def title(self, state: HardWarState) -> str:
        """Head the question."""
        return title(state, self.about(state))

    def about(self, state: HardWarState) -> str:
        """Say what the question is about."""
        return self.name
