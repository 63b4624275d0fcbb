"""Acts on the whole exercise and on its people. The second kind changes the holders of seats and codes.

An umpire requests them like all other acts (`acts.py`).
"""

from __future__ import annotations

from typing import ClassVar, Literal

from warcouncil.protocol.acts.umpire_act import UmpireAct
from warcouncil.protocol.proofs.doors import Plate
from warcouncil.protocol.words import Name, SeatId, TableId


class Reissue(UmpireAct):
    """Issue a new code for a seat. The seat's key and the old code become invalid at once. Only umpires can read the
    new code.
    """

    technical: ClassVar[bool] = True
    one_seat: ClassVar[bool] = True
    of_people: ClassVar[bool] = True
    after_the_end: ClassVar[bool] = True
    act: Literal["reissue"] = "reissue"
    seat: SeatId


class Renew(UmpireAct):
    """Issue a new code for the console or projector whose card begins with `plate`. `table` is 0.

    With `keep`, clients that joined with the old code stay. Otherwise they are disconnected, except the client that
    made this request.
    """

    of_people: ClassVar[bool] = True
    room_wide: ClassVar[bool] = True
    act: Literal["renew"] = "renew"
    plate: Plate
    keep: bool = True


class Remove(UmpireAct):
    """Remove the holder of a seat, with key and card. The seat gets a new code.

    With `keep`, the holder's sealed answer still counts. Otherwise it is voided.
    """

    one_seat: ClassVar[bool] = True
    of_people: ClassVar[bool] = True
    act: Literal["remove"] = "remove"
    seat: SeatId
    keep: bool


class Reseat(UmpireAct):
    """Move the driver of a seat to another seat. The driver of that seat moves to the first one.

    `from_bots`: if a bot plays a seat to which a driver moves, the driver gets the seat from the bot. Records of
    earlier programs lack it. There the bot went on playing until its seat was taken back.
    """

    grave: ClassVar[bool] = True
    one_seat: ClassVar[bool] = True
    of_people: ClassVar[bool] = True
    act: Literal["reseat"] = "reseat"
    seat: SeatId
    to_table: TableId
    to_seat: SeatId
    from_bots: bool = False


class Lockstep(UmpireAct):
    """Keep the tables in lock-step: no table passes one of these phases before all tables have sealed. `table` is 0.

    If no phase is named, the lock-step ends.
    """

    room_wide: ClassVar[bool] = True
    act: Literal["lockstep"] = "lockstep"
    phases: tuple[Name, ...] = ()


class Results(UmpireAct):
    """Show the results of the room on every projector. Without `shown`, return to the previous picture. `table` is 0."""

    room_wide: ClassVar[bool] = True
    after_the_end: ClassVar[bool] = True
    act: Literal["results"] = "results"
    shown: bool


class Debrief(UmpireAct):
    """Write the debrief (report, data tables and verification) beside the exercise file on the arbiter's machine.
    `table` is 0.
    """

    room_wide: ClassVar[bool] = True
    after_the_end: ClassVar[bool] = True
    act: Literal["debrief"] = "debrief"


class PutAway(UmpireAct):
    """Dismiss a numbered alarm that belongs to no table. `table` is 0."""

    room_wide: ClassVar[bool] = True
    after_the_end: ClassVar[bool] = True
    act: Literal["put_away"] = "put_away"
    alarm: int


class HandOverLead(UmpireAct):
    """Hand the lead over to a standby. This arbiter stops, and all clients reconnect to the standby by themselves.
    `table` is 0.
    """

    technical: ClassVar[bool] = True
    room_wide: ClassVar[bool] = True
    after_the_end: ClassVar[bool] = True
    act: Literal["hand_over"] = "hand_over"


class Approve(UmpireAct):
    """Approve another umpire's ruling, which then takes effect. `table` is 0 or the table of that ruling."""

    room_wide: ClassVar[bool] = True
    after_the_end: ClassVar[bool] = True
    act: Literal["approve"] = "approve"
    number: int


class Withdraw(UmpireAct):
    """Withdraw a ruling that waits for a second umpire."""

    room_wide: ClassVar[bool] = True
    after_the_end: ClassVar[bool] = True
    act: Literal["withdraw"] = "withdraw"
    number: int
