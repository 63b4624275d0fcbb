"""Requests: all that a client may send to the arbiter.

No request says who sends it: that is the key which the connection proved. Some say where or when they were made, so that
they have no effect elsewhere or later.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, SerializeAsAny
from warcouncil.protocol.acts.acts import Act
from warcouncil.protocol.proofs.lots import Hex32
from warcouncil.protocol.proofs.receipts import Held
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import (
    NUMBER_MAX,
    ChannelId,
    Envelope,
    GateNo,
    MessageId,
    Model,
    Name,
    Reason,
    SeatId,
    Speech,
    TableId,
)


class Hello(Model):
    """The first message of a connection. The answer is Welcome and the whole View."""

    type: Literal["hello"] = "hello"
    app: Name = "client"
    held: Held | None = None
    """The newest receipt that this key holds, to be compared with what the arbiter knows."""


class Beat(Model):
    """A sign of life. `seen` is the number of the last message received without a gap."""

    type: Literal["beat"] = "beat"
    seen: Annotated[int, Field(ge=0, le=NUMBER_MAX)] = 0


class Resync(Model):
    """Ask for the whole View again, because a number was missing."""

    type: Literal["resync"] = "resync"


class Leave(Model):
    """Good-bye: the window is closed. The session is shown as not linked at once; whatever it sends later links it again.

    Without a session's name it ends the one that a `Hello` on the same connection opened: who goes before his welcome knows no name.
    """

    type: Literal["leave"] = "leave"


class Declare(Model):
    """Seal an answer to the question of gate `gate`. Until it closes the last legal one counts.

    `table` and `seat` say where it was made: it is refused if its key has been moved since. Who declares is the key, and
    nothing else; a declaration that names no seat counts wherever its key sits.
    """

    type: Literal["declare"] = "declare"
    id: MessageId
    gate: GateNo
    answer: Answer
    table: TableId = TableId(0)
    seat: SeatId = SeatId("")


class Say(Model):
    """Speak in an open channel. `gate` is the question during which it is said; 0: any."""

    type: Literal["say"] = "say"
    id: MessageId
    channel: ChannelId
    text: Speech
    gate: GateNo = GateNo(0)


class Propose(Model):
    """Put a short written proposal to another seat, while deals may be made. `gate` is the question meanwhile; 0: any."""

    type: Literal["propose"] = "propose"
    id: MessageId
    to: SeatId
    text: Speech
    gate: GateNo = GateNo(0)


class Respond(Model):
    """Accept or refuse a proposal."""

    type: Literal["respond"] = "respond"
    id: MessageId
    deal: int
    accept: bool


class Call(Model):
    """Call the umpire."""

    type: Literal["call"] = "call"
    id: MessageId
    text: Speech


class Draft(Model):
    """What the seat would answer, not sealed: it counts only where the exercise lets a draft stand for a silent seat."""

    type: Literal["draft"] = "draft"
    gate: GateNo
    answer: Answer


class Write(Model):
    """Answer a notice of the umpire that asks for a reply."""

    type: Literal["write"] = "write"
    id: MessageId
    notice: int
    text: Speech


class HandOver(Model):
    """Let the first of the crew who is linked drive the seat from now on."""

    type: Literal["hand_over"] = "hand_over"
    id: MessageId


class Claim(Model):
    """Take the seat over from a driver who has been silent for the time set; or, by its driver, from a bot that sits there
    because he was silent or not expected."""

    type: Literal["claim"] = "claim"
    id: MessageId


class SayReady(Model):
    """The person at this seat has read his briefing: where a table begins when all are ready, it waits for him no longer."""

    type: Literal["ready"] = "ready"


class Pledge(Model):
    """Be bound to a number that goes into the chance of one's table: its fingerprint (`lots.pledge_of`). The last one counts."""

    type: Literal["pledge"] = "pledge"
    id: MessageId
    pledge: Hex32


class OpenLot(Model):
    """Open the number that one is bound to, once all pledges were shown and one's own stands among them."""

    type: Literal["open_lot"] = "open_lot"
    id: MessageId
    lot: Hex32


class ReadRules(Model):
    """Ask for the rules of one's table, and for what one is told who sits where one sits."""

    type: Literal["read_rules"] = "read_rules"
    id: MessageId


class AskHint(Model):
    """Ask what a bot would answer to the question of gate `gate`, where `Welcome.hints` allows it."""

    type: Literal["ask_hint"] = "ask_hint"
    id: MessageId
    gate: GateNo


class Rule(Model):
    """A ruling: an umpire's act at a table, with its reason. `gate` is the question it was meant for; 0: any."""

    type: Literal["rule"] = "rule"
    id: MessageId
    table: TableId
    gate: GateNo = GateNo(0)
    act: Act
    reason: Reason


class Watch(Model):
    """Follow one table closely; 0: none."""

    type: Literal["watch"] = "watch"
    table: TableId


class Look(Model):
    """Ask for exactly the view that a seat has; no seat: for all that is so at the table. Looking is journalled."""

    type: Literal["look"] = "look"
    id: MessageId
    table: TableId
    seat: SeatId = SeatId("")


Request = SerializeAsAny[
    Annotated[
        Hello
        | Beat
        | Resync
        | Leave
        | Declare
        | Draft
        | Say
        | Propose
        | Respond
        | Call
        | Write
        | HandOver
        | Claim
        | SayReady
        | Pledge
        | OpenLot
        | ReadRules
        | AskHint
        | Rule
        | Watch
        | Look,
        Field(discriminator="type"),
    ]
]


def id_of(request: Request) -> str:
    """Give the id under which a request is answered; "": it has none, as a beat. To ask a model for what it has not is dear, and most are beats."""
    found: str = vars(request).get("id", "")
    return found


class ToArbiter(Envelope):
    """The envelope of a request. `session` is what Welcome gave; "" before it."""

    session: Name = ""
    body: Request
