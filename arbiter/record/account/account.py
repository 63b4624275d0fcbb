"""The account of a table: everything that happened there, gate by gate and moment by moment, as the journal proves it.

Every text that a person wrote is cleaned as it comes in, so that nothing that draws an account needs to clean.

It is the umpires' full knowledge. What a seat or a team may learn of it is made by `audience`, as the projector makes it, never here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.games.kit import written
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import AnyGame, Cover, Finish, Phase
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.sheets import Badge
from warcouncil.protocol.table.views import Deal, Notice
from warcouncil.protocol.words import GateNo, SeatId, TableId, clean

NO_SEAT = SeatId("")
TEXT_CHARS_MAX = 12_000
"""The longest text of an account, in characters."""
REASON_CHARS_MAX = 600


class MomentKind(StrEnum):
    """What a moment is."""

    CAME = "came"
    OPENED = "opened"
    CLOSED = "closed"
    SEALED = "sealed"
    CHANGED = "changed"
    STRUCK = "struck"
    SPOKE = "spoke"
    PROPOSED = "proposed"
    SETTLED = "settled"
    TOLD = "told"
    CALLED = "called"
    ANSWERED = "answered"
    BOT = "bot"
    BACK = "back"
    STOPPED = "stopped"
    RAN = "ran"
    RULED = "ruled"
    NOTED = "noted"


class By(StrEnum):
    """Who gave the answer that counted."""

    SEAT = "seat"
    BOT = "bot"
    UMPIRE = "umpire"
    DRAFT = "draft"
    RULES = "rules"
    """Nobody: the rules say what silence means."""
    NOBODY = "nobody"
    """Nobody, and it was missing: silent, or struck out."""
    RULING = "ruling"
    """Nobody had to any more: a ruling took the question away before it was answered."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing that happened, after the record `seq` was done, at the exercise time `at` (ms), while `gate` was open.

    `seat` did it or it was done to it, "" for none; `to` are those who heard it (none: not for seats); `text` says what, in the
    words of whoever said it, or of the journal.
    """

    seq: int
    at: int
    gate: GateNo
    kind: MomentKind
    seat: SeatId = NO_SEAT
    to: tuple[SeatId, ...] = ()
    text: str = ""
    title: str = ""
    """The channel, or whom it was said to."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat declared at a gate, as it counted when the gate closed.

    `answer` is None where no answer was given. `first_ms` and `last_ms` are how long after the opening the seat sealed, by the
    clock of the gate (pauses left out); `times` is how often it sealed.
    """

    seat: SeatId
    by: By
    answer: Answer | None = None
    first_ms: int | None = None
    last_ms: int | None = None
    times: int = 0
    struck: bool = False

    @property
    def was_missed(self) -> bool:
        """Whether a seat gave no answer that it had its time for. Whoever was struck out missed nothing."""
        return self.by in (By.RULES, By.NOBODY, By.DRAFT) and not self.struck


@dataclass(slots=True)
class GateAccount:
    """One gate: what was asked at which position, what each seat declared, and what came of it.

    `state` is the position of the game that the gate opened with. `stood_ms` is how long its clock stood, and
    `clock_ms` how long it was to run. `heading` and `events` are what its closing brought; `digest` is that of the position
    afterwards. `back_to`: it was closed by a ruling that took the table back to that gate, 0 for no such ruling.
    """

    number: GateNo
    phase: Phase | Finish
    state: Any
    opened_at: int
    opened_seq: int
    clock_ms: int = 0
    stood_ms: int = 0
    closed_at: int | None = None
    closed_seq: int | None = None
    decisions: tuple[Decision, ...] = ()
    heading: str = ""
    events: tuple[Event, ...] = ()
    digest: str = ""
    by_ruling: str = ""
    """The umpire's words, where a ruling and not an answer or the clock closed it."""

    @property
    def asks(self) -> Phase | None:
        """What it asked; None when the game was over."""
        return self.phase if isinstance(self.phase, Phase) else None


@dataclass(slots=True)
class TableAccount:
    """One table. `doubt` says where the journal and this program's rules do not agree, "" if they do everywhere."""

    plan: TablePlan
    game: AnyGame
    seats: dict[SeatId, Seat]
    sides: tuple[Badge, ...]
    people: dict[SeatId, str]
    setting: tuple[Event, ...] = ()
    """What happened when the game was set up."""
    gates: list[GateAccount] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    deals: tuple[Deal, ...] = ()
    notices: tuple[tuple[tuple[SeatId, ...], Notice], ...] = ()
    doubt: str = ""
    laid_open: bool = False
    """Whether everybody was shown all that was so, once the game was over."""

    @property
    def cover(self) -> Cover:
        """What the game is called there, and by whom it is."""
        options = self.game.options_type.model_validate(self.plan.options)
        return written.cover(self.game, options.open())

    @property
    def written(self) -> str:
        """The text of which the whole game is made, such as a scenario; "" where it is made of none."""
        option = written.written_in(self.game)
        return str(self.plan.options.get(option, "")) if option else ""

    @property
    def number(self) -> TableId:
        """The table's number."""
        return self.plan.table

    @property
    def finish(self) -> Finish | None:
        """How the game ended; None while it had not."""
        last = self.gates[-1].phase if self.gates else None
        return (
            replace(last, reason=clean(last.reason, REASON_CHARS_MAX)) if isinstance(last, Finish) else None
        )

    @property
    def name(self) -> str:
        """The table's name; "" where it has none."""
        return clean(self.plan.name)

    @property
    def origin(self) -> str:
        """Where the table begins, as its players were told; "" where it was set up."""
        return clean(self.plan.begins.told) if self.plan.begins else ""

    def gate(self, number: int) -> GateAccount:
        """Give the gate of this number, which the table has had. Raises KeyError."""
        for gate in self.gates:
            if gate.number == number:
                return gate
        raise KeyError(number)

    def said(self, gate: GateNo) -> tuple[Moment, ...]:
        """Give what was said in channels while a gate was open."""
        return tuple(one for one in self.moments if one.kind is MomentKind.SPOKE and one.gate == gate)
