"""An umpire's process: the real link, and a user who rules at random, and sends nothing twice by themselves."""

from __future__ import annotations

from warcouncil.clients.link.base.machine import new_id
from warcouncil.protocol.acts.acts import (
    Act,
    Answered,
    Begin,
    EndNow,
    Extend,
    Fiat,
    GoBack,
    Hold,
    KeepBack,
    LayOpen,
    Note,
    Pause,
    Postpone,
    Release,
    Resume,
    SendInject,
    SetClock,
    Tell,
    Void,
)
from warcouncil.protocol.acts.room_acts import Debrief, PutAway, Results
from warcouncil.protocol.wire.requests import Request, Rule
from warcouncil.protocol.words import GateNo, SeatId, TableId

from tests.simulation.seat import Seat

RoomAct = PutAway | Results | Debrief
ACTS: tuple[Act, ...] = (
    *(Extend(seconds=7), Extend(seconds=-3), Pause(), Resume(), Resume(), Resume(), Begin(), Hold()),
    *(Release(), Release(), EndNow(), GoBack(to=GateNo(1)), GoBack(to=GateNo(2)), Fiat(text="It rains.")),
    *(Note(text="Wet."), Tell(text="Take cover."), SendInject(inject=1), SendInject(inject=2)),
    *(Postpone(seconds=7), Postpone(inject=2, seconds=5), KeepBack(inject=1)),
    *(
        Tell(text="Report.", reply=True),
        Answered(call=1, text="Yes."),
        Answered(call=2, text="No."),
        LayOpen(),
    ),
)
OF_THE_ROOM: tuple[Act | RoomAct, ...] = (
    *(PutAway(alarm=1), PutAway(alarm=2), Results(shown=True), Results(shown=False), Debrief()),
)
LAST: tuple[Act, ...] = (Release(), Resume())
"""The rulings that let a table continue at the end."""
EVERY = 4.0
"""An umpire acts less often than a seat by this factor."""


class Umpire(Seat):
    """An umpire at a console."""

    tables = 1
    seats: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    """The phases whose clocks the plan sets."""

    def _act(self) -> None:
        if not self.quiet and self.mind.random() < 1 / EVERY:
            self._ask_again()
            self._send(self._ruling())
        self._think()

    def _ruling(self) -> Request:
        act: Act | RoomAct = self.mind.choice(ACTS)
        table = self.mind.randrange(1, self.tables + 1)
        match self.mind.randrange(20):
            case 0 | 1:
                act = Void(seat=SeatId(self.mind.choice(self.seats)))
            case 2 | 3:
                act, table = self.mind.choice(OF_THE_ROOM), 0
            case 4 if self.phases:
                act = SetClock(phase=self.mind.choice(self.phases), seconds=self.mind.choice((3, 9)))
            case _:
                pass
        return self.rule(table, act)

    def rule(self, table: int, act: Act | RoomAct) -> Rule:
        """Make a ruling."""
        return Rule(id=new_id(), table=TableId(table), act=act, reason="the weather")

    def calm(self) -> None:
        """Release and resume every table."""
        self.quiet = True
        for table in range(1, self.tables + 1):
            for act in LAST:
                self._send(self.rule(table, act))
