"""The service: takes what arrives, gives it to the exercise, writes down what came of it, and only then speaks.

Laws: a batch is one transaction, and none of its effects is carried out before that is durable; a failed commit is the
end of this run; a table whose rules fail, at whatever they are asked, is held, and the others go on.
"""

from __future__ import annotations

import asyncio
import secrets
import traceback
from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import partial
from typing import TypeVar

import zmq
from structlog import BoundLogger
from warcouncil.arbiter.core.exercise import Exercise
from warcouncil.arbiter.core.fence import Fault, attempt
from warcouncil.arbiter.core.outcome import Closed, Effect, Missing, NewCode, Outcome, Send, StandIn
from warcouncil.arbiter.core.stimuli import (
    Admitted,
    CodeCard,
    Coded,
    Faulted,
    Guessed,
    Guesser,
    Holder,
    Missed,
    Resumed,
    Stimulus,
    Ticked,
)
from warcouncil.arbiter.shell import failpoints
from warcouncil.arbiter.shell.clock import Clock
from warcouncil.arbiter.shell.codes import draw_code
from warcouncil.arbiter.shell.door import Door
from warcouncil.arbiter.shell.inbox import Counters, Inbox
from warcouncil.arbiter.shell.journal import Journal
from warcouncil.arbiter.shell.layout import Entry, JournalFenced
from warcouncil.arbiter.shell.outbox import Outbox
from warcouncil.arbiter.shell.standins import Berth, StandIns
from warcouncil.arbiter.shell.wires import Wires, take
from warcouncil.arbiter.shell.writing import written
from warcouncil.protocol.doors import Turned
from warcouncil.protocol.words import Role, TableId

TICK_SECONDS = 0.05
"""So often time passes for the exercise, and consoles are told what changed."""

GUESSERS_MAX = 5
"""So many addresses are named at once, when wrong codes come from many."""

T = TypeVar("T")

EXIT_STOPPED, EXIT_FENCED = 0, 1


