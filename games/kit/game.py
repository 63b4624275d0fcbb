"""The contract of a game. A game is a book of numbered phases in the order of the rulebook, and all its methods are
pure.

The arbiter, `rehearse` and the tests drive every game by this loop:

    resolution = game.setup(options, dice)
    while not isinstance(phase := game.phase(resolution.state), Finish):
        declarations = {seat: ... for seat in phase.asked}       # parsed by game.read, or game.default, or None
        resolution = game.resolve(resolution.state, declarations, dice)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar

from warcouncil.games.kit.course import Bearings
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.sides import badges
from warcouncil.games.kit.ways import Unsealed, Ways
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.rulebooks import Briefing, RuleBlock, RuleTable
from warcouncil.protocol.table.sheets import Badge, Sheet
from warcouncil.protocol.table.views import MessageKind
from warcouncil.protocol.words import ChannelId, Model, SeatId


class Options(Model):
    """The options of a new game. Every field has a default, a type and a description."""

    hidden: ClassVar[tuple[str, ...]] = ("deal",)
    """The options that contain a secret of the game, such as the order of a deck."""

    def open(self) -> Self:
        """Return these options in the form that everyone may know. Each hidden option has its default."""
        fields = {name: field for name, field in type(self).model_fields.items() if name in self.hidden}
        return self.model_copy(
            update={name: field.get_default(call_default_factory=True) for name, field in fields.items()}
        )


@dataclass(frozen=True, slots=True)
class Cover:
    """The part of a game that a player sees before it begins: title, designer and summary. Everyone may read it."""

    title: str
    designer: str
    summary: str
    """Two or three sentences for a reader who does not know the game."""
    length: str = ""
    """The usual length of a game, in words."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake in the text from which a game is made, and its path: keys of mappings and places in lists, from 0."""

    path: tuple[str | int, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """A message that was written in advance with a game and is sent in the name of the umpires.

    `to` is a team, a seat, or "" for everyone. The message is sent after `at_seconds` of running time,
    counted from the beginning of the game. If `phase` is set, the time counts from the opening of that phase for the
    `occasion`-th time. If `at_seconds`, `phase` and `only_if` are all missing, an umpire sends it. `reply`: the message
    asks for an answer.

    `sender` and `kind` name who writes, and in which form. "" and "message" mean the umpire. `only_if` has conditions
    that the game evaluates (`WrittenGame.holds`). `while_open`: the message is sent only while its phase is
    open.
    """

    text: str
    name: str = ""
    to: str = ""
    at_seconds: int | None = None
    phase: str = ""
    occasion: int = 1
    reply: bool = False
    sender: str = ""
    kind: MessageKind = "message"
    only_if: tuple[str, ...] = ()
    while_open: bool = False


Opts = TypeVar("Opts", bound=Options)
S = TypeVar("S")
D = TypeVar("D")


@dataclass(frozen=True, slots=True)
class Channel:
    """A conversation that is open while its phase is open. `members` may read and write. `readers` may only read."""

    id: ChannelId
    title: str
    members: tuple[SeatId, ...]
    readers: tuple[SeatId, ...] = ()


@dataclass(frozen=True, slots=True)
class RequestDesk:
    """The desk for requests for information while a phase is open: who answers, and who may ask.

    A seat that answers is neutral. Its title names it to everyone.
    """

    title: str
    answers: tuple[SeatId, ...]
    asks: tuple[SeatId, ...]


@dataclass(frozen=True, slots=True)
class Phase:
    """One opening of a phase: the asked seats, its time, and who may talk meanwhile.

    - `text` is the rule as players read it.
    - `title` is the title for players, such as "Turn 4 · Attack declaration".
    - `sealed`: several seats answer, and the answers are secret until all are in.
    - `closes_early`: the phase ends when every asked seat has answered.
    - `quiet_seconds`: the channels close this long before the clock runs out.
    - `deals`: seats may send each other written proposals during the phase.
    - `desk`: the desk for requests for information during the phase.
    - `asked_known`: everyone may know who is asked.
    - `goes_on`: it is a further stage of the phase that was open before, and not a new opening.
    - `awaited`: a seat that does not answer has missed an answer. If false, silence counts as an answer.
    - `readiness`: it asks only whether each seat is ready. A seat may take its answer back. An empty answer
      then takes back what was sealed. Therefore no form of such a phase may accept an empty answer.
    - `silence`: what the clock does for a silent seat if the plan sets nothing for this phase. "" means what the
      rules do.
    - `unsealed`: who is informed of an answer that its seat did not seal: the seat, or all. "" if the game itself
      reports it, or no reader is informed.
    - `consent`: the field of the form that asks for consent, if the answers are confidential. Views, reports and
      films show such an answer only to its author. The export has it only if its author chose `CONSENTED` in that
      field.
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
    desk: RequestDesk | None = None
    asked_known: bool = True
    goes_on: bool = False
    awaited: bool = True
    readiness: bool = False
    silence: Literal["", "missing", "draft", "wait", "bot", "extend"] = ""
    unsealed: Unsealed = ""
    consent: str = ""


CONSENTED = "yes"
"""The answer to the field `consent` of a phase with which a person agrees to the export of their answers."""


@dataclass(frozen=True, slots=True)
class Tally:
    """A count that everyone may know, such as "divisions lost", for each team or seat."""

    label: str
    by: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Standings:
    """The numbers that everyone may count now, and how many turns have been played.

    `turns_are` is the game's word for turns.
    """

    tallies: tuple[Tally, ...] = ()
    turns: int = 0
    turns_are: str = "turns"


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of a game.

    `reason` is one sentence without a full stop. The sentence says why the game ended, and where on the board.
    `winners` are teams or seats. If there is no winner, the game is a draw and no side has lost. `title` is the
    heading of the end, such as "The dam broke". Without it, the heading says who won. `meaning` is what the end
    means in the story of the game, in sentences.
    """

    reason: str
    winners: tuple[str, ...]
    standings: Standings = Standings()
    title: str = ""
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Resolution(Generic[S]):
    """The new state and the events that led to it, in order.

    `heading` says when they happened, for players: "turn 3".
    """

    state: S
    events: tuple[Event, ...] = ()
    heading: str = ""


class Game(ABC, Generic[Opts, S, D]):
    """The rules of a game. A game is one instance without attributes, because everything about a table is in the state."""

    name: ClassVar[str]
    title: ClassVar[str]
    designer: ClassVar[str]
    rules_version: ClassVar[str]
    """Changes whenever the same answers may lead to another state, or an event reports more or less.

    A record made under one version is never replayed under another.
    """
    view_bytes: ClassVar[int] = 24576
    """The largest size of a seat's view at a gate, in bytes, without the scenes that everyone may watch.

    All views are padded to one length, so the length reveals nothing.
    """

    paragraphs_of: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
    """The numbered paragraphs and readings that an option changes, by the name of the option."""

    options_type: type[Opts]
    state_type: type[S]
    event_types: ClassVar[tuple[type[Event], ...]]

    @property
    @abstractmethod
    def summary(self) -> str:
        """Return two or three sentences for a reader who does not know the game."""

    @property
    def length(self) -> str:
        """Return the usual length of a game, in words. It is "" if it is not known."""
        return ""

    @abstractmethod
    def seats(self, options: Opts) -> tuple[Seat, ...]:
        """Return the seats in table order."""

    def phase_names(self, options: Opts) -> tuple[str, ...]:
        """Return the names of the phases in the order of the rules. Empty if the game does not list them."""
        return ()

    def sides(self, options: Opts) -> tuple[Badge, ...]:
        """Return the badges of the teams in table order. Each has the title, sign and ink that every screen shows."""
        return badges(self.seats(options))

    def competing(self, options: Opts) -> tuple[str, ...]:
        """Return the teams, or the seats without a team, that can win, in table order.

        Decisions are judged by the results of these. If it is empty, the competitors are unknown and nothing is judged.
        """
        seats = [seat for seat in self.seats(options) if not seat.neutral]
        return tuple(dict.fromkeys(str(seat.team or seat.id) for seat in seats))

    @abstractmethod
    def briefing(self, options: Opts, seat: SeatId) -> Briefing:
        """Return the briefing of a seat. It depends only on the seat and the public options."""

    def facts(self, options: Opts) -> Mapping[str, str | RuleTable]:
        """Return the words and tables for `page.md`, made from the data of the rules: cards, cities, numbers."""
        return {}

    def authored(self, options: Opts) -> Mapping[str, tuple[RuleBlock, ...]]:
        """Return the texts for `page.md` that an author wrote. They are never read as markup of the page."""
        return {}

    def terms(self, options: Opts) -> Mapping[str, str]:
        """Return sentences for players about options that differ from their defaults, by the name of the option.

        Options may share a sentence. "" means that the option changes nothing at this table. If an option has no
        sentence here, its description is used.
        """
        return {}

    def cautions(self, options: Opts) -> tuple[str, ...]:
        """Return the cautions for an umpire who chooses these options. Each caution has one or two sentences."""
        return ()

    @abstractmethod
    def setup(self, options: Opts, dice: Dice) -> Resolution[S]:
        """Return the opening position. Raises BadOption if options contradict each other."""

    @abstractmethod
    def phase(self, state: S) -> Phase | Finish:
        """Return which seats are asked now, or how the game ended. The state has every option that this needs."""

    @abstractmethod
    def standings(self, state: S) -> Standings:
        """Return what everyone may count now. This works at every position, because an umpire may end the game
        at any time.
        """

    @abstractmethod
    def form(self, state: S, seat: SeatId) -> Form:
        """Return the form of an asked seat. It contains nothing that the seat may not know."""

    @abstractmethod
    def read(self, state: S, seat: SeatId, answer: Answer) -> D:
        """Parse and judge an answer. Raises Illegal. It uses only what the seat itself may know."""

    @abstractmethod
    def default(self, state: S, seat: SeatId) -> D | None:
        """Return the declaration of a silent seat when the clock runs out. None if the declaration is missing, and `resolve` decides."""

    def unanswered(self, state: S, seat: SeatId) -> str:
        """Return what counts for an asked seat that does not answer, in one sentence to its player. Return ""
        if no answer is expected. The sentence must be true both for the `default` and for None.
        """
        return ""

    @abstractmethod
    def resolve(self, state: S, declarations: Mapping[SeatId, D | None], dice: Dice) -> Resolution[S]:
        """Apply the declarations of all asked seats at once. None means a missing one."""

    def resolve_as(
        self, state: S, declarations: Mapping[SeatId, D | None], ways: Ways, dice: Dice
    ) -> Resolution[S]:
        """Apply the declarations by `resolve`.

        A game whose events report the origin of each answer also reads `ways`.
        """
        return self.resolve(state, declarations, dice)

    @abstractmethod
    def sheet(self, state: S, seat: SeatId | None) -> Sheet:
        """Return all that a seat may see now. None: what everyone may see."""

    @abstractmethod
    def truth(self, state: S) -> Sheet:
        """Return the full truth, for umpires and for the time after the end. It includes what no seat knows."""

    def course(self, state: S) -> Bearings | None:
        """Return the figures that a debrief follows, and who is ahead by the rules.

        None if the debrief uses `standings`.
        """
        return None

    @abstractmethod
    def rehide(self, state: S, seat: SeatId, dice: Dice) -> S:
        """Deal again all that this seat cannot know, and nothing else.

        The proof of secrecy and the judging of decisions use it. If the seat cannot distinguish two positions, they
        give the same result. So the cards are sorted before they are shuffled.
        """

    def reshuffle(self, state: S, dice: Dice) -> S:
        """Deal again only what no seat can know, such as the order of a deck.

        Decisions are judged without this knowledge.
        """
        return state


AnyGame = Game[Any, Any, Any]
