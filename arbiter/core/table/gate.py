"""Gate: one opening of a question, from the moment when seats are asked until it closes, with its clock.

A gate's clock runs if and only if nothing stops it. Opening a gate creates a new object. Nothing is ever reset.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from warcouncil.arbiter.core.table.states import (
    CLOSED,
    HELD,
    OF_THE_CLOCK,
    OUTLASTING,
    RUNS,
    SETS,
    Happening,
    Stop,
    follow,
)
from warcouncil.arbiter.core.words.outcome import Refused
from warcouncil.arbiter.core.words.plan import Silence, SilencePolicy
from warcouncil.arbiter.core.words.stimuli import SILENCE_MS_MAX
from warcouncil.games.kit.game import Channel, Finish, Phase
from warcouncil.games.kit.ways import Way
from warcouncil.protocol.sentences.sentence import sentence
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.views import ClockView
from warcouncil.protocol.wire.replies import Receipt, RefusalCode
from warcouncil.protocol.words import ChannelId, GateNo, SeatId


@dataclass(frozen=True, slots=True)
class GateClock:
    """A countdown: running towards `deadline`, or stopped (`deadline` None) with `left_ms` left."""

    total_ms: int
    deadline: int | None
    left_ms: int = 0
    since: int = 0
    """The time at which a running clock was last started."""
    counted_ms: int = 0
    """How many milliseconds it had counted down before that time."""

    @classmethod
    def started(cls, at: int, total_ms: int) -> GateClock:
        """Return a clock that starts now."""
        return cls(total_ms, at + total_ms, since=at)

    def left(self, at: int) -> int:
        """Return the time left, never below 0."""
        return self.left_ms if self.deadline is None else max(0, self.deadline - at)

    def ran(self, at: int) -> int:
        """Return how much it has counted down in total. The count stops when no time is left."""
        if self.deadline is None:
            return self.counted_ms
        return self.counted_ms + min(at, self.deadline) - self.since

    def paused(self, at: int) -> GateClock:
        """Return the clock, stopped with the time that is left."""
        return replace(self, deadline=None, left_ms=self.left(at), counted_ms=self.ran(at))

    def resumed(self, at: int) -> GateClock:
        """Return the clock, running again with the time that was left."""
        if self.deadline is not None:
            return self
        return replace(self, deadline=at + self.left_ms, left_ms=0, since=at)

    def prolonged(self, at: int, total_ms: int) -> GateClock:
        """Return the clock, started again with a new time."""
        return replace(GateClock.started(at, total_ms), counted_ms=self.ran(at))

    def extended(self, at: int, more_ms: int) -> GateClock:
        """Return the clock with more or less time. The time left is never below zero."""
        left = max(0, self.left(at) + more_ms)
        total = max(self.total_ms + more_ms, left)
        if self.deadline is None:
            return replace(self, total_ms=total, left_ms=left)
        return replace(self, total_ms=total, deadline=at + left, since=at, counted_ms=self.ran(at))

    def at_least(self, at: int, left_ms: int) -> GateClock:
        """Extend a running clock to at least `left_ms`."""
        more_ms = left_ms - self.left(at)
        return self if self.deadline is None or more_ms <= 0 else self.extended(at, more_ms)

    def view(self, at: int) -> ClockView:
        """Return the clock as clients receive it: the time left, and whether it runs."""
        return ClockView(left_ms=self.left(at), total_ms=self.total_ms, running=self.deadline is not None)


CHANGES_MAX = 100
"""How often a seat may change its answer at one gate."""
DRAFTS_MAX = 200
"""How often a seat may change its draft at one gate."""
BY_DEFAULT = SilencePolicy(policy=Silence.DEFAULT)
"""The policy for silent seats if the exercise sets none."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A declaration as it was accepted."""

    id: str
    answer: Answer
    declaration: Any
    way: Way = Way.SEALED
    """How the declaration was made."""


@dataclass(frozen=True, slots=True)
class Drafted:
    """The answer that a seat has not sealed yet, and how often the seat changed it."""

    answer: Answer
    times: int


