"""The pages of a report, as text and numbers. Text that people wrote is plain text there, never markup."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from warcouncil.clients.debrief.model.badge import NOBODYS, Badge
from warcouncil.clients.debrief.model.branches import Branched
from warcouncil.clients.debrief.model.documents import HeldDocument
from warcouncil.clients.debrief.model.front import SeatLine, TalkedOf
from warcouncil.clients.debrief.model.number_words import Measured
from warcouncil.clients.debrief.model.question import GatePage, TalkLine
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.play.playout import SLIP_OF
from warcouncil.games.kit.written import Payoff
from warcouncil.protocol.table.sheets import Rows


@dataclass(frozen=True, slots=True)
class TableSide:
    """One side of a table: its id in figures, its name, and its badge."""

    id: str
    name: str
    ink: Badge

    @property
    def signed(self) -> str:
        """The name of the side with its sign, for pictures."""
        return f"{self.ink.sign} {self.name}".strip()


@dataclass(frozen=True, slots=True)
class SeatSum:
    """The totals of a seat.

    They are its player, how many answers it sealed and missed, how long they took, and how much it said.
    """

    seat: str
    title: str
    ink: Badge
    person: str
    sealed: int
    missed: int
    bot: int
    changed: int
    median_ms: int | None
    slowest_ms: int | None
    lines: int


@dataclass(frozen=True, slots=True)
class Chance:
    """A side's expected score from the position at a gate: the estimate, its 95 % interval, and the number of
    playouts.

    `band` is the lowest and the highest expected score over all kinds of simulated players.
    """

    gate: int
    side: str
    mean: float
    low: float
    high: float
    n: int
    band: tuple[float, float] = (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Move:
    """The change of a side's expected score at a gate. Its interval, from `low` to `high`, comes from playouts in pairs."""

    gate: int
    side: str
    mean: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True)
class Parts:
    """The sources of a side's result: its own decisions, decisions of others, chance, and rulings. Each has
    an interval.
    """

    side: str
    start: Measured
    end: Measured
    own: Measured
    others: Measured
    luck: Measured
    rulings: Measured


@dataclass(frozen=True, slots=True)
class Curve:
    """A number over time, for each side, at each gate's number.

    A value is None if the audience of the report does not know it.
    """

    label: str
    points: Mapping[str, tuple[tuple[int, float], ...]]


@dataclass(frozen=True, slots=True)
class Decisive:
    """A moment that changed the game most: which gate, by how much, and in whose favour."""

    place: int
    gate: GatePage
    moved: float
    words: str
    ink: Badge
    reasons: tuple[str, ...]
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatIntent:
    """The words of a seat in the first turn, and its first order. `by` names the origin of the order if the seat did not give it."""

    title: str
    said: tuple[TalkLine, ...]
    ordered: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Intent:
    """The intentions of a side: the first words and orders of each of its seats, in table order."""

    side: TableSide
    seats: tuple[SeatIntent, ...]


@dataclass(slots=True)
class TablePage:
    """The page of one table."""

    number: int
    anchor: str
    name: str
    game: str
    title: str
    designer: str
    rules: str
    sides: tuple[TableSide, ...]
    result: str
    winners: tuple[str, ...]
    end_title: str
    """The title of the end, or "" if the end has none, or the game is not over."""
    scores: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
    turns: str
    began: str
    ended: str
    lasted_ms: int
    lost_ms: int
    stood_ms: int
    seats: tuple[SeatSum, ...]
    intents: tuple[Intent, ...]
    gates: tuple[GatePage, ...]
    decisive: tuple[Decisive, ...]
    figures: tuple[Curve, ...]
    ahead_is: str
    deals: tuple[tuple[str, str, str], ...]
    rulings: tuple[TalkLine, ...]
    notes: tuple[TalkLine, ...]
    treatment: str = ""
    """The title of the table's treatment in an experiment, or "". Only the comparison of all tables shows it."""
    not_judged: str = ""
    """A sentence that says why the decisions of this table cannot be judged, or "" if they can be judged."""
    documents: tuple[HeldDocument, ...] = ()
    doubts: tuple[str, ...] = ()
    over: Decisive | None = None
    """The moment that ended the game. It has its own line."""
    chances: tuple[Chance, ...] = ()
    parts: tuple[Parts, ...] = ()
    """The sources of each side's result, from an analysis."""
    talk: tuple[TalkedOf, ...] = ()
    """The decisions worth discussing, the most costly first."""
    lines: tuple[SeatLine, ...] = ()
    """One line for each seat whose decisions were judged."""
    front_picture: str = ""
    """The course for the front page, as an SVG with one panel."""
    picture: str = ""
    """All panels of the course as an SVG. It contains only numbers and the texts of the rules."""
    turns_are: str = "turns"
    besides: tuple[Rows, ...] = ()
    """Tables that the game itself makes from the events."""
    payoff: Payoff | None = None
    """The agreement and the points of each side, if the game counts points and is over. It is only for umpires."""
    branched: Branched | None = None
    """The position where the table begins, if that is in the middle of another game."""

    def side(self, side: str) -> TableSide:
        """Return a side, or a seat, by its id in figures."""
        seats = (TableSide(each.seat, each.title, each.ink) for each in self.seats)
        known = (each for each in (*self.sides, *seats) if each.id == side)
        return next(known, TableSide(side, side, NOBODYS))


