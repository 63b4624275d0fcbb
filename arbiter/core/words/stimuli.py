"""Stimuli: everything that can happen to an exercise. The journal keeps the accepted ones. They define the exercise.

`at` is exercise time in milliseconds. It starts at 0, never goes back, and stops while no arbiter runs.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter
from warcouncil.arbiter.core.words.plan import Inject, PersonPlan, TablePlan
from warcouncil.protocol.proofs.assignment import AssignedTables
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
    PlainName,
    Role,
    SeatId,
    TableId,
    Text,
    WebPlaces,
)

TABLES_MAX = 1000
"""The most tables of one exercise. A plan has at most 400."""


class Grant(Model):
    """The place of a key or code: a seat at a table or, with `table` 0, a console. `tables` are those that a console
    may see.

    No tables: it may see all.
    """

    role: Role
    table: TableId = TableId(0)
    seat: SeatId = SeatId("")
    tables: tuple[TableId, ...] = ()


class CodeCard(Model):
    """A code and the place that it admits to."""

    code: CodeText
    holder: Grant


class Began(Model):
    """The exercise begins: its name, tables and codes. Always the first stimulus.

    - `start`: when a table's first clock begins to run: at once, when all its seats are linked, when they have also
      said
      that they are ready, or when an umpire starts it.
    - `lockstep`: phases that no table passes before all have sealed. `second_umpire`: grave rulings need two umpires.
    - `chance`: who makes the chance of a table: the host by its seed, or the host and all seats, just before the game
      begins.
    - `names`: players see the names of the people at the table. `hints`: their clients may propose answers.
    - `crews`: a seat's card also admits watchers. They may claim the seat after its driver is silent for
      `claim_seconds`.
    - `plates`: the letters with which its codes begin, if it is part of a larger event. "": any.
    - `wall_ms` is as in Ticked.
    """

    kind: Literal["began"] = "began"
    at: int = 0
    wall_ms: int = 0
    exercise: PlainName
    tables: tuple[TablePlan, ...] = Field(max_length=TABLES_MAX)
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
    assigned: tuple[AssignedTables, ...] = ()
    """The tables that the seeds assigned to treatments, or whose people play several rounds."""
    program: Text = ""
    """The version and the commit of the program that began it. "": an earlier program."""


class Admitted(Model):
    """A key was admitted by a code, from an address. "": the address is unknown. For a stand-in's key, `plate` is
    empty."""

    kind: Literal["admitted"] = "admitted"
    at: int
    key: str
    holder: Grant
    plate: str = ""
    address: Text = ""


class Guesser(Model):
    """An address, and how many wrong codes came from it. "": the address is unknown."""

    address: Text
    wrong: int


class Guessed(Model):
    """More wrong codes came to the door than typing errors explain: from the `worst` addresses, and from `others`
    more."""

    kind: Literal["guessed"] = "guessed"
    at: int
    worst: tuple[Guesser, ...]
    others: int = 0


class Greeted(Model):
    """An admitted key sent Hello. `token` is the new random name of its session. Never journalled."""

    kind: Literal["greeted"] = "greeted"
    at: int
    key: str
    route: bytes
    token: str
    app: str = ""
    held: Held | None = None


class Received(Model):
    """An admitted key sent a request in a session. Journalled if it is accepted and changes something.

    `shown` is the time of a clock in the answer (-1: the time of arrival). It is not journalled.
    """

    kind: Literal["received"] = "received"
    at: int
    key: str
    body: Request
    session: str = ""
    route: bytes = b""
    shown: int = Field(default=-1, exclude=True)


class Due(Model):
    """A gate closes now: its clock ran out, or no answer is awaited any more.

    One stimulus for each table, so that a fault in the rules of one table stops no other.
    """

    kind: Literal["due"] = "due"
    at: int
    table: TableId


class Started(Model):
    """All seats of a table are linked: its first clock begins to run, or its draw begins."""

    kind: Literal["started"] = "started"
    at: int
    table: TableId


class Pledged(Model):
    """The pledges of a table's seats are fixed and shown to them."""

    kind: Literal["pledged"] = "pledged"
    at: int
    table: TableId


class Bound(Model):
    """The chance of a table is made from the host's number and these lots, one for each seat in table order. The game
    is dealt, and begins."""

    kind: Literal["bound"] = "bound"
    at: int
    table: TableId
    lots: tuple[Lot, ...]


