"""Console messages: what umpires, observers, the technical role and projectors see of the tables."""

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
    """Milliseconds since the last message from it. It is 0 while linked."""
    person: Text = ""
    """The person who is planned for this seat."""
    watchers: int = 0
    missed: int = 0
    """How many answers in a row it has missed. Only umpires see it. The answers of a bot and questions that an umpire
    cut short do not count."""
    browser: bool = False
    """Whether a linked client says that it runs in a browser. Its player relies on the gateway and on the page that
    it served."""


class Alarm(Model):
    """An event that needs an umpire. `call` is the number of a player's call, and 0 for other alarms.

    `reply` says that it replies to an umpire's message. It may be dismissed by an answer without text.
    """

    table: TableId
    text: Text
    call: int = 0
    seat: SeatId = SeatId("")
    approval: int = 0
    """The number of a ruling that waits for a second umpire."""
    reply: bool = False
    number: int = 0
    """The number that `put_away` names. It is 0 if the alarm disappears together with its cause."""


class TableStatus(Model):
    """The state of a table at a glance, for umpires."""

    type: Literal["table"] = "table"
    table: TableId
    game: Name
    gate: GateNo
    title: Text
    rule: Name
    clock: ClockView | None = None
    paused: Text
    held: Text
    """Why the table is held. It is "" if it is not held."""
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
    """Whether projectors show the results of the room. It is the same for every table."""
    lockstep: tuple[Name, ...] = ()
    """The phases that no table passes before all tables have sealed. It is the same for every table."""
    waits: bool = False
    """Whether all seats have sealed. The table then waits for other tables (lock-step) or for an umpire (silence)."""
    seats: tuple[SeatStatus, ...]
    alarms: tuple[Alarm, ...] = ()


class WebAddress(Model):
    """The address for browsers, and the SHA-256 fingerprint of its certificate. The fingerprint is "" if browsers
    trust the certificate already.
    """

    address: Text
    fingerprint: Text = ""


class Wall(Model):
    """The answer to an umpire's Hello. A TableStatus for every table follows it. `at_ms` is the exercise time."""

    type: Literal["wall"] = "wall"
    exercise: Name
    tables: tuple[TableStatus, ...]
    at_ms: int = 0
    second_umpire: bool = False
    """Whether going back, fiat, ending and reseating wait for a second umpire."""
    web: WebAddress | None = None
    """None if browsers are not admitted."""


class Alarms(Model):
    """The alarms that belong to no table (the `table` of each is 0). The list replaces the last one. A Wall empties
    it."""

    type: Literal["alarms"] = "alarms"
    alarms: tuple[Alarm, ...]


class Standby(Model):
    """A standby: a machine that is ready to take over the exercise. `behind` is how many records it has not received
    yet.
    """

    name: Name
    behind: int = Field(default=0, ge=0)


class Standbys(Model):
    """The present standbys, for all consoles except projectors. The list replaces the last one. A Wall empties it."""

    type: Literal["standbys"] = "standbys"
    standbys: tuple[Standby, ...] = Field(max_length=STANDBYS_MAX)


class Debriefing(Model):
    """The progress of a debrief that an umpire ordered, for umpires and observers.

    `part` is being written now. `percent` of the work is done. `text` says where the finished debrief is and what it
    lacks, or why there is none. `analysing` says that the debrief is finished and its analysis is still being
    written.
    """

    type: Literal["debriefing"] = "debriefing"
    state: Literal["writing", "analysing", "written", "failed"]
    part: Name = ""
    percent: int = Field(default=0, ge=0, le=100)
    text: Text = ""


class CodeIssued(Model):
    """A new code of a seat or, with `table` 0, of the console that `seat_title` names.

    It is sent to the umpire who asked for it. If that umpire may not know the code, it is sent to every umpire instead.
    """

    type: Literal["code_issued"] = "code_issued"
    table: TableId
    seat: SeatId
    seat_title: Text
    code: Name


class InjectLine(Model):
    """An inject at a table, for umpires: its number in the plan, its text, its receivers and its state."""

    number: int
    name: Name = ""
    text: Text
    to: Name = ""
    """The seat or team that receives it. It is "" for the whole table."""
    state: Literal["to_come", "at_hand", "came", "dropped"]
    at_ms: int | None = None
    """The time at which it comes or came, in milliseconds of running time, or None if the time is unknown."""
    waits: Text = ""
    """A text that names the condition for which it waits besides its time."""


class InjectList(Model):
    """The injects of a table. `ran_ms` is its running time. `runs_ms` is how long that time can still run by the
    clock of the open question."""

    ran_ms: int
    runs_ms: int
    injects: tuple[InjectLine, ...]


class Room(Model):
    """Everything about one table, for the umpire who watches it: the public sheet, every line spoken, the umpire's full story."""

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
    """The injects of the table, if their state has changed, or None if nothing changed, or the table has no
    injects.
    """


class Seen(Model):
    """The answer to Look: the view of a seat."""

    type: Literal["seen"] = "seen"
    id: MessageId
    table: TableId
    seat: SeatId
    view: View
