"""The pages of a report, as words and numbers. Text that people wrote is plain text in it, never markup."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from warcouncil.clients.debrief.model.badge import NOBODYS, Badge
from warcouncil.clients.debrief.model.branches import Branched
from warcouncil.clients.debrief.model.documents import HeldDocument
from warcouncil.clients.debrief.model.number_words import Measured
from warcouncil.clients.debrief.model.question import DeclaredRow, GatePage, TalkLine, Weighed
from warcouncil.clients.widgets.pieces.wording import count
from warcouncil.games.kit.play.playout import SLIP_OF
from warcouncil.protocol.table.sheets import Rows

TALKED_OF_MAX = 8
"""How many decisions of a table are listed for discussion. A debrief of an hour allows no more."""


@dataclass(frozen=True, slots=True)
class TableSide:
    """One side of a table: its id in figures, its name, its badge."""

    id: str
    name: str
    ink: Badge

    @property
    def signed(self) -> str:
        """Its name with its sign, for pictures."""
        return f"{self.ink.sign} {self.name}".strip()


@dataclass(frozen=True, slots=True)
class SeatSum:
    """The totals of a seat: its player, how many answers it sealed and missed, how long they took, how much
    it said.
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
    """

    gate: int
    side: str
    mean: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True)
class Move:
    """The change of a side's expected score at a gate. `low` to `high`: its interval, from playouts in pairs."""

    gate: int
    side: str
    mean: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True)
class Parts:
    """The sources of a side's result, each with its interval: its own decisions, those of others, chance, and
    rulings.
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

    None: not known to the audience of the report.
    """

    label: str
    points: Mapping[str, tuple[tuple[int, float], ...]]


@dataclass(frozen=True, slots=True)
class Decisive:
    """A moment that moved the game: which gate, how much, and in whose favour."""

    place: int
    gate: GatePage
    moved: float
    words: str
    ink: Badge
    reasons: tuple[str, ...]
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Intent:
    """The intentions of a side, in its own words and first orders."""

    side: TableSide
    said: tuple[TalkLine, ...]
    ordered: tuple[str, ...]


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
    """The title of the end. "": it has none, or the game is not over."""
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
    not_judged: str = ""
    """Why the decisions of this table cannot be judged, in one sentence. "" if they can."""
    documents: tuple[HeldDocument, ...] = ()
    doubts: tuple[str, ...] = ()
    over: Decisive | None = None
    """The moment that ended the game. It has a line of its own."""
    chances: tuple[Chance, ...] = ()
    parts: tuple[Parts, ...] = ()
    """The sources of each side's result, from an analysis."""
    picture: str = ""
    """The course as SVG, made of numbers and the rules' own words only."""
    turns_are: str = "turns"
    besides: tuple[Rows, ...] = ()
    """Tables that the game itself makes from the events."""
    branched: Branched | None = None
    """The position where it begins, if that is in the middle of another game."""

    def side(self, side: str) -> TableSide:
        """Return a side, or a seat, by its id in figures."""
        seats = (TableSide(each.seat, each.title, each.ink) for each in self.seats)
        known = (each for each in (*self.sides, *seats) if each.id == side)
        return next(known, TableSide(side, side, NOBODYS))

    def to_talk_about(self) -> list[tuple[GatePage, DeclaredRow, Weighed, tuple[str, ...]]]:
        """Return the decisions that are worth discussing, the most costly first.

        Team-mates who could each have avoided one loss share one entry. The fourth value names the others.
        """
        found = []
        for gate in self.gates:
            by_side: dict[str, list[tuple[DeclaredRow, Weighed]]] = {}
            for made in gate.declared:
                if made.judged and made.judged.talked_of:
                    by_side.setdefault(made.judged.side, []).append((made, made.judged))
            for mine in by_side.values():
                first, *others = sorted(mine, key=lambda one: -one[1].cost)
                found.append((gate, *first, tuple(made.title for made, _ in others)))
        return sorted(found, key=lambda one: -one[2].cost)[:TALKED_OF_MAX]


@dataclass(frozen=True, slots=True)
class AnswerTried:
    """An answer declared at one gate over all tables: how often, and its result (n, mean, lowest, highest)."""

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
    """A table that developed differently from the rest, and where that began."""

    table: TablePage
    gate: GatePage
    words: str


@dataclass(slots=True)
class GroupPage:
    """All tables of one game."""

    title: str
    anchor: str
    tables: tuple[TablePage, ...]
    outcomes: tuple[tuple[str, int], ...]
    spread: tuple[str, ...]
    parted: tuple[Parted, ...]
    parted_why: str
    gates: tuple[SameGate, ...]
    multiples: str = ""
    multiples_say: str = ""
    spread_picture: str = ""
    times_picture: str = ""
    times: tuple[tuple[str, int, str, str, str, str], ...] = ()
    seats: tuple[tuple[str, Badge, int, str, str, str, str], ...] = ()
    again: tuple[str, ...] = ()
    """The results of the positions that were played again."""


@dataclass(slots=True)
class Report:
    """A whole report.

    `mark` identifies the exercise and the audience, so that only a report of the same kind is replaced.
    """

    exercise: str
    mark: str
    audience: str
    team: str
    """The team that it is for, "" for umpires."""
    made_of: str
    date: str
    zone: str
    groups: tuple[GroupPage, ...]
    tables: tuple[TablePage, ...]
    warnings: tuple[str, ...] = ()
    losses: tuple[str, ...] = ()

    def rests_on(self, table: TablePage) -> str:
        """Return the basis of a table's expected scores in words."""
        n = min(chance.n for chance in table.chances)
        return (
            f"Estimated by {count(n, 'simulated continuation')} or more from each position. The simulated players make a random choice"
            f" one time in {SLIP_OF}. A side that never does so gains by its decisions. Other simulated players, or people, may do"
            " better or worse. The intervals do not cover that."
        )

    def ranked_by(self, table: TablePage) -> str:
        """Return the measure that ranks the moments of a table, in words."""
        if table.chances:
            n = min(chance.n for chance in table.chances)
            return (
                f"Ranked by how far they moved the expected score, estimated by {count(n, 'simulated continuation')} or more."
                " A moment is listed only if the 95 % interval of its move excludes zero."
            )
        if table.ahead_is:
            return f"Ranked by how far they moved the rules' own measure of who is ahead: {table.ahead_is}."
        label = table.figures[0].label if table.figures else "what was counted"
        return f"The rules of this game do not say who is ahead. Ranked by how far they moved: {label}."
