"""Requests: all messages from clients to the arbiter.

A request does not name its sender. The sender is the holder of the key that the connection proved. Some requests name
the place or the gate where they were made, so that they have no effect elsewhere or later.
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
    """The first message of a connection. The answer is Welcome and the complete View."""

    type: Literal["hello"] = "hello"
    app: Name = "client"
    held: Held | None = None
    """The newest receipt that this key has. The arbiter compares it with what it knows."""


class Beat(Model):
    """A heartbeat. `seen` is the number of the last message received without a gap."""

    type: Literal["beat"] = "beat"
    seen: Annotated[int, Field(ge=0, le=NUMBER_MAX)] = 0


class Resync(Model):
    """A request for the complete View, because a message number was missing."""

    type: Literal["resync"] = "resync"


class Leave(Model):
    """The client has closed its window. The session then counts as not linked. Any later message links it again.

    Without a session name, it ends the session that a `Hello` on the same connection opened. A client that leaves
    before its Welcome does not know the name.
    """

    type: Literal["leave"] = "leave"


class Declare(Model):
    """Seal an answer to the question of gate `gate`. The last legal answer before it closes counts.

    If a question asks only whether the seat is ready (`View.readiness`), an empty answer seals nothing. It takes the
    last answer back. `table` and `seat` name the place where it was made. It is refused if its key has been moved
    since then. Only the key decides whose declaration it is. A declaration that names no seat counts for the seat of
    its key.
    """

    type: Literal["declare"] = "declare"
    id: MessageId
    gate: GateNo
    answer: Answer
    table: TableId = TableId(0)
    seat: SeatId = SeatId("")


class Say(Model):
    """Speak in an open channel. `gate` is the question during which it is sent. 0 means any question."""

    type: Literal["say"] = "say"
    id: MessageId
    channel: ChannelId
    text: Speech
    gate: GateNo = GateNo(0)


class Propose(Model):
    """Send a short written proposal to another seat, while deals may be made. `gate` is the question that is open
    then. 0 means any question.
    """

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
    """Call the umpire, or ask the white cell of an exercise for information."""

    type: Literal["call"] = "call"
    id: MessageId
    text: Speech
    to: Literal["umpire", "cell"] = "umpire"


class Draft(Model):
    """The seat's answer so far, not sealed. It counts only if the exercise accepts a draft for a silent seat."""

    type: Literal["draft"] = "draft"
    gate: GateNo
    answer: Answer


class Write(Model):
    """Answer a notice that asks for a reply. The answer to a request goes to the team that asked."""

    type: Literal["write"] = "write"
    id: MessageId
    notice: int
    text: Speech


class HandOver(Model):
    """Hand the seat over to the first linked member of its crew, who then drives it."""

    type: Literal["hand_over"] = "hand_over"
    id: MessageId


class Claim(Model):
    """Claim the seat from a driver who has been silent for the configured time.

    The holder sends it to take the seat back from a bot that plays because the holder was silent or not expected.
    """

    type: Literal["claim"] = "claim"
    id: MessageId


class SayReady(Model):
    """The player has read the briefing. A table that begins when all are ready no longer waits for this player."""

    type: Literal["ready"] = "ready"


class Pledge(Model):
    """Commit to a number for the seed of the table, by its fingerprint (`lots.pledge_of`). The last pledge counts."""

    type: Literal["pledge"] = "pledge"
    id: MessageId
    pledge: Hex32


class OpenLot(Model):
    """Open the number of the seat's pledge. The client sends it after the arbiter has shown all pledges. The client
    first checks that its own pledge is among them.
    """

    type: Literal["open_lot"] = "open_lot"
    id: MessageId
    lot: Hex32


class ReadRules(Model):
    """Ask for the rules of the seat's table and for the briefing of the seat."""

    type: Literal["read_rules"] = "read_rules"
    id: MessageId


class AskHint(Model):
    """Ask for the answer that a bot would make to the question of gate `gate`, if `Welcome.hints` allows it."""

    type: Literal["ask_hint"] = "ask_hint"
    id: MessageId
    gate: GateNo


class Rule(Model):
    """A ruling: an umpire's act at a table, with its reason. `gate` is the question for which it is meant. 0 means
    any question.
    """

    type: Literal["rule"] = "rule"
    id: MessageId
    table: TableId
    gate: GateNo = GateNo(0)
    act: Act
    reason: Reason


class Watch(Model):
    """Follow one table closely. 0 means no table."""

    type: Literal["watch"] = "watch"
    table: TableId


class Look(Model):
    """Ask for exactly the view that a seat has. Without a seat, ask for the full truth of the table. The request is
    journalled."""

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
    """Return the id under which a request is answered. It is "" if it has none, such as a beat.

    It reads `vars`, because asking a pydantic model for a missing attribute is slow and most requests are beats.
    """
    found: str = vars(request).get("id", "")
    return found


class ToArbiter(Envelope):
    """The envelope of a request. `session` comes from Welcome. It is "" before that."""

    session: Name = ""
    body: Request
