"""Recovery: the exercise as it stood when the journal's last record was written.

Each table stands up from its last closing but one and replays the rest, so that the last gate is always resolved anew and
its digest compared with the one in the journal. A table of which the journal and this program do not agree stands as the
journal says, as far as that can be read, and is held, with the reason for the umpires; the others go on.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from warcouncil.arbiter.core.closing import Closing
from warcouncil.arbiter.core.exercise import Exercise
from warcouncil.arbiter.core.fence import RulesFault, attempt
from warcouncil.arbiter.core.outcome import Closed, Effect
from warcouncil.arbiter.core.sessions import REMEMBERED_MAX
from warcouncil.arbiter.core.stimuli import STIMULUS, Began, Bound, Doubted, Received, Stimulus
from warcouncil.arbiter.core.table import Table
from warcouncil.games import registry
from warcouncil.games.kit.game import AnyGame
from warcouncil.protocol.words import GateNo, Role, TableId

DECLARED = b'"type":"declare"'
_DECLARATION = re.compile(rb'"type":"declare","id":"([0-9a-f]{32})","gate":([0-9]+)')
"""A declaration in a record: only those are kept that were sealed."""
DIFFERS = "held: what the rules make of question {} differs from what the journal says"
REFUSED = "held: this program refuses what the journal holds of question {}; it is left out"
UNREAD = "held: this program cannot read how question {} closed"


class Row(NamedTuple):
    """A record of the journal: a stimulus, or (kind "closed") what a gate came to, right after what closed it.

    `table` is `Exercise.table_of(stimulus)`: 0 for what concerns the whole exercise.
    """

    seq: int
    at: int
    kind: str
    table: int
    body: bytes


class Corrupt(Exception):
    """Records that no arbiter wrote in this order."""


def restore(
    rows: Iterable[Row],
    sign: Callable[[bytes], str],
    verify_key: str = "",
    load: Callable[[str], AnyGame] = registry.load,
) -> Exercise:
    """Give the exercise that these records describe. Raises Corrupt."""
    records = list(rows)
    if not records or records[0].kind != "began":
        raise Corrupt("the journal does not begin with an exercise")
    exercise = Exercise(sign, verify_key, load)
    _StandingUp(exercise, records, load).run()
    return exercise


class Retelling:
    """The records done again, one after another. `cut` is, for each table, the record of the closing from which it stands up;
    a table that has none does everything again.
    """

    def __init__(
        self,
        exercise: Exercise,
        load: Callable[[str], AnyGame],
        cut: Mapping[TableId, int] = MappingProxyType({}),
    ) -> None:
        self.exercise = exercise
        self.load = load
        self.cut = cut
        self.expected: dict[TableId, Closed] = {}
        self.doubts: dict[TableId, str] = {}
        """Tables of which the journal and this program do not agree, and the first reason."""
        self.adrift: set[TableId] = set()
        """Those whose position is not known: what was done there is passed over until a closing says how they stand."""
        self.left_out: list[int] = []
        """Records of no table that this program will not do again: no table is to be held for them, umpires are told."""

    def take(self, row: Row) -> None:
        """Do a record again, or compare with it what the one before came to. The first begins the exercise."""
        if row.kind == "began":
            self._expect(self.exercise.handle(STIMULUS.validate_json(row.body)).effects)
            self.doubts |= self.exercise.course.in_doubt
            for number, table in self.exercise.tables.items():
                table.sleep(on=table.undealt and row.seq < self.cut.get(number, 0))
        elif row.kind == "closed":
            self._closing(row)
        elif not self.passes_over(row):
            self._stimulus(row)
        elif row.kind == "bound":
            self.exercise.course.know_chance(Bound.model_validate_json(row.body))
        elif (
            row.kind == "doubted"
        ):  # long ago: what umpires did since stands in the closing that it stands up from
            self.doubts.pop(TableId(row.table), None)
            self.exercise.course.settled(TableId(row.table))

    def passes_over(self, row: Row) -> bool:
        """Tell whether a table stands up from a later closing than this."""
        return bool(row.table) and row.seq <= self.cut.get(TableId(row.table), 0)

    # --- what was done --------------------------------------------------------------------------------------------

    def _stimulus(self, row: Row) -> None:
        stimulus = STIMULUS.validate_json(row.body)
        if isinstance(stimulus, Doubted):  # from here on it stood as we have it
            self.doubts.pop(stimulus.table, None)
            self.adrift.discard(stimulus.table)
        if row.table in self.adrift:
            return
        effects = attempt(partial(self._effects, stimulus))
        if not isinstance(effects, RulesFault):
            self._expect(effects)
            return
        if isinstance(stimulus, Bound):  # the closing that follows says how it was dealt
            self.exercise.course.know_chance(stimulus)
        number = TableId(row.table) or self.exercise.suspect(stimulus)
        if number in self.exercise.tables:
            self._doubt(number, REFUSED, self.exercise.tables[number].gate)
        else:
            self.left_out.append(row.seq)

    def _effects(self, stimulus: Stimulus) -> Iterable[Effect]:
        """Do again what was done; raises whatever today's program has against it."""
        if isinstance(stimulus, Received):
            return self.exercise.perform(stimulus.at, stimulus.key, stimulus.body)[1]
        return self.exercise.handle(stimulus).effects

    def _expect(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Closed):
                self.expected[effect.table] = effect

    def _doubt(self, number: TableId, why: str, gate: int) -> None:
        self.doubts.setdefault(number, why.format(gate))

    # --- what gates came to ---------------------------------------------------------------------------------------

    def _closing(self, row: Row) -> None:
        """Compare a closing with what was made of the records; put it back where nothing was made, or something else."""
        number, body = TableId(row.table), json.loads(row.body)
        table, passed = self.exercise.tables[number], row.seq < self.cut.get(number, 0)
        made = self.expected.pop(number, None)
        if made is None or (made.gate, made.digest) != (body["gate"], body["digest"]):
            put = attempt(partial(self._put, row, body, made))
            self.adrift.discard(number)
            if isinstance(put, RulesFault):
                self._doubt(number, UNREAD, body["gate"])
                self.adrift.add(number)
                table.pass_over(body["gate"])
        table.sleep(on=passed)
        self.exercise.course.timetable.mark(number)

    def _put(self, row: Row, body: dict[str, Any], made: Closed | None) -> None:
        number, gate = TableId(row.table), body["gate"]
        closing = Closing.load(body["record"])
        table = self.exercise.tables[number]
        if made is not None:
            self._doubt(number, DIFFERS, gate)
            table.correct(row.at, gate, closing, Closing.load(made.record))
            return
        table.recall(gate, closing)
        unset = table.state is None
        if (gate or unset) and row.seq >= self.cut.get(number, 0):
            table.adopt(row.at, gate, closing)


