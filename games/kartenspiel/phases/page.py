"""BattlePage, the base class of the phases of this game. It makes the opening of a phase."""

from __future__ import annotations

from abc import abstractmethod
from functools import lru_cache
from typing import Generic

from warcouncil.games.kartenspiel.roles import Runs, seating
from warcouncil.games.kartenspiel.state import BattleRules, BattleState
from warcouncil.games.kartenspiel.wording import say
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.game import Channel, D, Phase
from warcouncil.protocol.words import SeatId

When = tuple[int, int, int]
"""A day, a turn and a pair of corps."""


class BattlePage(PhaseRules[BattleState, D], Generic[D]):
    """A phase whose opening depends only on the rules in force, the turn and the pair.

    Openings are cached, because a room of tables opens the same few thousand again and again.
    """

    talks = False
    """Whether the councils of war are open during the phase."""

    @abstractmethod
    def seconds(self, rules: BattleRules, fresh: bool) -> int:
        """Return the time to answer under these rules, in seconds. `fresh` is true for the first redeployment of a
        day.
        """

    def asks_openly(self, rules: BattleRules) -> bool:
        """Return whether everyone may know who is asked."""
        return self.asked_known

    def heading(self, day: int, turn: int, pair: int) -> str:
        """Return what the players read above the question."""
        if day == 1:
            return say("phases.turn", turn=turn, phase=self.name)
        return say("phases.day_turn", day=day, turn=turn, phase=self.name)

    def clock_seconds(self, state: BattleState) -> float:
        """Return the time to answer, in seconds."""
        return self.seconds(state.rules, state.fresh)

    def title(self, state: BattleState) -> str:
        """Return what the players read above the question."""
        return self.heading(state.day, state.turn, state.pair)

    def channels(self, state: BattleState) -> tuple[Channel, ...]:
        """Return the council of war of each side, if the phase has talk."""
        return seating(state.rules.runs).channels if self.talks else ()

    def opening(self, state: BattleState) -> Phase:
        """Return the phase with its present opening."""
        rules, when = state.rules, (state.day, state.turn, state.pair)
        seconds, early = self.seconds(rules, state.fresh), self.closes_early(state)
        talking = rules.runs if self.talks else None
        return _open(self, talking, self.asked(state), when, seconds, early, self.asks_openly(rules))


@lru_cache(maxsize=4096)
def _open(  # noqa: PLR0917  # an lru_cache looks up by position faster than by name
    page: BattlePage[D],
    talking: Runs | None,
    asked: tuple[SeatId, ...],
    when: When,
    seconds: int,
    early: bool,
    openly: bool,
) -> Phase:
    return Phase(
        name=page.name,
        rule=page.rule,
        title=page.heading(*when),
        text=page.text,
        asked=asked,
        sealed=page.sealed,
        clock_seconds=seconds,
        channels=seating(talking).channels if talking else (),
        closes_early=early,
        asked_known=openly,
        unsealed=page.unsealed,
    )
