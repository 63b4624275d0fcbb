"""The promises, checked after every step.

Nothing acknowledged is lost and nothing counts twice. No client hears of an unwritten record, and no clock is
shortened. A resumed exercise equals the former one, and the laws of the exercise apply.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from io import StringIO
from typing import Any, TypeGuard

from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.core.words.stimuli import SILENCE_MS_MAX, Due, Greeted, Received, Stimulus, Ticked
from warcouncil.arbiter.shell.file.store import PendingCommit
from warcouncil.arbiter.shell.service.opening import Opened
from warcouncil.arbiter.shell.service.service import Service
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.proofs.receipts import digest_of
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import Done, Receipt, Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Declare, Request, Rule
from warcouncil.protocol.words import TableId

from tests import lawful
from tests.arbiter.core.standing import differences, retold
from tests.simulation.loop import Time
from tests.simulation.refusals import Refusals

SKEW = 1.002
"""No machine's clock runs faster than this against another's."""
SLACK_MS = 3
OVERDUE_MS = 5000
"""A question that is still open after this time beyond its clock was forgotten, also if no tick came."""
STRIDE = 0.6180339887
"""Spreads the records from which standbys follow."""
OF_THE_LINK = ("pledge", "open_lot")
"""The requests that a link makes by itself."""


class Broken(BaseException):
    """A promise was broken. `promise` names it in a word. No fence of the product may take it for a fault of its rules."""

    def __init__(self, promise: str, why: str, at: float) -> None:
        super().__init__(f"{promise}: {why} (after {at:.3f} s)")
        self.promise = promise


@dataclass(frozen=True, slots=True)
class Written:
    """A request in the journal."""

    table: int
    kind: str
    gate: int
    digest: str


@dataclass(slots=True)
class Seen:
    """The state of a table's clock, and its moment."""

    gate: int
    left_ms: int
    at: float
    most_ms: int
    """The most that may be left from now on: more than was seen after a resume that is not durable yet."""


