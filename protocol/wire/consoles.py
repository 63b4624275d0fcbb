"""Console messages: what umpires, observers, the technical role and projectors are shown of the tables."""

from __future__ import annotations

from typing import Literal

from pydantic import Field
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.views import (
    ChannelView,
    ClockView,
    Deal,
    Ended,
    RecordLine,
    Spoken,
    StoryLine,
    View,
)
from warcouncil.protocol.words import GateNo, MessageId, Model, Name, SeatId, TableId, TeamId, Text

STANDBYS_MAX = 8


class SeatStatus(Model):
    """The state of a seat, as an umpire sees it."""

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
    """Milliseconds since the last message from it. 0 while linked."""
    person: Text = ""
    """The person for this seat, from the roster."""
    watchers: int = 0
    missed: int = 0
    """How many answers in a row it has missed. Only umpires see it. Answers of a bot and questions that an umpire cut
    short do not count."""
    browser: bool = False
    """Whether a linked client says that it runs in a browser. Its player relies on the gateway and the page that it
    served."""


class Alarm(Model):
    """An event that needs an umpire. `call`: the number of a player's call, 0 for others.

    `reply`: it replies to an umpire's message, and may be dismissed by an answer without text.
    """

    table: TableId
    text: Text
    call: int = 0
    seat: SeatId = SeatId("")
    approval: int = 0
    """The number of a ruling that waits for a second umpire."""
    reply: bool = False
    number: int = 0
    """The number that `put_away` names. 0: the alarm disappears together with its cause."""


class TableStatus(Model):
    """The state of a table at a glance, as an umpire sees it."""

    type: Literal["table"] = "table"
    table: TableId
    game: Name
    gate: GateNo
    title: Text
    rule: Name
    clock: ClockView | None = None
    paused: Text
    held: Text
    """Why the table is held. "" if it is not."""
    ended: Text
    result: Ended | None = None
    """The result, as a bystander reads it."""
    game_title: Text = ""
    """The game's name for people."""
    name: Text = ""
    begun: bool = True
    phase: Name = ""
    """The phase's own name. `title` also names the moment and the subject."""
    results: bool = False
    """The projectors show the results of the room. The same for every table."""
    lockstep: tuple[Name, ...] = ()
    """The phases that no table passes before all have sealed. The same for every table."""
    waits: bool = False
    """All seats have sealed. The table waits for other tables (lock-step) or for an umpire (silence)."""
    seats: tuple[SeatStatus, ...]
    alarms: tuple[Alarm, ...] = ()


class WebAddress(Model):
    """The address for browsers, and the SHA-256 fingerprint of its certificate. "" if browsers trust it already."""

    address: Text
    fingerprint: Text = ""


class Wall(Model):
    """The answer to an umpire's Hello. A TableStatus for every table follows. `at_ms` is the exercise's own time."""

    type: Literal["wall"] = "wall"
    exercise: Name
    tables: tuple[TableStatus, ...]
    at_ms: int = 0
    second_umpire: bool = False
    """Whether going back, fiat, ending and reseating wait for a second umpire."""
    web: WebAddress | None = None
    """None: browsers are not admitted."""


class Alarms(Model):
    """The alarms that belong to no table (the `table` of each is 0). The list replaces the last one. A Wall empties
    it."""

    type: Literal["alarms"] = "alarms"
    alarms: tuple[Alarm, ...]


class Standby(Model):
    """A standby: a machine that is ready to take over the exercise. `behind`: how many records it is behind."""

    name: Name
    behind: int = Field(default=0, ge=0)


class Standbys(Model):
    """The present standbys, to all consoles except projectors. The list replaces the last one. A Wall empties it."""

    type: Literal["standbys"] = "standbys"
    standbys: tuple[Standby, ...] = Field(max_length=STANDBYS_MAX)


class Debriefing(Model):
    """The progress of a debrief that an umpire ordered, to umpires and observers.

    `part` is being written now. `percent` of everything is done. `text` names where the finished debrief is and what
    it lacks, or why there is none.
    """

    type: Literal["debriefing"] = "debriefing"
    state: Literal["writing", "written", "failed"]
    part: Name = ""
    percent: int = Field(default=0, ge=0, le=100)
    text: Text = ""


class CodeIssued(Model):
    """A new code of a seat or, with `table` 0, of the console that `seat_title` names.

    Sent to the umpire who asked for it. If the asker may not know the code, it is sent to every umpire instead.
    """

    type: Literal["code_issued"] = "code_issued"
    table: TableId
    seat: SeatId
    seat_title: Text
    code: Name


class InjectLine(Model):
    """An inject as umpires see it at a table: its number in the plan, its text, its receivers and its state."""

    number: int
    name: Name = ""
    text: Text
    to: Name = ""
    """The seat or team that receives it. "" for the whole table."""
    state: Literal["to_come", "at_hand", "came", "dropped"]
    at_ms: int | None = None
    """The time at which it comes or came, in milliseconds of running time. None: unknown."""
    waits: Text = ""
    """The condition that it waits for besides its time, in words."""


class InjectList(Model):
    """The injects of a table. `ran_ms`: its running time. `runs_ms`: how long that goes on by the clock of the open
    question."""

    ran_ms: int
    runs_ms: int
    injects: tuple[InjectLine, ...]


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
    rulings: tuple[RecordLine, ...] = ()
    injects: InjectList | None = None
    """The injects of the table, if their state has changed. None: no change, or the table has none."""


class Seen(Model):
    """The answer to Look: the view of a seat."""

    type: Literal["seen"] = "seen"
    id: MessageId
    table: TableId
    seat: SeatId
    view: View
