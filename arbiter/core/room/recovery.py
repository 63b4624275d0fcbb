"""Recovery: replays the records of the journal. A resume replays them all, and a standby replays each new one.

Each table is restored from its last closing but one, and the later records are replayed. So the last gate is always
resolved again, and its digest is compared with the journal's. If the journal and this program disagree about a table,
the table takes the state in the journal as far as it can be read. The table is held, and umpires are told the reason.
The other tables continue.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from warcouncil.arbiter.core.people.receipts import Sign
from warcouncil.arbiter.core.people.speech_limit import PACED
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.table.closing import Closing
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.outcome import Closed, Effect, RulesFault, attempt
from warcouncil.arbiter.core.words.record import Corrupt, Row, ToldClosing, fenced, read, stimulus_in
from warcouncil.arbiter.core.words.stimuli import Began, Bound, Doubted, Received, Stimulus
from warcouncil.games import registry
from warcouncil.games.kit.game import AnyGame
from warcouncil.protocol.sentences.sentence import say
from warcouncil.protocol.words import GateNo, Role, TableId, clean

DECLARED = b'"type":"declare"'
_DECLARATION = re.compile(rb'"key":"([^"]+)","body":\{"type":"declare","id":"([0-9a-f]{32})","gate":([0-9]+)')
"""A declaration in a record, with its key, id and gate. The journal holds only sealed ones."""
_ASKED = re.compile(
    rb'"key":"([^"]+)","body":\{"type":"(claim|hand_over|say|propose|respond|call|write|rule)","id":"([0-9a-f]{32})"'
)
"""The id and key of any other request in a record, so that a repeat is recognised."""


def restore(
    rows: Iterable[Row],
    sign: Sign,
    verify_key: str = "",
    load: Callable[[str], AnyGame] = registry.load,
) -> Exercise:
    """Return the exercise that these records describe. Raises Corrupt."""
    return Following(rows, sign, verify_key, load).stand()


class _Doubt(NamedTuple):
    """A reason to doubt a table, and the record that was being replayed then. The record is 0 if no later closing can
    remove the doubt.
    """

    seq: int
    why: str


class Retelling:
    """The replay of records in order. `cut` names, for each table, the record of the closing from which it is
    restored.

    If a table has none, all its records are replayed.
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
        self._doubts: dict[TableId, list[_Doubt]] = {}
        self.adrift: set[TableId] = set()
        """Tables with an unknown position. Their records are skipped until a closing has a position."""
        self.left_out: list[int] = []
        """Records without a table that this program cannot replay. No table is held for them. Umpires are told."""

    @property
    def doubts(self) -> Mapping[TableId, str]:
        """The tables about which the journal and this program disagree, and the first reason."""
        return {number: doubts[0].why for number, doubts in self._doubts.items()}

    def let_pass(self, number: TableId, seq: int) -> None:
        """Remove the doubts about a table that a resume from the closing of this record would not have."""
        left = [doubt for doubt in self._doubts.pop(number, ()) if not 0 < doubt.seq <= seq]
        if left:
            self._doubts[number] = left

    def take(self, row: Row) -> None:
        """Replay a record, or compare a closing with the replayed result. The first record begins the exercise.
        Raises Corrupt."""
        fenced(row, partial(self._take, row))

    def _take(self, row: Row) -> None:
        if row.kind == "began":
            self._expect(self.exercise.handle(read(Began, row)).effects)
            self._doubts |= {
                number: [_Doubt(0, why)] for number, why in self.exercise.timing.in_doubt.items()
            }
            for number, table in self.exercise.tables.items():
                table.sleep(on=table.is_undealt and number in self.cut)
        elif row.kind == "closed":
            self._closing(row)
        elif not self.passes_over(row):
            self._stimulus(row)
        elif row.kind == "bound":
            self.exercise.timing.know_chance(read(Bound, row))
        elif row.kind == "doubted":  # Later rulings are part of the closing from which the table is restored.
            self._doubts.pop(TableId(row.table), None)
            self.exercise.timing.settled(TableId(row.table))

    def passes_over(self, row: Row) -> bool:
        """Return whether a table is restored from a later closing than this record."""
        return bool(row.table) and row.seq <= self._since(TableId(row.table))

    def _since(self, number: TableId) -> int:
        """Return the record of the closing from which a table is restored. Return 0 if all its records are replayed."""
        return self.cut.get(number, 0)

    # --- stimuli --------------------------------------------------------------------------------------------------

    def _stimulus(self, row: Row) -> None:
        stimulus = stimulus_in(row)
        if isinstance(
            stimulus, Doubted
        ):  # Until here, the table had the state that this program has computed.
            self._doubts.pop(stimulus.table, None)
            self.adrift.discard(stimulus.table)
        if row.table in self.adrift:
            return
        effects = attempt(partial(self._effects, stimulus))
        if not isinstance(effects, RulesFault):
            self._expect(effects)
            return
        if isinstance(stimulus, Bound):  # The next closing says how the game was dealt.
            self.exercise.timing.know_chance(stimulus)
        number = TableId(row.table) or self.exercise.suspect(stimulus)
        if number in self.exercise.tables:
            gate = self.exercise.tables[number].gate
            self._doubt(number, say("stored.rejected", gate=gate), row.seq if row.table else 0)
        else:
            self.left_out.append(row.seq)

    def _effects(self, stimulus: Stimulus) -> Iterable[Effect]:
        """Return the effects of a replayed stimulus. Raises any error of the present program."""
        if isinstance(stimulus, Received):
            return self.exercise.perform(stimulus.at, stimulus.key, stimulus.body)[1]
        return self.exercise.handle(stimulus).effects

    def _expect(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Closed):
                self.expected[effect.table] = effect

    def _doubt(self, number: TableId, why: str, seq: int) -> None:
        self._doubts.setdefault(number, []).append(_Doubt(seq, why))

    # --- closings -------------------------------------------------------------------------------------------------

    def _closing(self, row: Row) -> None:
        """Compare a closing with the replayed result. If there is no result or it differs, restore the closing."""
        number, told = TableId(row.table), read(ToldClosing, row)
        table = self.exercise.tables.get(number)
        if table is None:
            raise Corrupt(say("files.no_such_table", record=row.seq))
        passed = row.seq < self._since(number)
        made = self.expected.pop(number, None)
        if made is None or (made.gate, made.digest) != (told.gate, told.digest):
            put = attempt(partial(self._put, row, told, made))
            self.adrift.discard(number)
            if isinstance(put, RulesFault):
                self._doubt(number, say("stored.unread", gate=told.gate), 0)
                self.adrift.add(number)
                table.pass_over(told.gate)
        table.sleep(on=passed)
        self.exercise.timing.timetable.mark(number)

    def _put(self, row: Row, told: ToldClosing, made: Closed | None) -> None:
        number, gate = TableId(row.table), told.gate
        closing = Closing.load(told.record)
        table = self.exercise.tables[number]
        if made is not None:
            self._doubt(number, say("stored.differs", gate=gate), row.seq)
            table.correct(row.at, gate, closing, Closing.load(made.record))
            return
        table.recall(gate, closing)
        unset = table.state is None
        if (gate or unset) and row.seq >= self._since(number):
            table.adopt(row.at, gate, closing)


