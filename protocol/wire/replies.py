"""Replies: all messages from the arbiter to clients. Times are milliseconds left. Wall-clock times are never sent."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from warcouncil.protocol.proofs.lots import SEATS_MAX, Hex32, Signature
from warcouncil.protocol.sentences.sentence import KEY_PATTERN
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
    """Why the arbiter refused a request."""

    MALFORMED = "malformed"
    WRONG_VERSION = "wrong_version"
    UNKNOWN_KEY = "unknown_key"
    NOT_ALLOWED = "not_allowed"
    FENCED = "fenced"
    STALE = "stale"
    COUNTED = "counted"
    """A declaration that was sealed in time. Its receipt is no longer stored."""
    NOT_ASKED = "not_asked"
    ILLEGAL = "illegal"
    NOT_DRIVER = "not_driver"
    PAUSED = "paused"
    CLOSED = "closed"
    NO_SUCH = "no_such"
    TOO_FAST = "too_fast"
    OVER = "over"


class Welcome(Model):
    """The arbiter knows this key. Every later request must carry `session`. The newest session of a key counts."""

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
    """The person who is planned for this seat. The name is "" if the plan has none or players see no names."""
    hints: bool = False
    """Whether a client may propose an answer that it computed itself."""
    plays_again: bool = False
    """Whether another game can begin when this one is over. A call (`call`) asks for it, as in a demo."""
    crews: bool = False
    """Whether the card of the seat also admits other people, who can take the seat over."""
    beat_seconds: float = 0.5
    chance: Literal["host", "all"] = "host"
    """The parties that make the seed of the table: the host alone, or the host and all seats with one number each."""
    commitment: Name = ""
    """The fingerprint of the table's seed. With `chance` "all", it is the fingerprint of the host's number in that
    seed.

    A client that stores it can check the seed when it is opened. It is the BLAKE2b-32 of `seed:` and exercise, table
    and seed (hexadecimal), joined by `|`, in UTF-8. The fingerprint is in hexadecimal.
    """
    verify_key: Name = ""
    """The arbiter's Ed25519 key for receipts, in hexadecimal."""
    receipt: Literal["none", "known", "missing"] = "none"
    """Whether the exercise has the declaration that the receipt in `Hello.held` proves. `none` if the key sent no
    receipt of its own."""
    epoch: Annotated[int, Field(ge=0)] = 0
    """How often the lead has passed from one arbiter to another. It is 0 without a standby.

    A client that was welcomed with an epoch accepts no lower epoch.
    """
    elsewhere: Addresses = ()
    """The addresses to try if this connection breaks. This arbiter's own addresses come first, then those of its
    standbys.
    """
    webs: WebPlaces = ()
    """The addresses for browsers at its standbys, in case one of them leads."""


class Receipt(Model):
    """The arbiter's signed proof that it has stored a declaration durably.

    `signature` is Ed25519 over `receipt:` and exercise, table, seat, gate, id and `digest`, joined by `|`, in UTF-8.
    It is in hexadecimal. `digest` is the BLAKE2b-16 of the answer's canonical JSON (sorted keys, no spaces), in
    hexadecimal.
    """

    type: Literal["receipt"] = "receipt"
    id: MessageId
    gate: GateNo
    answer: Answer
    digest: Name = ""
    signature: Annotated[str, StringConstraints(max_length=256)] = ""


class Done(Model):
    """A request other than a declaration was carried out."""

    type: Literal["done"] = "done"
    id: MessageId
    signature: Signature = ""
    """For Pledge and OpenLot: Ed25519 over `taken:` and exercise, table, seat, pledge and `pledge` or `open`, joined
    by `|`, in UTF-8."""


class Refusal(Model):
    """The arbiter refused a request, with the reason. Nothing has changed.

    `key` names the sentence in the catalogue of the host, and `fields` fill it in. `text` is the same sentence in
    English. With `key` "", there is only `text`, for example a sentence of a game.
    """

    type: Literal["refusal"] = "refusal"
    id: Name = ""
    code: RefusalCode
    text: Text
    rule: Name = ""
    key: Annotated[str, StringConstraints(pattern=KEY_PATTERN)] = ""
    fields: dict[Name, Text | int] = Field(default_factory=dict)


class Clock(Model):
    """An umpire paused, resumed or changed the clock. `paused` has the meaning that it has in a view."""

    type: Literal["clock"] = "clock"
    gate: GateNo
    clock: ClockView
    paused: Text = ""


class Team(Model):
    """The members of the reader's own team that are linked now."""

    type: Literal["team"] = "team"
    team: tuple[Mate, ...]
    bot: bool = False
    lent: bool = False
    """Whether the reader may take the seat back from the bot. Otherwise only an umpire can return it."""


class Deals(Model):
    """Proposals that were made, answered or have lapsed. Each replaces the proposal with the same number."""

    type: Literal["deals"] = "deals"
    deals: tuple[Deal, ...]


class DrawShown(Model):
    """The progress in making the seed of the table. It is the same for all seats.

    `pledges` has the pledge of every seat, in table order. `seed` is the fingerprint of the finished seed, made like
    `Welcome.commitment`. When it is set, no seat can open its number any longer. `signature` is Ed25519 over `draw:`
    and exercise, table, `Welcome.commitment`, the pledges joined by commas, and `seed`, joined by `|`, in UTF-8. It
    is in hexadecimal.
    """

    type: Literal["draw"] = "draw"
    pledges: Annotated[tuple[Hex32, ...], Field(max_length=SEATS_MAX)]
    seed: Name = ""
    signature: Signature


class TableRules(Model):
    """The answer to ReadRules: the full rules of the table under its options, and the seat's own briefing."""

    type: Literal["rules"] = "rules"
    id: MessageId
    briefing: Briefing
    book: Rulebook


class Hint(Model):
    """The answer to AskHint: the answer that a bot would make, from what the seat itself sees. It is a legal answer. It does not seal anything."""

    type: Literal["hint"] = "hint"
    id: MessageId
    gate: GateNo
    answer: Answer


class Fenced(Model):
    """This connection has lost its seat. `text` says why."""

    type: Literal["fenced"] = "fenced"
    text: Text


class Farewell(Model):
    """The host stops. No arbiter answers from now on.

    The client must not search for another arbiter, unless `returns` is true. In that case the host's machine stops,
    but the umpire did not end the exercise.
    """

    type: Literal["farewell"] = "farewell"
    text: Text
    returns: bool = False


class Elsewhere(Model):
    """A standby came or went. The message has the new values of `Welcome.elsewhere` and `Welcome.webs`. It is the same for all clients."""

    type: Literal["elsewhere"] = "elsewhere"
    addresses: Addresses = ()
    webs: WebPlaces = ()


class Alive(Model):
    """The answer to Beat. `last` is the number of the newest message before it. `clock` is the true clock."""

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
    """The envelope of a reply. `n` numbers the messages of a session from 1 without a gap."""

    session: Name = ""
    n: int = 0
    last: int = 0
    body: Reply
