"""Replies: all that the arbiter may send to a client. Times are milliseconds of time left; wall clocks never travel."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from warcouncil.protocol.forms import Answer, Form
from warcouncil.protocol.sheets import Sheet
from warcouncil.protocol.words import (
    ChannelId,
    Envelope,
    GateNo,
    MessageId,
    Model,
    Name,
    Role,
    SeatId,
    TableId,
    TeamId,
    Text,
)


class RefusalCode(StrEnum):
    """Why the arbiter did not do what was sent."""

    MALFORMED = "malformed"
    WRONG_VERSION = "wrong_version"
    UNKNOWN_KEY = "unknown_key"
    NOT_ALLOWED = "not_allowed"
    FENCED = "fenced"
    STALE = "stale"
    NOT_ASKED = "not_asked"
    ILLEGAL = "illegal"
    NOT_DRIVER = "not_driver"
    PAUSED = "paused"
    CLOSED = "closed"
    NO_SUCH = "no_such"
    TOO_FAST = "too_fast"
    OVER = "over"


class Welcome(Model):
    """The arbiter knows this key. `session` must stand in every later request; the newest session of a key counts."""

    type: Literal["welcome"] = "welcome"
    exercise: Name
    role: Role
    session: Name
    table: TableId = TableId(0)
    seat: SeatId = SeatId("")
    team: TeamId = TeamId("")
    seat_title: Text = ""
    team_title: Text = ""
    duty: Text = ""
    game: Name = ""
    game_title: Text = ""
    designer: Text = ""
    summary: Text = ""
    beat_seconds: float = 0.5
    commitment: Name = ""
    """The fingerprint of the seed of all chance at the table: whoever keeps it can check the seed when it is opened.

    BLAKE2b-32 of `seed:` and exercise, table and seed (hexadecimal), joined by `|`, in UTF-8; in hexadecimal.
    """
    verify_key: Name = ""
    """The arbiter's Ed25519 key for receipts, in hexadecimal."""
    receipt: Literal["none", "known", "missing"] = "none"
    """Whether the exercise holds the declaration for which `Hello.held` is a receipt; `none`: there was none of its own."""


class ClockView(Model):
    """The one clock of a gate: time left when this was sent, and whether it runs."""

    left_ms: int
    total_ms: int
    running: bool

    def left_at(self, heard_ms: int, now_ms: int) -> int:
        """Count down from when this was heard, on the reader's own clock: the time left now, never below 0."""
        return max(0, self.left_ms - (now_ms - heard_ms if self.running else 0))


class ChannelView(Model):
    """A conversation that a seat is a member of. `open` says whether it may speak now; `quiet_ms` is how long before
    the clock's end it shuts."""

    id: ChannelId
    title: Text
    members: tuple[Text, ...]
    open: bool
    quiet_ms: int = 0


class StoryLine(Model):
    """One sentence of what happened. `heading` says when; `event` names the kind."""

    heading: Text
    text: Text
    event: Name = ""


class Spoken(Model):
    """A line spoken in a channel. `n` counts the lines of that channel."""

    type: Literal["spoken"] = "spoken"
    channel: ChannelId
    n: int
    seat: SeatId
    title: Text
    text: Text


class Mate(Model):
    """A member of the reader's own team: whether linked, and whether a bot plays the seat."""

    seat: SeatId
    title: Text
    linked: bool
    bot: bool = False


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


class Ended(Model):
    """The end of a game. `winners` in words; `won` is the reader's own outcome, None for a draw or a bystander."""

    reason: Text
    winners: tuple[Text, ...]
    won: bool | None
    scores: dict[str, int] = Field(default_factory=dict)


class Notice(Model):
    """The umpire's word to a seat, a team or the table."""

    type: Literal["notice"] = "notice"
    text: Text
    to: Text
    number: int = 0
    """What a reply names; 0: none is expected."""


class Scene(Model):
    """The part of a view that reads the same for everybody at the table.

    `whole`: story, lines, deals and notices come from the beginning, else only what is new. `paused` is the umpire's
    reason, "" if none.
    """

    type: Literal["view"] = "view"
    whole: bool
    gate: GateNo
    title: Text
    phase: Name
    rule: Name
    rule_text: Text
    several: bool = False
    """Whether answers are secret until all are in."""
    clock: ClockView | None = None
    paused: Text = ""
    held: bool = False
    """The table waits for an umpire after a fault."""
    deals_open: bool = False


class View(Scene):
    """All that a seat may see now. `form` is there when the seat is asked, `sealed` when it has answered."""

    sheet: Sheet
    form: Form | None = None
    sealed: Answer | None = None
    asked: tuple[Text, ...] = ()
    """Who is asked, in words, as far as the reader may know."""
    channels: tuple[ChannelView, ...] = ()
    seats: tuple[tuple[SeatId, Text], ...] = ()
    """The other seats to whom a proposal may be put, while deals are open."""
    deals: tuple[Deal, ...] = ()
    story: tuple[StoryLine, ...] = ()
    lines: tuple[Spoken, ...] = ()
    notices: tuple[Notice, ...] = ()
    team: tuple[Mate, ...] = ()
    bot: bool = False
    """A bot plays this seat; the reader may only watch."""
    watching: bool = False
    """Another of the seat's crew drives it; the reader may only watch."""
    drafts: bool = False
    """A draft stands for a silent seat when the clock runs out: send one when it changes."""
    ended: Ended | None = None


