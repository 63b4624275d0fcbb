"""Film: the source of a replay. It has the moments of a table, and what each viewpoint saw at each moment.

The code that reads a record supplies it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.views import RecordLine, View
from warcouncil.protocol.wire.replies import Welcome
from warcouncil.protocol.words import SeatId

NOBODY = SeatId("")


class MarkKind(StrEnum):
    """The kind of a mark."""

    CAME = "came"
    OPENED = "opened"
    CLOSED = "closed"
    SEALED = "sealed"
    CHANGED = "changed"
    TAKEN_BACK = "taken_back"
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
    HAPPENED = "happened"
    """The mark is a sentence of the story."""
    FAULT = "fault"
    """No arbiter was running, so wall time was lost."""


@dataclass(frozen=True, slots=True)
class Instant:
    """A position of a replay: after the record `seq`, at the exercise time `at` (ms)."""

    seq: int
    at: int


@dataclass(frozen=True, slots=True)
class FilmMark:
    """An event. `who` caused it. `text` describes it as its author wrote it."""

    spot: Instant
    kind: MarkKind
    who: str = ""
    seat: SeatId = NOBODY
    text: str = ""
    where: str = ""
    """The conversation, or the addressee."""


@dataclass(frozen=True, slots=True)
class FilmGate:
    """One question: its turn, its title, and the exercise times of its opening and closing.

    `closed_at` is None while it is still open.

    `talks` are the conversations that were open meanwhile. Each conversation has its members, and how long
    before the end of the question it closed.
    """

    number: int
    turn: str
    title: str
    opened: Instant
    closed_at: int | None = None
    talks: tuple[tuple[str, frozenset[SeatId], int], ...] = ()


@dataclass(frozen=True, slots=True)
class Eyes:
    """A viewpoint, whose knowledge is shown.

    `name` is its name on the command line. `seats` are its seats. The public has none.

    `all_seeing` means that nothing is hidden.
    """

    name: str
    title: str
    seats: tuple[SeatId, ...] = ()
    all_seeing: bool = False

    @property
    def seat(self) -> SeatId | None:
        """The single seat of this viewpoint, or None if the viewpoint has no seat, or several."""
        return self.seats[0] if len(self.seats) == 1 else None


@dataclass(frozen=True, slots=True)
class SeatAnswer:
    """The answer that an asked seat had sealed at that moment. `answer` is None if there was none."""

    title: str
    form: Form | None
    answer: Answer | None
    struck: bool = False


@dataclass(frozen=True, slots=True)
class EyesView:
    """The view of a viewpoint at a moment. `view` is None if it cannot be drawn, and `why` then explains the reason.

    `answers` are the answers of asked seats that this viewpoint knows. `rulings` are for the all-seeing
    viewpoint only.
    """

    view: View | None
    welcome: Welcome | None = None
    answers: tuple[SeatAnswer, ...] = ()
    rulings: tuple[RecordLine, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class FilmBookmark:
    """A bookmark: the viewer's own or, with `of_the_day`, an umpire's note from the exercise itself."""

    spot: Instant
    note: str
    of_the_day: bool = False


class Film(Protocol):
    """A table's record, prepared for a replay."""

    @property
    def heading(self) -> str:
        """The heading: the exercise, the table, and the game."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """The warnings about the record: another version of the rules, damage, or an arbiter that still runs."""

    @property
    def eyes(self) -> tuple[Eyes, ...]:
        """The viewpoints, in the order in which Tab visits them. The all-seeing one is last."""

    @property
    def gates(self) -> tuple[FilmGate, ...]:
        """Every question in order, at least one."""

    @property
    def beats(self) -> tuple[Instant, ...]:
        """Every moment at which anything changed, in order. There is at least one."""

    @property
    def flags(self) -> tuple[FilmBookmark, ...]:
        """The bookmarks in order."""

    def marks(self, eyes: Eyes) -> tuple[FilmMark, ...]:
        """Return what this viewpoint noticed, in order."""

    def sight(self, spot: Instant, eyes: Eyes) -> EyesView:
        """Return what this viewpoint saw."""

    def truth(self, spot: Instant) -> Sheet | None:
        """Return the full truth. Return None if it cannot be drawn."""

    def news(self, number: int, eyes: Eyes) -> View | None:
        """Return the news that this viewpoint received when a question opened, for the retelling. Return None
        if there was none.
        """

    def wall(self, at: int) -> str:
        """Return the time in the room, as text."""

    def flag(self, spot: Instant, note: str) -> str:
        """Set a bookmark, or remove it if `note` is "". Return why that failed, or ""."""
