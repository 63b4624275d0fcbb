"""Screen: everything that a seat shows now, as a typed value in final words.

The terminal, the plain lines and the page draw it. They choose places, colours and line breaks, and decide
nothing else. It holds no markup and no key of a keyboard, except in sentences that name the way to an act:
these come from `Ways`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.model.talk import Timing
from warcouncil.protocol.table.sheets import Badge
from warcouncil.protocol.table.views import Ended


class Ways(Protocol):
    """The names of the ways to an act in one skin: of keys, of commands, of buttons."""

    def of(self, action: str, key: str) -> str:
        """Return the name of the way to an action. `key` is its usual key in a terminal."""
        ...

    def text(self, text: str) -> str:
        """Return a sentence that names usual keys with the ways of this skin."""
        ...


class Weight(Enum):
    """How much a sentence matters. A skin gives it a style."""

    QUIET = auto()
    PLAIN = auto()
    STRONG = auto()
    GOOD = auto()
    WARN = auto()
    BAD = auto()
    NOTE = auto()
    """It is highlighted until it is over."""
    ALARM = auto()


@dataclass(frozen=True, slots=True)
class ShownMate:
    """A seat of the team. `names` are its seat and person, from the longest to the shortest."""

    names: tuple[str, ...]
    bot: bool
    here: bool


@dataclass(frozen=True, slots=True)
class ShownHead:
    """The head: the player, the state of the table, and the seats that are asked.

    `side` is the id of the seat's side, "" if it has none. `fresh`: the question has just opened.
    """

    seat: str
    side: str
    person: str
    place: str
    phase: str
    fresh: bool
    deciding: str
    team: tuple[ShownMate, ...]
    present: str


@dataclass(frozen=True, slots=True)
class ShownClock:
    """The clock. Times are in milliseconds. `words` say what the figures alone do not, "" if nothing."""

    timing: Timing
    left_ms: int
    total_ms: int
    words: str
    weight: Weight


class BannerKind(Enum):
    """The subject of a warning."""

    LINK_DOWN = auto()
    LINK_SHUT = auto()
    DISMISSED = auto()
    """The umpire ended the exercise."""
    RECEIPT = auto()
    BOT = auto()
    WATCHING = auto()


@dataclass(frozen=True, slots=True)
class Banner:
    """A warning that stays until its cause is gone or the player puts it away."""

    kind: BannerKind
    text: str
    weight: Weight


@dataclass(frozen=True, slots=True)
class ShownNotice:
    """The newest notice of the umpire that was not put away. `how` says how to reply or put it away."""

    to: str
    text: str
    how: str
    number: int
    asks_reply: bool


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence and its weight."""

    text: str
    weight: Weight


class SealState(Enum):
    """The state of the answer to the open question."""

    UNSEALED = auto()
    DRAFT = auto()
    SEALING = auto()
    """It is on its way and has no receipt."""
    TAKING_BACK = auto()
    """The player takes back that they are ready, and there is no receipt."""
    SEALED = auto()
    STRUCK_OUT = auto()
    NOT_SEALED = auto()
    """The last answer was refused, and none is sealed."""
    ANOTHER_ANSWERS = auto()
    """A bot or another crew member answers."""


@dataclass(frozen=True, slots=True)
class ShownSeal:
    """The sealed answer, and until when it can be changed or taken back.

    `head` is the state as a badge, `text` the answer or the reason after it. `refused`: why a change was refused.
    """

    state: SealState
    head: str
    text: str
    until: str = ""
    refused: str = ""

    @property
    def words(self) -> str:
        """All of it as one sentence."""
        return " ".join(filter(None, (self.head, self.text, self.until, self.refused)))


class StepKind(Enum):
    """The action of the seal key now."""

    LOCKED = auto()
    FAULT = auto()
    """The current field is not complete. The words say why."""
    ENDS_TEXT = auto()
    GOES_ON = auto()
    GOES_BACK = auto()
    """A field before this one is not complete."""
    ON_ITS_WAY = auto()
    IS_SEALED = auto()
    TAKES_BACK = auto()
    """The answer is sealed. Another key takes it back."""
    SEALS = auto()


@dataclass(frozen=True, slots=True)
class ShownStep:
    """The next step of the answer that is being filled in."""

    kind: StepKind
    words: str


class QuestionState(Enum):
    """Whether the seat is asked."""

    WAITING = auto()
    """No view has come yet."""
    TELLING_END = auto()
    """The game is over, and the last events are still being told."""
    OVER = auto()
    OTHERS = auto()
    """Other seats are asked, or the clock is stopped."""
    ASKED = auto()


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """The question. `said` are its sentences if the seat is not asked.

    `filling` is the answer being filled in, with its fields and what is missing. `may_answer`: keys fill it in.
    """

    state: QuestionState
    said: tuple[Said, ...] = ()
    question: str = ""
    help: str = ""
    seal: ShownSeal | None = None
    step: ShownStep | None = None
    filling: Filling | None = None
    may_answer: bool = False


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of talk. `own`: the reader said it."""

    number: int
    who: str
    text: str
    own: bool


@dataclass(frozen=True, slots=True)
class ShownTalk:
    """A conversation.

    `states` say whether it is open, from the longest sentence to the shortest. `kept` says what becomes of a
    half-written line. `nothing` are the sentences instead of lines, if there are none.
    """

    name: str
    is_open: bool
    states: tuple[str, ...]
    kept: str
    unread: int
    lines: tuple[ShownLine, ...]
    nothing: tuple[str, ...]
    read_by: str = ""
    """A sentence that names the readers besides the members. "" if there are none."""


@dataclass(frozen=True, slots=True)
class ShownDeal:
    """A proposal.

    `head` says from whom to whom it is. `asks`: it waits for the reader's answer. `accepted`: None as long as it is open
    or has lapsed.
    """

    number: int
    head: str
    text: str
    state: str
    asks: bool
    accepted: bool | None


@dataclass(frozen=True, slots=True)
class ShownDeals:
    """The proposals, those that are open first, then the newest.

    `wanted`: they are of use now. `why_not`: why none can be made or answered, "" if one can. `line` says how many
    wait and the way to them.
    """

    all: tuple[ShownDeal, ...]
    wanted: bool
    why_not: str
    line: str

    @property
    def waiting(self) -> tuple[ShownDeal, ...]:
        """The proposals that wait for the reader's answer, the oldest first."""
        return tuple(sorted((deal for deal in self.all if deal.asks), key=lambda deal: deal.number))


@dataclass(frozen=True, slots=True)
class ShownEnd:
    """How the game ended. `outcome`: whether the reader won. `counts`: what was counted, each with its values.

    `meaning`: what the end means in the story of the game.
    """

    ended: Ended
    headline: str
    outcome: str
    winners: str
    reason: str
    meaning: str
    counts: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    deeds: str


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything that a seat shows now.

    `hint`: help for what the player does for the first time. `told`: the results of requests and proposals. `unread`:
    which conversations have unread lines.
    """

    hint: str
    head: ShownHead
    clock: ShownClock
    banners: tuple[Banner, ...]
    told: tuple[str, ...]
    unread: str
    notice: ShownNotice | None
    sides: tuple[Badge, ...]
    question: ShownQuestion
    talks: tuple[ShownTalk, ...]
    deals: ShownDeals
    end: ShownEnd | None
