"""Recovery: the exercise as it stood when the journal's last record was written.

Each table stands up from its last closing but one and replays the rest, so that the last gate is always resolved anew and
its digest compared with the one in the journal. A table whose digest differs is held; the others go on.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from warcouncil.arbiter.core.exercise import Exercise
from warcouncil.arbiter.core.outcome import Closed, Refused
from warcouncil.arbiter.core.sessions import REMEMBERED_MAX
from warcouncil.arbiter.core.stimuli import STIMULUS, Began, Received, Stimulus
from warcouncil.games import registry
from warcouncil.games.kit.game import AnyGame
from warcouncil.protocol.words import GateNo, Role, TableId

DECLARED = b'"type":"declare"'
_DECLARATION = re.compile(rb'"type":"declare","id":"([0-9a-f]{32})","gate":([0-9]+)')
"""A declaration in a record: only those are kept that were sealed."""
DIFFERS = "held: what the rules make of the journal differs from what it says"


@dataclass(frozen=True, slots=True)
class Row:
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
    replay = _Replay(exercise, records, load)
    replay.run()
    return exercise


class _Replay:
    """One pass over the records. `cut` is, for each table, the record of the closing from which it stands up."""

    def __init__(self, exercise: Exercise, records: list[Row], load: Callable[[str], AnyGame]) -> None:
        self.exercise = exercise
        self.load = load
        self.records = records
        self.closings: dict[TableId, list[Row]] = {}
        for row in records:
            if row.kind == "closed":
                self.closings.setdefault(TableId(row.table), []).append(row)
        self.cut = {table: rows[max(0, len(rows) - 2)].seq for table, rows in self.closings.items()}
        self.expected: dict[TableId, Closed] = {}

    def run(self) -> None:
        began, *later = self.records
        self._stimulus(STIMULUS.validate_json(began.body))
        self._remember()
        for row in later:
            if row.kind == "closed":
                self._closing(row)
            elif not self._passed_over(row):
                self._stimulus(STIMULUS.validate_json(row.body))
        self._know_sealed()
        self._dismiss()

    def _passed_over(self, row: Row) -> bool:
        return bool(row.table) and row.seq <= self.cut.get(TableId(row.table), 0)

    def _remember(self) -> None:
        """Know the newest requests again that are passed over: one whose answer was lost is sent again."""
        newest: deque[bytes] = deque(maxlen=REMEMBERED_MAX)
        for row in self.records:
            if row.kind == "received" and self._passed_over(row) and DECLARED not in row.body:
                newest.append(row.body)
        for body in newest:
            request = json.loads(body)["body"].get("id")
            if request:
                self.exercise.repeats.remember(request)

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

    def _stimulus(self, stimulus: Stimulus) -> None:
        if isinstance(stimulus, Received):
            self._perform(stimulus)
        else:
            if isinstance(stimulus, Began):
                self._check_versions(stimulus)
            self._expect(self.exercise.handle(stimulus).effects)

    def _check_versions(self, began: Began) -> None:
        for plan in began.tables:
            here = self.load(plan.game).rules_version
            if plan.rules_version not in ("", here):
                raise Corrupt(
                    f"table {plan.table} was begun with version {plan.rules_version} of the rules of {plan.game}, "
                    f"this program has {here}: resume with the program that began it"
                )

    def _perform(self, received: Received) -> None:
        try:
            _, effects = self.exercise.perform(received.at, received.key, received.body)
        except Refused:
            raise Corrupt("the journal holds a request that is refused now") from None
        self._expect(effects)

    def _expect(self, effects: Iterable[Any]) -> None:
        for effect in effects:
            if isinstance(effect, Closed):
                self.expected[effect.table] = effect

    def _closing(self, row: Row) -> None:
        table = self.exercise.tables[TableId(row.table)]
        body = json.loads(row.body)
        made = self.expected.pop(table.number, None)
        table.asleep = row.seq < self.cut[table.number]
        if made is not None:
            if (made.gate, made.digest) != (body["gate"], body["digest"]):
                table.stop(row.at, DIFFERS)
            return
        table.recall(body["gate"], body["record"])
        if row.seq == self.cut[table.number] and body["gate"]:
            table.adopt(row.at, body["gate"], body["record"])
