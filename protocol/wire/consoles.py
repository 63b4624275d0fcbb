"""Consoles: what umpires, and whoever else follows the room, are shown of its tables."""

from __future__ import annotations

from typing import Literal

from pydantic import Field
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.views import ChannelView, ClockView, Deal, Ended, Spoken, StoryLine, View
from warcouncil.protocol.words import GateNo, MessageId, Model, Name, SeatId, TableId, TeamId, Text

STANDBYS_MAX = 8


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
    missed: int = 0
    """How many answers it has missed in a row, for umpires alone; what a bot answered, or an umpire cut short, does not count."""
    browser: bool = False
    """Somebody who is linked there says of himself that he sits in a browser: it trusts the gateway, and the page that it was given."""


class Alarm(Model):
    """Something that needs an umpire. `call`: the number of a player's call, 0 for others; `reply`: it replies to what an
    umpire asked, and may be put away by an answer without words."""

    table: TableId
    text: Text
    call: int = 0
    seat: SeatId = SeatId("")
    approval: int = 0
    """The number of a ruling that waits for a second umpire."""
    reply: bool = False
    number: int = 0
    """What `put_away` names; 0: it goes when its cause does."""


class TableStatus(Model):
    """What an umpire sees of a table at a glance."""

    type: Literal["table"] = "table"
    table: TableId
    game: Name
    gate: GateNo
    title: Text
    rule: Name
    clock: ClockView | None = None
    paused: Text
    held: Text
    """Why the table is held, "" if it is not."""
    ended: Text
    result: Ended | None = None
    """How it ended, as a bystander reads it."""
    game_title: Text = ""
    """The game's name for people."""
    name: Text = ""
    begun: bool = True
    phase: Name = ""
    """The phase's own name; `title` says besides when it is, and what about."""
    results: bool = False
    """The projectors show the results of the room, the same for every table."""
    lockstep: tuple[Name, ...] = ()
    """The phases that no table passes before all have sealed, the same for every table."""
    waits: bool = False
    """All have sealed, and the table waits for the others (lock-step) or for an umpire (silence)."""
    seats: tuple[SeatStatus, ...]
    alarms: tuple[Alarm, ...] = ()


class WebAddress(Model):
    """Where browsers come in, and the SHA-256 fingerprint of its certificate, "" where browsers know it."""

    address: Text
    fingerprint: Text = ""


class Wall(Model):
    """The answer to an umpire's Hello; a TableStatus for every table follows. `at_ms` is the exercise's own time."""

    type: Literal["wall"] = "wall"
    exercise: Name
    tables: tuple[TableStatus, ...]
    at_ms: int = 0
    second_umpire: bool = False
    """Going back, fiat, ending and re-seating wait for a second umpire."""
    web: WebAddress | None = None
    """None: no browser comes in."""


class Alarms(Model):
    """What needs an umpire and belongs to no table (each alarm's `table` is 0). It takes the place of the former one; a
    wall empties it."""

    type: Literal["alarms"] = "alarms"
    alarms: tuple[Alarm, ...]


class Standby(Model):
    """A machine that stands by to go on with the exercise, by its name, and how many records it is behind."""

    name: Name
    behind: int = Field(default=0, ge=0)


class Standbys(Model):
    """The standbys that are there, to all consoles but projectors. It takes the place of the former one; a wall empties it."""

    type: Literal["standbys"] = "standbys"
    standbys: tuple[Standby, ...] = Field(max_length=STANDBYS_MAX)


class Debriefing(Model):
    """How the debrief comes on that an umpire ordered, to umpires and observers: `part` is what is being written, `percent`
    how much of everything is done. `text`: where it lies, and what it lacks; or why there is none."""

    type: Literal["debriefing"] = "debriefing"
    state: Literal["writing", "written", "failed"]
    part: Name = ""
    percent: int = Field(default=0, ge=0, le=100)
    text: Text = ""


class CodeIssued(Model):
    """A new code, a seat's or (`table` 0) a console's, which `seat_title` names: to the umpire who asked for it, or to every
    umpire when it was somebody who may not know it."""

    type: Literal["code_issued"] = "code_issued"
    table: TableId
    seat: SeatId
    seat_title: Text
    code: Name


class InjectLine(Model):
    """An inject as umpires see it at a table: its number in the plan, what it says to whom, and how it stands."""

    number: int
    name: Name = ""
    text: Text
    to: Name = ""
    """The seat or the team that it reaches, "" for the whole table."""
    state: Literal["to_come", "at_hand", "came", "dropped"]
    at_ms: int | None = None
    """When it comes or came, in milliseconds of running time; None: not known."""
    waits: Text = ""
    """What it waits for besides its time, in words."""


class InjectList(Model):
    """The injects of a table: its running time, and how long that goes on from now by the clock of the open question."""

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
    rulings: tuple[StoryLine, ...] = ()
    injects: InjectList | None = None
    """Those of the table, where they stand otherwise than they did; None: as they did, or it has none."""


class Seen(Model):
    """The answer to Look: the view of a seat."""

    type: Literal["seen"] = "seen"
    id: MessageId
    table: TableId
    seat: SeatId
    view: View
