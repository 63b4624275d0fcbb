"""Acts: what an umpire may do at a table or to the room, each asked for in a Rule."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from warcouncil.protocol.forms import Answer
from warcouncil.protocol.words import (
    GateNo,
    Model,
    Name,
    SeatId,
    Speech,
    TableId,
    TeamId,
)


class Pause(Model):
    """Stop the clock. Nobody can seal or speak until it goes on."""

    act: Literal["pause"] = "pause"


class Resume(Model):
    """Let a paused clock go on with the time that was left."""

    act: Literal["resume"] = "resume"


class Extend(Model):
    """Give `seconds` more (fewer, when negative, but never less than nothing)."""

    act: Literal["extend"] = "extend"
    seconds: int = Field(ge=-3600, le=3600)


class EndNow(Model):
    """Close the question now, as when its clock runs out."""

    act: Literal["end_now"] = "end_now"


class Void(Model):
    """Strike out a seat's declaration: it counts as missing, whatever it sends (the prevaricator rule)."""

    act: Literal["void"] = "void"
    seat: SeatId


class Tell(Model):
    """Speak to a seat, a team, or (both empty) the whole table."""

    act: Literal["tell"] = "tell"
    seat: SeatId = SeatId("")
    team: TeamId = TeamId("")
    text: Speech
    reply: bool = False
    """Whether an answer is expected."""


class GiveToBot(Model):
    """Hand a seat to a bot. Its holder keeps watching."""

    act: Literal["give_to_bot"] = "give_to_bot"
    seat: SeatId
    kind: Literal["sensible", "random"] = "sensible"


class GiveBack(Model):
    """Give a seat back to its holder."""

    act: Literal["give_back"] = "give_back"
    seat: SeatId


class Release(Model):
    """Let a table go on that was held after a fault."""

    act: Literal["release"] = "release"


class Answered(Model):
    """Answer a call for the umpire; the caller reads `text`."""

    act: Literal["answered"] = "answered"
    call: int
    text: Speech


class DeclareFor(Model):
    """Seal a declaration for a seat."""

    act: Literal["declare_for"] = "declare_for"
    seat: SeatId
    answer: Answer


class GoBack(Model):
    """Take the table back to the opening of an earlier gate. Nothing is cut out of the journal."""

    act: Literal["go_back"] = "go_back"
    to: GateNo


class Hold(Model):
    """Hold the table until it is released: no clock, no declarations, no talk."""

    act: Literal["hold"] = "hold"


class EndGame(Model):
    """End the game. `winners` are teams or seats; none: a draw. Everyone reads `text`."""

    act: Literal["end_game"] = "end_game"
    winners: tuple[Name, ...] = ()
    text: Speech


class Fiat(Model):
    """Adjudicate by a text that every sheet of the table shows as the umpire's ruling."""

    act: Literal["fiat"] = "fiat"
    text: Speech


class SetClock(Model):
    """Give a phase another clock, from its next gate on."""

    act: Literal["set_clock"] = "set_clock"
    phase: Name
    seconds: int = Field(ge=1, le=86_400)


class Reissue(Model):
    """Give a seat a new code. The key that sits there dies at once."""

    act: Literal["reissue"] = "reissue"
    seat: SeatId


class Remove(Model):
    """Take a seat from whoever holds it. `keep`: what he sealed stands; else it is struck out."""

    act: Literal["remove"] = "remove"
    seat: SeatId
    keep: bool


class Reseat(Model):
    """Move whoever drives a seat to another seat; whoever drives that one comes back in exchange."""

    act: Literal["reseat"] = "reseat"
    seat: SeatId
    to_table: TableId
    to_seat: SeatId


class Note(Model):
    """Mark this moment for the debrief. Nobody at the table is told."""

    act: Literal["note"] = "note"
    text: Speech


class Lockstep(Model):
    """Let no table pass one of these phases before all have sealed; no phases: every table goes its own way. Table 0."""

    act: Literal["lockstep"] = "lockstep"
    phases: tuple[Name, ...] = ()


class Approve(Model):
    """Second another umpire's ruling, which then happens. Table 0 or the ruling's."""

    act: Literal["approve"] = "approve"
    number: int


class Withdraw(Model):
    """Take back a ruling that waits for a second umpire."""

    act: Literal["withdraw"] = "withdraw"
    number: int


Act = Annotated[
    Pause
    | Resume
    | Extend
    | EndNow
    | Void
    | Tell
    | GiveToBot
    | GiveBack
    | Release
    | Answered
    | DeclareFor
    | GoBack
    | Hold
    | EndGame
    | Fiat
    | SetClock
    | Reissue
    | Remove
    | Reseat
    | Note
    | Lockstep
    | Approve
    | Withdraw,
    Field(discriminator="act"),
]
