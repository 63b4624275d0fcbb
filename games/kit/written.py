"""WrittenGame: a game whose rules an author writes as a file, such as a scenario.

The functions below accept any game. A game that is not written has no presets, prepared messages or passages,
and cannot be amended.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pydantic import JsonValue
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import AnyGame, Cover, D, Game, Mistake, Opts, Prepared, Resolution, S
from warcouncil.games.kit.ways import Ways
from warcouncil.games.kit.wording import say
from warcouncil.protocol.table.sheets import Rows
from warcouncil.protocol.words import SeatId


class WrittenGame(Game[Opts, S, D]):
    """A game that is made from the text of one TOML file. The option that `written_in` names has the text."""

    written_in: ClassVar[str]

    @abstractmethod
    def cover(self, options: Opts) -> Cover:
        """Return the title, the designer and the summary.

        It depends only on the public options. A table has this title.
        """

    def phase_names_at(self, options: Opts, state: S) -> tuple[str, ...]:
        """Return the names of the phases at a position. They differ from `phase_names` only if the game was amended."""
        return self.phase_names(options)

    def view_bytes_of(self, options: Opts) -> int:
        """Return the `view_bytes` of a table: at most the largest frame of the wire."""
        return self.view_bytes

    def view_bytes_at(self, options: Opts, state: S) -> int:
        """Return the `view_bytes` at a position.

        It differs from `view_bytes_of` only if an amended game has more text than its options.
        """
        return self.view_bytes_of(options)

    def presets(self) -> Mapping[str, Mapping[str, JsonValue]]:
        """Return the options that ship with the game under their own names.

        Such a name is accepted in place of a game's name.
        """
        return {}

    @abstractmethod
    def mistakes(self, text: str) -> tuple[Mistake, ...]:
        """Return all mistakes of a text that is meant for the option `written_in`. The text is TOML."""

    def treatment(self, options: Opts) -> Treatment | None:
        """Return the treatment of an experiment that a table with these options plays. None if there is none."""
        return None

    def to_assign(self, options: Opts) -> tuple[str, ...]:
        """Return the names of the treatments to which a table may be assigned. Empty if its options name one."""
        return ()

    def in_treatment(self, options: Opts, name: str) -> Opts:
        """Return the options of a table that is assigned to this treatment."""
        raise BadOption(say("options.rules_fixed"))

    def prepared(self, options: Opts) -> tuple[Prepared, ...]:
        """Return the messages that come with the game. Only umpires know them before they are sent."""
        return ()

    def holds(self, state: S, conditions: Sequence[str]) -> bool:
        """Return whether all these conditions of a prepared message hold at a position."""
        return not conditions

    def passages(self, options: Opts) -> Mapping[str, str]:
        """Return the texts that a game may show, by their names. A rehearsal lists those that were never shown."""
        return {}

    def passages_of(self, state: S, events: Iterable[Event]) -> frozenset[str]:
        """Return the names of the passages that a game showed up to this final state, in these events or in any
        other way.
        """
        return frozenset()

    def numbers(self, state: S) -> Mapping[str, int]:
        """Return all numbers and scores of a position by their labels, including the secret ones. A rehearsal counts them."""
        return {}

    def handed(self, state: S, events: Iterable[Event]) -> Mapping[str, tuple[SeatId, ...]]:
        """Return the papers that these events handed out, each with the seats that received it."""
        return {}

    def traced(
        self, state: S, declarations: Mapping[SeatId, D | None], ways: Ways, dice: Dice
    ) -> tuple[TraceStep, ...]:
        """Return, in order, every step by which numbers change when a question closes. The position itself does
        not change.
        """
        return ()

    def amend(self, state: S, text: str) -> Resolution[S]:
        """Return the position after an umpire has amended the game by a text, and the events of the amendment.

        It is called again when the open question closes, before that is resolved. It must not change the present
        question. Raises BadOption, which says how to write the text.
        """
        raise BadOption(say("options.rules_fixed"))

    def afterwards(self, events: Sequence[Event]) -> tuple[Rows, ...]:
        """Return tables for a debrief about what happened at one table.

        The tables contain only what every seat learned completely.
        """
        return ()

    def payoff(self, state: S) -> Payoff | None:
        """Return the agreed package and the points of each side after the end. None if the game counts no points."""
        return None


@dataclass(frozen=True, slots=True)
class Treatment:
    """A treatment of an experiment: its name in plans and exports, and the title that instructors read."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class Payoff:
    """The result of a table with points: the agreement, as pairs of issue and option, and the points of each side."""

    unit: str
    points: Mapping[str, int]
    package: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TraceStep:
    """A step when a question closes: the rule, its change in the form of the file, and the number before and after.

    `reached` is the value before the bounds of the number were applied. It is None if an amount was missing.
    `number` is "" if the rule changed no number.
    """

    rule: str
    change: str = ""
    number: str = ""
    before: int | str = 0
    reached: int | str | None = None
    now: int | str = 0


