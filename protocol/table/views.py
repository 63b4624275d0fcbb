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
    """A conversation that a seat may read. `open` says whether the seat may speak now.

    `quiet_ms` is how long before the end of the clock the channel closes. `readers` is a text that names the other
    readers. `reads_only` says that the seat is one of these readers and not a member.
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
    reader knows more than the whole table. If both are missing, no scene is shown. `gate` is the number of the question
    that was open until then.
    """

    heading: Text
    text: Text
    shows: int = 0
    scene: Scene | None = None
    gate: int = 0


class RecordLine(Model):
    """One line of the record that umpires read, such as a ruling. `heading` is its time.

    `key` names its sentence in the catalogue of the host, and `fields` fill it in. `reason` is the reason of a
    ruling. `text` is the sentence of a line without a key, from an older exercise file.
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
    """A line spoken in a channel. `n` counts the lines of that channel that its reader may read. On a console, it
    counts all lines."""

    type: Literal["spoken"] = "spoken"
    channel: ChannelId
    n: int
    seat: SeatId
    title: Text
    text: Text


class Mate(Model):
    """One seat of the reader's team, which can be the reader's own seat. It says whether the seat is linked, and
    whether a bot plays it.
    """

    seat: SeatId
    title: Text
    linked: bool
    bot: bool = False


class Sitter(Model):
    """One seat of the table, with its person. The name is "" if the plan has none or players see no names.

    `awaited` says that the table has not begun and waits for this seat.
    """

    seat: SeatId
    title: Text
    person: Text = ""
    awaited: bool = False


class Company(Model):
    """The people at the table. `begins` says what the game waits for.

    The list is sent when a player sits down or changes places. Until the game begins, it is also sent when a player
    comes or goes.
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
    """One score, such as "divisions lost", with the count of each side. The sides have the names that players read,
    in table order.
    """

    label: Text
    of: tuple[tuple[Text, int], ...]


class Ended(Model):
    """The end of a game. `reason` is one sentence that says why, and names the place on the board. It has no full
    stop.

    `winners` are the names of the winners. If there are none, the game is a draw. `won` is the reader's own outcome.
    None means that the game is a draw, or that the reader is a bystander. `title` is the heading of the end. If it is
    "", the heading names the winner or says that the game is a draw. `meaning` says in sentences what the end means
    in the story of the game. It is "" if the game has no such text. `turns` is how many turns were played. It is 0 if
    the game does not count them. `turns_are` names them, such as "incidents".
    """

    reason: Text
    winners: tuple[Text, ...]
    won: bool | None = None
    scores: tuple[Score, ...] = ()
    turns: int = 0
    turns_are: Text = "turns"
    laid_open: bool = False
    """Whether every seat sees the full truth, which the sheet then shows."""
    sides: tuple[Badge, ...] = ()
    """The badges of the table's sides."""
    title: Text = ""
    meaning: Text = ""


MessageKind = Literal["message", "news", "letter", "call"]
"""The forms in which a sender in the exercise writes to seats."""


class Notice(Model):
    """A message to a seat, a team or the table. It comes from an umpire, or from a sender in the exercise such as
    "Reuters".

    A request for information and its answer are messages too. They go to all seats of the team that asks, and to
    those that answer. Only the seats that answer get a request with a `number`.
    """

    type: Literal["notice"] = "notice"
    text: Text
    to: Text
    number: int = 0
    """The number that a reply names. It is 0 if no reply is expected."""
    sender: Text = ""
    """The name of the sender. "" means the umpire."""
    kind: MessageKind | Literal["request", "answer"] = "message"
    about: Text = ""
    """The text of the request that this message answers."""
    answers: int = 0
    """The number of the request that this message answers. Only the seats that received the request get it."""
    gate: int = 0
    """The number of the question that was open when it came. The story shows it before the lines of this question."""


class SharedView(Model):
    """The part of a view that is the same for the whole table.

    With `whole`, the story, lines, deals and notices are complete. Otherwise they have only new items. `paused` is
    the text for a stopped clock. It is the same for any reason of the umpire. It is "" while the clock runs.
    """

    type: Literal["view"] = "view"
    whole: bool
    begun: bool = True
    """Whether the game has begun. Before that, its clock is stopped, and gate 0 means that nothing is dealt yet."""
    gate: GateNo
    title: Text
    phase: Name
    rule: Name
    rule_text: Text
    several: bool = False
    """Whether answers stay secret until all seats have sealed."""
    readiness: bool = False
    """Whether the question asks only whether each seat is ready. An empty answer then takes a sealed answer back."""
    clock: ClockView | None = None
    paused: Text = ""
    held: bool = False
    """Whether the table waits for an umpire, after a fault or because an umpire holds it."""
    waits: bool = False
    """Whether the table will wait, after the clock has run out, for seats that have sealed nothing. Their answers
    then still count.
    """
    deals_open: bool = False
    scenes: tuple[Scene, ...] = ()
    """The scenes of the new part of the story, which the whole table may watch."""


class View(SharedView):
    """All that a seat may see now. `form` is set when the seat is asked, and `sealed` when it has answered.

    A seat never learns which others have sealed or how many, not even in its own team.
    """

    asked: tuple[Text, ...] = ()
    """The names of the seats that are asked, if the reader may know them."""
    channels: tuple[ChannelView, ...] = ()
    team: tuple[Mate, ...] = ()
    sheet: Sheet
    form: Form | None = None
    sealed: Answer | None = None
    seats: tuple[tuple[SeatId, Text], ...] = ()
    """The other seats that can receive a proposal now."""
    deals: tuple[Deal, ...] = ()
    story: tuple[StoryLine, ...] = ()
    lines: tuple[Spoken, ...] = ()
    notices: tuple[Notice, ...] = ()
    asks_at: Text = ""
    """The title of the team that this seat may ask for information now, such as "White cell". It is "" if there is
    none.
    """
    bot: bool = False
    """Whether a bot plays this seat. The reader may only watch."""
    lent: bool = False
    """Whether the reader may take the seat back from the bot. Otherwise only an umpire can return it."""
    watching: bool = False
    """Whether another person of the seat's crew drives it. The reader may only watch."""
    drafts: bool = False
    """Whether a draft counts for a seat that has sealed nothing when the clock runs out. The client then sends each
    change."""
    drafted: Answer | None = None
    """The draft that counts for this seat while it has sealed nothing."""
    unanswered: Text = ""
    """The answer that counts for this seat if it has not answered when the question closes, as one sentence. It is ""
    if no answer is expected."""
    closes_at_once: bool = False
    """Whether an answer of this seat closes the question. Then no other seat is asked, and the whole table may know that."""
    voided: bool = False
    """Whether an umpire voided this seat's declaration. Every answer of the seat to this question is then refused."""
    ended: Ended | None = None
