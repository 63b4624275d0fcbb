"""EffectRunner carries out the effects that the exercise returned, with sockets, codes and keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import zmq
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.words.outcome import (
    Closed,
    Effect,
    HandOn,
    Missing,
    NewCode,
    Send,
    StandIn,
    WriteUp,
)
from warcouncil.arbiter.core.words.stimuli import (
    Admitted,
    CodeCard,
    Coded,
    Debriefed,
    Grant,
    Missed,
    Stimulus,
)
from warcouncil.arbiter.shell.base import failpoints
from warcouncil.arbiter.shell.base.clock import ExerciseClock
from warcouncil.arbiter.shell.base.codes import draw_code
from warcouncil.arbiter.shell.network.outbox import Outbox
from warcouncil.arbiter.shell.service.stand_ins import BotSeat, StandIns
from warcouncil.protocol.wire.consoles import Debriefing
from warcouncil.protocol.words import Role


class EffectRunner:
    """Runs effects: sends frames, draws codes, moves stand-ins, and starts the debrief. Their records must be durable."""

    def __init__(
        self,
        exercise: Exercise,
        outbox: Outbox,
        stand_ins: StandIns,
        clock: ExerciseClock,
        *,
        write_up: Callable[[], None],
        hand_on: Callable[[], None],
    ) -> None:
        self._exercise = exercise
        self.outbox = outbox
        self._stand_ins = stand_ins
        self._clock = clock
        self._write_up = write_up
        self._hand_on = hand_on
        self._berths: list[BotSeat] = []
        """Stand-ins that start once the journal has recorded their keys."""

    def do(self, effects: Iterable[tuple[Effect, float]]) -> list[Stimulus]:
        """Run effects, each with its due time. Return the stimuli that they cause."""
        more: list[Stimulus] = []
        sent = 0
        for effect, due in effects:
            match effect:
                case Send():
                    self.outbox.send(effect, due)
                    sent += 1
                    if sent == 2:
                        failpoints.reach("mid_send")
                case StandIn(bot=""):
                    self._stand_ins.rise(effect.table, effect.seat)
                case StandIn():
                    more.append(self.sit(effect))
                case NewCode():
                    more.append(self._code(effect))
                case Missing():
                    at = self._clock.now()
                    more.append(Missed(at=at, table=effect.table, seat=effect.seat, gate=effect.gate))
                case WriteUp():
                    self._write_up()
                    more.append(Debriefed(at=self._clock.now(), news=Debriefing(state="writing")))
                case HandOn():
                    self._hand_on()
                case Closed():
                    pass
        if sent:
            failpoints.reach("after_send")
        return more

    def sit(self, stand_in: StandIn) -> Admitted:
        """Draw keys for a stand-in. Return the stimulus that admits the stand-in."""
        public, secret = zmq.curve_keypair()
        berth = BotSeat(stand_in.table, stand_in.seat, stand_in.bot, public.decode(), secret.decode())
        self._berths.append(berth)
        holder = Grant(role=Role.STAND_IN, table=stand_in.table, seat=stand_in.seat)
        return Admitted(at=self._clock.now(), key=berth.public, holder=holder)

    def seat(self) -> None:
        """Start the stand-ins whose keys the journal has recorded."""
        while self._berths:
            self._stand_ins.sit(self._berths.pop())

    def _code(self, wanted: NewCode) -> Coded:
        taken = {card.code.plate for card in self._exercise.codes}
        card = CodeCard(code=draw_code(taken, self._exercise.plan.plates), holder=wanted.holder)
        return Coded(
            at=self._clock.now(), card=card, key=wanted.key, instead=wanted.instead, keep=wanted.keep
        )
