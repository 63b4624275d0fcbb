"""Replies: all that the arbiter may send to a client. Times are milliseconds of time left; wall clocks never travel."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from warcouncil.protocol.proofs.lots import SEATS_MAX, Hex32, Signature
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.rulebooks import Briefing, Rulebook
from warcouncil.protocol.table.views import ClockView, Company, Deal, Mate, Notice, Spoken, View
from warcouncil.protocol.wire.consoles import (
    Alarms,
    CodeIssued,
    Debriefing,
    Room,
    Seen,
    Standbys,
    TableStatus,
    Wall,
)
from warcouncil.protocol.words import (
    Addresses,
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
    WebPlaces,
)


class RefusalCode(StrEnum):
    """Why the arbiter did not do what was sent."""

    MALFORMED = "malformed"
    WRONG_VERSION = "wrong_version"
    UNKNOWN_KEY = "unknown_key"
    NOT_ALLOWED = "not_allowed"
    FENCED = "fenced"
    STALE = "stale"
    COUNTED = "counted"
    """A declaration that was sealed in time, and whose receipt is no longer kept."""
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
    person: Text = ""
    """Who is to sit there, from the roster; "" where nobody is named, or where players see no names."""
    hints: bool = False
    """Whether a client may propose an answer of its own making."""
    crews: bool = False
    """Whether the seat's card admits others too, to whom it may be handed over."""
    beat_seconds: float = 0.5
    chance: Literal["host", "all"] = "host"
    """Who makes the chance of the table: the host alone, or he and all who sit there, with a number each."""
    commitment: Name = ""
    """The fingerprint of the seed of all chance at the table (`chance` "all": of the host's number in it): whoever keeps it can
    check the seed when it is opened.

    BLAKE2b-32 of `seed:` and exercise, table and seed (hexadecimal), joined by `|`, in UTF-8; in hexadecimal.
    """
    verify_key: Name = ""
    """The arbiter's Ed25519 key for receipts, in hexadecimal."""
    receipt: Literal["none", "known", "missing"] = "none"
    """Whether the exercise holds the declaration for which `Hello.held` is a receipt; `none`: there was none of its own."""
    epoch: Annotated[int, Field(ge=0)] = 0
    """How often the lead has passed from one arbiter to another; where there is no standby, 0. A key that was welcomed with one
    believes no lower one."""
    elsewhere: Addresses = ()
    """Where the exercise may be found, should this connection break: this arbiter's own addresses first, then its standbys'."""
    webs: WebPlaces = ()
    """Where browsers come in at its standbys, once one of them leads."""


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
    signature: Signature = ""
    """To Pledge and OpenLot: Ed25519 over `taken:` and exercise, table, seat, pledge and `pledge` or `open`, joined by `|`, in UTF-8."""


class Refusal(Model):
    """The arbiter did not do what was sent, and why. Nothing has changed."""

    type: Literal["refusal"] = "refusal"
    id: Name = ""
    code: RefusalCode
    text: Text
    rule: Name = ""


class Clock(Model):
    """The clock was paused, resumed or moved by an umpire. `paused` as in a view."""

    type: Literal["clock"] = "clock"
    gate: GateNo
    clock: ClockView
    paused: Text = ""


class Team(Model):
    """Who of the reader's own team is linked now."""

    type: Literal["team"] = "team"
    team: tuple[Mate, ...]
    bot: bool = False
    lent: bool = False
    """Whether the reader may take his seat back from the bot; else he asks an umpire."""


class Deals(Model):
    """Proposals that were put, answered or lapsed: each replaces the one of its number."""

    type: Literal["deals"] = "deals"
    deals: tuple[Deal, ...]


class DrawShown(Model):
    """The chance of the table, as far as it is made: every seat's pledge, in table order, and (then all can open their numbers no
    more) the fingerprint of the seed that came of them, as in `Welcome.commitment`. The same for all seats.

    `signature` is Ed25519 over `draw:` and exercise, table, `Welcome.commitment`, the pledges joined by commas, and `seed`, joined
    by `|`, in UTF-8; in hexadecimal.
    """

    type: Literal["draw"] = "draw"
    pledges: Annotated[tuple[Hex32, ...], Field(max_length=SEATS_MAX)]
    seed: Name = ""
    signature: Signature


class TableRules(Model):
    """The answer to ReadRules: the whole rules of the table, under its options, and the seat's own briefing."""

    type: Literal["rules"] = "rules"
    id: MessageId
    briefing: Briefing
    book: Rulebook


class Hint(Model):
    """The answer to AskHint: what a bot would answer, of what the seat itself sees. It is legal, and nothing is sealed by it."""

    type: Literal["hint"] = "hint"
    id: MessageId
    gate: GateNo
    answer: Answer


class Fenced(Model):
    """This connection no longer speaks for its seat."""

    type: Literal["fenced"] = "fenced"
    text: Text


class Farewell(Model):
    """The umpire has ended the exercise: nobody answers here any more, and nothing need be looked for."""

    type: Literal["farewell"] = "farewell"
    text: Text


class Elsewhere(Model):
    """A standby came or went: what `Welcome.elsewhere` and `Welcome.webs` said, anew. The same for everybody."""

    type: Literal["elsewhere"] = "elsewhere"
    addresses: Addresses = ()
    webs: WebPlaces = ()


class Alive(Model):
    """The answer to Beat: `last` is the number of the newest message sent before it, `clock` the true clock."""

    type: Literal["alive"] = "alive"
    clock: ClockView | None = None


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
    | DrawShown
    | Company
    | TableRules
    | Hint
    | Fenced
    | Farewell
    | Elsewhere
    | Alive
    | TableStatus
    | Wall
    | Alarms
    | Standbys
    | Debriefing
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
