"""Acts on the room and on its people: who sits where, with which code, and what concerns no one table.

An umpire asks for them as for all others (`acts.py`).
"""

from __future__ import annotations

from typing import ClassVar, Literal

from warcouncil.protocol.acts.umpire_act import UmpireAct
from warcouncil.protocol.proofs.doors import Plate
from warcouncil.protocol.words import Name, SeatId, TableId


class Reissue(UmpireAct):
    """Give a seat a new code. The key that sits there and the old code die at once; umpires alone read the new one."""

    technical: ClassVar[bool] = True
    one_seat: ClassVar[bool] = True
    of_people: ClassVar[bool] = True
    after_the_end: ClassVar[bool] = True
    act: Literal["reissue"] = "reissue"
    seat: SeatId


class Renew(UmpireAct):
    """Give a console or the projector a new code: that whose card begins with `plate`. `keep`: who came in with the old
    one stays; else he is let go, unless he asked for it. Table 0."""

    of_people: ClassVar[bool] = True
    room_wide: ClassVar[bool] = True
    act: Literal["renew"] = "renew"
    plate: Plate
    keep: bool = True


class Remove(UmpireAct):
    """Take a seat from whoever holds it, key and card; it gets a new code. `keep`: what he sealed stands; else it is struck out."""

    one_seat: ClassVar[bool] = True
    of_people: ClassVar[bool] = True
    act: Literal["remove"] = "remove"
    seat: SeatId
    keep: bool


class Reseat(UmpireAct):
    """Move whoever drives a seat to another seat; whoever drives that one comes back in exchange."""

    grave: ClassVar[bool] = True
    one_seat: ClassVar[bool] = True
    of_people: ClassVar[bool] = True
    act: Literal["reseat"] = "reseat"
    seat: SeatId
    to_table: TableId
    to_seat: SeatId


class Lockstep(UmpireAct):
    """Let no table pass one of these phases before all have sealed; no phases: every table goes its own way. Table 0."""

    room_wide: ClassVar[bool] = True
    act: Literal["lockstep"] = "lockstep"
    phases: tuple[Name, ...] = ()


class Results(UmpireAct):
    """Show the results of the room on every projector, or (not `shown`) what was there before. Table 0."""

    room_wide: ClassVar[bool] = True
    after_the_end: ClassVar[bool] = True
    act: Literal["results"] = "results"
    shown: bool


class Debrief(UmpireAct):
    """Write report, tables and verification on the arbiter's machine, beside the exercise file. Table 0."""

    room_wide: ClassVar[bool] = True
    after_the_end: ClassVar[bool] = True
    act: Literal["debrief"] = "debrief"


class PutAway(UmpireAct):
    """Put away an alarm that belongs to no table and has a number. Table 0."""

    room_wide: ClassVar[bool] = True
    after_the_end: ClassVar[bool] = True
    act: Literal["put_away"] = "put_away"
    alarm: int


class HandOverLead(UmpireAct):
    """Let a standby lead the exercise from now on: this arbiter ends, and everybody comes back there by himself. Table 0."""

    technical: ClassVar[bool] = True
    room_wide: ClassVar[bool] = True
    after_the_end: ClassVar[bool] = True
    act: Literal["hand_over"] = "hand_over"


class Approve(UmpireAct):
    """Second another umpire's ruling, which then happens. Table 0 or the ruling's."""

    room_wide: ClassVar[bool] = True
    after_the_end: ClassVar[bool] = True
    act: Literal["approve"] = "approve"
    number: int


class Withdraw(UmpireAct):
    """Take back a ruling that waits for a second umpire."""

    room_wide: ClassVar[bool] = True
    after_the_end: ClassVar[bool] = True
    act: Literal["withdraw"] = "withdraw"
    number: int