@dataclass
class Promises:
    """The books of one run."""

    time: Time
    asked: dict[str, dict[str, tuple[int, str] | None]] = field(default_factory=dict)
    """The requests of the clients themselves: by key and id, and for declarations the gate and the answer's
    fingerprint.
    """
    acked: list[tuple[str, str]] = field(default_factory=list)
    """The key and id of each declaration that was acknowledged to its client."""
    written: dict[tuple[str, str], Written] = field(default_factory=dict)
    """The durable content of the journal."""
    counting: dict[tuple[int, str, int], tuple[str, str]] = field(default_factory=dict)
    """By table, seat and gate: the key and id of the declaration that counts, as the journal says."""
    gates: dict[int, int] = field(default_factory=dict)
    """By table: the gate that is open, as the journal says."""
    states: set[int] = field(default_factory=set)
    rows: int = 0
    stimuli: int = 0
    laid: int = 0
    """The number of the last record that was laid ready."""
    clocks: dict[int, Seen] = field(default_factory=dict)
    unwritten: set[tuple[str, str]] = field(default_factory=set)
    """The key and id of each ruling that the exercise has accepted and the journal does not have: no client
    was told of it, and a crash undoes it.
    """
    opened_at: dict[int, float] = field(default_factory=dict)
    """When each table came to the question that is open."""
    written_at: int = 0
    """The exercise time of the newest record."""
    former: Exercise | None = None
    heard: dict[str, int] = field(default_factory=dict)
    """The epoch of the arbiter whom each key heard last."""
    free: set[int] = field(default_factory=set)
    """The tables that an umpire has sent back: their questions count anew."""
    unlaid: bool = False
    """Whether the exercise has taken something in that was not laid ready yet."""
    journal: list[Row] = field(default_factory=list)
    """Every record, durable."""
    retold: int = 0
    """How often the journal was done again and compared."""
    places: dict[str, str] = field(default_factory=dict)
    """The name of the client that has a key: for a seat, its table and the seat itself."""
    admitted: set[str] = field(default_factory=set)
    """The keys that were admitted, as the journal says."""
    told_in: list[str] = field(default_factory=list)
    """The keys of the guests who were told that they are in."""
    refusals: Refusals = field(default_factory=Refusals)
    overdue: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By table: the gate, and the end of its clock, that had run out at the last tick."""
    is_exact: bool = True
    """Whether a question must close at the first tick after its time."""
    failure: Broken | None = None
    """The first broken promise. A task of asyncio may keep it."""

    def broken(self, promise: str, why: str) -> None:
        """Report a broken promise."""
        broken = Broken(promise, why, self.time.now)
        self.failure = self.failure or broken
        raise broken

    # --- the journal ------------------------------------------------------------------------------------------------

    def lay(self, laid: PendingCommit) -> None:
        """Record what is going to be written."""
        self.laid, self.unlaid = laid.seq, False

    def commit(self, laid: PendingCommit) -> None:
        """Record what was written."""
        for row in laid.rows:
            self._write(row["seq"], row["at"], row["kind"], row["table_no"], row["body"])

    def _write(self, seq: int, at: int, kind: str, table: int, body: bytes) -> None:
        if seq != self.rows + 1:
            self.broken("chain", f"record {seq} follows record {self.rows}")
        if at < self.written_at:
            self.broken("clock", f"record {seq} is of an earlier time than the one before")
        self.rows, self.written_at = seq, at
        self.journal.append(Row(seq, at, kind, TableId(table), body))
        if kind == "closed":
            self.gates[table] = json.loads(body)["gate"] + 1
        elif kind == "admitted":
            self.admitted.add(json.loads(body)["key"])
        elif kind == "received":
            record = json.loads(body)
            self._request(table, at, record["key"], record["body"])
        self.refusals.hear(kind, table)

    def _must(self, fault: tuple[str, str] | None) -> None:
        """Report a fault, if there is one."""
        if fault is not None:
            self.broken(*fault)

    def _request(self, table: int, at: int, key: str, body: dict[str, Any]) -> None:
        self._must(self.refusals.write(at, key, self.places.get(key, key), body))
        name = body.get("id", "")
        if not name:
            return
        declared = body["type"] == "declare"
        gate = body["gate"] if declared else 0
        before = self.written.get((key, name))
        # A hostile holder may call answers to two questions alike, or an answer and a later message.
        is_another = (
            key not in self.asked
            and before is not None
            and (before.kind, before.gate) != (body["type"], gate)
        )
        if before is not None and not is_another:
            self.broken("once", f"a {body['type']} was written down twice")
        if body["type"] == "rule" and body["act"]["act"] == "go_back":
            self.free.add(body["table"])
            self._take_back(body["table"], body["act"]["to"])
        if body["type"] == "rule" and body["act"]["act"] == "void":
            table = body["table"]
            self.refusals.voided.add((f"{table}:{body['act']['seat']}", self.gates.get(table, 1)))
            self.counting.pop((table, body["act"]["seat"], self.gates.get(table, 1)), None)
        if declared:
            self.counting[body.get("table", 0), body.get("seat") or key, gate] = key, name
        self.unwritten.discard((key, name))
        digest = digest_of(body["answer"]) if declared else ""
        self.written[key, name] = Written(table, body["type"], gate, digest)
        mine = self.asked.get(key)
        if mine is None:
            return
        if name not in mine and body["type"] not in OF_THE_LINK:
            self.broken("forged", f"a {body['type']} was written down for somebody who never sent it")
        known = mine.get(name)
        if known is not None and known != (self.written[key, name].gate, self.written[key, name].digest):
            self.broken("forged", "a declaration was written down that its seat did not make so")

    def _take_back(self, table: int, first: int) -> None:
        """Note that every seal at a table's questions from this one on is void."""
        for place in [place for place in self.counting if place[0] == table and place[2] >= first]:
            del self.counting[place]

    def resumed(self, opened: Opened) -> None:
        """See that what was taken up is what was acknowledged, and what was."""
        before = self.rows
        self.written.clear()
        self.counting.clear()
        self.gates.clear()
        self.journal.clear()
        self.admitted.clear()
        self.refusals.forget_journal()
        self.rows = self.written_at = 0
        for row in opened.journal.rows(alone=True):
            self._write(row.seq, row.at, row.kind, row.table, row.body)
        if self.rows < before:
            self.broken("kept", f"of {before} records that were durable there are {self.rows}")
        self._check_acked()
        for number, table in opened.exercise.tables.items():
            self._check_clock(number, table, opened.clock.now(), what="a crash")
        self.unwritten.clear()
        if self.former is not None and self.rows == self.laid:
            self._check_same(self.former, opened.exercise, "after a resume, and before,")
        self.check_retold(opened.exercise)

    def _check_acked(self) -> None:
        for key, name in self.acked:
            if (key, name) not in self.written:
                self.broken("kept", "an acknowledged declaration is not in the journal any more")
        if not self.admitted.issuperset(self.told_in):
            self.broken("kept", "a guest who was let in is not in the journal any more")

    @property
    def is_written(self) -> bool:
        """Return whether everything that the exercise has accepted is in the journal."""
        return not self.unlaid and self.rows == self.laid

    def check_retold(self, exercise: Exercise) -> None:
        """Check that an exercise equals its journal, done again by one arbiter from the first record and by a
        standby from any other record on. Every value that decides whether a request is accepted must be the
        same (`tests/arbiter/core/standing.py`).
        """
        self.retold += 1
        sign = exercise._sign
        self._check_same(exercise, retold(self.journal, sign), "done again from its first record")
        known = 1 + int(self.rows * (self.retold * STRIDE % 1))
        self._check_same(exercise, retold(self.journal, sign, known), f"followed from record {known}")

    def _check_same(self, exercise: Exercise, other: Exercise, how: str) -> None:
        for difference in differences(exercise, other):
            self.broken("replay", f"{how} the journal gives something else: {difference}")

    # --- the arbiter ------------------------------------------------------------------------------------------------

    def watch(self, exercise: Exercise, is_true: Callable[[], bool], passed: Callable[[], int]) -> None:
        """See everything that the exercise takes in, as long as no other arbiter leads. `passed`: the time of the
        last tick that was read, before which every message has been read too.
        """
        handle = exercise.handle
        self.overdue.clear()

        def watched(stimulus: Stimulus) -> Any:
            early = [] if _is_ruling(stimulus) else self._may_not_close(exercise, stimulus, passed())
            session = exercise.sessions.get(getattr(stimulus, "key", ""))
            outcome = handle(stimulus)
            if not is_true():
                return outcome
            if isinstance(stimulus, Received) and outcome.durable:
                self._accepted(exercise, stimulus, session.token if session else "")
                if isinstance(stimulus.body, Rule):
                    self.unwritten.add((stimulus.key, stimulus.body.id))
            self.unlaid = self.unlaid or outcome.durable
            self._handled(exercise, stimulus, early)
            return outcome

        exercise.handle = watched  # type: ignore[method-assign]  # of this one alone

    def _accepted(self, exercise: Exercise, received: Received, token: str) -> None:
        """See that only the newest window of a key has a say, and that what was accepted counts."""
        if received.session != token:
            self.broken("fence", "something was accepted from a window that has no say any more")
        body, holder = received.body, exercise.keys[received.key]
        if isinstance(body, Declare):
            table = exercise.tables[holder.table]
            sealed = table.now.sealed.get(holder.seat)
            if table.gate == body.gate and body.answer and (sealed is None or sealed.id != body.id):
                self.broken("counts", "a declaration was accepted and does not count")
            if not body.answer and (table.gate != body.gate or sealed is not None):
                self.broken("counts", "a readiness was taken back late, or still counts")

    def _may_not_close(self, exercise: Exercise, stimulus: Stimulus, passed: int) -> list[tuple[Table, int]]:
        """Return the tables that have no reason to close their gate now: their time is not up, and an asked
        seat has not answered. A question may close by itself only if the last tick was at its end or later: until
        then, messages that came in time may not have been read.
        """
        grace, at = exercise.plan.grace_ms, passed if isinstance(stimulus, Due) else stimulus.at
        seals = exercise.keys.get(stimulus.key) if _is_sealing(stimulus) else None
        found: list[tuple[Table, int]] = []
        for table in exercise.tables.values():
            deadline = table.now.clock.deadline if table.now.clock else None
            out = deadline is not None and at >= deadline + grace
            if out or table.is_undealt or not isinstance(table.phase, Phase):
                continue
            answered = {*table.now.sealed, *table.now.voided}
            if seals is not None and seals.table == table.number:
                answered.add(seals.seat)
            if not answered.issuperset(table.phase.asked):
                found.append((table, table.gate))
        return found

    def _handled(self, exercise: Exercise, stimulus: Stimulus, early: list[tuple[Table, int]]) -> None:
        self.stimuli += 1
        ruling = _is_ruling(stimulus)
        for table, gate in early:
            if table.gate != gate:
                self.broken("clock", f"question {gate} closed before its time was up or all had answered")
        for number, table in exercise.tables.items():
            self._check_open(exercise, table, stimulus)
            if ruling:
                self.clocks.pop(number, None)
            self._check_clock(number, table, stimulus.at, what=stimulus.kind)
        kind = stimulus.body.type if isinstance(stimulus, Received) else stimulus.kind
        tables = tuple(
            (
                t.phase.name if isinstance(t.phase, Phase) else "",
                t.gate % 8,
                len(t.now.sealed),
                int(t.now.stops.value),
            )
            for t in exercise.tables.values()
        )
        linked = sum(session.linked for session in exercise.sessions)
        self.states.add(hash((kind, tables, linked, isinstance(stimulus, Greeted))))

    def _check_open(self, exercise: Exercise, table: Table, stimulus: Stimulus) -> None:
        """Check that a question closes in the batch of the first tick at or after the end of its clock and grace."""
        deadline = table.now.clock.deadline if table.now.clock else None
        if deadline is None or table.now.stops:
            self.overdue.pop(table.number, None)
            return
        end = deadline + exercise.plan.grace_ms
        if stimulus.at > end + OVERDUE_MS:
            self.broken("time", f"question {table.gate} of table {table.number} is still open after its time")
        if not isinstance(stimulus, Ticked):
            return
        known = (table.gate, deadline)
        if self.is_exact and self.overdue.get(table.number) == known:
            self.broken(
                "time", f"question {table.gate} of table {table.number} outlived a tick after its time"
            )
        if _passed(stimulus) >= end:
            self.overdue[table.number] = known

    def _check_clock(self, number: int, table: Table, at: int, *, what: str) -> None:
        clock = table.now.clock
        if clock is None:
            self.clocks.pop(number, None)
            return
        left, now = clock.left(at), self.time.now
        seen = self.clocks.get(number)
        undone = what == "a crash" and bool(self.unwritten)
        if seen is not None and seen.gate == table.gate and not undone:
            passed = (now - seen.at) * 1000 * SKEW + SLACK_MS
            if left < seen.left_ms - passed:
                self.broken("clock", f"{what} took {seen.left_ms - passed - left:.0f} ms from table {number}")
            most = max(seen.most_ms, SILENCE_MS_MAX) if what == "resumed" else seen.most_ms
            if what not in ("received", "greeted", "a crash") and left > most:
                self.broken("clock", f"{what} gave {left - most} ms to table {number}")
        fresh = seen is None or seen.gate != table.gate
        if fresh:
            self.opened_at[number] = now
        # A resume is of the moment at which an arbiter began, and handled once it may act; a message of when it came, however long it waited.
        if what in ("received", "greeted"):
            if fresh:
                self.clocks.pop(number, None)
        elif seen is None or fresh or what != "resumed":
            self.clocks[number] = Seen(table.gate, left, now, left)
        else:
            seen.most_ms = max(seen.most_ms, left)

    def check(self, service: Service, log: StringIO) -> None:
        """Check that the invariants held in all that an arbiter did just now."""
        if lawful.BREACHES:
            why, lawful.BREACHES[:] = lawful.BREACHES[0], []
            self.broken("laws", why)
        if service.counters.faults:
            self.broken("rules", f"the rules of a table failed: {log.getvalue()}")

    def gone(self, exercise: Exercise | None) -> None:
        """Remember the exercise of an arbiter that is gone; None: its last state may not be the state of the
        journal.
        """
        self.former = None if self.unlaid else exercise
        self.unlaid = False

    def leads(self, epoch: int, truth: int) -> None:
        """Hear that an arbiter speaks that took the lead in this epoch; the truth is the newest."""
        if epoch != truth:
            self.broken("leader", f"the arbiter of epoch {epoch} speaks in epoch {truth}")

    # --- the clients ------------------------------------------------------------------------------------------------

    def asks(self, key: str, body: Request) -> None:
        """Record a request of a client."""
        name = getattr(body, "id", "")
        if name:
            self.refusals.ask(key, body)
            known = (body.gate, digest_of(body.answer)) if isinstance(body, Declare) else None
            self.asked.setdefault(key, {})[name] = known

    def hears(self, key: str, epoch: int) -> None:
        """Record from whom a client heard something that it believes."""
        before = self.heard.get(key, 0)
        if epoch < before:
            self.broken("leader", f"a seat heard the arbiter of epoch {epoch} after that of {before}")
        self.heard[key] = epoch

    def receipt(self, key: str, receipt: Receipt, session: str) -> None:
        """Record that a client got a receipt in a session."""
        self._must(self.refusals.accepted(key, receipt.id, session))
        found = self.written.get((key, receipt.id))
        if found is None:
            self.broken("durable", "a declaration was acknowledged that is not in the journal")
        elif (found.gate, found.digest) != (receipt.gate, receipt.digest):
            self.broken("durable", "a receipt says something else than the journal")
        self.acked.append((key, receipt.id))

    def done(self, key: str, done: Done, session: str) -> None:
        """Record that a client's request was carried out in a session."""
        self._must(self.refusals.accepted(key, done.id, session))
        if done.id in self.asked.get(key, {}) and (key, done.id) not in self.written:
            self.broken("durable", "a request was confirmed that is not in the journal")

    def refused(self, key: str, refusal: Refusal, session: str) -> None:
        """Note that a client was told in a session that its request was refused.

        A declaration whose receipt is no longer kept must count. One that was struck out, replaced or taken
        back must not.
        """
        found = self.written.get((key, refusal.id))
        if found is None:
            self._must(self.refusals.judge(key, self.places.get(key, key), refusal, session, self.gates))
            return
        if found.kind == "declare" and (key, refusal.id) not in self.counting.values():
            return
        receipt_gone = found.gate + 1 < self.gates.get(found.table, 1)
        if not (receipt_gone and refusal.code is RefusalCode.COUNTED):
            self.broken("once", f"what stands in the journal was refused: {refusal.text}")

    def let_in(self, key: str) -> None:
        """Record that the door admitted a guest."""
        self.told_in.append(key)
        if key not in self.admitted:
            self.broken("durable", "a guest was let in who is not in the journal")

    def view(self, table: TableId, view: View) -> None:
        """Record what a client was shown."""
        if view.gate > self.gates.get(table, 1) and table not in self.free:
            self.broken("durable", f"question {view.gate} was shown before the journal held that it is asked")


def _passed(tick: Ticked) -> int:
    return tick.at if tick.passed < 0 else tick.passed


def _is_sealing(stimulus: Stimulus) -> TypeGuard[Received]:
    """Return whether a stimulus seals an answer. An empty one takes a readiness back."""
    return (
        isinstance(stimulus, Received) and isinstance(stimulus.body, Declare) and bool(stimulus.body.answer)
    )


def _is_ruling(stimulus: Stimulus) -> bool:
    return isinstance(stimulus, Received) and isinstance(stimulus.body, Rule)
