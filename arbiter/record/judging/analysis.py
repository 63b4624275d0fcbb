"""Analysis: workers judge the gates of an exercise. A file beside the exercise file keeps the results.

An analysis can be stopped and continued later. The results file has lines of JSON: first the basis, then one line for
each gate. A line that a power cut shortened is computed again. Results with another basis (seed, number of playouts
or version of the rules) are not used. They are kept under another name.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count, groupby, islice
from pathlib import Path
from threading import Thread
from typing import Any, Protocol

from pydantic import ValidationError
from warcouncil.arbiter.record.account.account import TableAccount
from warcouncil.arbiter.record.judging.judgement import GateJudged
from warcouncil.arbiter.record.judging.judging import Question, judge_all, questions, shortcut_of
from warcouncil.arbiter.shell.base.location import Location, home_of
from warcouncil.arbiter.shell.base.program import install
from warcouncil.arbiter.shell.file.file_lock import cause
from warcouncil.arbiter.shell.file.outside_files import MB, read_bounded
from warcouncil.games.kit.play import codec
from warcouncil.games.kit.text.phrases import plural
from warcouncil.protocol.words import GateNo, Model, TableId

FORMAT = 4
"""Changes whenever the meaning of a figure changes. Results of another format are put aside."""
FINDINGS_BYTES_MAX = 256 * MB
"""The maximum size of a results file, in bytes. The results of one question need some kilobytes."""
DASK_SECONDS = 5.0
"""How long to wait for a cluster. A cluster that has not answered by then counts as unreachable."""
PLAYOUTS = 100
"""The default number of simulated continuations for each figure."""
SEED = "0"
"""The default seed of an analysis."""
LOOK_SECONDS = 0.5
"""How often an analysis that waits for its workers checks whether it was stopped, in seconds. Some systems do not
interrupt a wait.
"""
ROW = 4
"""How many consecutive gates of one of the last tables are one task. Consecutive gates share work. Small tasks let
all workers finish at about the same time.
"""
Where = Path | Location
Judged = dict[TableId, dict[GateNo, GateJudged]]


class Basis(Model):
    """The settings from which the figures of an analysis follow."""

    format: int = FORMAT
    exercise: str
    seed: str
    playouts: int
    rules: dict[str, str]
    """The version of each game's rules."""


class BadFindings(Exception):
    """A results file cannot be used. The text is one line: what is wrong, where, and how to mend it."""


def beside(home: Where) -> Path:
    """Return the path of an exercise's results."""
    return home_of(home).beside(".analysis.jsonl")


def basis_of(exercise: str, accounts: Iterable[TableAccount], *, seed: str, playouts: int) -> Basis:
    """Return the basis of an analysis of these tables."""
    rules = {account.game.name: account.game.rules_version for account in accounts}
    return Basis(exercise=exercise, seed=seed, playouts=playouts, rules=rules)