class Following:
    """The replay of all records so far, and of each new one. Its state is always the state that a resume would have.

    Every table is restored from its last closing but one. The ids of the requests that created keys or receipts are
    kept, so that a repeated request is recognised.
    """

    def __init__(
        self,
        rows: Iterable[Row],
        sign: Sign,
        verify_key: str = "",
        load: Callable[[str], AnyGame] = registry.load,
    ) -> None:
        """Replay the records so far. Raises Corrupt."""
        records = list(rows)
        if not records or records[0].kind != "began":
            raise Corrupt(say("files.no_beginning"))
        check_playable(read(Began, records[0]), load)
        self.exercise = Exercise(sign, verify_key, load)
        closings: dict[TableId, list[int]] = {}
        for row in records:
            if row.kind == "closed":
                closings.setdefault(TableId(row.table), []).append(row.seq)
        cut = {table: seqs[-2] for table, seqs in closings.items() if len(seqs) > 1}
        self._retelling = Retelling(self.exercise, load, cut)
        self._closed: dict[TableId, int] = {}
        """The record of each table's last closing."""
        self.at = 0
        """The exercise time of the last record."""
        self.take(records[0])
        for row in records[1:]:
            self.take(row)

    @property
    def doubts(self) -> Mapping[TableId, str]:
        """The tables that would be held, and why."""
        return self._retelling.doubts

    def take(self, row: Row) -> None:
        """Replay a record and remember its request, even if the record is skipped.

        The client has a receipt for the request, or repeats it because the answer was lost. It also counts towards
        the seat's speech limit.
        """
        self._retelling.take(row)
        self.at = row.at
        if row.kind == "closed":
            number = TableId(row.table)
            self._retelling.let_pass(number, self._closed.get(number, 0))
            self._closed[number] = row.seq
        elif row.kind == "received":
            if sealed := _DECLARATION.search(row.body):
                self._sealed(*sealed.groups())
            elif asked := _ASKED.search(row.body):
                key, kind, request = (part.decode() for part in asked.groups())
                if not self.exercise.room.repeats.known(key, request):
                    self._know(row.at, key, kind, request)

    def stand(self) -> Exercise:
        """Return the exercise, ready to run. Replay no more records afterwards."""
        for number, why in self.doubts.items():
            self.exercise.timing.doubt(number, self.at, why)
        if self._retelling.left_out:
            self.exercise.room.consoles.left_out(self._retelling.left_out)
        self._dismiss()
        return self.exercise

    def _sealed(self, key: bytes, request: bytes, gate: bytes) -> None:
        holder = self.exercise.keys.get(key.decode())
        if holder is not None:
            self.exercise.room.receipts.remember(
                request.decode(), holder.table, holder.seat, GateNo(int(gate))
            )

    def _know(self, at: int, key: str, kind: str, request: str) -> None:
        """Remember a request that was not replayed."""
        self.exercise.room.repeats.remember(key, request)
        holder = self.exercise.keys.get(key)
        if kind in PACED and holder is not None:
            self.exercise.room.speech_limit.count(at, holder.table, holder.seat)

    def _dismiss(self) -> None:
        """Remove the keys of stand-ins whose seat was returned in a skipped record."""
        for key, holder in tuple(self.exercise.keys.items()):
            if holder.role is Role.STAND_IN and holder.seat not in self.exercise.tables[holder.table].bots:
                self.exercise.roster.strike(key)


def check_playable(began: Began, load: Callable[[str], AnyGame]) -> None:
    """Check that this program has the games of an exercise, with the same rules versions. Raises Corrupt."""
    for plan in began.tables:
        game = attempt(partial(load, plan.game))
        if isinstance(game, RulesFault):
            raise Corrupt(say("files.no_game", table=plan.table, game=plan.game, which=_which(began)))
        here = game.rules_version
        if plan.rules_version not in ("", here):
            raise Corrupt(
                say(
                    "files.other_rules",
                    table=plan.table,
                    version=plan.rules_version,
                    game=plan.game,
                    here=here,
                    which=_which(began),
                )
            )
        built = attempt(partial(Table, plan, game))
        if isinstance(built, RulesFault):
            raise Corrupt(say("files.other_options", table=plan.table, game=plan.game, which=_which(began)))


def _which(began: Began) -> str:
    """Return which program can resume an exercise."""
    if began.program:
        return say("files.resume_with", program=clean(began.program))
    return say("files.resume")
