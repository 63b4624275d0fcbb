"""Stimuli: everything that can happen to an exercise. The accepted ones are its truth, and the journal keeps them.

`at` is exercise time in milliseconds: it starts at 0, never goes back, and stands still while no arbiter runs.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter
from warcouncil.arbiter.core.words.plan import Inject, PersonPlan, TablePlan
from warcouncil.protocol.proofs.doors import CodeText
from warcouncil.protocol.proofs.lots import Lot
from warcouncil.protocol.proofs.receipts import Held
from warcouncil.protocol.wire.consoles import STANDBYS_MAX, Debriefing, Standby
from warcouncil.protocol.wire.requests import Request
from warcouncil.protocol.words import (
    Addresses,
    GateNo,
    Model,
    Name,
    Plain,
    Role,
    SeatId,
    TableId,
    Text,
    WebPlaces,
)


class Grant(Model):
    """What a key or a code is for: a seat at a table, or (`table` 0) a console: then `tables` are those it may see,
    none named: all."""

    role: Role
    table: TableId = TableId(0)
    seat: SeatId = SeatId("")
    tables: tuple[TableId, ...] = ()


class CodeCard(Model):
    """A code and what it admits to."""

    code: CodeText
    holder: Grant


class Began(Model):
    """The exercise begins: its name, tables and codes. Always the first stimulus.

    `start`: when a table's first clock begins to run: at once, when all its seats are linked,
    or have said besides that they are ready, or at an umpire's word.
    `lockstep`: phases that no table passes before all have sealed. `second_umpire`: grave rulings need two.
    `chance`: who makes the chance of a table: the host, with its seed, or all who sit there with him, just before it begins.
    `names`: players see who sits where. `hints`: their clients may propose answers.
    `crews`: a seat's card also admits watchers, who may claim it after `claim_seconds` of its driver's silence.
    `plates`: the letters with which its codes begin, where it is a part of a larger event; "": any.
    `wall_ms` is as in Ticked.
    """

    kind: Literal["began"] = "began"
    at: int = 0
    wall_ms: int = 0
    exercise: Plain
    tables: tuple[TablePlan, ...]
    codes: tuple[CodeCard, ...]
    grace_ms: int = 1000
    start: Literal["now", "linked", "ready", "umpire"] = "now"
    chance: Literal["host", "all"] = "host"
    people: tuple[PersonPlan, ...] = ()
    injects: tuple[Inject, ...] = ()
    lockstep: tuple[Name, ...] = ()
    second_umpire: bool = False
    crews: bool = False
    names: bool = True
    hints: bool = False
    claim_seconds: int = Field(default=60, ge=1)
    plates: Name = ""


class Admitted(Model):
    """A key was proved to hold a code, from an address ("": it is not known), or was made for a stand-in (`plate` is empty then)."""

    kind: Literal["admitted"] = "admitted"
    at: int
    key: str
    holder: Grant
    plate: str = ""
    address: Text = ""


class Guesser(Model):
    """An address, and how many wrong codes have come from it ("": it is not known)."""

    address: Text
    wrong: int


class Guessed(Model):
    """More wrong codes were given at the door than slips of the hand: from the `worst` addresses, and so many others."""

    kind: Literal["guessed"] = "guessed"
    at: int
    worst: tuple[Guesser, ...]
    others: int = 0


class Greeted(Model):
    """An admitted key said hello. `token` is the fresh random name of its session. Never journalled."""

    kind: Literal["greeted"] = "greeted"
    at: int
    key: str
    route: bytes
    token: str
    app: str = ""
    held: Held | None = None


class Received(Model):
    """An admitted key sent a request in a session. Journalled when it is accepted and changes something. `shown`: of when a clock is that
    it is shown (-1: of when it came); it is not journalled.
    """

    kind: Literal["received"] = "received"
    at: int
    key: str
    body: Request
    session: str = ""
    route: bytes = b""
    shown: int = Field(default=-1, exclude=True)


class Due(Model):
    """A gate closes now: its clock ran out, or nothing is awaited any more. One table each, so that a fault in the
    rules of one stops no other."""

    kind: Literal["due"] = "due"
    at: int
    table: TableId


class Started(Model):
    """A table's first clock begins to run, or its draw is asked for: all its seats are linked."""

    kind: Literal["started"] = "started"
    at: int
    table: TableId


class Pledged(Model):
    """The pledges of a table's seats are fixed and shown to them."""

    kind: Literal["pledged"] = "pledged"
    at: int
    table: TableId


class Bound(Model):
    """The chance of a table is made, of the host's number and these lots, one for each seat in table order: it is dealt, and begins."""

    kind: Literal["bound"] = "bound"
    at: int
    table: TableId
    lots: tuple[Lot, ...]


