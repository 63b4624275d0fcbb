"""Shortcut: declarations for playouts that are computed from the state, without sheets, forms and answers.

A game may offer one beside its bot. It must declare exactly what the bot would, and read only what the seat may know.
Tests compare it with the bot, gate by gate, and with itself in twin worlds. The rules stay the same, because
`resolve` of the game is used.
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
    """The bot of a game, computed from the plain values of the game's state."""

    def knows(self, state: Any) -> bool:  # Most shortcuts know all positions
        """Return whether the shortcut can declare at a position. If it cannot, the bot reads the sheet instead."""
        return True

    @abstractmethod
    def suggested(self, state: Any, seat: SeatId, dice: Dice) -> Any:
        """Return the declaration that `read` makes of the bot's answer."""

    @abstractmethod
    def drawn(self, state: Any, seat: SeatId, dice: Dice) -> Any:
        """Return the declaration that `read` makes of a random answer (`games.kit.answers.fill`)."""

    @abstractmethod
    def chance(self, state: Any, seat: SeatId, declared: Any) -> tuple[float, float]:
        """Return the probability that the bot declares this, and the probability that a random answer does.

        It is called only after an open phase.
        """

    @abstractmethod
    def is_open(self, phase: str) -> bool:
        """Return whether a phase shows everyone all its declarations when it closes and none is missing."""

    def plays_on(self, state: Any) -> bool:  # A shortcut without its own rules plays nothing
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
        """Play a position to its end by the rules and the bot, and return the winners.

        None if it has not ended at the gate `until`. `slips` returns one byte for each seat in table order. A
        seat errs if its byte is 0. `fixed` has the declarations of all asked seats for the first gate.
        """
        raise NotImplementedError

    @abstractmethod
    def glimpse(self, state: Any, seat: SeatId) -> Hashable:
        """Return a key for all that a position shows a seat. Phase, sheet and form are equal if and only if the keys
        are.

        Keys are compared by their `repr`, and only within one table.
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
        """Return the glimpse of a seat after one gate that is played as in `played_on`. Return None if only the
        rules can compute it.
        """
        return None


class TableRules(Protocol):
    """The rules of one table, in the form that a shortcut needs."""

    def fits(self, state: Any) -> bool:
        """Return whether these are the rules of a position."""
        ...


R = TypeVar("R", bound=TableRules)
_RULES_MAX = 64
"""For how many tables the rules are remembered. Bounds memory."""


class RulesMemory(Generic[R]):
    """Remembers the rules of the last tables, by the identity of their options."""

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
    """Return what a position shows of its negotiation. The key has no seconds: a record has 120.0 where the
    window has 120, and a seat does not see them.
    """
    return talk.channels, talk.seats, talk.closes_early, talk.deals


def mark_of(options: Options, talk: TalkWindow, *more: str) -> str:
    """Return a digest of the options of a table, for its glimpses. The digest is the same for options that were
    read from a record.
    """
    read = type(options).model_validate_json(options.model_dump_json())
    text = f"{read.model_dump_json()} {talk_shown(talk)} {more}"
    return blake2b(text.encode(), digest_size=12).hexdigest()