class Injected(Model):
    """An inject reaches a table. `inject` is its place in the exercise's list, from 0."""

    kind: Literal["injected"] = "injected"
    at: int
    table: TableId
    inject: int


class Missed(Model):
    """A seat's client returned with a receipt for an answer that the exercise does not have."""

    kind: Literal["missed"] = "missed"
    at: int
    table: TableId
    seat: SeatId
    gate: GateNo


class Shown(Model):
    """A table's room is drawn for the consoles that watch it. A separate stimulus, so that a fault in drawing stops
    nothing else. Never journalled."""

    kind: Literal["shown"] = "shown"
    at: int
    table: TableId


class Debriefed(Model):
    """The progress of a debrief that an umpire ordered. Never journalled, because the debrief is made from the
    journal."""

    kind: Literal["debriefed"] = "debriefed"
    at: int
    news: Debriefing


class Backed(Model):
    """Why no copy of the exercise file can be made. "" if one can. Never journalled, because it concerns this machine
    only.

    `about` "file": why the exercise file itself is not in its place. "address": that the host's address has changed.
    """

    kind: Literal["backed"] = "backed"
    at: int
    fault: str = ""
    about: Literal["backup", "file", "address"] = "backup"


class FileRead(Model):
    """A command of this program read the exercise file beside its host. `wall_ms` is as in Ticked."""

    kind: Literal["file_read"] = "file_read"
    at: int
    command: Name
    wall_ms: int = 0


class Handed(Model):
    """The driver with the key `giver` hands the seat over to the crew member with the key `taker`."""

    kind: Literal["handed"] = "handed"
    at: int
    giver: str
    taker: str


class Coded(Model):
    """A new code was drawn, requested by the umpire with `key`. "": by the host.

    It replaces the code with the plate `instead`, if that is set. Keys that came in with the old code stay (`keep`)
    or are removed, except the requester's own.
    """

    kind: Literal["coded"] = "coded"
    at: int
    card: CodeCard
    key: str
    instead: str = ""
    keep: bool = True


SILENCE_MS_MAX = 4000
"""How long a client may send nothing before a tick counts it as unlinked, in milliseconds."""


class Ticked(Model):
    """Time has passed. Journalled once a second while a clock runs, so that a crash costs at most a second.

    `wall_ms` is the wall clock in milliseconds since 1970 (0: unknown), for readers of the journal. `passed`: all
    messages until then were handled (-1: until now). Later ones may still wait. It is not journalled.
    """

    kind: Literal["ticked"] = "ticked"
    at: int
    wall_ms: int = 0
    passed: int = Field(default=-1, exclude=True)


class Faulted(Model):
    """The rules of a table failed, and it is held. `alarm` identifies the entry in the operator's log."""

    kind: Literal["faulted"] = "faulted"
    at: int
    table: TableId
    alarm: str


class Lost(Model):
    """Acknowledged records that were lost: receipts of a seat at a gate or, with seat "", other records.

    Table 0: of no table, or the table is unknown.
    """

    table: TableId
    gate: int = 0
    seat: SeatId = SeatId("")
    records: int = 1


class Doubted(Model):
    """This program cannot replay all records of a table. The table is held."""

    kind: Literal["doubted"] = "doubted"
    at: int
    table: TableId
    why: str


class Resumed(Model):
    """An arbiter resumed the exercise. All former sessions are gone.

    `accepted`: a person accepted the loss of acknowledged records. `lost` are those that are known. `is_open`: there
    may be more. `wall_ms` is as in Ticked.
    """

    kind: Literal["resumed"] = "resumed"
    at: int
    wall_ms: int = 0
    accepted: bool = False
    lost: tuple[Lost, ...] = ()
    is_open: bool = False
    epoch: int = Field(default=0, ge=0)
    """How often the lead has passed from one arbiter to another. 0: it cannot."""
    program: Text = ""
    """The version and the commit of the program that resumed it."""


class Placed(Model):
    """The addresses of this arbiter and of its standbys. They replace the former ones. `epoch` is as in Resumed.

    The addresses of the arbiter's own port for seats are first.
    """

    kind: Literal["placed"] = "placed"
    at: int
    epoch: int = Field(default=0, ge=0)
    elsewhere: Addresses = ()
    webs: WebPlaces = ()
    standbys: tuple[Name, ...] = Field(default=(), max_length=STANDBYS_MAX)


class Followed(Model):
    """How far the standbys are behind. Never journalled, because that is counted from the journal."""

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
    | FileRead
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