class Findings:
    """The results file of an analysis, with the results that it has already. Raises BadFindings."""

    def __init__(self, file: Path, basis: Basis) -> None:
        self.file = file
        self.judged: Judged = {}
        self.aside: Path | None = None
        """The new path of results with another basis, or None if there were none."""
        self._anew: Basis | None = None
        """The basis of new results that will replace those in the file, or None if the file has this basis."""
        self._begin(basis)

    def _begin(self, basis: Basis) -> None:
        lines = _lines(self.file)
        found = _basis(lines[0]) if lines else None
        if lines and found is None:
            raise BadFindings(f"{self.file}: this is not an analysis. Move it away")
        if found is not None and _rests_alike(found, basis):
            self.judged = _judged(lines[1:])
            basis = basis.model_copy(update={"rules": found.rules | basis.rules})
        elif _judged(lines[1:]):
            self._anew = basis
            return
        self._write(basis)

    def _write(self, basis: Basis) -> None:
        kept = [one.model_dump_json() for gates in self.judged.values() for one in gates.values()]
        text = "\n".join([basis.model_dump_json(), *kept, ""])
        fresh = self.file.with_name(self.file.name + ".new")
        try:
            handle = os.open(fresh, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as out:
                out.write(text)
            fresh.replace(self.file)
        except OSError as error:
            raise BadFindings(f"{self.file}: cannot be written ({cause(error)})") from None

    def _put_aside(self) -> None:
        """Move the present results file to another name."""
        names = (self.file.with_name(f"{self.file.name}.{number}") for number in count(1))
        self.aside = next(name for name in names if not name.exists())
        try:
            self.file.rename(self.aside)
        except OSError as error:
            raise BadFindings(f"{self.file}: cannot be moved aside ({cause(error)})") from None

    def keep(self, one: GateJudged) -> None:
        """Store the result of a gate. Raises BadFindings."""
        if self._anew is not None:
            self._put_aside()
            self._write(self._anew)
            self._anew = None
        self.judged.setdefault(one.table, {})[one.gate] = one
        try:
            with self.file.open("a", encoding="utf-8") as out:
                out.write(one.model_dump_json() + "\n")
        except OSError as error:
            raise BadFindings(f"{self.file}: cannot be written ({cause(error)})") from None

    def wants(self, question: Question) -> bool:
        """Return whether a gate is still to be judged."""
        one = self.judged.get(question.table, {}).get(question.gate)
        return one is None or one.digest != question.digest


def read_findings(file: Path) -> tuple[Basis, Judged] | None:
    """Read a results file. Return None if the file does not exist or is not a results file."""
    lines = _lines(file)
    basis = _basis(lines[0]) if lines else None
    if basis is None:
        return None
    return basis, _judged(lines[1:])


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """The results beside an exercise. They are empty if the exercise has none."""

    basis: Basis | None = None
    judged: Mapping[TableId, Mapping[GateNo, GateJudged]] = field(default_factory=dict)

    def fitting(self, account: TableAccount) -> dict[GateNo, GateJudged]:
        """Return the results for a table. A gate counts only if they were computed for this position and these rules."""
        if self.basis is None or self.basis.rules.get(account.game.name) != account.game.rules_version:
            return {}
        judged = self.judged.get(account.number, {})
        return {
            gate.number: found
            for gate in account.gates
            if (found := judged.get(gate.number)) is not None
            and found.digest == codec.digest(codec.dump_state(account.game, gate.state))
        }


NO_ANALYSIS = StoredAnalysis()


def stored(home: Where) -> StoredAnalysis:
    """Return the analysis beside an exercise file. It is empty if there is none, or if it cannot be read."""
    try:
        found = read_findings(beside(home))
    except BadFindings:
        return NO_ANALYSIS
    return StoredAnalysis(*found) if found else NO_ANALYSIS


def _judged(lines: list[str]) -> Judged:
    """Parse the gates. A line that was cut off is skipped."""
    found: Judged = {}
    for line in lines:
        with suppress(ValidationError):
            one = GateJudged.model_validate_json(line)
            found.setdefault(one.table, {})[one.gate] = one
    return found


def _lines(file: Path) -> list[str]:
    try:
        return [line for line in read_bounded(file, FINDINGS_BYTES_MAX).decode().splitlines() if line]
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError):
        raise BadFindings(f"{file}: cannot be read as an analysis. Move it away") from None


def _basis(line: str) -> Basis | None:
    try:
        return Basis.model_validate_json(line)
    except ValidationError:
        return None


def _rests_alike(found: Basis, wanted: Basis) -> bool:
    same = found.model_copy(update={"rules": {}}) == wanted.model_copy(update={"rules": {}})
    return same and all(found.rules.get(game, version) == version for game, version in wanted.rules.items())


# --- workers ------------------------------------------------------------------------------------------------------


class Workers(Protocol):
    """The workers that judge or play: processes on this machine, or a dask cluster."""

    def submit(self, do: Callable[..., Any], /, *asked: Any) -> Any:
        """Schedule a call. Returns a future."""


@contextmanager
def pool(workers: int) -> Iterator[Workers]:
    """Yield this many worker processes. Only the main process handles Ctrl+C.

    After an error or Ctrl+C they are stopped at once, because a running call may take a minute. They also end when the
    main process was killed.
    """
    spawn = multiprocessing.get_context("spawn")
    before = multiprocessing.active_children()
    with ProcessPoolExecutor(workers, spawn, _begin_work) as hands:
        try:
            yield hands
        except BaseException:
            for worker in multiprocessing.active_children():
                if worker not in before:
                    worker.terminate()
            raise


