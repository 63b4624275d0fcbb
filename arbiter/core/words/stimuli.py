"""Stimuli: everything that can happen to an exercise. The journal keeps the accepted stimuli. They define the
exercise.

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
"""The maximum number of tables in one exercise. A plan has at most 400."""


class Grant(Model):
    """The place of a key or code: a seat at a table or, with `table` 0, a console. `tables` are the tables that a
    console may see.

    No tables means all of them.
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

    - `start`: the event that starts a table's first clock. `now`: the exercise begins. `linked`: all its seats are
      linked. `ready`: all its seats are linked and ready. `umpire`: an umpire starts it.
    - `lockstep`: phases that no table passes before all tables have sealed. `second_umpire`: grave rulings need two
      umpires.
    - `chance`: who makes the seed of a table: the host alone, or the host and all seats just before the game begins.
    - `names`: players see the names of the people at the table. `hints`: their clients may propose answers.
    - `plays_again`: a player whose game is over may call for another game, as in a demo.
    - `crews`: a seat's card also admits watchers. A watcher may claim the seat after its driver is silent for
      `claim_seconds`.
    - `plates`: the letters with which its codes begin, if it is part of a larger event. "" means any letters.
    - `wall_ms` has the meaning that it has in Ticked.
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
    plays_again: bool = False
    claim_seconds: int = Field(default=60, ge=1)
    plates: Name = ""
    assigned: tuple[AssignedTables, ...] = ()
    """The tables whose treatments were drawn from the seeds, or whose people play several rounds."""
    program: Text = ""
    """The version and the commit of the program that began it, or "" if an earlier program began it."""


class Admitted(Model):
    """A key was admitted by a code, from an address. The address is "" if it is unknown. For a stand-in's key,
    `plate` is empty.
    """

    kind: Literal["admitted"] = "admitted"
    at: int
    key: str
    holder: Grant
    plate: str = ""
    address: Text = ""


class Guesser(Model):
    """An address, and how many wrong codes it sent. The address is "" if it is unknown."""

    address: Text
    wrong: int


class Guessed(Model):
    """More wrong codes arrived at the door than typing errors explain: from the `worst` addresses, and from `others`
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
    """An admitted key sent a request in a session. It is journalled if it is accepted and changes something.

    `shown` is the exercise time that the clocks in the answer show. -1 means the time of arrival. `shown` is not
    journalled.
    """

    kind: Literal["received"] = "received"
    at: int
    key: str
    body: Request
    session: str = ""
    route: bytes = b""
    shown: int = Field(default=-1, exclude=True)


class Due(Model):
    """A gate closes now, because its clock ran out or no answer is awaited.

    There is one stimulus for each table, so that a fault in the rules of one table stops no other.
    """

    kind: Literal["due"] = "due"
    at: int
    table: TableId


class Started(Model):
    """All seats of a table are linked, so its first clock is started, or its draw begins."""

    kind: Literal["started"] = "started"
    at: int
    table: TableId


class Pledged(Model):
    """The pledges of a table's seats are fixed and shown to them."""

    kind: Literal["pledged"] = "pledged"
    at: int
    table: TableId


class Bound(Model):
    """The seed of a table is made from the host's number and these lots, one for each seat in table order. The game
    is dealt and begins.
    """

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
    """A table's room is drawn for the consoles that watch it. It is a separate stimulus, so that a fault in drawing
    stops nothing else. Never journalled."""

    kind: Literal["shown"] = "shown"
    at: int
    table: TableId


class Debriefed(Model):
    """The progress of a debrief that an umpire ordered. It is never journalled, because the debrief is made from the
    journal."""

    kind: Literal["debriefed"] = "debriefed"
    at: int
    news: Debriefing


class Backed(Model):
    """The reason why no copy of the exercise file can be made, or "" if a copy can be made. It is never
    journalled, because it concerns only this machine.

    With `about` "file", the reason why the exercise file itself is not in its place. With "address", the host's
    address has changed.
    """

    kind: Literal["backed"] = "backed"
    at: int
    fault: str = ""
    about: Literal["backup", "file", "address"] = "backup"


class FileRead(Model):
    """A command of this program read the exercise file while its host was running. `wall_ms` has the meaning that it
    has in Ticked.
    """

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
    """A new code was drawn, which the umpire with `key` requested. With "", the host requested it.

    It replaces the code with the plate `instead`, if that is set. Keys that joined with the old code stay (`keep`) or
    are removed, except the requester's own.
    """

    kind: Literal["coded"] = "coded"
    at: int
    card: CodeCard
    key: str
    instead: str = ""
    keep: bool = True


SILENCE_MS_MAX = 4000
"""How long a client may send nothing before a tick marks it as unlinked, in milliseconds."""


class Ticked(Model):
    """Time has passed. It is journalled once a second while a clock runs, so that a crash costs at most a second.

    `wall_ms` is the wall clock in milliseconds since 1970 (0 if unknown), for readers of the journal. `passed` is a
    time: all messages up to it were handled. -1 means the present time. Later messages may still wait. `passed` is
    not journalled.
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

    Table 0 means that they belong to no table, or to an unknown one.
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
    """An arbiter resumed the exercise. All earlier sessions are gone.

    `accepted` says that a person accepted the loss of acknowledged records. `lost` has the known ones. `is_open` says
    that there may be more. `wall_ms` has the meaning that it has in Ticked.
    """

    kind: Literal["resumed"] = "resumed"
    at: int
    wall_ms: int = 0
    accepted: bool = False
    lost: tuple[Lost, ...] = ()
    is_open: bool = False
    epoch: int = Field(default=0, ge=0)
    """How often the lead has passed from one arbiter to another. It is 0 if no other arbiter can ever lead."""
    program: Text = ""
    """The version and the commit of the program that resumed it."""


class Placed(Model):
    """The addresses of this arbiter and of its standbys. They replace the former ones. `epoch` has the meaning that
    it has in Resumed.

    The addresses of the arbiter's own port for seats are first.
    """

    kind: Literal["placed"] = "placed"
    at: int
    epoch: int = Field(default=0, ge=0)
    elsewhere: Addresses = ()
    webs: WebPlaces = ()
    standbys: tuple[Name, ...] = Field(default=(), max_length=STANDBYS_MAX)


class Followed(Model):
    """How far the standbys are behind. It is never journalled, because the arbiter counts it from the journal."""

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
