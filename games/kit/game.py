"""The contract: a game is a book of numbered phases, in the rulebook's order. All methods are pure.

The loop that drives every game (the arbiter, `rehearse` and the tests share it):

    resolution = game.setup(options, dice)
    while not isinstance(phase := game.phase(resolution.state), Finish):
        declarations = {seat: ... for seat in phase.asked}       # parsed by game.read, or game.default, or None
        resolution = game.resolve(resolution.state, declarations, dice)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar

from warcouncil.games.kit.course import Bearings
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.sides import badges
from warcouncil.games.kit.ways import Unsealed, Ways
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable
from warcouncil.protocol.table.sheets import Badge, Sheet
from warcouncil.protocol.words import ChannelId, Model, SeatId


class Options(Model):
    """What can be chosen for a new game. Every field has a default, a type and a description."""

    hidden: ClassVar[tuple[str, ...]] = ("deal",)
    """The options that say what nobody may know, such as the order of a deck."""

    def open(self) -> Self:
        """Give these options as everybody may know them: what is hidden stands at its default."""
        fields = {name: field for name, field in type(self).model_fields.items() if name in self.hidden}
        return self.model_copy(
            update={name: field.get_default(call_default_factory=True) for name, field in fields.items()}
        )


@dataclass(frozen=True, slots=True)
class Cover:
    """What stands on the box: how a table's game is called, by whom it is, and what it is about. Everybody may read it."""

    title: str
    designer: str
    summary: str
    """Two or three sentences for someone who has never heard of it."""
    length: str = ""
    """About how long a game takes, in words."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with the text of which a game is made, and where: keys of mappings, and places in lists from 0."""

    path: tuple[str | int, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """A message that was written beforehand with a game, and is told by the umpires' side: to a team, a seat, or ("") everyone.

    It comes after `at_seconds` of running time, counted from the beginning or from when `phase` opened for the `occasion`-th
    time; with neither it is at hand: an umpire sends it. `reply`: an answer is asked for.
    """

    text: str
    name: str = ""
    to: str = ""
    at_seconds: int | None = None
    phase: str = ""
    occasion: int = 1
    reply: bool = False


Opts = TypeVar("Opts", bound=Options)
S = TypeVar("S")
D = TypeVar("D")


@dataclass(frozen=True, slots=True)
class Channel:
    """A conversation that is open while its phase is. `members` may read and write."""

    id: ChannelId
    title: str
    members: tuple[SeatId, ...]


@dataclass(frozen=True, slots=True)
class Phase:
    """One opening of a phase: who is asked, for how long, and who may talk meanwhile.

    `text` is the rule in our words; `title` is what players read, such as "Turn 4 · Attack declaration".
    `sealed`: the answers of several seats, secret until all are in. `closes_early`: it ends when every asked seat
    has answered. `quiet_seconds`: the channels shut that long before the clock runs out.
    `deals`: seats may put written proposals to each other meanwhile. `asked_known`: everyone may know who is asked.
    `awaited`: whoever gives no answer has missed one; else silence is as good. `silence`: what the clock does for the silent,
    where the plan says nothing of this phase ("": what the rules do). `unsealed`: who is told of an answer that its seat did not
    seal: the seat alone, or all ("": the game tells of it by itself, or nobody is told).
    """

    name: str
    rule: str
    title: str
    text: str
    asked: tuple[SeatId, ...]
    sealed: bool
    clock_seconds: float
    channels: tuple[Channel, ...] = ()
    closes_early: bool = True
    quiet_seconds: float = 0.0
    deals: bool = False
    asked_known: bool = True
    awaited: bool = True
    silence: Literal["", "missing", "draft", "wait", "bot", "extend"] = ""
    unsealed: Unsealed = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """What everyone may count, such as "divisions lost", for each team or seat."""

    label: str
    by: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Standings:
    """How a game stands, as everyone may know: what is counted, and how many turns (by their name) it has come to."""

    tallies: tuple[Tally, ...] = ()
    turns: int = 0
    turns_are: str = "turns"


@dataclass(frozen=True, slots=True)
class Finish:
    """The end. `reason` is one sentence without a stop that says why, and where on the board; `winners` are teams or seats
    (none: a draw, and nobody has lost)."""

    reason: str
    winners: tuple[str, ...]
    standings: Standings = Standings()


@dataclass(frozen=True, slots=True)
class Resolution(Generic[S]):
    """The new state and what happened, in order. `heading` says when, in the players' words: "turn 3"."""

    state: S
    events: tuple[Event, ...] = ()
    heading: str = ""


class Game(ABC, Generic[Opts, S, D]):
    """A game's rules. A game is one instance without attributes of its own; all it knows of a table is the state."""

    name: ClassVar[str]
    title: ClassVar[str]
    designer: ClassVar[str]
    rules_version: ClassVar[str]
    """Another one wherever the same answers may give another state, or an event tells more or less: what was recorded under one version is
    done again under no other."""
    summary: ClassVar[str]
    """Two or three sentences for someone who has never heard of it."""
    length: ClassVar[str] = ""
    """About how long a game takes, in words."""
    view_bytes: ClassVar[int] = 24576
    """No seat's view at a gate is longer, but for what everybody may watch: all are padded alike, so that the length of one
    tells nothing of another."""

    options_type: type[Opts]
    state_type: type[S]
    event_types: ClassVar[tuple[type[Event], ...]]

    @abstractmethod
    def seats(self, options: Opts) -> tuple[Seat, ...]:
        """Give the seats in table order."""

    def phase_names(self, options: Opts) -> tuple[str, ...]:
        """Give the names of the phases in the order of the rules; none where they are not listed."""
        return ()

    def sides(self, options: Opts) -> tuple[Badge, ...]:
        """Give the teams' badges in table order, each by its team: the title, sign and ink by which it is known everywhere."""
        return badges(self.seats(options))

    @abstractmethod
    def briefing(self, options: Opts, seat: SeatId) -> Briefing:
        """Give what somebody is told who sits down there. It is made of the seat and the open options alone."""

    def facts(self, options: Opts) -> Mapping[str, str | RuleTable]:
        """Give the words and tables that `page.md` asks for, out of the data that the rules use: cards, cities, numbers."""
        return {}

    @abstractmethod
    def setup(self, options: Opts, dice: Dice) -> Resolution[S]:
        """Give the opening position. Raises BadOption where options contradict each other."""

    @abstractmethod
    def phase(self, state: S) -> Phase | Finish:
        """Say who is asked now, or how it ended. The options needed for it stand in the state."""

    @abstractmethod
    def standings(self, state: S) -> Standings:
        """Give what everyone may count now, at the end and before it: an umpire may end the game at any time."""

    @abstractmethod
    def form(self, state: S, seat: SeatId) -> Form:
        """Give what an asked seat is asked. It holds nothing that the seat may not know."""

    @abstractmethod
    def read(self, state: S, seat: SeatId, answer: Answer) -> D:
        """Parse and judge an answer. Raises Illegal. It judges only against what the seat itself may know."""

    @abstractmethod
    def default(self, state: S, seat: SeatId) -> D | None:
        """Give what the clock declares for a silent seat; None: it is missing, and the rules decide."""

    def unanswered(self, state: S, seat: SeatId) -> str:
        """Return what counts for an asked seat that gives no answer, in one sentence to its player; "" where none is expected.

        It must be true of the `default`, and of None.
        """
        return ""

    @abstractmethod
    def resolve(self, state: S, declarations: Mapping[SeatId, D | None], dice: Dice) -> Resolution[S]:
        """Apply the declarations of all asked seats (None: missing) at once."""

    def resolve_as(
        self, state: S, declarations: Mapping[SeatId, D | None], ways: Ways, dice: Dice
    ) -> Resolution[S]:
        """Apply the declarations by `resolve`. A game whose events say how each came to count looks at `ways` too."""
        return self.resolve(state, declarations, dice)

    @abstractmethod
    def sheet(self, state: S, seat: SeatId | None) -> Sheet:
        """Give all that a seat may see now. None: what everyone may see."""

    @abstractmethod
    def truth(self, state: S) -> Sheet:
        """Give all that is so, for umpires and for after the end: what any seat knows, and what none does."""

    def course(self, state: S) -> Bearings | None:
        """Give what a debrief follows through a game, and who is ahead by the rules; None: what is counted must do."""
        return None

    @abstractmethod
    def rehide(self, state: S, seat: SeatId, dice: Dice) -> S:
        """Deal anew all that this seat cannot know, and nothing else: for the proof of secrecy, and to judge what it decided.

        Two positions that the seat cannot tell apart give the same: what is dealt is sorted before it is shuffled.
        """

    def reshuffle(self, state: S, dice: Dice) -> S:
        """Deal anew what no seat can know, such as the order of a deck, and nothing else: so that nobody is judged by it."""
        return state


AnyGame = Game[Any, Any, Any]
