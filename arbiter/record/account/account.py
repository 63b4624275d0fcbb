"""The account of a table: everything that happened there, gate by gate, as the journal proves it.

Every text of a person is cleaned when it is added, so no reader of an account needs to clean it.

The account has the full knowledge of the umpires. `audience` selects what a seat or a team may learn of it, by the
rules of the views.
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
from warcouncil.games.kit.written import Treatment
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.sheets import Badge
from warcouncil.protocol.table.views import Deal, Notice
from warcouncil.protocol.words import GateNo, SeatId, TableId, clean

NO_SEAT = SeatId("")
TEXT_CHARS_MAX = 12_000
"""The maximum length of a text in an account, in characters."""
REASON_CHARS_MAX = 600


class MomentKind(StrEnum):
    """The kind of a moment."""

    CAME = "came"
    OPENED = "opened"
    CLOSED = "closed"
    SEALED = "sealed"
    CHANGED = "changed"
    TAKEN_BACK = "taken_back"
    """A seat took back its readiness."""
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
    """The origin of the answer that counted."""

    SEAT = "seat"
    BOT = "bot"
    UMPIRE = "umpire"
    DRAFT = "draft"
    RULES = "rules"
    """The seat was silent, and the rules decided its answer."""
    NOBODY = "nobody"
    """No answer counted: the seat was silent, or its answer was voided."""
    RULING = "ruling"
    """A ruling ended the question before the seat answered."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One event, at the exercise time `at` (ms), while `gate` was open. It followed from the record `seq`.

    `seat` acted or is concerned. It is "" if no seat is. `to` are the seats that received the event. It is None if
    the event was not for seats. `text` is the text of its author or of the journal.
    """

    seq: int
    at: int
    gate: GateNo
    kind: MomentKind
    seat: SeatId = NO_SEAT
    to: tuple[SeatId, ...] = ()
    text: str = ""
    title: str = ""
    """The channel, or the addressee."""
    sender: str = ""
    """The sender of a message, "" for an umpire."""
    form: str = ""
    """The kind of a message, such as "news" or "request"."""
    about: str = ""
    """The request that an answer is about."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The declaration of a seat at a gate, as it counted when the gate closed.

    `answer` is None if none was given. `first_ms` and `last_ms` are when the seat first and last sealed. They are
    milliseconds after the opening by the gate's clock, without pauses. `times` is how often it sealed. A seat whose
    answer was taken back has sealed nothing.
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
        """Whether the seat gave no answer although it had its time. A voided seat missed nothing."""
        return self.by in (By.RULES, By.NOBODY, By.DRAFT) and not self.struck


@dataclass(slots=True)
class GateAccount:
    """One gate: the question, its position, the declarations of all seats, and the result.

    `state` is the position of the game when the gate opened. `stood_ms` is how long its clock was stopped, and
    `clock_ms` is its full time. `heading` and `events` come from its closing. `digest` comes from the position
    afterwards.

    `confidential` has the declarations of a phase that asks for consent. `decisions` is then empty. Reports read
    only `decisions`. The export reads both.
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
    confidential: tuple[Decision, ...] = ()
    heading: str = ""
    events: tuple[Event, ...] = ()
    digest: str = ""
    by_ruling: str = ""
    """The umpire's text, if a ruling closed the gate."""

    @property
    def asks(self) -> Phase | None:
        """The question of the gate, or None if the game was over."""
        return self.phase if isinstance(self.phase, Phase) else None


@dataclass(slots=True)
class TableAccount:
    """One table. `doubt` names the question about which the journal and the rules of this program disagree. It is ""
    if they agree."""

    plan: TablePlan
    game: AnyGame
    seats: dict[SeatId, Seat]
    sides: tuple[Badge, ...]
    people: dict[SeatId, str]
    setting: tuple[Event, ...] = ()
    """The events from the setup of the game."""
    gates: list[GateAccount] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    deals: tuple[Deal, ...] = ()
    notices: tuple[tuple[tuple[SeatId, ...], Notice], ...] = ()
    doubt: str = ""
    laid_open: bool = False
    """Whether every seat was shown the full truth after the game was over."""

    @property
    def cover(self) -> Cover:
        """The title and the designer of the game."""
        options = self.game.options_type.model_validate(self.plan.options)
        return written.cover(self.game, options.open())

    @property
    def treatment(self) -> Treatment | None:
        """The treatment of an experiment that the table played, or None if there is none."""
        return written.treatment(self.game, self.game.options_type.model_validate(self.plan.options))

    @property
    def written(self) -> str:
        """The text from which the whole game is made, such as a scenario, or "" if there is none."""
        option = written.written_in(self.game)
        return str(self.plan.options.get(option, "")) if option else ""

    @property
    def number(self) -> TableId:
        """The table's number."""
        return self.plan.table

    @property
    def finish(self) -> Finish | None:
        """The end of the game, or None if it had not ended."""
        last = self.gates[-1].phase if self.gates else None
        return (
            replace(last, reason=clean(last.reason, REASON_CHARS_MAX)) if isinstance(last, Finish) else None
        )

    @property
    def name(self) -> str:
        """The table's name, or "" if it has none."""
        return clean(self.plan.name)

    @property
    def origin(self) -> str:
        """The earlier position where the table began, as its players read it, or "" if it began with the game's
        setup.
        """
        return clean(self.plan.begins.told) if self.plan.begins else ""

    def gate(self, number: int) -> GateAccount:
        """Return the gate with this number. Raises KeyError if the table had no such gate."""
        for gate in self.gates:
            if gate.number == number:
                return gate
        raise KeyError(number)

    def said(self, gate: GateNo) -> tuple[Moment, ...]:
        """Return the lines spoken in channels while a gate was open."""
        return tuple(one for one in self.moments if one.kind is MomentKind.SPOKE and one.gate == gate)
