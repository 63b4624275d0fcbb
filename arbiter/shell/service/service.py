"""The service: takes messages, passes them to the exercise, records the results, and only then sends.

- A batch is one transaction. Its effects run only after it is durable.
- One batch is written at a time. Meanwhile the loop continues to receive and send. A failed commit ends this run.
- An arbiter that may not act does nothing. Messages wait. The effects of records written before run when it may act
  again, or never.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from enum import Enum, auto
from functools import partial

from structlog import BoundLogger
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.words.stimuli import (
    Backed,
    Debriefed,
    FileRead,
    Resumed,
    Stimulus,
    Ticked,
)
from warcouncil.arbiter.shell.base import failpoints
from warcouncil.arbiter.shell.base.clock import STALL_MS, ExerciseClock, wall_ms
from warcouncil.arbiter.shell.base.entries import JournalFenced, JournalSuperseded
from warcouncil.arbiter.shell.base.program import program
from warcouncil.arbiter.shell.base.stopwatch import Stopwatch
from warcouncil.arbiter.shell.file.reading_notes import ReadingNote
from warcouncil.arbiter.shell.network.outbox import Outbox
from warcouncil.arbiter.shell.network.sockets import TURN_MAX, Incoming, Sockets, take
from warcouncil.arbiter.shell.service.batch import Batch, Batcher
from warcouncil.arbiter.shell.service.door_service import DoorKeeper
from warcouncil.arbiter.shell.service.effects import EffectRunner
from warcouncil.arbiter.shell.service.inbox import HEARD_MAX, Counters, HeardStimulus, Inbox
from warcouncil.arbiter.shell.service.journal import Journal
from warcouncil.arbiter.shell.service.lease_guard import LeaseGuard
from warcouncil.arbiter.shell.service.report_writer import NoReportWriter, ReportWriter
from warcouncil.arbiter.shell.service.stand_ins import StandIns
from warcouncil.protocol.wire.consoles import Debriefing
from warcouncil.protocol.wire.replies import Farewell
from warcouncil.protocol.wire.wire import dump

TICK_SECONDS = 0.05
"""How often time passes for the exercise and consoles get changes. A tick is at a fixed moment of the arbiter's
clock, midway between two strokes. If each tick were timed from the last one, all ticks after a late one would be late
too."""
BUSY_TICK_SECONDS = 0.02
"""The shortest time between two ticks while more messages wait than one commit holds. A tick of the clock would then
wait for the present batch and for its own."""
LAG_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""The steps of the histogram of how late the ticks came."""

EXIT_STOPPED, EXIT_FENCED = 0, 1
FAREWELL_TEXT = "The umpire has ended the exercise."
MACHINE_STOPS_TEXT = (
    "The host's machine is shutting down. The exercise can go on later, and what you sealed is safe."
)


class Leave(Enum):
    """The message to all clients when an arbiter stops."""

    SILENT = auto()
    """No message. The window of the host was closed, perhaps by accident."""
    ENDED = auto()
    """The umpire has ended the exercise."""
    MACHINE_STOPS = auto()
    """The system stops the host's machine, but the umpire has not ended the exercise."""


