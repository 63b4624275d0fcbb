"""An exercise whose writer is killed after every commit, and the possible damage to its three files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

from warcouncil.arbiter.core.words.outcome import Outcome
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.stimuli import Admitted, Began, CodeCard, Due, Grant, Received, Stimulus
from warcouncil.arbiter.shell.base import failpoints
from warcouncil.arbiter.shell.base.entries import Entry
from warcouncil.arbiter.shell.file import file_lock, trail, write_ahead_log
from warcouncil.arbiter.shell.service.journal import written
from warcouncil.arbiter.shell.service.opening import Opened, begin, take_up
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.proofs.doors import CodeText
from warcouncil.protocol.wire.requests import Declare
from warcouncil.protocol.words import Role, TableId

GAME, TABLES = "kartenspiel", 2
LIVES, TURNS = 4, 4
PAGES = 24
"""The size of the log in pages. So small a log is checkpointed and restarted many times in a morning."""
BLOCK = 512
Receipt = tuple[int, int, str]
"""Table, gate and seat."""


@dataclass(frozen=True, slots=True)
class Files:
    """The exercise file, its log and its trail. None: the file is missing."""

    file: bytes | None
    log: bytes | None
    trail: bytes | None

    @classmethod
    def read(cls, where: Path) -> Files:
        """Read the three files as a killed process leaves them."""
        return cls(*(path.read_bytes() if path.exists() else None for path in _paths(where)))

    def write(self, where: Path) -> None:
        """Write the three, and delete all other files."""
        for path in where.parent.glob("*"):
            path.unlink()
        for path, data in zip(_paths(where), (self.file, self.log, self.trail), strict=True):
            if data is not None:
                path.write_bytes(data)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment at which the writer may be killed: the files, and the ids of the receipts that seats have then.
    `is_untold`: the last transaction is in the log, but was not reported yet. `synced` is the length of the trail
    that survives a power cut.
    """

    files: Files
    told: dict[str, Receipt]
    synced: int
    is_untold: bool = False

    @property
    def ends(self) -> tuple[int, ...]:
        """The places in the log where transactions end, by its undamaged frames."""
        return tuple(_ends(self.files.log or b""))


def _paths(where: Path) -> tuple[Path, Path, Path]:
    return where, write_ahead_log.beside(where), trail.beside(where)


