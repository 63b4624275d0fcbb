"""Shortcut: declarations for playouts, computed from the state, without the sheets, forms and answers in between.

A game may offer one beside its bot. It must declare exactly what the bot would, and read only what the seat may know.
Tests compare it with the bot, gate by gate, and with itself in twin worlds. The rules stay the same: `resolve` of the game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from hashlib import blake2b
from typing import Any, Generic, Protocol, TypeVar

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Options
from warcouncil.games.kit.negotiation import TalkWindow
from warcouncil.protocol.words import SeatId


class Shortcut(ABC):
    """The bot of a game on the plain values of its state."""

    def knows(self, state: Any) -> bool:  # most shortcuts know all positions
        """Return whether it can declare at a position. If not, the bot reads its sheet there."""
        return True

    @abstractmethod
    def suggested(self, state: Any, seat: SeatId, dice: Dice) -> Any:
        """Return what `read` makes of the answer of the bot."""

    @abstractmethod
    def drawn(self, state: Any, seat: SeatId, dice: Dice) -> Any:
        """Return what `read` makes of a random answer (`games.kit.answers.fill`)."""

    @abstractmethod
    def chance(self, state: Any, seat: SeatId, declared: Any) -> tuple[float, float]:
        """Return the chance that the bot declares this, and the chance that a random answer does.

        Asked only after an open phase.
        """

    @abstractmethod
    def is_open(self, phase: str) -> bool:
        """Return whether a phase shows everyone all its declarations when it closes, if none was missing."""

    def plays_on(self, state: Any) -> bool:  # a shortcut without rules of its own plays nothing
        """Return whether `played_on` can play from a position."""
        return False

    def played_on(
        self,
        state: Any,
        gate: int,
        until: int,
        slips: Callable[[int], bytes],
        seed: bytes,
        *,
        fixed: Mapping[SeatId, Any],
    ) -> tuple[str, ...] | None:
        """Play a position to its end, as the rules and the bot would, and return the winners.

        None if it has not ended at the gate `until`. `slips` returns one byte for each seat in table order: at 0 it slips.
        `fixed` holds declarations for the first gate. None of them is missing.
        """
        raise NotImplementedError

    @abstractmethod
    def glimpse(self, state: Any, seat: SeatId) -> Hashable:
        """Return a key of all that a position shows a seat: phase, sheet and form are equal if and only if the keys are.

        It is compared by its `repr`, within one table.
        """

    def sight_after(
        self,
        state: Any,
        gate: int,
        slips: bytes,
        seed: bytes,
        seat: SeatId,
        *,
        fixed: Mapping[SeatId, Any],
    ) -> Hashable | None:
        """Return the glimpse of a seat after one gate, played as `played_on` plays it. None: it is not known without the rules."""
        return None


class TableRules(Protocol):
    """The rules of one table on plain values, as a shortcut asks for them."""

    def fits(self, state: Any) -> bool:
        """Return whether these are the rules of a position."""
        ...


R = TypeVar("R", bound=TableRules)
_RULES_MAX = 64
"""The rules of how many tables are remembered. Bounds memory."""


class RulesMemory(Generic[R]):
    """Remembers the rules of the tables that were met last, by the identity of their options."""

    def __init__(self, make: Callable[[Any], R]) -> None:
        self._make = make
        self._known: dict[int, R] = {}

    def of(self, state: Any) -> R:
        """Return the rules of the table of a position."""
        found = self._known.get(id(state.options))
        if found is None or not found.fits(state):
            if len(self._known) >= _RULES_MAX:
                self._known.clear()
            found = self._known[id(state.options)] = self._make(state)
        return found


def talk_shown(talk: TalkWindow) -> Hashable:
    """Return what a position shows of its negotiation. A record reads a whole number of seconds as 120.0, and they are not shown."""
    return talk.channels, talk.seats, talk.closes_early, talk.deals


def mark_of(options: Options, talk: TalkWindow, *more: str) -> str:
    """Return a digest of the options of a table, for its glimpses. It is the same if they were read from a record."""
    read = type(options).model_validate_json(options.model_dump_json())
    text = f"{read.model_dump_json()} {talk_shown(talk)} {more}"
    return blake2b(text.encode(), digest_size=12).hexdigest()