class Receipt(Model):
    """The arbiter's signed proof that it holds a declaration, durably.

    `signature` is Ed25519 over `receipt:` and exercise, table, seat, gate, id and the BLAKE2b-16 of the answer's
    canonical JSON (sorted keys, no spaces), joined by `|`, in UTF-8; in hexadecimal.
    """

    type: Literal["receipt"] = "receipt"
    id: MessageId
    gate: GateNo
    answer: Answer
    digest: Name = ""
    signature: Annotated[str, StringConstraints(max_length=256)] = ""


class Done(Model):
    """A request other than a declaration has been carried out."""

    type: Literal["done"] = "done"
    id: MessageId


class Refusal(Model):
    """The arbiter did not do what was sent, and why. Nothing has changed."""

    type: Literal["refusal"] = "refusal"
    id: Name = ""
    code: RefusalCode
    text: Text
    rule: Name = ""


class Clock(Model):
    """The clock was paused, resumed or moved by an umpire. `paused` is the reason given, "" when it runs."""

    type: Literal["clock"] = "clock"
    gate: GateNo
    clock: ClockView
    paused: Text = ""


class Team(Model):
    """Who of the reader's own team is linked now."""

    type: Literal["team"] = "team"
    team: tuple[Mate, ...]
    bot: bool = False


class Deals(Model):
    """Proposals that were put, answered or lapsed: each replaces the one of its number."""

    type: Literal["deals"] = "deals"
    deals: tuple[Deal, ...]


class Fenced(Model):
    """This connection no longer speaks for its seat."""

    type: Literal["fenced"] = "fenced"
    text: Text


class Alive(Model):
    """The answer to Beat: `last` is the number of the newest message sent before it, `clock` the true clock."""

    type: Literal["alive"] = "alive"
    clock: ClockView | None = None


class SeatStatus(Model):
    """What an umpire sees of a seat."""

    seat: SeatId
    title: Text
    team: TeamId
    linked: bool
    joined: bool
    asked: bool
    sealed: bool
    voided: bool
    bot: bool
    silent_ms: int
    """How long nothing was heard from it, 0 while linked."""
    person: Text = ""
    """Who is to sit there, from the roster."""
    watchers: int = 0


class Alarm(Model):
    """Something that needs an umpire. `call`: the number of a player's call, 0 for others."""

    table: TableId
    text: Text
    call: int = 0
    seat: SeatId = SeatId("")
    approval: int = 0
    """The number of a ruling that waits for a second umpire."""


class TableStatus(Model):
    """What an umpire sees of a table at a glance."""

    type: Literal["table"] = "table"
    table: TableId
    game: Name
    gate: GateNo
    title: Text
    rule: Name
    clock: ClockView | None
    paused: Text
    held: Text
    """Why the table is held after a fault, "" if it is not."""
    ended: Text
    name: Text = ""
    begun: bool = True
    phase: Name = ""
    lockstep: tuple[Name, ...] = ()
    """The phases that no table passes before all have sealed, the same for every table."""
    waits: bool = False
    """All have sealed, and the table waits for the others (lock-step) or for an umpire (silence)."""
    seats: tuple[SeatStatus, ...]
    alarms: tuple[Alarm, ...] = ()


class Wall(Model):
    """The answer to an umpire's Hello; a TableStatus for every table follows. `at_ms` is the exercise's own time."""

    type: Literal["wall"] = "wall"
    exercise: Name
    tables: tuple[TableStatus, ...]
    at_ms: int = 0
    second_umpire: bool = False
    """Going back, fiat, ending and re-seating wait for a second umpire."""


class Alarms(Model):
    """What needs an umpire and belongs to no table (each alarm's `table` is 0). It takes the place of the former one; a
    wall empties it."""

    type: Literal["alarms"] = "alarms"
    alarms: tuple[Alarm, ...]


class CodeIssued(Model):
    """A new code, a seat's or (`table` 0) a console's, which `seat_title` names: to the umpire who asked for it, or to every
    umpire when it was somebody who may not know it."""

    type: Literal["code_issued"] = "code_issued"
    table: TableId
    seat: SeatId
    seat_title: Text
    code: Name


class Room(Model):
    """All of one table, for the umpire who watches it: the public sheet, every line spoken, the umpire's full story."""

    type: Literal["room"] = "room"
    table: TableId
    whole: bool
    sheet: Sheet
    channels: tuple[ChannelView, ...]
    story: tuple[StoryLine, ...]
    lines: tuple[Spoken, ...]
    deals: tuple[Deal, ...] = ()
    rulings: tuple[StoryLine, ...] = ()


class Seen(Model):
    """The answer to Look: the view of a seat."""

    type: Literal["seen"] = "seen"
    id: MessageId
    table: TableId
    seat: SeatId
    view: View


Reply = Annotated[
    Welcome
    | View
    | Receipt
    | Done
    | Refusal
    | Spoken
    | Clock
    | Notice
    | Team
    | Deals
    | Fenced
    | Alive
    | TableStatus
    | Wall
    | Alarms
    | CodeIssued
    | Room
    | Seen,
    Field(discriminator="type"),
]


class ToClient(Envelope):
    """The envelope of a reply. `n` numbers the messages of a session from 1 without a gap; 0: outside the count
    (Alive carries the count so far in `last`)."""

    session: Name = ""
    n: int = 0
    last: int = 0
    body: Reply