@dataclass(slots=True)
class Gate:
    """One opening of a question. If the phase is a Finish, the game is over.

    `why` has the umpires' reasons for the stops. Only umpires and observers may read them. `former` has the receipts of the last gate, because a client that
    lost an answer may ask again.
    """

    number: GateNo
    phase: Phase | Finish
    stops: Stop = RUNS
    why: dict[Stop, str] = field(default_factory=dict)
    fault: str = ""
    """The sentence about the fault that holds the table, or "" if no fault holds it. Every console may read it."""
    clock: GateClock | None = None
    former: dict[tuple[SeatId, str], Receipt] = field(default_factory=dict)
    receipts: dict[tuple[SeatId, str], Receipt] = field(default_factory=dict)
    sealed: dict[SeatId, Sealed] = field(default_factory=dict)
    voided: set[SeatId] = field(default_factory=set)
    changes: dict[SeatId, int] = field(default_factory=dict)
    drafts: dict[SeatId, Drafted] = field(default_factory=dict)
    prolonged: bool = False
    laid_open: bool = False
    """Whether an umpire showed the full truth to every seat."""
    silence: SilencePolicy = BY_DEFAULT
    """The policy for silent seats at this gate."""
    amended: tuple[str, ...] = ()
    """The texts by which umpires amended the game. They take effect when the gate closes. If the gate is undone, they
    lapse."""

    @classmethod
    def opened(
        cls, before: Gate, phase: Phase | Finish, at: int, *, total_ms: int, silence: SilencePolicy
    ) -> Gate:
        """Return the gate that follows another one. Stops of the table outlast a gate. A pause of the clock does not."""
        stops = before.stops & OUTLASTING
        clock = GateClock.started(at, total_ms) if isinstance(phase, Phase) else None
        return cls(
            number=GateNo(before.number + 1),
            phase=phase,
            stops=stops,
            why={stop: why for stop, why in before.why.items() if stop in stops},
            fault=before.fault,
            clock=clock.paused(at) if clock and stops else clock,
            former=before.receipts,
            silence=silence,
        )

    def playing(self) -> Phase:
        """Return the open phase. Raises Refused if the game is over."""
        if isinstance(self.phase, Finish):
            raise Refused(RefusalCode.OVER, sentence("refusals.game_over"))
        return self.phase

    # --- the state machine ----------------------------------------------------------------------------------------

    def check(self, what: Happening) -> None:
        """Check that an event may happen now. Raises Refused."""
        follow(self.stops, what)

    def happen(self, what: Happening, at: int, why: str = "") -> None:
        """Record an event. Raises Refused. Only this method sets or lifts a stop, and only it starts or stops the
        clock.

        The clock loses no time by it. `why` is the umpire's reason or, if the rules fail, the sentence about the fault.
        """
        if what in OF_THE_CLOCK:
            self.playing()
        after = follow(self.stops, what)
        self.stops = (
            self.stops | after if after is CLOSED else after
        )  # A stop from before the closing may outlast it.
        if what in SETS:
            self.why[SETS[what]] = why
        self.fault = why if what is Happening.FAIL else self.fault if HELD & self.stops else ""
        explained = self.stops & ~HELD if self.fault else self.stops  # A fault replaces the reason of a hold.
        self.why = {stop: text for stop, text in self.why.items() if stop & explained}
        if self.clock:
            self.clock = self.clock.paused(at) if self.stops else self.clock.resumed(at)

    def move_clock(self, at: int, more_ms: int) -> None:
        """Add time to the clock, or take some away. Raises Refused if the game is over or not dealt."""
        self.happen(Happening.MOVE_CLOCK, at)
        if self.clock is None:
            raise Refused(RefusalCode.PAUSED, sentence("refusals.not_dealt"))
        self.clock = self.clock.extended(at, more_ms)

    def wait_anew(self, at: int, late_ms: int, *, step: bool) -> None:
        """Extend the clock after a resume, so that clients have time to reconnect.

        The clock is not extended if its time ran out more than `late_ms` ago and the question stays open anyway. It
        stays open for silent seats or, with `step`, because the table waits for other tables.
        """
        if self.clock and not (self._out(at, late_ms) and (step or self._waits())):
            self.clock = self.clock.at_least(at, SILENCE_MS_MAX)

    def prolong(self, at: int) -> bool:
        """Start the clock again for silent seats, once, if their policy says so. Return whether it was started."""
        if not self.prolongs:
            return False
        self.happen(Happening.PROLONG, at)
        self.prolonged = True
        assert self.clock
        self.clock = self.clock.prolonged(at, self.silence.seconds * 1000)
        return True

    @property
    def prolongs(self) -> bool:
        """Whether the clock will be started again for silent seats after it has run out."""
        may = self.silence.policy in (Silence.EXTEND, Silence.BOT)
        return may and not self.prolonged and bool(self.silent)

    def ran(self, at: int) -> int:
        """Return how long its clock has counted down, in milliseconds."""
        return self.clock.ran(at) if self.clock else 0

    def deadline(self, grace_ms: int) -> int | None:
        """Return when the gate closes by itself, grace included. Return None while its clock is stopped, or if it has
        no clock.
        """
        if self.clock is None or self.clock.deadline is None:
            return None
        return self.clock.deadline + grace_ms

    def due(self, at: int, grace_ms: int) -> bool:
        """Return whether the clock and the hidden grace time have run out, and the table waits for no silent seat."""
        return self._out(at, grace_ms) and not self._waits()

    def waits_for_umpire(self, at: int, grace_ms: int) -> bool:
        """Return whether the clock has run out and the table waits for silent seats."""
        return self._out(at, grace_ms) and self._waits()

    def _out(self, at: int, grace_ms: int) -> bool:
        deadline = self.deadline(grace_ms)
        return deadline is not None and at >= deadline

    def _waits(self) -> bool:
        return self.silence.policy is Silence.WAIT and bool(self.silent)

    # --- answers --------------------------------------------------------------------------------------------------

    @property
    def asked(self) -> tuple[SeatId, ...]:
        """The seats that are asked, in table order."""
        return self.phase.asked if isinstance(self.phase, Phase) else ()

    @property
    def silent(self) -> tuple[SeatId, ...]:
        """The asked seats that have sealed nothing, in table order."""
        return tuple(seat for seat in self.asked if seat not in self.sealed and seat not in self.voided)

    @property
    def asks_readiness(self) -> bool:
        """Whether the question asks only whether each seat is ready."""
        return isinstance(self.phase, Phase) and self.phase.readiness

    def takes_back(self, answer: Answer) -> bool:
        """Return whether an answer to this question takes back the one before it."""
        return not answer and self.asks_readiness

    @property
    def complete(self) -> bool:
        """Whether no further answer is expected, so that the gate need not wait for its clock."""
        phase = self.phase
        return (
            not self.stops
            and isinstance(phase, Phase)
            # Checked early, because this is quick and mostly false.
            and len(self.sealed) + len(self.voided) >= len(phase.asked)
            and phase.closes_early
            and not self.silent
        )

    def repeated(self, seat: SeatId, request: str) -> Receipt | None:
        """Return the receipt of a declaration that was accepted at this gate or the one before."""
        return self.receipts.get((seat, request)) or self.former.get((seat, request))

    @property
    def uncounted(self) -> tuple[str, ...]:
        """The ids of declarations that were accepted at this gate and do not count, because they were voided or replaced."""
        return tuple(
            request
            for (seat, request), receipt in self.receipts.items()
            if self._counting(seat) != receipt.answer
        )

    def _counting(self, seat: SeatId) -> Answer | None:
        """Return the answer that counts for a seat, or None. The answer is empty if the seat may have taken its
        answer back.
        """
        sealed = self.sealed.get(seat)
        if sealed is not None:
            return sealed.answer
        return {} if self.asks_readiness and seat not in self.voided else None

    def check_asked(self, seat: SeatId) -> None:
        """Check, for an umpire's act, that a seat is asked. Raises Refused."""
        if seat not in self.playing().asked:
            raise Refused(RefusalCode.NOT_ASKED, sentence("rulings.seat_not_asked"))

    def check_answer(self, seat: SeatId, gate: GateNo) -> None:
        """Check that a seat may seal an answer to this gate now. Raises Refused."""
        phase = self.playing()
        if gate > self.number:
            raise Refused(RefusalCode.STALE, sentence("refusals.not_asked_yet"))
        if gate < self.number:
            raise Refused(RefusalCode.STALE, sentence("refusals.question_closed_counted"))
        if seat not in phase.asked:
            raise Refused(RefusalCode.NOT_ASKED, sentence("refusals.not_asked"))
        self.check(Happening.ANSWER)
        if seat in self.voided:
            raise Refused(RefusalCode.NOT_ALLOWED, sentence("refusals.struck_out"))
        if self.changes.get(seat, 0) >= CHANGES_MAX:
            raise Refused(RefusalCode.TOO_FAST, sentence("refusals.answer_too_often"))

    def seal(self, seat: SeatId, sealed: Sealed) -> None:
        """Store a seat's declaration. It replaces the last declaration of the seat."""
        self.changes[seat] = self.changes.get(seat, 0) + 1
        self.sealed[seat] = sealed

    def take_back(self, seat: SeatId) -> None:
        """Remove the sealed answer and the draft of a seat at its own request. The seat may answer again."""
        self.changes[seat] = self.changes.get(seat, 0) + 1
        self.withdraw(seat)

    def keep_receipt(self, seat: SeatId, receipt: Receipt) -> None:
        """Store the receipt of a declaration that was accepted."""
        self.receipts[seat, receipt.id] = receipt

    def seal_for(self, seat: SeatId, sealed: Sealed) -> None:
        """Store an umpire's declaration for a seat."""
        self.voided.discard(seat)
        self.sealed[seat] = sealed

    def strike(self, seat: SeatId) -> None:
        """Void a seat's declaration. It counts as missing, even if the seat sends another one. Raises Refused."""
        self.check_asked(seat)
        self.check(Happening.STRIKE)
        self.sealed.pop(seat, None)
        self.voided.add(seat)

    def withdraw(self, seat: SeatId) -> None:
        """Remove the sealed answer and the draft of a seat. The seat may answer again."""
        self.sealed.pop(seat, None)
        self.drafts.pop(seat, None)

    def draft(self, seat: SeatId, gate: GateNo, answer: Answer) -> bool:
        """Store a seat's draft. It may count if the seat stays silent. Return whether the draft is new. Raises Refused."""
        asked = self.playing().asked
        if gate != self.number or seat not in asked or self.silence.policy is not Silence.DRAFT:
            raise Refused(RefusalCode.STALE, sentence("refusals.no_drafts"))
        self.check(Happening.ANSWER)
        before = self.drafts.get(seat)
        if before and before.answer == answer:
            return False
        times = before.times if before else 0
        if times >= DRAFTS_MAX:
            raise Refused(RefusalCode.TOO_FAST, sentence("refusals.draft_too_often"))
        self.drafts[seat] = Drafted(answer, times + 1)
        return True

    # --- talk -----------------------------------------------------------------------------------------------------

    def channel(self, name: ChannelId) -> Channel | None:
        """Return a channel of the open phase. Return None if no channel has this name."""
        channels = self.phase.channels if isinstance(self.phase, Phase) else ()
        return next((channel for channel in channels if channel.id == name), None)

    def speakable(self, at: int, grace_ms: int = 0) -> bool:
        """Return whether the channels of the phase are open now.

        They close when the clock and its grace time are over, even if the gate then waits longer.
        """
        phase = self.phase
        if isinstance(phase, Phase) and phase.quiet_seconds and self.clock is not None and not self.stops:
            return self.clock.left(at) > phase.quiet_seconds * 1000
        return self.takes_requests(at, grace_ms)

    def takes_requests(self, at: int, grace_ms: int = 0) -> bool:
        """Return whether seats may ask for information now. They may until the clock and its grace time are over."""
        playing = isinstance(self.phase, Phase) and self.clock is not None and not self.stops
        return playing and not self._out(at, grace_ms)
