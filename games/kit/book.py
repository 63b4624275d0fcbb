"""Book: a game written as a rulebook.

Each class is one phase, in the order of the rulebook, with the number of its rule.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Channel, D, Finish, Game, Opts, Phase, Resolution, S
from warcouncil.games.kit.ways import Unsealed
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.words import SeatId


class PhaseRules(ABC, Generic[S, D]):
    """One phase of the rulebook: which seats it asks, for what, how an answer is checked, and what follows."""

    name: ClassVar[str]
    rule: ClassVar[str]
    sealed: ClassVar[bool] = False
    asked_known: ClassVar[bool] = True
    """Whether everyone may know which seats are asked."""
    awaited: ClassVar[bool] = True
    """Whether every asked seat is expected to answer.

    If false, silence counts as an answer, and a silent seat is not reported as idle.
    """
    readiness: ClassVar[bool] = False
    """Whether the phase asks only whether each seat is ready. A seat may take such an answer back."""
    unsealed: ClassVar[Unsealed] = ""
    """The readers who are informed of an answer that its seat did not seal.

    It is "all" only if everyone learns the answers anyway.
    """

    @property
    @abstractmethod
    def text(self) -> str:
        """The rule as players read it. Players may read it during the phase."""

    def text_under(self, options: Any) -> str:  # Each game has its own options
        """Return the rule as players read it, with these options."""
        return self.text

    def text_at(self, state: S) -> str:
        """Return the rule as players read it, with the options of the table of this state."""
        return self.text

    def is_played(self, options: Any) -> bool:  # Each game has its own options
        """Return whether the phase may open at a table with these options."""
        return True

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer, in one sentence to its player.

        It is "" if no answer is expected.
        """
        return ""

    @abstractmethod
    def asked(self, state: S) -> tuple[SeatId, ...]:
        """Return the seats that must answer, in table order. There is always at least one."""

    @abstractmethod
    def clock_seconds(self, state: S) -> float:
        """Return the time to answer, in seconds."""

    @abstractmethod
    def form(self, state: S, seat: SeatId) -> Form:
        """Return the form of an asked seat."""

    @abstractmethod
    def read(self, state: S, seat: SeatId, answer: Answer) -> D:
        """Parse and judge an answer. Raises Illegal."""

    @abstractmethod
    def resolve(self, state: S, declarations: Mapping[SeatId, D | None], dice: Dice) -> Resolution[S]:
        """Apply the declarations of all asked seats at once."""

    def default(self, state: S, seat: SeatId) -> D | None:
        """Return the declaration of a silent seat when the clock runs out. None if the declaration is missing."""
        return None

    def unanswered(self, state: S, seat: SeatId) -> str:
        """Return what counts for a seat that does not answer, in one sentence to its player."""
        return self.silent

    def title(self, state: S) -> str:
        """Return what the players read above the question."""
        return self.name

    def channels(self, state: S) -> tuple[Channel, ...]:
        """Return the conversations that are open during the phase."""
        return ()

    def closes_early(self, state: S) -> bool:
        """Return whether the phase ends as soon as all asked seats have answered."""
        return True

    def quiet_seconds(self, state: S) -> float:
        """Return how long before the end of the clock the conversations close, in seconds."""
        return 0.0

    def deals(self, state: S) -> bool:
        """Return whether seats may send each other written proposals during the phase."""
        return False

    def opening(self, state: S) -> Phase:
        """Return the phase with its present opening."""
        return Phase(
            name=self.name,
            rule=self.rule,
            title=self.title(state),
            text=self.text_at(state),
            asked=self.asked(state),
            sealed=self.sealed,
            clock_seconds=self.clock_seconds(state),
            channels=self.channels(state),
            closes_early=self.closes_early(state),
            quiet_seconds=self.quiet_seconds(state),
            deals=self.deals(state),
            asked_known=self.asked_known,
            awaited=self.awaited,
            readiness=self.readiness,
            unsealed=self.unsealed,
        )


class Book(Game[Opts, S, D]):
    """A game whose state names its present phase."""

    phases: ClassVar[tuple[PhaseRules[S, D], ...]]

    def phase_names(self, options: Opts) -> tuple[str, ...]:
        """Return the names of the phases in the order of the rules."""
        return tuple(page.name for page in self.phases)

    @abstractmethod
    def step(self, state: S) -> str:
        """Return the name of the phase of this state."""

    @abstractmethod
    def finish(self, state: S) -> Finish | None:
        """Return the end of the game once it has ended, or None."""

    @cached_property
    def _by_name(self) -> dict[str, PhaseRules[S, D]]:
        return {phase.name: phase for phase in self.phases}

    def _page(self, state: S) -> PhaseRules[S, D]:
        return self._by_name[self.step(state)]

    def phase(self, state: S) -> Phase | Finish:
        """Return which seats are asked now, or how the game ended."""
        return self.finish(state) or self._page(state).opening(state)

    def form(self, state: S, seat: SeatId) -> Form:
        """Return the form of an asked seat."""
        return self._page(state).form(state, seat)

    def read(self, state: S, seat: SeatId, answer: Answer) -> D:
        """Parse and judge an answer. Raises Illegal."""
        return self._page(state).read(state, seat, answer)

    def default(self, state: S, seat: SeatId) -> D | None:
        """Return the declaration of a silent seat when the clock runs out. None if the declaration is missing."""
        return self._page(state).default(state, seat)

    def unanswered(self, state: S, seat: SeatId) -> str:
        """Return what counts for a seat that does not answer, in one sentence to its player."""
        return self._page(state).unanswered(state, seat)

    def resolve(self, state: S, declarations: Mapping[SeatId, D | None], dice: Dice) -> Resolution[S]:
        """Apply the declarations of all asked seats at once."""
        return self._page(state).resolve(state, declarations, dice)