def _begin_work() -> None:
    """Prepare a worker: leave Ctrl+C to the main process, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_main, daemon=True).start()


def _end_with_main() -> None:
    main = multiprocessing.parent_process()
    assert main is not None
    main.join()
    os._exit(1)


def asked(accounts: Iterable[TableAccount], basis: Basis) -> list[Question]:
    """Return every gate of these tables that can be judged."""
    return [
        question
        for account in accounts
        for question in questions(account, seed=basis.seed, playouts=basis.playouts)
    ]


def run(
    results: Findings, wanted: Iterable[Question], workers: Workers, *, at_once: int
) -> Iterator[GateJudged]:
    """Judge these questions, `at_once` tasks at a time. Store each result when it arrives, then yield it."""
    waiting = _in_rows(wanted, at_once)
    under_way: set[Future[tuple[GateJudged, ...]]] = set()
    try:
        while True:
            under_way |= {workers.submit(judge_all, row) for row in islice(waiting, at_once - len(under_way))}
            if not under_way:
                return
            done, under_way = wait(under_way, LOOK_SECONDS, FIRST_COMPLETED)
            for future in done:
                for one in future.result():
                    results.keep(one)
                    yield one
    finally:
        for future in under_way:
            future.cancel()


def _in_rows(wanted: Iterable[Question], at_once: int) -> Iterator[tuple[Question, ...]]:
    """Yield questions as tasks. Without a shortcut of the game, each question is one task.

    With a shortcut, each table is one task while more than `at_once` tables remain. So one worker computes all
    beliefs of that table. The gates of the last tables are divided into tasks of a few consecutive gates.
    """
    tables = [(game, tuple(row)) for (_, game), row in groupby(wanted, lambda one: (one.table, one.game))]
    for place, (game, in_order) in enumerate(tables):
        size = 1
        if shortcut_of(game):
            size = len(in_order) if len(tables) - place > at_once else ROW
        for at in range(0, len(in_order), size):
            yield in_order[at : at + size]


@contextmanager
def dask(address: str, hear: Callable[[str], object] = str) -> Iterator[Workers]:
    """Yield the workers of a dask cluster. `hear` receives how many there are.

    Raises BadFindings if the cluster cannot be reached or has no workers, if a worker has another program, or if dask
    is not installed.
    """
    try:
        from distributed import Client
    except ImportError:
        raise BadFindings(
            f"--dask: dask is not installed here. Install it: {install('warcouncil[dask]')}"
        ) from None
    try:
        client = Client(address, timeout=DASK_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]  # dask has no types
    except (OSError, ValueError, TimeoutError) as error:
        raise BadFindings(f"--dask {address}: cannot be reached ({type(error).__name__})") from None
    with client:
        hear(_checked(client, address))
        with client.get_executor(pure=False) as workers:  # type: ignore[no-untyped-call]
            try:
                yield SameProgram(workers, _program()())
            except (
                ImportError,
                AttributeError,
            ) as error:  # A worker that joins later cannot read the question
                raise BadFindings(f"--dask {address}: a worker {_differs(None, error)}") from None


class SameProgram:
    """The workers of a cluster. Each call checks its worker, because a worker that joined later was not checked at the start."""

    def __init__(self, workers: Workers, here: Any) -> None:
        self._workers = workers
        self._here = here

    def submit(self, do: Callable[..., Any], /, *asked: Any) -> Any:
        """Schedule a call. Returns a future, which raises BadFindings if its worker has another program."""
        return self._workers.submit(_by_same, self._here, do, *asked)


def _by_same(here: Any, do: Callable[..., Any], *asked: Any) -> Any:
    """Call a function on a worker, if the worker has the same program."""
    there = _program()()
    if there != here:
        raise BadFindings(f"--dask: a worker {_differs(here, there)}")
    return do(*asked)


def _checked(client: Any, address: str) -> str:
    """Return how many workers a cluster has. Raises BadFindings if there are none, or if one would judge by other rules."""
    try:
        client.wait_for_workers(1, timeout=DASK_SECONDS)
    except TimeoutError:
        raise BadFindings(
            f"--dask {address}: the scheduler has no workers; start one: dask worker {address}"
        ) from None
    here = _program()()
    found: dict[str, Any] = client.run(_program(), on_error="return")
    for worker, there in found.items():
        if there != here:
            raise BadFindings(f"--dask {address}: the worker {worker} {_differs(here, there)}")
    return f"{plural(len(found), 'dask worker')} with this program."


def _program() -> Callable[[], Any]:
    """Return a function that returns the version and the commit of the program, and the rules of each game.

    It is made here, so that dask sends its code. A worker may not have the program.
    """

    def told() -> Any:
        from warcouncil.arbiter.shell.base.program import program
        from warcouncil.games import registry

        return program(), {name: registry.load(name).rules_version for name in registry.names()}

    return told


def _differs(here: Any, there: Any) -> str:
    """Return what a worker has instead of this program, and how to mend it."""
    if isinstance(there, Exception):
        return "does not have warcouncil; install this version there"
    if here[0] != there[0]:
        return f"has warcouncil {there[0]}, this machine {here[0]}; install the same version there"
    other = next(
        (name for name in {**here[1], **there[1]} if here[1].get(name) != there[1].get(name)), "a game"
    )
    return (
        f"has version {there[1].get(other, 'none')} of the rules of {other}, this machine {here[1].get(other, 'none')};"
        " install the same version there"
    )