class Morning:
    """Plays an exercise of two tables through several runs of its arbiter and keeps every moment."""

    def __init__(self, where: Path, name: str = "Exercise") -> None:
        self.where = where
        self.moments: list[Moment] = []
        self._told: dict[str, Receipt] = {}
        self._ids = count(1)
        self._at = count(1)
        self._synced = 0
        reach, failpoints.reach = failpoints.reach, self._reached
        pages, file_lock.CHECKPOINT_PAGES = file_lock.CHECKPOINT_PAGES, PAGES
        try:
            self._play(name)
        finally:
            failpoints.reach, file_lock.CHECKPOINT_PAGES = reach, pages

    def _play(self, name: str) -> None:
        plans = tuple(
            TablePlan(table=TableId(number), game=GAME, options={}, seed=f"{number:064x}")
            for number in range(1, TABLES + 1)
        )
        code = CodeText(plate="AAA", secret="AAAAAAAA")
        card = CodeCard(code=code, holder=Grant(role=Role.UMPIRE))
        for life in range(LIVES):
            opened = (
                take_up(self.where)
                if life
                else begin(self.where, Began(exercise=name, tables=plans, codes=(card,)))
            )
            opened.journal.go_on()
            self._synced = trail.beside(self.where).stat().st_size
            if not life:
                self._sit(opened)
            for _ in range(TURNS):
                self._turn(opened)
            left = Files.read(self.where)
            opened.journal.close()
            if life % 2:
                self._keep()
            else:
                left.write(self.where)  # this one was killed

    def _sit(self, opened: Opened) -> None:
        sitting: list[Stimulus] = [
            Admitted(
                at=next(self._at),
                key=f"{number}:{seat}",
                holder=Grant(role=Role.SEAT, table=number, seat=seat),
            )
            for number, table in opened.exercise.tables.items()
            for seat in table.seats
        ]
        self._settle(opened, sitting)

    def _turn(self, opened: Opened) -> None:
        """Declare for every asked seat, table by table, then close the gates."""
        for number, table in opened.exercise.tables.items():
            assert isinstance(table.phase, Phase)
            declared: list[Stimulus] = []
            for seat in table.phase.asked:
                form = table.game.form(table.state, seat)
                answer = form.suggested or fill(form, Dice(b"nobody suggests..", seat))
                body = Declare(id=f"{next(self._ids):032x}", gate=table.gate, answer=answer)
                declared.append(Received(at=next(self._at), key=f"{number}:{seat}", body=body))
            self._settle(opened, declared)
            self._settle(opened, [Due(at=next(self._at), table=number)])

    def _settle(self, opened: Opened, stimuli: list[Stimulus]) -> None:
        """Do as the service does: handle, record, and only then report."""
        entries: list[Entry] = []
        told: dict[str, Receipt] = {}
        for stimulus in stimuli:
            table = opened.exercise.table_of(stimulus)
            if isinstance(stimulus, Received):
                _, effects = opened.exercise.perform(stimulus.at, stimulus.key, stimulus.body)
                outcome = Outcome(True, tuple(effects))
                assert isinstance(stimulus.body, Declare)
                told[stimulus.body.id] = (table, stimulus.body.gate, opened.exercise.keys[stimulus.key].seat)
            else:
                outcome = opened.exercise.handle(stimulus)
            entries += written(stimulus, outcome, table, opened.exercise.keys)
        opened.journal.append(entries)
        self._told |= told
        self._keep()

    def _reached(self, point: str) -> None:
        if point == "before_trail":
            self._keep(is_untold=True)

    def _keep(self, *, is_untold: bool = False) -> None:
        self.moments.append(Moment(Files.read(self.where), dict(self._told), self._synced, is_untold))


def _ends(log: bytes) -> Iterator[int]:
    """Yield the places where transactions end in a log, by its undamaged frames."""
    if log:
        step = 24 + int.from_bytes(log[8:12])
        for start in range(32, len(log) - step + 1, step):
            if log[start + 8 : start + 16] != log[16:24]:
                break
            if int.from_bytes(log[start + 4 : start + 8]):
                yield start + step


# --- what can happen to them ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Damage:
    """The damage of one of the three files.

    `kind` names it. It changed nothing before `first` nor from `last` on.
    """

    kind: str
    first: int = 0
    last: int = 0


KINDS = ("flip", "cut", "zero", "double", "swap", "gone", "older", "foreign")
PARTS = ("file", "log", "trail")


def spoil(kind: str, data: bytes | None, within: int, chance: Random) -> tuple[bytes | None, Damage]:
    """Damage the bytes of one file, somewhere in its first `within`."""
    if not data:
        return None, Damage("gone")
    spoilt = bytearray(data)
    size = min(chance.choice((64, BLOCK, 4096)), max(1, len(data) // 2))
    one, other = (chance.randrange(max(1, min(within, len(data)) - size + 1)) for _ in range(2))
    match kind:
        case "flip":
            spoilt[one] ^= 1 << chance.randrange(8)
        case "cut":
            del spoilt[chance.randrange(min(within, len(data)) + 1) :]
        case "zero":
            spoilt[one : one + size] = bytes(size)
        case "double":
            spoilt[other : other + size] = data[one : one + size]
        case "swap":
            spoilt[other : other + size] = data[one : one + size]
            spoilt[one : one + size] = data[other : other + size]
        case _:
            return None, Damage("gone")
    changed = [place for place, (was, now) in enumerate(zip(data, spoilt, strict=False)) if was != now]
    first, last = (changed[0], changed[-1] + 1) if changed else (len(spoilt), len(data))
    return bytes(spoilt), Damage(kind, first, last)
