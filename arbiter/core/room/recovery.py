"""Recovery: the exercise as it stood when the journal's last record was written, and as it goes on record by record.

Each table stands up from its last closing but one and replays the rest, so that the last gate is always resolved anew and
its digest compared with the one in the journal. A table of which the journal and this program do not agree stands as the
journal says, as far as that can be read, and is held, with the reason for the umpires; the others go on.
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
from warcouncil.protocol.words import GateNo, Role, TableId

DECLARED = b'"type":"declare"'
_DECLARATION = re.compile(rb'"key":"([^"]+)","body":\{"type":"declare","id":"([0-9a-f]{32})","gate":([0-9]+)')
"""A declaration in a record, and whose: only those are kept that were sealed."""
_ASKED = re.compile(
    rb'"key":"([^"]+)","body":\{"type":"(claim|hand_over|say|propose|respond|call|write|rule)","id":"([0-9a-f]{32})"'
)
"""Any other request in a record that is known when it is sent again, and whose."""
DIFFERS = "held: what the rules make of question {} differs from what the journal says"
REFUSED = "held: this program refuses what the journal holds of question {}; it is left out"
UNREAD = "held: this program cannot read how question {} closed"


def restore(
    rows: Iterable[Row],
    sign: Sign,
    verify_key: str = "",
    load: Callable[[str], AnyGame] = registry.load,
) -> Exercise:
    """Give the exercise that these records describe. Raises Corrupt."""
    return Following(rows, sign, verify_key, load).stand()


class _Doubt(NamedTuple):
    """Why a table is doubted, and the record that was done at that table then; 0: it is doubted whatever comes."""

    seq: int
    why: str


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
        self._doubts: dict[TableId, list[_Doubt]] = {}
        self.adrift: set[TableId] = set()
        """Those whose position is not known: what was done there is passed over until a closing says how they stand."""
        self.left_out: list[int] = []
        """Records of no table that this program will not do again: no table is to be held for them, umpires are told."""

    @property
    def doubts(self) -> Mapping[TableId, str]:
        """The tables of which the journal and this program do not agree, and the first reason."""
        return {number: doubts[0].why for number, doubts in self._doubts.items()}

    def let_pass(self, number: TableId, seq: int) -> None:
        """Doubt a table no more for what a resume from the closing of this record would pass over."""
        left = [doubt for doubt in self._doubts.pop(number, ()) if not 0 < doubt.seq <= seq]
        if left:
            self._doubts[number] = left

    def take(self, row: Row) -> None:
        """Do a record again, or compare with it what the one before came to. The first begins the exercise. Raises Corrupt."""
        fenced(row, partial(self._take, row))

    def _take(self, row: Row) -> None:
        if row.kind == "began":
            self._expect(self.exercise.handle(read(Began, row)).effects)
            self._doubts |= {
                number: [_Doubt(0, why)] for number, why in self.exercise.timing.in_doubt.items()
            }
            for number, table in self.exercise.tables.items():
                table.sleep(on=table.undealt and number in self.cut)
        elif row.kind == "closed":
            self._closing(row)
        elif not self.passes_over(row):
            self._stimulus(row)
        elif row.kind == "bound":
            self.exercise.timing.know_chance(read(Bound, row))
        elif (
            row.kind == "doubted"
        ):  # long ago: what umpires did since stands in the closing that it stands up from
            self._doubts.pop(TableId(row.table), None)
            self.exercise.timing.settled(TableId(row.table))

    def passes_over(self, row: Row) -> bool:
        """Tell whether a table stands up from a later closing than this."""
        return bool(row.table) and row.seq <= self._since(TableId(row.table))

    def _since(self, number: TableId) -> int:
        """Give the record of the closing that a table stands up from; 0: all that was done there is done again."""
        return self.cut.get(number, 0)

    # --- what was done --------------------------------------------------------------------------------------------

    def _stimulus(self, row: Row) -> None:
        stimulus = stimulus_in(row)
        if isinstance(stimulus, Doubted):  # from here on it stood as we have it
            self._doubts.pop(stimulus.table, None)
            self.adrift.discard(stimulus.table)
        if row.table in self.adrift:
            return
        effects = attempt(partial(self._effects, stimulus))
        if not isinstance(effects, RulesFault):
            self._expect(effects)
            return
        if isinstance(stimulus, Bound):  # the closing that follows says how it was dealt
            self.exercise.timing.know_chance(stimulus)
        number = TableId(row.table) or self.exercise.suspect(stimulus)
        if number in self.exercise.tables:
            self._doubt(number, REFUSED, self.exercise.tables[number].gate, row.seq if row.table else 0)
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

    def _doubt(self, number: TableId, why: str, gate: int, seq: int) -> None:
        self._doubts.setdefault(number, []).append(_Doubt(seq, why.format(gate)))

    # --- what gates came to ---------------------------------------------------------------------------------------

    def _closing(self, row: Row) -> None:
        """Compare a closing with what was made of the records; put it back where nothing was made, or something else."""
        number, told = TableId(row.table), read(ToldClosing, row)
        table = self.exercise.tables.get(number)
        if table is None:
            raise Corrupt(f"record {row.seq} closes a question of a table that there is not")
        passed = row.seq < self._since(number)
        made = self.expected.pop(number, None)
        if made is None or (made.gate, made.digest) != (told.gate, told.digest):
            put = attempt(partial(self._put, row, told, made))
            self.adrift.discard(number)
            if isinstance(put, RulesFault):
                self._doubt(number, UNREAD, told.gate, 0)
                self.adrift.add(number)
                table.pass_over(told.gate)
        table.sleep(on=passed)
        self.exercise.timing.timetable.mark(number)

    def _put(self, row: Row, told: ToldClosing, made: Closed | None) -> None:
        number, gate = TableId(row.table), told.gate
        closing = Closing.load(told.record)
        table = self.exercise.tables[number]
        if made is not None:
            self._doubt(number, DIFFERS, gate, row.seq)
            table.correct(row.at, gate, closing, Closing.load(made.record))
            return
        table.recall(gate, closing)
        unset = table.state is None
        if (gate or unset) and row.seq >= self._since(number):
            table.adopt(row.at, gate, closing)


class Following:
    """The records so far, and each that comes: whoever stops here has what a resume would give. Every table stands up from its
    last closing but one, and what holders of keys and receipts rely on is known.
    """

    def __init__(
        self,
        rows: Iterable[Row],
        sign: Sign,
        verify_key: str = "",
        load: Callable[[str], AnyGame] = registry.load,
    ) -> None:
        """Take in the records so far. Raises Corrupt."""
        records = list(rows)
        if not records or records[0].kind != "began":
            raise Corrupt("the journal does not begin with an exercise")
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
        """When the last record was written, by the exercise's time."""
        self.take(records[0])
        for row in records[1:]:
            self.take(row)

    @property
    def doubts(self) -> Mapping[TableId, str]:
        """The tables that would be held, and why."""
        return self._retelling.doubts

    def take(self, row: Row) -> None:
        """Do a record again, and know the request in it, also one that is passed over or left out.

        Its seat holds a receipt for it, or asks it again because its answer was lost, and its pace counts.
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
        """Give the exercise as it stands, to go on with; take in nothing more then."""
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
        """Know a request that was not done again."""
        self.exercise.room.repeats.remember(key, request)
        holder = self.exercise.keys.get(key)
        if kind in PACED and holder is not None:
            self.exercise.room.speech_limit.count(at, holder.table, holder.seat)

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