def written_in(game: AnyGame) -> str:
    """Return the name of the option that holds a game's file, or "" for a game without a file."""
    return game.written_in if isinstance(game, WrittenGame) else ""


def cover(game: AnyGame, options: Opts) -> Cover:
    """Return the title, the designer and the summary of a game. It depends only on the public options."""
    if isinstance(game, WrittenGame):
        return game.cover(options)
    return Cover(game.title, game.designer, game.summary, game.length)


def phase_names_at(game: AnyGame, options: Opts, state: S) -> tuple[str, ...]:
    """Return the names of the phases of a position."""
    return game.phase_names_at(options, state) if isinstance(game, WrittenGame) else game.phase_names(options)


def view_bytes_of(game: AnyGame, options: Opts) -> int:
    """Return the longest view of a table, in bytes."""
    return game.view_bytes_of(options) if isinstance(game, WrittenGame) else game.view_bytes


def view_bytes_at(game: AnyGame, options: Opts, state: S) -> int:
    """Return the longest view at a position, in bytes."""
    return game.view_bytes_at(options, state) if isinstance(game, WrittenGame) else game.view_bytes


def presets(game: AnyGame) -> Mapping[str, Mapping[str, JsonValue]]:
    """Return the options that ship with a game under their own names."""
    return game.presets() if isinstance(game, WrittenGame) else {}


def treatment(game: AnyGame, options: Opts) -> Treatment | None:
    """Return the treatment that a table with these options plays. None if there is none."""
    return game.treatment(options) if isinstance(game, WrittenGame) else None


def to_assign(game: AnyGame, options: Opts) -> tuple[str, ...]:
    """Return the names of the treatments to which a table may be assigned."""
    return game.to_assign(options) if isinstance(game, WrittenGame) else ()


def in_treatment(game: AnyGame, options: Opts, name: str) -> Opts:
    """Return the options of a table that is assigned to this treatment. Raises BadOption if its game has none."""
    if not isinstance(game, WrittenGame):
        raise BadOption(say("options.rules_fixed"))
    found: Opts = game.in_treatment(options, name)
    return found


def prepared(game: AnyGame, options: Opts) -> tuple[Prepared, ...]:
    """Return the messages that come with a game."""
    return game.prepared(options) if isinstance(game, WrittenGame) else ()


def holds(game: AnyGame, state: S, conditions: Sequence[str]) -> bool:
    """Return whether all these conditions of a prepared message hold. A game that is not written has none."""
    return game.holds(state, conditions) if isinstance(game, WrittenGame) else not conditions


def passages(game: AnyGame, options: Opts) -> Mapping[str, str]:
    """Return the texts that a game may show, by their names."""
    return game.passages(options) if isinstance(game, WrittenGame) else {}


def passages_of(game: AnyGame, state: S, events: Iterable[Event]) -> frozenset[str]:
    """Return the names of the passages that were shown in a game that ended in this state."""
    return game.passages_of(state, events) if isinstance(game, WrittenGame) else frozenset()


def numbers(game: AnyGame, state: S) -> Mapping[str, int]:
    """Return all numbers of a position by their labels."""
    return game.numbers(state) if isinstance(game, WrittenGame) else {}


def handed(game: AnyGame, state: S, events: Iterable[Event]) -> Mapping[str, tuple[SeatId, ...]]:
    """Return the papers that these events handed out, each with the seats that received it."""
    return game.handed(state, events) if isinstance(game, WrittenGame) else {}


def traced(
    game: AnyGame, state: S, declarations: Mapping[SeatId, D | None], ways: Ways, dice: Dice
) -> tuple[TraceStep, ...]:
    """Return every step by which numbers change when a question closes, in order."""
    if not isinstance(game, WrittenGame):
        return ()
    return game.traced(state, declarations, ways, dice)


def amend(game: AnyGame, state: S, text: str) -> Resolution[S]:
    """Return the position after an umpire has amended a game. Raises BadOption if it cannot be amended."""
    if not isinstance(game, WrittenGame):
        raise BadOption(say("options.rules_fixed"))
    return game.amend(state, text)


def afterwards(game: AnyGame, events: Sequence[Event]) -> tuple[Rows, ...]:
    """Return tables about what happened at one table, for a debrief."""
    return game.afterwards(events) if isinstance(game, WrittenGame) else ()


def payoff(game: AnyGame, state: S) -> Payoff | None:
    """Return the agreed package and the points of each side after the end of a game. None if there are none."""
    return game.payoff(state) if isinstance(game, WrittenGame) else None