class Injected(Model):
    """The exercise's inject of this place in the list (from 0) reaches a table."""

    kind: Literal["injected"] = "injected"
    at: int
    table: TableId
    inject: int


class Missed(Model):
    """A seat's client came back with a receipt for an answer that the exercise does not hold."""

    kind: Literal["missed"] = "missed"
    at: int
    table: TableId
    seat: SeatId
    gate: GateNo


class Shown(Model):
    """A table's room is drawn for those who watch it, apart from all else, so that a fault in the drawing stops only
    that. Never journalled."""

    kind: Literal["shown"] = "shown"
    at: int
    table: TableId


class Debriefed(Model):
    """How the debrief comes on that an umpire ordered. Never journalled: it is made of the journal."""

    kind: Literal["debriefed"] = "debriefed"
    at: int
    news: Debriefing


class Backed(Model):
    """Why no copy of the exercise file can be kept; "": one can. Never journalled: it is of this arbiter's machine."""

    kind: Literal["backed"] = "backed"
    at: int
    fault: str = ""


class Handed(Model):
    """The driver who holds the key `giver` hands his seat over to the one of his crew who holds `taker`."""

    kind: Literal["handed"] = "handed"
    at: int
    giver: str
    taker: str


class Coded(Model):
    """A new code was drawn, at the word of the umpire who holds `key` ("": of the host). It stands `instead` of the code
    with that plate, if one is named; who came in with that one stays (`keep`) or is let go, all but the asker."""

    kind: Literal["coded"] = "coded"
    at: int
    card: CodeCard
    key: str
    instead: str = ""
    keep: bool = True


SILENCE_MS_MAX = 4000
"""How long a client may send nothing before a tick counts it as unlinked, in milliseconds."""


class Ticked(Model):
    """Time has passed. Journalled once a second while a clock runs, so that a crash costs nobody more than that.

    `wall_ms`: the wall clock then, in milliseconds since 1970 (0: not known), for those who read the journal afterwards. `passed`: all that
    came until then was heard (-1: all that came by now); what has come since may still wait. It is not journalled.
    """

    kind: Literal["ticked"] = "ticked"
    at: int
    wall_ms: int = 0
    passed: int = Field(default=-1, exclude=True)


class Faulted(Model):
    """The rules of a table failed: it is held. `alarm` names the entry in the operator's log."""

    kind: Literal["faulted"] = "faulted"
    at: int
    table: TableId
    alarm: str


class Lost(Model):
    """Acknowledged records that fell away: of a seat's receipts at a gate, or (seat "") others. Table 0: of no table, or
    nobody knows of which."""

    table: TableId
    gate: int = 0
    seat: SeatId = SeatId("")
    records: int = 1


class Doubted(Model):
    """What the journal says of a table cannot all be done again by this program: the table is held."""

    kind: Literal["doubted"] = "doubted"
    at: int
    table: TableId
    why: str


class Resumed(Model):
    """An arbiter took the exercise up again; every session of the former one is gone.

    `accepted`: at a person's word that went on without records that had been acknowledged. `lost` are those, as far as it is
    known; `is_open`: there may have been more. `wall_ms` is as in Ticked.
    """

    kind: Literal["resumed"] = "resumed"
    at: int
    wall_ms: int = 0
    accepted: bool = False
    lost: tuple[Lost, ...] = ()
    is_open: bool = False
    epoch: int = Field(default=0, ge=0)
    """How often the lead has passed on by now; 0: it cannot."""


class Placed(Model):
    """Where this arbiter is found, and those that stand by to go on without it: the addresses of its own seats' port first. It
    takes the place of what was said before. `epoch` is as in Resumed."""

    kind: Literal["placed"] = "placed"
    at: int
    epoch: int = Field(default=0, ge=0)
    elsewhere: Addresses = ()
    webs: WebPlaces = ()
    standbys: tuple[Name, ...] = Field(default=(), max_length=STANDBYS_MAX)


class Followed(Model):
    """How closely the standbys follow. Never journalled: it is made of the journal."""

    kind: Literal["followed"] = "followed"
    at: int
    standbys: tuple[Standby, ...] = Field(default=(), max_length=STANDBYS_MAX)


Stimulus = Annotated[
    Began
    | Admitted
    | Guessed
    | Greeted
    | Missed
    | Received
    | Due
    | Started
    | Pledged
    | Bound
    | Injected
    | Shown
    | Debriefed
    | Backed
    | Handed
    | Coded
    | Ticked
    | Faulted
    | Doubted
    | Resumed
    | Placed
    | Followed,
    Field(discriminator="kind"),
]

STIMULUS: TypeAdapter[Stimulus] = TypeAdapter(Stimulus)