class Service:
    """One running arbiter. Call `start`. The future `stopped` is done when it ends, with the exit status."""

    def __init__(
        self,
        *,
        exercise: Exercise,
        journal: Journal,
        sockets: Sockets,
        clock: ExerciseClock,
        stand_ins: StandIns,
        log: BoundLogger,
        disk: Executor | None = None,
        report_writer: ReportWriter | None = None,
    ) -> None:
        self.counters = Counters()
        self.tick_lag = Stopwatch(LAG_SECONDS)
        """How late the ticks came."""
        self._loop = asyncio.get_running_loop()
        self.stopped: asyncio.Future[int] = self._loop.create_future()
        self.exercise = exercise
        self._journal = journal
        self._sockets = sockets
        self.clock = clock
        self._stand_ins = stand_ins
        self._log = log
        self._lease_guard = LeaseGuard(journal.keeper, clock, log)
        self._outbox = Outbox(sockets, journal.papers.curve_secret, exercise.keys)
        self._inbox = Inbox(exercise, clock, self.counters, self._outbox.send)
        write_up = partial((report_writer or NoReportWriter()).write, self._hear_report_writer)
        self.effect_runner = EffectRunner(
            exercise, self._outbox, stand_ins, clock, write_up=write_up, hand_on=self._hand_on
        )
        self._batcher = Batcher(exercise, clock, self.counters, log)
        self._disk = disk or ThreadPoolExecutor(1, "disk")
        self._under_way: tuple[Future[None], Batch] | None = None
        self._ticked_at = 0.0
        """The loop's time of the last tick that the exercise handled."""
        self._awake_from = 0.0
        """The loop's time before which no time passes for the exercise. This arbiter was stuck, and messages from
        that time are only now coming in."""
        self._woke = False
        """Whether the last tick was postponed after a stall. The next one is not postponed again."""
        self._unsettled: list[Stimulus] = []
        """Stimuli that wait until this arbiter may act."""
        self.doorkeeper = DoorKeeper(
            exercise,
            sockets,
            clock,
            self._lease_guard,
            server_key=journal.papers.curve_public,
            settle=self.settle,
        )
        self._timer: asyncio.TimerHandle | None = None
        self._deadline: int | None = None
        self.fenced_by = ""
        """Why the journal was fenced, if that ended this arbiter."""
        self.handed_to = ""
        """The standby that takes over. This is its name for people."""
        self.on_hand_over: Callable[[], object] = str
        """Hands the exercise over to a standby, if there is one."""
        self.took_leave = False
        """Whether all clients were informed that this arbiter stops."""
        self.superseded: JournalSuperseded | None = None
        """The error that names the arbiter that leads instead, if that ended this one."""

    def start(self, *, resumed: bool) -> None:
        """Start to listen and to count time. The sockets must be bound."""
        self.clock.start()
        if keeper := self._journal.keeper:
            self._sockets.speaks = self._lease_guard.holds
            keeper.tell(self._hear_keeper)
        at, epoch = self.clock.now(), self._journal.epoch
        again = Resumed(at=at, wall_ms=wall_ms(), epoch=epoch, program=program())
        first: list[Stimulus] = [again] if resumed else []
        first += [self.effect_runner.sit(one) for one in self.exercise.stand_ins()]
        if first:
            self.settle(first)
        self._sockets.listen(self._take_seats, self.doorkeeper.take)
        self._tick()

    def _hear_keeper(self) -> None:
        """Receive, in the keeper's thread, that another arbiter leads. Ignored if the loop has ended."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._superseded)

    def _superseded(self) -> None:
        """End at once. Another arbiter sends from now on."""
        if not self.stopped.done():
            self._journal.fenced = True
            self._fenced(JournalSuperseded(self._lease_guard.leader))

    def _fenced(self, error: JournalFenced) -> None:
        self.superseded = error if isinstance(error, JournalSuperseded) else None
        self.fenced_by = str(error)
        self._log.critical("superseded" if self.superseded else "journal fenced", error=self.fenced_by)
        self._end(EXIT_FENCED)

    def stop(self, status: int = EXIT_STOPPED, *, leave: Leave = Leave.SILENT) -> None:
        """Stop in order, so that the journal has all that was accepted. `leave` is the message to all clients."""
        self._finish()
        if leave is not Leave.SILENT and not self.stopped.done():
            self._take_leave(leave)
        self._end(status)

    @property
    def leads(self) -> bool:
        """Whether this arbiter may act and send now."""
        return self._lease_guard.holds()

    def hand_over(self, heir: str, name: str) -> None:
        """Finish the present batch, and end in favour of a standby. `heir` is its name in the lease, and `name` its
        name for people."""
        self._finish()
        if not self.stopped.done():
            self._journal.heir, self.handed_to = heir, name
            self._end(EXIT_STOPPED)

    def _hand_on(self) -> None:
        """Hand the lead over to a standby after all effects of this batch."""
        self._loop.call_soon(self.on_hand_over)

    def _take_leave(self, leave: Leave) -> None:
        """Send the same farewell to all clients. It says why the host stops, and nothing about any table."""
        returns = leave is Leave.MACHINE_STOPS
        body = dump(Farewell(text=MACHINE_STOPS_TEXT if returns else FAREWELL_TEXT, returns=returns))
        for session in self.exercise.sessions:
            self._outbox.send(session.aside(body))
        self.took_leave = True

    def counts(self) -> dict[str, int]:
        """Return every counter by its name."""
        return {
            **asdict(self.counters),
            "denied": self._sockets.denied,
            "strangers": self._sockets.strangers,
            "undeliverable": self._sockets.undeliverable,
            "unsaid": self._sockets.unsaid,
            "turned_away": self.doorkeeper.turned_away,
            "given_back_ms": self.clock.given_back_ms,
        }

    # --- input ----------------------------------------------------------------------------------------------------

    def _take_seats(self) -> None:
        self.hear(take(self._sockets.seats))

    def hear(self, batch: list[Incoming]) -> None:
        """Queue messages. Stimuli wait while a batch is written."""
        if batch and not self.stopped.done():
            failpoints.reach("heard")
            self._inbox.put(batch)
            self._go_on()

    def _hear_report_writer(self, news: Debriefing) -> None:
        """Receive, in any thread, the progress of the debrief. Ignored if the loop has ended."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._debriefed, news)

    def hear_backup(self, fault: str) -> None:
        """Receive, in any thread, why no copy of the exercise file can be made. `fault` is "" if a copy can be made."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._backed, fault)

    def hear_file(self, fault: str) -> None:
        """Receive the reason why the exercise file is not in its place. `fault` is "" if the file is there."""
        if not self.stopped.done():
            self.settle([Backed(at=self.clock.now(), fault=fault, about="file")])

    def hear_readers(self, notes: Iterable[ReadingNote]) -> None:
        """Receive which commands read the exercise file."""
        if not self.stopped.done():
            at = self.clock.now()
            self.settle([FileRead(at=at, command=note.command, wall_ms=note.wall_ms) for note in notes])

    def hear_address(self, change: str) -> None:
        """Receive that the host's address has changed."""
        if not self.stopped.done():
            self._log.warning("address", error=change)
            self.settle([Backed(at=self.clock.now(), fault=change, about="address")])

    def between_batches(self, do: Callable[[], str]) -> str:
        """Do something when no batch is being written, and return its result."""
        self._finish()
        said = do()
        self._turned()
        return said

    def _backed(self, fault: str) -> None:
        if not self.stopped.done():
            self._log.warning("backup", error=fault) if fault else self._log.info("backup")
            self.settle([Backed(at=self.clock.now(), fault=fault)])

    def _debriefed(self, news: Debriefing) -> None:
        if not self.stopped.done():
            self.settle([Debriefed(at=self.clock.now(), news=news)])

    # --- batches --------------------------------------------------------------------------------------------------

    def settle(self, stimuli: Iterable[Stimulus]) -> bool:
        """Handle the stimuli in order, record their changes, and run the effects before this returns.

        Return False if they could not be recorded. Then no client was answered, and this arbiter ends. While it may
        not act, the stimuli wait.
        """
        self._unsettled += stimuli
        if not self._lease_guard.holds():
            self._rest()
            return not self.stopped.done()
        self._finish()
        waiting, self._unsettled = self._unsettled, []
        self._settle([HeardStimulus(stimulus) for stimulus in waiting])
        self._turned()
        self._go_on()
        return not self.stopped.done()

    def _go_on(self) -> None:
        """Start the next batch, unless one is being written. The loop does not wait for the disk.

        Stimuli that waited until this arbiter may act come first. They are older than any message taken now.
        """
        if self._unsettled and not self.stopped.done() and self._lease_guard.holds():
            self.settle(())
            return
        while (
            self._inbox.is_behind
            and not self._under_way
            and not self.stopped.done()
            and self._lease_guard.holds()
        ):
            at = self.clock.now()
            waiting = self._inbox.take(at, self._batcher.latest, self._deadline)
            if self._inbox.ticked > self._ticked_at or self._is_behind():
                self._ticked_at = self._loop.time()
                waiting.append(HeardStimulus(Ticked(at=at, wall_ms=wall_ms(), passed=self._inbox.passed)))
            batch = self._reckon(waiting)
            if batch.entries:
                writing = self._write(batch)
                self._under_way = writing, batch
                writing.add_done_callback(lambda done: self._loop.call_soon_threadsafe(self._written, done))
            else:
                self._settle(self._follow(batch))
                self._turned()

    def _is_behind(self) -> bool:
        """Return whether the backlog is so large that consoles need a tick before the next tick of the clock. Without
        a backlog, ticks follow the clock alone, so that no message decides when consoles get news."""
        return self._inbox.is_behind and self._loop.time() - self._ticked_at >= BUSY_TICK_SECONDS

    def _write(self, batch: Batch) -> Future[None]:
        """Start to write a batch. The other thread only waits for the disk. Any other work there would
        delay this thread too."""
        try:
            self._journal.lay(batch.entries)
        except JournalFenced as error:
            failed: Future[None] = Future()
            failed.set_exception(error)
            return failed
        batch.written_at = self._loop.time()
        return self._disk.submit(self._journal.commit)

    def _written(self, writing: Future[None]) -> None:
        """Continue after a batch, unless a call that could not wait has finished it. If this arbiter may not act, send
        nothing yet."""
        if self._under_way and self._under_way[0] is writing:
            if not self._lease_guard.holds() and not writing.exception():
                self._rest()
                return
            self._finish()
            self._turned()
            self._go_on()

    def _finish(self) -> None:
        """Wait until no batch is being written, and run the effects."""
        if self._under_way:
            writing, batch = self._under_way
            self._under_way = None
            self._settle(self._follow(batch, writing))

    def _settle(self, waiting: list[HeardStimulus]) -> None:
        while waiting and not self.stopped.done():
            waiting = self._follow(self._reckon(waiting))

    def _reckon(self, waiting: list[HeardStimulus]) -> Batch:
        batch = self._batcher.batch(waiting, self._inbox.passed)
        self._deadline = batch.deadline
        return batch

    def _follow(self, batch: Batch, writing: Future[None] | None = None) -> list[HeardStimulus]:
        """Run the effects of a batch when it is durable. Return the stimuli that they cause."""
        try:
            writing.result() if writing else self._journal.append(batch.entries)
        except JournalFenced as error:
            self._fenced(error)
            return []
        if writing:
            self._inbox.commit_seconds = self._loop.time() - batch.written_at
        if batch.entries:
            failpoints.reach("after_commit")
        self.effect_runner.seat()
        self.counters.batches += 1
        return [HeardStimulus(stimulus) for stimulus in self.effect_runner.do(batch.effects)]

    def _turned(self) -> None:
        self._arm()
        self._sockets.again()

    # --- time -----------------------------------------------------------------------------------------------------

    def _tick(self) -> None:
        """Take all messages that have arrived, then let time pass."""
        late = 0.0
        if self._timer is not None:
            late = self._loop.time() - self._timer.when()
            self.tick_lag.note(max(0.0, late))
            if late > STALL_MS / 1000:
                self._log.warning(
                    "the host was stopped for a while, and gives the time back", ms=round(late * 1000)
                )
            self._timer.cancel()  # At the start, the first stimuli have already set a timer.
            self._timer = None
        if not self._lease_guard.holds():
            self._rest()
            return
        self._woke = late > TICK_SECONDS and not self._woke
        if self._woke:
            self._awake_from = self._loop.time() + TICK_SECONDS
        if self._under_way and self._under_way[0].done():
            self.settle(())
        if self._woke:
            self._arm()
            return
        for _ in range(HEARD_MAX // TURN_MAX):
            self.hear(batch := take(self._sockets.seats))
            if len(batch) < TURN_MAX:
                break
        self._inbox.tick()
        self._go_on()
        self._arm()

    def _rest(self) -> None:
        """Check again soon whether this arbiter may act."""
        if self._timer is None and not self.stopped.done():
            self._timer = self._loop.call_later(TICK_SECONDS, self._tick)

    def _arm(self) -> None:
        """Set the timer for the next tick: when the next clock runs out, or after TICK_SECONDS at the latest."""
        if self.stopped.done():
            return
        now = max(self._loop.time(), self._awake_from)
        due = (int(now / TICK_SECONDS - 0.249) + 1.25) * TICK_SECONDS  # A timer may fire slightly early.
        if self._deadline is not None:
            left = self.clock.until(self._deadline)
            # While a batch is written, a clock that has run out has already had its tick.
            if left >= 0 or not self._under_way:
                due = min(due, now + max(0.001, (left + 1) / 1000))
        if self._timer is None or self._timer.when() > due:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self._loop.call_at(due, self._tick)

    def _end(self, status: int) -> None:
        if not self.stopped.done():
            if self._timer is not None:
                self._timer.cancel()
            self._disk.shutdown()
            self._outbox.close()
            self.doorkeeper.close()
            self._stand_ins.close()
            self.stopped.set_result(status)
