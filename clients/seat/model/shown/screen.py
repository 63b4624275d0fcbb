"""Screen: everything that a seat shows now, as a typed value in final words.

The terminal, the plain lines and the page draw it. They choose places, colours and line breaks, and nothing
else. It has no markup. Sentences that name a key, a command or a button take the name from `Ways`.
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
    """The names of the ways to an act in one skin. A way is a key, a command, or a button."""

    def of(self, action: str, key: str) -> str:
        """Return the name of the way to an action. `key` is its usual key in a terminal."""
        ...

    def text(self, text: str) -> str:
        """Return a sentence in which this skin's ways replace the usual keys."""
        ...


class Weight(Enum):
    """How important a sentence is. A skin gives it a style."""

    QUIET = auto()
    PLAIN = auto()
    STRONG = auto()
    GOOD = auto()
    WARN = auto()
    BAD = auto()
    NOTE = auto()
    """It is highlighted while it is true."""
    ALARM = auto()


@dataclass(frozen=True, slots=True)
class ShownMate:
    """A seat of the team. `names` name the seat and the person, from the longest form to the shortest."""

    names: tuple[str, ...]
    bot: bool
    here: bool


@dataclass(frozen=True, slots=True)
class ShownHead:
    """The head: the player, the state of the table, and the seats that are asked.

    `side` is the id of the seat's side. It is "" if it has none. `fresh`: the question has just opened.
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
    """The clock. Times are in milliseconds. `words` add what the figures do not show, or are ""."""

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
    """A warning that stays until its cause is gone or the player dismisses it."""

    kind: BannerKind
    text: str
    weight: Weight


@dataclass(frozen=True, slots=True)
class ShownNotice:
    """The newest notice of the umpire that was not dismissed. `how` says how to reply to it or dismiss it."""

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
    """The answer was sent and has no receipt yet."""
    TAKING_BACK = auto()
    """The player takes back their ready mark, and there is no receipt yet."""
    SEALED = auto()
    STRUCK_OUT = auto()
    NOT_SEALED = auto()
    """The last answer was refused, and none is sealed."""
    ANOTHER_ANSWERS = auto()
    """A bot or another member of the crew answers."""


@dataclass(frozen=True, slots=True)
class ShownSeal:
    """The sealed answer, and until when it can be changed or taken back.

    `head` is the state as a badge. `text` follows the badge. It is the answer or the reason. `refused` is why
    a change was refused.
    """

    state: SealState
    head: str
    text: str
    until: str = ""
    refused: str = ""

    @property
    def words(self) -> str:
        """All parts in one sentence."""
        return " ".join(filter(None, (self.head, self.text, self.until, self.refused)))


class StepKind(Enum):
    """The action of the seal key now."""

    LOCKED = auto()
    FAULT = auto()
    """The current field is not complete. The text says why."""
    ENDS_TEXT = auto()
    GOES_ON = auto()
    GOES_BACK = auto()
    """A field before this one is not complete."""
    ON_ITS_WAY = auto()
    IS_SEALED = auto()
    TAKES_BACK = auto()
    """The answer is sealed. A key can take it back."""
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
    """The game is over, and the last events are still being shown."""
    OVER = auto()
    OTHERS = auto()
    """Other seats are asked, or the clock is stopped."""
    ASKED = auto()


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """The question. `said` are its sentences if the seat is not asked.

    `filling` is the answer that is being filled in, with its fields and what is missing. `may_answer`: keys
    fill in the answer.
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

    `states` say whether it is open, from the longest sentence to the shortest. `kept` says what happens to a
    half-written line. `nothing` has the sentences that replace the lines, if there are none.
    """

    name: str
    is_open: bool
    states: tuple[str, ...]
    kept: str
    unread: int
    lines: tuple[ShownLine, ...]
    nothing: tuple[str, ...]
    read_by: str = ""
    """A sentence that names the readers besides the members, or "" if there are none."""


@dataclass(frozen=True, slots=True)
class ShownDeal:
    """A proposal.

    `head` names the sender and the receiver. `asks`: it waits for the reader's answer. `accepted` is None
    while it is open or if it has lapsed.
    """

    number: int
    head: str
    text: str
    state: str
    asks: bool
    accepted: bool | None


@dataclass(frozen=True, slots=True)
class ShownDeals:
    """The proposals. The open ones come first, then the newest.

    `wanted`: they are useful now. `why_not` is the reason why no proposal can be made or answered, or "".
    `line` says how many wait, and how to open them.
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
    """How the game ended. `outcome` says whether the reader won. `counts` are the final counts, each with its values.

    `meaning` says what the end means in the story of the game.
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

    `hint` is help for a player who does something for the first time. `told` has the results of requests and
    proposals. `unread` names the conversations with unread lines.
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
