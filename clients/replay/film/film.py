"""What a replay is drawn from: the moments of a table, and what anybody's eyes saw at each. Whoever reads a record gives it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.views import StoryLine, View
from warcouncil.protocol.wire.replies import Welcome
from warcouncil.protocol.words import SeatId

NOBODY = SeatId("")


class MarkKind(StrEnum):
    """What a mark is."""

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
    HAPPENED = "happened"
    """A sentence of the story."""
    FAULT = "fault"
    """Time on the wall that was lost: no arbiter ran."""


@dataclass(frozen=True, slots=True)
class Instant:
    """Where a replay stands: after the record `seq`, at the exercise time `at` (ms)."""

    seq: int
    at: int


@dataclass(frozen=True, slots=True)
class FilmMark:
    """Something that happened. `who` did it, `text` says what, in the words of whoever said it."""

    spot: Instant
    kind: MarkKind
    who: str = ""
    seat: SeatId = NOBODY
    text: str = ""
    where: str = ""
    """The conversation, or whom it was said to."""


@dataclass(frozen=True, slots=True)
class FilmGate:
    """One question: the turn it belongs to, its title, when it opened and (None: it is open) closed, in exercise time.

    `talks`: the conversations that were open meanwhile, each with those who were in it and how long before the end it shut.
    """

    number: int
    turn: str
    title: str
    opened: Instant
    closed_at: int | None = None
    talks: tuple[tuple[str, frozenset[SeatId], int], ...] = ()


@dataclass(frozen=True, slots=True)
class Eyes:
    """Whose knowledge is shown. `name` is what is typed for it; `seats` are those whose it is, none: everybody's.

    `all_seeing`: nothing is hidden.
    """

    name: str
    title: str
    seats: tuple[SeatId, ...] = ()
    all_seeing: bool = False

    @property
    def seat(self) -> SeatId | None:
        """The one seat whose eyes these are; None where they are more or fewer."""
        return self.seats[0] if len(self.seats) == 1 else None


@dataclass(frozen=True, slots=True)
class SeatAnswer:
    """What a seat that was asked had sealed by then; `answer` None: nothing."""

    title: str
    form: Form | None
    answer: Answer | None
    struck: bool = False


@dataclass(frozen=True, slots=True)
class EyesView:
    """What a pair of eyes saw at a moment. `view` None: it cannot be drawn, and `why` says why.

    `answers` are those of the asked seats as far as these eyes know of them; `rulings` are for all-seeing eyes alone.
    """

    view: View | None
    welcome: Welcome | None = None
    answers: tuple[SeatAnswer, ...] = ()
    rulings: tuple[StoryLine, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class FilmBookmark:
    """A bookmark: somebody's own, or (`of_the_day`) an umpire's note from the exercise itself."""

    spot: Instant
    note: str
    of_the_day: bool = False


class Film(Protocol):
    """A table's record, ready to be looked at."""

    @property
    def heading(self) -> str:
        """What is replayed: the exercise, the table, the game."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What whoever looks must know of the record: another version of the rules, damage, an arbiter at work."""

    @property
    def eyes(self) -> tuple[Eyes, ...]:
        """Whose eyes there are, in the order in which one walks through them; those from which nothing is hidden come last."""

    @property
    def gates(self) -> tuple[FilmGate, ...]:
        """Every question, in order; one at least."""

    @property
    def beats(self) -> tuple[Instant, ...]:
        """Every moment at which anything changed, in order; one at least."""

    @property
    def flags(self) -> tuple[FilmBookmark, ...]:
        """The bookmarks, in order."""

    def marks(self, eyes: Eyes) -> tuple[FilmMark, ...]:
        """Give what these eyes noticed, in order."""

    def sight(self, spot: Instant, eyes: Eyes) -> EyesView:
        """Give what these eyes saw."""

    def truth(self, spot: Instant) -> Sheet | None:
        """Give all that was so; None: it cannot be drawn."""

    def news(self, number: int, eyes: Eyes) -> View | None:
        """Give what these eyes were told when a question opened, as something to be told step by step; None: nothing."""

    def wall(self, at: int) -> str:
        """Say what time it was in the room."""

    def flag(self, spot: Instant, note: str) -> str:
        """Set a bookmark, or ("") take the one that is there away; say why it cannot be kept, "" when it is."""
