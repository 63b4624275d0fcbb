"""ReplayCheck: replays every record with the games' own rules, and compares each closing exactly with the result.

The replay uses no result from the file. Positions, events and digests follow from the requests and from the tables'
seeds.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.room.recovery import DECLARED, Retelling
from warcouncil.arbiter.core.words.outcome import Closed, RulesFault, attempt
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.core.words.stimuli import (
    STIMULUS,
    Admitted,
    Began,
    Bound,
    Coded,
    Doubted,
    Received,
    Stimulus,
)
from warcouncil.arbiter.record.account.gathering import other_rules, playable, unknown_games
from warcouncil.arbiter.record.file.reading import Record
from warcouncil.arbiter.record.verifying.findings import Check, CheckState
from warcouncil.games import registry
from warcouncil.games.kit.game import AnyGame
from warcouncil.protocol.proofs.receipts import digest_of
from warcouncil.protocol.wire.requests import Declare
from warcouncil.protocol.words import GateNo, SeatId, TableId

RESULTS = "results"
PASSED_OVER = frozenset({"ticked"})
"""Kinds of records that only report that time passed."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A declaration in the journal. `seat` is "" if the holder of the key at that time is unknown."""

    seq: int
    key: str
    table: TableId
    seat: SeatId
    gate: GateNo
    id: str
    digest: str


class ReplayCheck:
    """Replays records. Afterwards `declared` has the declarations by their ids, and `checks` the results."""

    def __init__(self, record: Record, load: Callable[[str], AnyGame] = registry.load) -> None:
        self._record = record
        self._missing = unknown_games(record, load)
        self._other = other_rules(record, load)
        self._began = playable(record, load)
        self._retelling = Retelling(Exercise(lambda _: "", load=load), load)
        self._done: Counter[TableId] = Counter()
        self._wrong: dict[TableId, list[Check]] = {}
        self.declared: dict[str, Accepted] = {}
        self.bound: dict[TableId, tuple[int, Bound, frozenset[SeatId]]] = {}
        """For each table, the record that made its seed with its lots, and the seats that bots played then."""

    @property
    def exercise(self) -> Exercise:
        """The exercise after the replayed records."""
        return self._retelling.exercise

    @property
    def unrepeated(self) -> tuple[TableId, ...]:
        """The tables whose results could not be repeated, because this program lacks their game or its rules."""
        doubted = {number for number in self._wrong if self._other.get(number)}
        return tuple(sorted({*self._missing} | doubted))

    def run(self, told: Callable[[int], None] = lambda _: None) -> None:
        """Replay every record. `told` receives the number of each."""
        last = row = None
        for row in self._record.rows():
            self._look_at_place(row, last)
            self._look_at_declaration(row)
            if row.kind not in PASSED_OVER and not self._of_missing_table(row):
                self._closing(row) if row.kind == "closed" else self._stimulus(row)
            last = row
            told(row.seq)
        if row is not None and not self._record.fault:
            for number in [*self._retelling.expected]:
                self._is_missing(row.seq + 1, number)

    def _of_missing_table(self, row: Row) -> bool:
        """Return whether a record belongs to a table whose game is missing here, or admits a client to such a table."""
        if not self._missing:
            return False
        admits = {"admitted": lambda: Admitted.model_validate_json(row.body).holder.table}
        admits["coded"] = lambda: Coded.model_validate_json(row.body).card.holder.table
        return (
            row.table in self._missing or attempt(admits.get(row.kind, lambda: TableId(0))) in self._missing
        )

    # --- one record -------------------------------------------------------------------------------------------------

    def _stimulus(self, row: Row) -> None:
        for number in [*self._retelling.expected]:
            self._is_missing(row.seq, number)
        stimulus = attempt(partial(STIMULUS.validate_json, row.body))
        if isinstance(stimulus, RulesFault):
            self._say(row, TableId(row.table), "cannot be read")
            return
        if isinstance(stimulus, Bound):
            table = self._retelling.exercise.tables.get(stimulus.table)
            bots = frozenset(table.bots if table else ())
            self.bound.setdefault(stimulus.table, (row.seq, stimulus, bots))
        if isinstance(stimulus, Began):
            row = row._replace(body=self._began)
        else:
            self._look_at_words(row, stimulus)
        before = {*self._retelling.doubts}, len(self._retelling.left_out)
        if isinstance(attempt(partial(self._retelling.take, row)), RulesFault):
            self._say(row, TableId(row.table), "cannot be repeated")
        for number in {*self._retelling.doubts} - before[0]:
            self._say(row, number, self._retelling.doubts[number].removeprefix("held: "))
        if isinstance(stimulus, Doubted):
            self._say(
                row, stimulus.table, f"the host itself could not repeat all of it then ({stimulus.why})"
            )
        if len(self._retelling.left_out) > before[1] and not self._missing:
            self._say(row, TableId(0), "no host would have accepted it")

    def _closing(self, row: Row) -> None:
        number = TableId(row.table)
        expected = self._retelling.expected
        if number in expected:
            for before in [*expected][: [*expected].index(number)]:
                self._is_missing(row.seq, before)
        made = expected.get(number)
        told = attempt(partial(json.loads, row.body))
        if isinstance(told, RulesFault) or not isinstance(told, dict):
            self._say(row, number, "cannot be read")
            return
        why = "a question closes, but nothing closed it" if made is None else _difference(made, told)
        if why:
            self._say(row, number, why, told.get("gate"))
        elif number not in self._wrong:
            self._done[number] += 1
        if isinstance(attempt(partial(self._retelling.take, row)), RulesFault):
            self._say(row, number, "cannot be repeated")
        expected.pop(number, None)

    def _is_missing(self, seq: int, number: TableId) -> None:
        """Record that a closing is missing. It must come right after the record that caused it, but another record is
        at `seq`."""
        made = self._retelling.expected.pop(number)
        self._add(seq, number, "the record of its closing is missing here", made.gate)

    def _look_at_words(self, row: Row, stimulus: Stimulus) -> None:
        """Check that a row agrees with its body. Some code reads table and time from the row, and some from the
        body."""
        exercise = self._retelling.exercise
        if (stimulus.kind, stimulus.at) != (row.kind, row.at):
            self._say(row, TableId(row.table), "its kind or its time differs from the one inside it")
        elif exercise.table_of(stimulus) not in (row.table, *self._missing):
            self._say(row, TableId(row.table), "it is of another table")

    def _look_at_place(self, row: Row, last: Row | None) -> None:
        if last is not None and row.at < last.at:
            self._say(row, TableId(row.table), "its time is before that of the record before it")
        if (row.kind == "began") != (last is None):
            self._say(row, TableId(0), "an exercise begins once, with its first record")

    def _look_at_declaration(self, row: Row) -> None:
        if row.kind != "received" or DECLARED not in row.body:
            return
        received = attempt(partial(Received.model_validate_json, row.body))
        if isinstance(received, Received) and isinstance(received.body, Declare):
            holder = self._retelling.exercise.keys.get(received.key)
            body, seat = received.body, holder.seat if holder else SeatId("")
            self.declared[body.id] = Accepted(
                row.seq, received.key, TableId(row.table), seat, body.gate, body.id, digest_of(body.answer)
            )

    # --- results ----------------------------------------------------------------------------------------------------

    def _say(self, row: Row, table: TableId, why: str, gate: object = None) -> None:
        self._add(row.seq, table, why, gate)

    def _add(self, seq: int, table: TableId, why: str, gate: object = None) -> None:
        found, version = CheckState.FAILS, self._other.get(table, "")
        if version:
            found, why = (
                CheckState.OPEN,
                (
                    f"{why} (it was played by version {version} of its rules, which this program"
                    " does not have)"
                ),
            )
        where = f"table {table}, " if table else ""
        question = f"question {gate}, " if gate else ""
        text = f"{where}{question}record {seq}: {why}"
        self._wrong.setdefault(table, []).append(Check(RESULTS, found, text, seq))

    def checks(self) -> Iterator[Check]:
        """Yield the results for each table: the first fault, the number of further faults, and how much is right."""
        for wrong in sorted(self._wrong.values(), key=lambda checks: checks[0].record):
            more = f", and {len(wrong) - 1} more there" if len(wrong) > 1 else ""
            yield Check(RESULTS, wrong[0].found, wrong[0].text + more, wrong[0].record)
        for number, game in self._missing.items():
            why = (
                f"table {number} plays {game}. This program lacks this game, or does not accept its"
                " options. Not repeated"
            )
            yield Check(RESULTS, CheckState.OPEN, why)
        right = {number: done for number, done in self._done.items() if number not in self._wrong}
        if right:
            questions = sum(right.values()) - len(right)
            text = (
                f"{counted(questions, 'question')} at {counted(len(right), 'table')} resolved again"
                " by the games' rules: each gives the same position, events and words"
            )
            yield Check(RESULTS, CheckState.HOLDS, text)


