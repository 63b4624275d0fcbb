"""Table: one running game, gate after gate. It decides which declarations count. It sends nothing.

- Only a table changes its own state. A closing or a ruling happens completely or not at all.
- A declaration counts if it was accepted before its gate closed. Nothing that happens later changes this.
- A table whose seed is still to be made has no position, no clock and no question. So there is nothing to show.
- Running time is the time that the clocks of its gates have counted down. Nothing else changes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from math import inf
from typing import Any

from warcouncil.arbiter.core.table.chance import UNDEALT, DrawStage, TableDraw
from warcouncil.arbiter.core.table.closing import Closing, TableCounters, stops_named
from warcouncil.arbiter.core.table.gate import Gate, GateClock, Sealed
from warcouncil.arbiter.core.table.injects import InjectProgress, Injects
from warcouncil.arbiter.core.table.rules import Rules
from warcouncil.arbiter.core.table.states import Happening, Stop
from warcouncil.arbiter.core.table.story import Story, UmpireRuled, told_bytes
from warcouncil.arbiter.core.table.talk import Talk
from warcouncil.arbiter.core.table.transaction import whole
from warcouncil.arbiter.core.words.outcome import Closed, Refused
from warcouncil.arbiter.core.words.plan import Inject, TablePlan
from warcouncil.games.kit.game import AnyGame, Finish, Phase, Resolution
from warcouncil.games.kit.play import codec
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.ways import Way
from warcouncil.protocol.proofs.lots import Lot
from warcouncil.protocol.sentences.sentence import Sentence, say, sentence
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.wire.requests import Declare
from warcouncil.protocol.words import GateNo, SeatId, TableId

PAST_MAX = 60
"""How many gates a table can be rolled back. Bounds memory."""
UNCOUNTED_MAX = 1000
"""How many of the newest declarations that did not count are remembered. Bounds memory."""
AMENDED_BYTES_MAX = 16_000
"""The maximum size of the sentences and scenes about amendments when a question closes, in bytes. They fit into the
largest frame together with everything that a game reports.
"""

_FIXED = frozenset({"plan", "game", "rules", "seats", "sides", "cover", "number", "injects"})
"""The attributes of a table that never change."""


class Table:
    """One running game. It is built from its plan and from the injects of the exercise. `begin` sets it up."""

    def __init__(self, plan: TablePlan, game: AnyGame, injects: tuple[Inject, ...] = ()) -> None:
        self.plan = plan
        self.game = game
        self.number = plan.table
        self.injects = Injects(injects, plan.table)
        self.rules = Rules(plan, game, watched=self.injects.watch)
        self.seats = self.rules.seats
        self.sides = self.rules.sides
        self.cover = self.rules.cover
        self.state: Any = None
        self.chance = bytes.fromhex(plan.seed)
        """The seed of all random results at the table. If all parties make the seed, it is set later."""
        self.draw: TableDraw | None = None
        """The draw of the table's seed, or None if the host makes the seed alone."""
        self.now = Gate(GateNo(0), Finish("not begun", ()))
        """The open gate."""
        self.talk = Talk(desk=frozenset(seat.id for seat in self.seats.values() if seat.neutral))
        self.story = Story()
        self.figures: dict[str, int] = {}
        """The numbers on the public sheet, by their labels."""
        self.past: dict[int, tuple[str, int]] = {}
        """The opening position of each of the newest gates, and how many steps the table had counted."""
        self.counters = TableCounters.at_first(plan)
        self.asleep = False
        """Whether the table skips records in a resume until the closing from which it is restored."""
        self._uncounted: tuple[str, ...] = ()
        """The newest declarations that were accepted and did not count when their gate closed."""
        self._undone: tuple[tuple[int, int], ...] = ()
        """The first and last gate that each rollback undid, and the gate at which an umpire ended the game."""
        self._quiet: tuple[InjectProgress, dict[str, int], float] | None = None
        """No inject comes before this running time while this progress and these figures are unchanged. `due_injects`
        is called at every tick, so its result is cached."""

    def whole(self) -> AbstractContextManager[None]:
        """Roll back the block if any part of it fails. The journal would not have the finished part."""
        return whole(self, _FIXED)

    # --- frequent queries -----------------------------------------------------------------------------------------

    @property
    def gate(self) -> GateNo:
        """The number of the open gate."""
        return self.now.number

    @property
    def phase(self) -> Phase | Finish:
        """The phase of the open gate, or the end of the game."""
        return self.now.phase

    @property
    def clock(self) -> GateClock | None:
        """The clock of the open gate, or None if the game is over."""
        return self.now.clock

    @property
    def sealed(self) -> Mapping[SeatId, Sealed]:
        """The sealed answers of the open gate."""
        return self.now.sealed

    @property
    def bots(self) -> Mapping[SeatId, str]:
        """The seats that bots play, and the kind of each bot."""
        return self.counters.bots

    @property
    def begun(self) -> bool:
        """Whether the first clock has been started."""
        return Stop.UNBEGUN not in self.now.stops

    @property
    def paused(self) -> str:
        """The reason of an umpire who stopped the clock, or "" if no umpire did."""
        return self.now.why.get(Stop.PAUSED, "")

    @property
    def held(self) -> str:
        """Why the table is held, as every console may read it: the fault, or that an umpire held it. "" if it is not."""
        if Stop.HELD not in self.now.stops:
            return ""
        return self.now.fault or say("stored.held")

    @property
    def hold_reason(self) -> str:
        """The reason of the umpire who held the table, or "" if no umpire did. Only umpires and observers may read it."""
        return self.now.why.get(Stop.HELD, "")

    @property
    def is_undealt(self) -> bool:
        """Whether the table has no position yet, because all parties must make its seed first."""
        return self.draw is not None and self.draw.stage is not DrawStage.MADE

    @property
    def laid_open(self) -> bool:
        """Whether every seat sees the full truth. It is never true before the game is over."""
        now = self.now
        over = isinstance(now.phase, Finish) and now.number > 0
        return over and (now.laid_open or self.plan.lay_open)

    def seat(self, seat: SeatId) -> Seat:
        """Return a seat. Raises Refused if no seat has this name."""
        found = self.seats.get(seat)
        if found is None:
            raise Refused(RefusalCode.NO_SUCH, sentence("rulings.no_such_seat", seat=repr(seat)))
        return found

    # --- the beginning --------------------------------------------------------------------------------------------

    def begin(self, at: int, *, waits: bool = False) -> Closed:
        """Set the game up and open the first gate. `waits`: the clock stays stopped until the table is started."""
        self.now = Gate(GateNo(0), Finish("not begun", ()), stops=Stop.UNBEGUN if waits else Stop(0))
        return self._enter(at, self.rules.setup(self.chance))

    def await_draw(self) -> None:
        """Wait without a position, clock and question until all parties have made the seed."""
        self.now = Gate(GateNo(0), UNDEALT, stops=Stop.UNBEGUN)
        self.draw = TableDraw()

    def start(self, at: int) -> None:
        """Start the first clock, or the draw before it. Raises Refused if it was started before."""
        if self.draw is not None and self.is_undealt:
            self.now.check(Happening.BEGIN)
            self.draw.ask(at)
        else:
            self._let_run(at)

    def know_chance(self, lots: tuple[Lot, ...], chance: bytes) -> None:
        """Record the seed of the game and the lots from which it was made."""
        assert self.draw
        self.draw.make(lots, passed_over=self.asleep)
        self.chance = chance

    def deal(self, at: int) -> Closed:
        """Set the game up with the seed that all parties made, open the first gate and start its clock."""
        self._let_run(at)
        return self._enter(at, self.rules.setup(self.chance))

    def _let_run(self, at: int) -> None:
        self.now.happen(Happening.BEGIN, at)

    # --- gates ----------------------------------------------------------------------------------------------------

    def close(self, at: int, *, ended: bool = False) -> Closed:
        """Close the gate: resolve the declarations and open the next gate. The rules resolve missing declarations
        too.

        The gate must be complete, or its time must be up. With `ended`, an umpire ended its time. Raises Refused.
        """
        self.now.playing()
        why = Happening.END_NOW if ended else Happening.CLOSE
        self.now.check(why)
        if not ended:
            self.counters = self.counters.with_missed(self.now, self.now.playing())
        return self._enter(at, self.rules.resolve(self.state, self.now, self.chance), why)

    def go_back(self, at: int, gate: GateNo, words: str) -> Closed:
        """Open a gate with the position of an earlier one. The story keeps the later events. Raises Refused."""
        self.check_back(gate)
        state, steps = self.past[gate]
        self.counters = replace(self.counters, over=None, steps=min(self.counters.steps, steps))
        return self._by_ruling(at, self.rules.load(state), words, undone=gate)

    def check_back(self, gate: GateNo) -> None:
        """Check that the table can be rolled back to a gate. Raises Refused."""
        if gate not in self.past or gate >= self.gate:
            raise Refused(RefusalCode.NO_SUCH, sentence("rulings.cannot_go_back"))

    def end(self, at: int, finish: Finish) -> Closed:
        """End the game by ruling. Raises Refused."""
        self.now.playing()
        self.counters = replace(self.counters, over=finish)
        return self._by_ruling(at, self.state, finish.reason, undone=self.gate)

    def amend(self, text: str) -> None:
        """Store a text of an umpire that amends the game when the open gate closes.

        Raises Refused if the rules reject it, or if the report of all amendments would not fit into a frame.
        """
        self.now.playing()
        texts = (*self.now.amended, text)
        events = self.rules.amended(self.state, texts).events
        if max(told_bytes(events, seat) for seat in self.seats.values()) > AMENDED_BYTES_MAX:
            raise Refused(RefusalCode.TOO_FAST, sentence("rulings.too_many_amendments"))
        self.now.amended = texts

    def lay_open(self) -> None:
        """Show the full truth to every seat. Raises Refused before the game is over."""
        if not isinstance(self.phase, Finish):
            raise Refused(RefusalCode.CLOSED, sentence("rulings.secrets_too_early"))
        if self.laid_open:
            raise Refused(RefusalCode.NO_SUCH, sentence("rulings.secrets_shown"))
        self.now.laid_open = True

    def _by_ruling(self, at: int, state: Any, words: str, *, undone: int) -> Closed:
        return self._enter(at, Resolution(state, (UmpireRuled(words),), "ruling"), Happening.TURN, undone)

    def _enter(
        self, at: int, resolution: Resolution[Any], why: Happening | None = None, undone: int = 0
    ) -> Closed:
        """Store a resolution, close the gate (`why`) and open the next one. The rules are called first, because they
        may fail."""
        phase = self.rules.next(resolution.state, self.counters.over)
        shown = self.rules.figures(resolution.state)
        state = self.rules.dump(resolution.state)
        self.counters = replace(self.counters, ran_ms=self.ran_ms(at))
        closing = self._closing(state.decode(), resolution, undone)
        closed = Closed(self.number, self.gate, codec.digest(state), closing.dump())
        self._uncount(closing, self.gate)
        if why:
            self.now.happen(why, at)
        self.state, self.figures = resolution.state, shown
        self.story.tell(resolution.heading, resolution.events, self.gate)
        self._keep_past(self.gate + 1, closing)
        self._open(at, phase)
        return closed

    def _closing(self, state: str, resolution: Resolution[Any], undone: int) -> Closing:
        """Return the record of this closing for the journal. Every open proposal lapses then."""
        self.talk.lapse()
        said = self.talk.take()
        decreed, record = self.story.take()
        return Closing(
            state=state,
            heading=resolution.heading,
            events=tuple(codec.dump_event(event) for event in resolution.events),
            said=said,
            record=record,
            decreed=decreed,
            stops=stops_named(self.now.stops, self.held),
            uncounted=self.now.uncounted,
            undone=undone,
            **self.counters.as_kept(self.plan),
        )

    def _open(self, at: int, phase: Phase | Finish) -> None:
        name, seconds = "", 0.0
        if isinstance(phase, Phase):
            name, seconds = phase.name, self.counters.clocks.get(phase.name, phase.clock_seconds)
        silence = self.rules.silence(phase)
        self.now = Gate.opened(self.now, phase, at, total_ms=round(seconds * 1000), silence=silence)
        if name and self.injects and not (isinstance(phase, Phase) and phase.goes_on):
            self._count_opening(name)

    def _count_opening(self, phase: str) -> None:
        """Record that a phase opened. The time of some injects counts from then."""
        counters = self.counters
        count = counters.opened.get(phase, 0) + 1
        injects = self.injects.note_opening(counters.injects, phase, count, counters.ran_ms)
        self.counters = replace(counters, opened={**counters.opened, phase: count}, injects=injects)

    def _keep_past(self, gate: int, closing: Closing) -> None:
        """Store the opening position of a gate, and remove the position of the oldest gate."""
        self.past[gate] = closing.state, closing.steps
        self.past.pop(gate - PAST_MAX, None)

    # --- declarations ---------------------------------------------------------------------------------------------

    def check_counts(self, request: str, gate: int) -> None:
        """Check that a declaration accepted at a gate counts, or counted when that gate closed. Raises Refused with the
        reason."""
        if request in self._uncounted or request in self.now.uncounted:
            raise Refused(
                RefusalCode.NOT_ALLOWED,
                sentence("refusals.struck_or_replaced"),
            )
        before: int = self.gate
        for first, last in reversed(self._undone):
            if last >= before:
                continue  # The return to `before` undid this ruling too.
            before = first
            if first <= gate <= last:
                why = sentence("refusals.taken_back" if first < last else "refusals.ended_there")
                raise Refused(RefusalCode.NOT_ALLOWED, why)

    def _uncount(self, closing: Closing, gate: int) -> None:
        """Remember the declarations at a closed gate that do not count."""
        if closing.uncounted:
            self._uncounted = (*self._uncounted, *closing.uncounted)[-UNCOUNTED_MAX:]
        if closing.undone:
            self._undone = (*self._undone, (closing.undone, gate))[-UNCOUNTED_MAX:]

    def declare(self, seat: SeatId, request: Declare, way: Way = Way.SEALED) -> None:
        """Seal a declaration, or take back the one before it. Raises Refused."""
        self.now.check_answer(seat, request.gate)
        if self.now.takes_back(request.answer):
            self.now.take_back(seat)
            return
        read = self.rules.read(self.state, seat, request.answer)
        self.now.seal(seat, Sealed(request.id, request.answer, read, way))

    def declare_for(self, seat: SeatId, answer: Answer, request: str) -> None:
        """Seal a declaration for a seat by ruling. Raises Refused."""
        self.now.check_asked(seat)
        self.now.check(Happening.DECLARE_FOR)
        if isinstance(self.phase, Phase) and self.phase.consent:
            raise Refused(RefusalCode.NOT_ASKED, sentence("refusals.questionnaire"))
        read = self.rules.read(self.state, seat, answer)
        self.now.seal_for(seat, Sealed(request, answer, read, Way.UMPIRE))

    # --- the clock ------------------------------------------------------------------------------------------------

    def ran_ms(self, at: int) -> int:
        """Return the table's running time in milliseconds: how long its clocks have run so far."""
        return self.counters.ran_ms + self.now.ran(at)

    def set_clock(self, phase: str, seconds: int) -> None:
        """Set a new length for the clock of a phase. It applies from the phase's next gate. Raises Refused."""
        self.rules.check_phase(self.state, phase)
        self.counters = replace(self.counters, clocks={**self.counters.clocks, phase: seconds})

    # --- injects --------------------------------------------------------------------------------------------------

    def due_injects(self, at: int) -> tuple[int, ...]:
        """Return the places of the injects that come now. No inject comes while the table is stopped."""
        if not self.injects or self.now.stops or not isinstance(self.now.phase, Phase):
            return ()
        so_far, figures, ran_ms = self.counters.injects, self.figures, self.ran_ms(at)
        if self._quiet and self._quiet[0] is so_far and self._quiet[1] is figures and ran_ms < self._quiet[2]:
            return ()
        due = self.injects.due(so_far, figures, ran_ms, self._holds)
        if not due:
            moment = self.injects.next_moment(so_far, ran_ms)
            self._quiet = so_far, figures, inf if moment is None else moment
        return due

    def _holds(self, conditions: tuple[str, ...]) -> bool:
        """Return whether the conditions of an inject hold at the present position."""
        return self.rules.holds(self.state, conditions)

    def next_inject(self, at: int) -> int | None:
        """Return when the next inject with a known time comes. Return None if there is none, or if the clock is
        stopped.
        """
        ran_ms = self.ran_ms(at)
        moment = None if self.now.stops else self.injects.next_moment(self.counters.injects, ran_ms)
        return None if moment is None else at + moment - ran_ms

    def inject_comes(self, at: int, place: int) -> Inject:
        """Record that an inject comes, and return it."""
        self.counters = replace(
            self.counters, injects=self.injects.come(self.counters.injects, place, self.ran_ms(at))
        )
        return self.injects.own[place]

    def send_inject(self, at: int, number: int) -> Inject:
        """Send an inject now, by ruling, and return it. Raises Refused."""
        self.now.playing()
        if Stop.UNBEGUN in self.now.stops:
            raise Refused(RefusalCode.PAUSED, sentence("rulings.not_begun_begin_first"))
        self.counters = replace(
            self.counters, injects=self.injects.send(self.counters.injects, number, self.ran_ms(at))
        )
        return self.injects.own[number - 1]

    def keep_inject_back(self, number: int, *, drop: bool) -> None:
        """Keep an inject back until an umpire sends it or, with `drop`, for good. Raises Refused."""
        self.now.playing()
        self.counters = replace(
            self.counters, injects=self.injects.keep_back(self.counters.injects, number, drop=drop)
        )

    def postpone_injects(self, at: int, number: int, by_ms: int) -> None:
        """Postpone an inject or, with number 0, all injects with a time, by ruling. Raises Refused."""
        self.now.playing()
        self.counters = replace(
            self.counters,
            injects=self.injects.postpone(self.counters.injects, number, by_ms, self.ran_ms(at)),
        )

    # --- bots and lock-step ---------------------------------------------------------------------------------------

    def hand_to_bot(self, seat: SeatId, kind: str, *, lent: bool) -> None:
        """Put a bot at a seat. `lent`: the holder can take the seat back."""
        all_lent = (*self.counters.lent, seat) if lent else self.counters.lent
        self.counters = replace(self.counters, bots={**self.bots, seat: kind}, lent=tuple(sorted(all_lent)))

    def take_from_bot(self, seat: SeatId) -> None:
        """Return a seat to its holder."""
        bots = {one: kind for one, kind in self.bots.items() if one != seat}
        lent = tuple(one for one in self.counters.lent if one != seat)
        self.counters = replace(self.counters, bots=bots, lent=lent)

    def count_steps(self, steps: int) -> None:
        """Record how many gates the table has passed together with all others."""
        self.counters = replace(self.counters, steps=steps)

    # --- the record -----------------------------------------------------------------------------------------------

    def note(self, at: int, did: Sentence, reason: str = "") -> None:
        """Add a line to the record that umpires read. `reason` is the reason of a ruling."""
        if not self.asleep:
            self.story.note(at, did, reason)

    # --- restoring ------------------------------------------------------------------------------------------------

    def recall(self, gate: int, closing: Closing) -> None:
        """Restore the events and talk of a closing."""
        self._keep_past(gate + 1, closing)
        self._uncount(closing, gate)
        if closing.said:
            self.talk.put(closing.said, gate)
        self.story.put(closing.decreed, closing.record, gate)
        self.story.tell(closing.heading, self.rules.events(closing), gate)
        self.story.forget()

    def adopt(self, at: int, gate: int, closing: Closing) -> None:
        """Restore the state after the closing of `gate`. The earlier story must be restored already."""
        state = self.rules.load(closing.state)
        phase, shown = self.rules.next(state, closing.over), self.rules.figures(state)
        self.state, self.figures = state, shown
        self.counters = TableCounters.kept(closing, self.plan)
        self.asleep = False
        fault = closing.fault
        by_umpire = Stop.HELD in closing.stopped and not fault
        self.now = Gate(
            GateNo(gate),
            Finish("passed over", ()),
            stops=closing.stopped,
            why={Stop.HELD: self.story.last_reason("record.held")} if by_umpire else {},
            fault=fault,
        )
        self._open(at, phase)

    def correct(self, at: int, gate: int, closing: Closing, made: Closing) -> None:
        """Restore the state after the closing in the journal, in place of the closing that this program just computed."""
        self._keep_past(gate + 1, closing)
        self.story.correct(bool(made.events), closing.heading, self.rules.events(closing), gate)
        self.adopt(at, gate, closing)

    def pass_over(self, gate: int) -> None:
        """Continue the gate numbers after a closing whose position cannot be read, so that no two gates have the same
        number.
        """
        self.now.number = GateNo(gate + 1)

    def sleep(self, *, on: bool) -> None:
        """Skip records until the closing from which the table is restored. Without `on`, skip no more records."""
        self.asleep = on


def numbered(tables: Mapping[TableId, Table], number: TableId) -> Table:
    """Return the table with this number. Raises Refused."""
    table = tables.get(number)
    if table is None:
        raise Refused(RefusalCode.NO_SUCH, sentence("rulings.no_such_table", table=number))
    return table


def addressed(table: Table, seat: SeatId, team: str) -> tuple[tuple[SeatId, ...], str]:
    """Return the seats that a message reaches, and its addressee as they read it ("you").

    Raises Refused.
    """
    if seat:
        return (table.seat(seat).id,), "you"
    if not team:
        return tuple(table.seats), "the table"
    members = tuple(each.id for each in table.seats.values() if each.team == team)
    if not members:
        raise Refused(RefusalCode.NO_SUCH, sentence("rulings.no_such_team", team=repr(team)))
    return members, "your team"