class Service:
    """One arbiter at work: `start`, then `stopped` says when it is over and with what exit status."""

    def __init__(
        self,
        *,
        exercise: Exercise,
        journal: Journal,
        wires: Wires,
        clock: Clock,
        stand_ins: StandIns,
        log: BoundLogger,
    ) -> None:
        self.counters = Counters()
        self.stopped: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.exercise = exercise
        self._journal = journal
        self._wires = wires
        self.clock = clock
        self._stand_ins = stand_ins
        self._log = log
        self.outbox = Outbox(wires, journal.papers.curve_secret, exercise.keys)
        self._inbox = Inbox(exercise, self.counters, self.outbox.send)
        self._berths: list[Berth] = []
        self._door = Door(_House(self), journal.papers.curve_public, self._send_from_door)
        self._timer: asyncio.TimerHandle | None = None
        self._deadline: int | None = None

    def start(self, *, resumed: bool) -> None:
        """Begin to listen and to count time; the sockets must be bound."""
        self.clock.start()
        first: list[Stimulus] = [Resumed(at=self.clock.now())] if resumed else []
        first += [self._sit(one) for one in self.exercise.stand_ins()]
        if first:
            self.settle(first)
        self._wires.listen(self._take_seats, self._take_door)
        self._tick()

    def stop(self, status: int = EXIT_STOPPED) -> None:
        """Stop in order: what was accepted is in the journal, nothing more is."""
        self._end(status)

    def counts(self) -> dict[str, int]:
        """Give every counter by its name."""
        return {
            **asdict(self.counters),
            "denied": self._wires.denied,
            "strangers": self._wires.strangers,
            "undeliverable": self._wires.undeliverable,
            "turned_away": self._door.turned_away,
            "given_back_ms": self.clock.given_back_ms,
        }

    # --- in -------------------------------------------------------------------------------------------------------

    def _take_seats(self) -> None:
        batch = take(self._wires.seats)
        if batch and not self.stopped.done():
            failpoints.reach("heard")
            at = self.clock.now()
            self.settle([stimulus for incoming in batch if (stimulus := self._inbox.read(incoming, at))])

    def _take_door(self) -> None:
        for incoming in take(self._wires.door, with_address=self._wires.has_addresses):
            if not self.stopped.done():
                self._door.open_to(incoming)

    # --- the heart ------------------------------------------------------------------------------------------------

    def settle(self, stimuli: Iterable[Stimulus]) -> bool:
        """Take the stimuli in, in order, write down what they changed, then carry out what follows.

        False: it could not be written down, nothing was said to anyone, and this arbiter is at its end.
        """
        waiting = list(stimuli)
        while not self.stopped.done():
            entries: list[Entry] = []
            effects: list[Effect] = []
            for stimulus in waiting:
                self._handle(stimulus, entries, effects)
            pending = partial(self.exercise.pending, self.clock.now())
            for stimulus in self._ask(pending, entries, effects):
                self._handle(stimulus, entries, effects)
            self._deadline = self._ask(self.exercise.deadline, entries, effects)
            failpoints.reach("handled")
            try:
                self._journal.append(entries)
            except JournalFenced as error:
                self._log.critical("journal fenced", error=str(error))
                self._end(EXIT_FENCED)
                return False
            if entries:
                failpoints.reach("after_commit")
            while self._berths:
                self._stand_ins.sit(self._berths.pop())
            self.counters.batches += 1
            waiting = self._carry_out(effects)
            if not waiting:
                break
        self._arm()
        self._wires.again()
        return not self.stopped.done()

    def _handle(self, stimulus: Stimulus, entries: list[Entry], effects: list[Effect]) -> None:
        outcome = attempt(partial(self.exercise.handle, stimulus))
        if isinstance(outcome, Fault):
            table = self.exercise.suspect(stimulus)
            alarm = self._alarm(table, stimulus.kind, outcome.error)
            # A fault in telling of a fault: held it is, though nobody could be told.
            outcome = Outcome(durable=isinstance(stimulus, Faulted))
            if table and not outcome.durable:
                self._handle(Faulted(at=self.clock.now(), table=table, alarm=alarm), entries, effects)
        if outcome.durable:
            entries += written(stimulus, outcome, self.exercise.table_of(stimulus), self.exercise.keys)
        effects += outcome.effects

    def _ask(self, question: Callable[[], T], entries: list[Entry], effects: list[Effect]) -> T:
        """Ask the exercise something. A table whose rules fail at that is held, and the question is put again."""
        while isinstance(answer := attempt(question), Fault):
            table = self.exercise.course.looking
            if not table or self.exercise.tables[table].held:
                raise answer.error
            alarm = self._alarm(table, "question", answer.error)
            self._handle(Faulted(at=self.clock.now(), table=table, alarm=alarm), entries, effects)
        return answer

    def _alarm(self, table: TableId, kind: str, error: Exception) -> str:
        """Note what failed, and give its number. The log says where in the program, never with what values."""
        self.counters.faults += 1
        alarm = secrets.token_hex(4)
        frame = traceback.extract_tb(error.__traceback__)[-1]
        self._log.error(
            "the rules failed; the table is held",
            alarm=alarm,
            table=table,
            kind=kind,
            error=type(error).__name__,
            place=f"{frame.filename}:{frame.lineno}",
        )
        return alarm

    # --- time -----------------------------------------------------------------------------------------------------

    def _tick(self) -> None:
        """Hear what had arrived before, then let time pass."""
        if self._timer is not None:
            self._timer.cancel()  # at the start the first stimuli have set one already
            self._timer = None
        self._take_seats()
        if not self.stopped.done():
            self.settle([Ticked(at=self.clock.now())])

    def _arm(self) -> None:
        """Tick when the next clock runs out, and many times a second anyhow."""
        if self.stopped.done():
            return
        loop = asyncio.get_running_loop()
        wait = TICK_SECONDS
        if self._deadline is not None:
            wait = min(wait, max(0.001, (self._deadline - self.clock.now() + 1) / 1000))
        due = loop.time() + wait
        if self._timer is None or self._timer.when() > due:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = loop.call_at(due, self._tick)

    # --- out ------------------------------------------------------------------------------------------------------

    def _carry_out(self, effects: Iterable[Effect]) -> list[Stimulus]:
        """Send what is to be sent, move the stand-ins; give what that leads to."""
        more: list[Stimulus] = []
        sent = 0
        for effect in effects:
            match effect:
                case Send():
                    self.outbox.send(effect)
                    sent += 1
                    if sent == 2:
                        failpoints.reach("mid_send")
                case StandIn(bot=""):
                    self._stand_ins.rise(effect.table, effect.seat)
                case StandIn():
                    more.append(self._sit(effect))
                case NewCode():
                    more.append(self._code(effect))
                case Missing():
                    at = self.clock.now()
                    more.append(Missed(at=at, table=effect.table, seat=effect.seat, gate=effect.gate))
                case Closed():
                    pass
        if sent:
            failpoints.reach("after_send")
        return more

    def _sit(self, stand_in: StandIn) -> Admitted:
        """Give a stand-in keys of its own; it starts once the journal knows them."""
        public, secret = zmq.curve_keypair()
        berth = Berth(stand_in.table, stand_in.seat, stand_in.bot, public.decode(), secret.decode())
        self._berths.append(berth)
        holder = Holder(role=Role.STAND_IN, table=stand_in.table, seat=stand_in.seat)
        return Admitted(at=self.clock.now(), key=berth.public, holder=holder)

    def _code(self, wanted: NewCode) -> Coded:
        taken = {card.code.plate for card in self.exercise.codes}
        card = CodeCard(code=draw_code(taken), holder=wanted.holder)
        return Coded(at=self.clock.now(), card=card, key=wanted.key, instead=wanted.instead, keep=wanted.keep)

    def guessed(self, wrong: dict[str, int]) -> Guessed:
        """Give the stimulus for wrong codes by the address that they came from."""
        most = sorted(wrong, key=lambda address: -wrong[address])
        worst = tuple(
            Guesser(address=self._wires.whence(address) if address else "", wrong=wrong[address])
            for address in most[:GUESSERS_MAX]
        )
        return Guessed(at=self.clock.now(), worst=worst, others=len(most) - len(worst))

    def _send_from_door(self, route: bytes, data: bytes) -> None:
        if not self.stopped.done():
            self._wires.send(self._wires.door, route, data)
            self._wires.again()

    def _end(self, status: int) -> None:
        if not self.stopped.done():
            if self._timer is not None:
                self._timer.cancel()
            self._door.close()
            self._stand_ins.close()
            self.stopped.set_result(status)


class _House:
    """The arbiter as the door sees it."""

    def __init__(self, service: Service) -> None:
        self._service = service

    @property
    def name(self) -> str:
        """The exercise's name."""
        return self._service.exercise.name

    def code(self, plate: str) -> CodeCard | None:
        """Give the code that a plate names and what it is for."""
        return self._service.exercise.code(plate)

    def card(self, plate: str) -> CodeCard | Turned:
        """Give what a plate's code admits to now, or why not."""
        return self._service.exercise.card(plate)

    def admit(self, key: str, card: CodeCard) -> bool:
        """Let a key in, durably."""
        at = self._service.clock.now()
        return self._service.settle([Admitted(at=at, key=key, holder=card.holder, plate=card.code.plate)])

    def guessed(self, wrong: dict[str, int]) -> None:
        """Tell umpires from which addresses more wrong codes came than slips of the hand, and how many."""
        self._service.settle([self._service.guessed(wrong)])
