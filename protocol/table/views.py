"""Views: everything that a seat may be shown of its table.

Times are milliseconds left. Wall-clock times are never sent.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from warcouncil.protocol.sentences.sentence import CATALOGUE, KEY_PATTERN, in_words
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.scenes import Scene
from warcouncil.protocol.table.sheets import Badge, Sheet
from warcouncil.protocol.wording import Catalogue
from warcouncil.protocol.words import ChannelId, GateNo, Model, Name, SeatId, Text


class ClockView(Model):
    """The one clock of a gate: the time left when this was sent, and whether it runs."""

    left_ms: int
    total_ms: int
    running: bool

    def left_at(self, heard_ms: int, now_ms: int) -> int:
        """Return the time left now, never below 0. `heard_ms` and `now_ms` are times of the reader's own clock."""
        return max(0, self.left_ms - (now_ms - heard_ms if self.running else 0))


class ChannelView(Model):
    """A conversation that a seat may read. `open`: the seat may speak now.

    `quiet_ms`: how long before the end of the clock the channel closes. `readers`: who else reads it, in words.
    `reads_only`: the seat is one of these readers, and no member.
    """

    id: ChannelId
    title: Text
    members: tuple[Text, ...]
    open: bool
    quiet_ms: int = 0
    readers: tuple[Text, ...] = ()
    reads_only: bool = False


class StoryLine(Model):
    """One sentence of what happened. `heading` names the moment.

    `shows` is the number, from 1, of the scene of its view that shows it on the board. `scene` is used instead if the
    reader knows more than the whole table does. Without either there is nothing to show.
    """

    heading: Text
    text: Text
    shows: int = 0
    scene: Scene | None = None


class RecordLine(Model):
    """One line of the record that umpires read, such as a ruling. `heading` is its time.

    `key` names its sentence in the catalogue of the host, and `fields` fill it in. `reason` is that of a ruling.
    `text` holds the words of a line without a key, from an older exercise file.
    """

    heading: Text
    text: Text = ""
    key: Annotated[str, StringConstraints(pattern=KEY_PATTERN)] = ""
    fields: dict[Name, Text | int] = Field(default_factory=dict)
    reason: Text = ""

    def words(self, told: Catalogue = CATALOGUE) -> str:
        """Return the line in the language of a catalogue, with its reason."""
        did = in_words(told, self.key, self.fields, self.text)
        return f"{did} ({self.reason})" if self.reason else did


class Spoken(Model):
    """A line spoken in a channel. `n` counts the lines of that channel that its reader may read. On a console, all
    lines."""

    type: Literal["spoken"] = "spoken"
    channel: ChannelId
    n: int
    seat: SeatId
    title: Text
    text: Text


class Mate(Model):
    """One seat of the reader's own team, the reader's seat included: whether it is linked, and whether a bot plays it."""

    seat: SeatId
    title: Text
    linked: bool
    bot: bool = False


class Sitter(Model):
    """One seat of the table, with its person. "" if the plan names no person or players see no names.

    `awaited`: the table has not begun and waits for this seat.
    """

    seat: SeatId
    title: Text
    person: Text = ""
    awaited: bool = False


class Company(Model):
    """The people at the table. `begins` names what the game waits for.

    Sent when a player sits down or changes places. Until the game begins, also when a player comes or goes.
    """

    type: Literal["company"] = "company"
    begins: Literal["now", "linked", "ready", "umpire"]
    sitters: tuple[Sitter, ...]


class Deal(Model):
    """A proposal between two seats, as both of them see it."""

    number: int
    giver: SeatId
    giver_title: Text
    taker: SeatId
    taker_title: Text
    text: Text
    state: Literal["open", "accepted", "refused", "lapsed"]
    heading: Text = ""


class Score(Model):
    """One score, such as "divisions lost", and its count for each side, named in words, in table order."""

    label: Text
    of: tuple[tuple[Text, int], ...]