class _StandingUp:
    """The resume: every table stands up from its last closing but one, and what holders of keys and receipts rely on is known."""

    def __init__(self, exercise: Exercise, records: list[Row], load: Callable[[str], AnyGame]) -> None:
        self.exercise = exercise
        self.load = load
        self.records = records
        closings: dict[TableId, list[Row]] = {}
        for row in records:
            if row.kind == "closed":
                closings.setdefault(TableId(row.table), []).append(row)
        self.cut = {table: rows[-2].seq for table, rows in closings.items() if len(rows) > 1}
        self.retelling = Retelling(exercise, load, self.cut)

    def run(self) -> None:
        began, *later = self.records
        check_playable(Began.model_validate_json(began.body), self.load)
        self.retelling.take(began)
        self._remember()
        for row in later:
            self.retelling.take(row)
        self._know_sealed()
        for number, why in self.retelling.doubts.items():
            self.exercise.course.doubt(number, self.records[-1].at, why)
        if self.retelling.left_out:
            self.exercise.consoles.left_out(self.retelling.left_out)
        self._dismiss()

    def _remember(self) -> None:
        """Know the newest requests again that are passed over: one whose answer was lost is sent again."""
        newest: deque[bytes] = deque(maxlen=REMEMBERED_MAX)
        for row in self.records:
            if row.kind == "received" and self.retelling.passes_over(row) and DECLARED not in row.body:
                newest.append(row.body)
        for body in newest:
            received = json.loads(body)
            request = received["body"].get("id")
            if request:
                self.exercise.repeats.remember(received["key"], request)

    def _know_sealed(self) -> None:
        """Know every declaration in the journal, also those that were passed over: their seats hold receipts for them."""
        for row in self.records:
            if row.kind == "received" and (sealed := _DECLARATION.search(row.body)):
                gate = GateNo(int(sealed[2]))
                self.exercise.receipts.remember(sealed[1].decode(), TableId(row.table), gate)

    def _dismiss(self) -> None:
        """Strike the keys of stand-ins whose seat was given back in a record that was passed over."""
        for key, holder in tuple(self.exercise.keys.items()):
            if holder.role is Role.STAND_IN and holder.seat not in self.exercise.tables[holder.table].bots:
                self.exercise.roster.strike(key)


def check_playable(began: Began, load: Callable[[str], AnyGame]) -> None:
    """Check that this program has the games that an exercise began with, by the same rules. Raises Corrupt."""
    for plan in began.tables:
        game = attempt(partial(load, plan.game))
        if isinstance(game, RulesFault):
            raise Corrupt(
                f"table {plan.table} plays {plan.game}, which this program does not have: resume with the program that"
                " began it"
            )
        here = game.rules_version
        if plan.rules_version not in ("", here):
            raise Corrupt(
                f"table {plan.table} was begun with version {plan.rules_version} of the rules of {plan.game}, "
                f"this program has {here}: resume with the program that began it"
            )
        built = attempt(partial(Table, plan, game))
        if isinstance(built, RulesFault):
            raise Corrupt(
                f"this program cannot read the options of table {plan.table} ({plan.game}): resume with the program"
                " that began it"
            )