@dataclass(frozen=True, slots=True)
class AnswerTried:
    """An answer that was declared at one gate over all tables: how often, and its result (number, mean,
    lowest, highest).
    """

    answer: str
    count: int
    share: float
    moved: str


@dataclass(frozen=True, slots=True)
class SameGate:
    """One gate at all tables where it was opened."""

    title: str
    tables: int
    roles: tuple[tuple[str, Badge, tuple[AnswerTried, ...], int], ...]


@dataclass(frozen=True, slots=True)
class Parted:
    """A table that developed differently from the others, and where that began."""

    table: TablePage
    gate: GatePage
    words: str


@dataclass(frozen=True, slots=True)
class LessLuck:
    """The mean result of a side over all tables, with and without luck, each with its interval.

    `needed` is the share of the tables that would be enough for the same precision, if luck is left out.
    """

    side: str
    ink: Badge
    tables: int
    result: str
    less_luck: str
    needed: float


@dataclass(frozen=True, slots=True)
class PayoffsPage:
    """The packages of several tables: the sides, and for each table the agreement and the points of each side."""

    unit: str
    sides: tuple[str, ...]
    rows: tuple[tuple[TablePage, str, tuple[str, ...]], ...]


@dataclass(slots=True)
class GroupPage:
    """All tables of one game, or of one treatment of it."""

    title: str
    anchor: str
    tables: tuple[TablePage, ...]
    outcomes: tuple[tuple[str, int], ...]
    spread: tuple[str, ...]
    parted: tuple[Parted, ...]
    parted_why: str
    gates: tuple[SameGate, ...]
    less_luck: tuple[LessLuck, ...] = ()
    multiples: str = ""
    multiples_say: str = ""
    spread_picture: str = ""
    payoffs: PayoffsPage | None = None
    payoffs_picture: str = ""
    times_picture: str = ""
    times: tuple[tuple[str, int, str, str, str, str], ...] = ()
    seats: tuple[tuple[str, Badge, int, str, str, str, str], ...] = ()
    again: tuple[str, ...] = ()
    """Sentences about the results of the positions that were played again."""


def table_stem(number: int) -> str:
    """Return the name of the file of a table's page, without suffix."""
    return f"table-{number}"


@dataclass(slots=True)
class Report:
    """A complete report.

    `mark` identifies the exercise and the audience. So only a report for the same audience is replaced.
    """

    exercise: str
    mark: str
    audience: str
    team: str
    """The team that the report is for, or "" for umpires."""
    made_of: str
    date: str
    zone: str
    groups: tuple[GroupPage, ...]
    tables: tuple[TablePage, ...]
    """All tables of the report."""
    shown: tuple[TablePage, ...]
    """The tables whose pages are in this file. Each other table has its own file."""
    handout: bool = False
    """Whether the report has only the front page of each table."""
    warnings: tuple[str, ...] = ()
    losses: tuple[str, ...] = ()

    def link(self, table: TablePage, gate: GatePage | None = None) -> str:
        """Return the address of a table's page, or of a question on it."""
        anchor = gate.anchor if gate else table.anchor
        here = any(each is table for each in self.shown)
        return f"#{anchor}" if here else f"{table_stem(table.number)}.html#{anchor}"

    def rests_on(self, table: TablePage) -> str:
        """Return a sentence that says what the expected scores of a table are based on."""
        n = min(chance.n for chance in table.chances)
        return say("report.rests_on", n=n, many=f"{n:,}", slip=SLIP_OF)

    def ranked_by(self, table: TablePage) -> str:
        """Return a sentence that names the measure that ranks the moments of a table."""
        if table.chances:
            n = min(chance.n for chance in table.chances)
            return say("report.ranked_by_score", n=n, many=f"{n:,}")
        if table.ahead_is:
            return say("report.ranked_by_measure", measure=table.ahead_is)
        label = table.figures[0].label if table.figures else say("report.what_was_counted")
        return say("report.ranked_by_figure", measure=label)