class Ended(Model):
    """The end of a game. `reason` is one sentence that says why and names the place on the board. It has no full
    stop.

    `winners` are named in words, none for a draw. `won` is the reader's own outcome, None for a draw or a bystander.
    `title` is the heading of the end. "": the heading says who won, or that it is a draw.
    `meaning` is what the end means in the story of the game, in sentences, "" if the game does not say.
    `turns` is how many turns were played, 0 if the game does not count them. `turns_are` names them, such as
    "incidents".
    """

    reason: Text
    winners: tuple[Text, ...]
    won: bool | None = None
    scores: tuple[Score, ...] = ()
    turns: int = 0
    turns_are: Text = "turns"
    laid_open: bool = False
    """Whether every seat sees the full truth. The sheet holds it."""
    sides: tuple[Badge, ...] = ()
    """The badges of the table's sides."""
    title: Text = ""
    meaning: Text = ""


MessageKind = Literal["message", "news", "letter", "call"]
"""The forms in which a sender in the exercise addresses seats."""


class Notice(Model):
    """A message to a seat, a team or the table: of an umpire, or of a sender in the exercise such as "Reuters".

    A request for information and its answer are messages too: to all seats of the team that asks, and to those that
    answer. Only the seats that answer get a request with a `number`.
    """

    type: Literal["notice"] = "notice"
    text: Text
    to: Text
    number: int = 0
    """The number that a reply names. 0: no reply is expected."""
    sender: Text = ""
    """The name of the sender. "": the umpire."""
    kind: MessageKind | Literal["request", "answer"] = "message"
    about: Text = ""
    """The words of the request that this answers."""
    answers: int = 0
    """The number of the request that this answers, for the seats to which it was put."""


class SharedView(Model):
    """The part of a view that is the same for the whole table.

    With `whole`, story, lines, deals and notices are complete. Otherwise they hold only what is new. `paused` is the
    text for a stopped clock, the same for any reason of the umpire. "" while the clock runs.
    """

    type: Literal["view"] = "view"
    whole: bool
    begun: bool = True
    """Whether the game has begun. Before, its clock is stopped, and gate 0 means that nothing is dealt yet."""
    gate: GateNo
    title: Text
    phase: Name
    rule: Name
    rule_text: Text
    several: bool = False
    """Whether answers stay secret until all seats have sealed."""
    readiness: bool = False
    """Whether the question asks only whether each seat is ready. An empty answer then takes a sealed one back."""
    clock: ClockView | None = None
    paused: Text = ""
    held: bool = False
    """The table waits for an umpire: after a fault, or because an umpire holds it."""
    waits: bool = False
    """The clock has run out, and the table waits for seats that have sealed nothing. Their answers still count."""
    deals_open: bool = False
    scenes: tuple[Scene, ...] = ()
    """The scenes of what is new in the story that the whole table may watch."""


class View(SharedView):
    """All that a seat may see now. `form` is there when the seat is asked, `sealed` when it has answered.

    A seat never learns who else has sealed, not even of its own team and not even as a number.
    """

    asked: tuple[Text, ...] = ()
    """The seats that are asked, in words, as far as the reader may know."""
    channels: tuple[ChannelView, ...] = ()
    team: tuple[Mate, ...] = ()
    sheet: Sheet
    form: Form | None = None
    sealed: Answer | None = None
    seats: tuple[tuple[SeatId, Text], ...] = ()
    """The other seats that can receive a proposal, while deals are open."""
    deals: tuple[Deal, ...] = ()
    story: tuple[StoryLine, ...] = ()
    lines: tuple[Spoken, ...] = ()
    notices: tuple[Notice, ...] = ()
    asks_at: Text = ""
    """The title of the team that this seat may ask for information now, such as "White cell". "": none."""
    bot: bool = False
    """A bot plays this seat. The reader may only watch."""
    lent: bool = False
    """Whether the reader may take the seat back from the bot. Otherwise only an umpire can return it."""
    watching: bool = False
    """Another of the seat's crew drives it. The reader may only watch."""
    drafts: bool = False
    """Whether a draft counts for a seat that has sealed nothing when the clock runs out. The client then sends each
    change."""
    drafted: Answer | None = None
    """The draft that counts for this seat while it has sealed nothing."""
    unanswered: Text = ""
    """One sentence: the answer that counts for this seat if it has not answered when the question closes. "" if no answer is
    expected."""
    closes_at_once: bool = False
    """An answer of this seat closes the question: no other seat is asked, and the whole table may know that."""
    voided: bool = False
    """An umpire voided this seat's declaration. Everything it sends for this question is refused."""
    ended: Ended | None = None