def counted(number: int, thing: str) -> str:
    """Return a number of things as a text."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _difference(made: Closed, told: dict[str, Any]) -> str:
    """Return how a closing differs from the replayed result. Return "" if it does not."""
    record = told.get("record")
    if not isinstance(record, dict) or not isinstance(record.get("state"), str):
        return "cannot be read"
    if told.get("gate") != made.gate:
        return f"it closes this question, but question {made.gate} was open"
    is_same = record["state"] == made.record["state"]
    if told.get("digest") != made.digest:
        return "its digest is not that of its position" if is_same else "the rules give another position"
    if not is_same:
        return "its position is not the one that the rules give"
    names = record.keys() | made.record.keys()
    differs = sorted(name for name in names if not _agrees(name, record.get(name), made.record.get(name)))
    return f"its other contents differ from what was done ({', '.join(differs)})" if differs else ""


def _agrees(name: str, told: object, made: object) -> bool:
    """Return whether a part of a closing equals the replayed part.

    In an older file, a line of the umpires' record has a text instead of a key. Such a line must have the same time,
    and it must contain all values in the fields of the new line.
    """
    if name != "record" or not (isinstance(told, list) and isinstance(made, list)):
        return told == made
    return len(told) == len(made) and all(map(_is_same_line, told, made))


def _is_same_line(told: object, made: dict[str, Any]) -> bool:
    if not isinstance(told, dict) or "key" in told or told.keys() != {"heading", "text"}:
        return told == made
    named = [*made.get("fields", {}).values(), made.get("reason", "")]
    return told["heading"] == made.get("heading") and all(str(part) in str(told["text"]) for part in named)
