"""Change the code a little, run the tests that reach the change, count what they notice: `make mutants`.

The environment says how much: MUTANTS=200 (a package; `all` for the night), MUTANTS_SEED=1, MUTANTS_OF=games/kit,protocol,
MUTANTS_MINUTES=30 (a package: what was tried by then is counted), MUTANTS_HANDS=1 (on a machine that has other work). What was noticed stays
noticed until its file changes; what survived is tried again when tests have changed. So a run may be stopped and goes on.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tests.mutants import equivalents, reach, score, tree
from tests.mutants.mutation import Mutant, changed_text, difference, mutants
from tests.mutants.packages import PACKAGES, ROOT, Package

RESULTS = tree.BUILD / "results.jsonl"
HANDS = int(os.environ.get("MUTANTS_HANDS", os.cpu_count() or 1))
GRACE_CPU_SECONDS = 20
TIMES_AS_LONG = 5
UNCHANGED, UNCHANGED_EVERY = "unchanged", 20


@dataclass(frozen=True, slots=True)
class Job:
    """What one fork does."""

    name: str
    work: Callable[[], int]
    log: Path
    cpu_seconds: int
    done: Callable[[int], None]


@dataclass(slots=True)
class Crew:
    """As many forks at a time as there are cores, unless the environment says otherwise."""

    running: dict[int, Job] = field(default_factory=dict)

    def run(self, jobs: Iterator[Job], advance: Callable[[str], None]) -> None:
        """Do all jobs."""
        try:
            for job in jobs:
                if len(self.running) >= HANDS:
                    self._wait(advance)
                self.running[tree.fork(job.work, log=job.log, cpu_seconds=job.cpu_seconds)] = job
            while self.running:
                self._wait(advance)
        finally:
            for pid in self.running:
                os.kill(pid, signal.SIGKILL)

    def _wait(self, advance: Callable[[str], None]) -> None:
        pid, status = os.wait()
        job = self.running.pop(pid)
        job.done(os.waitstatus_to_exitcode(status))
        advance(job.name)


def _progress(console: Console) -> Progress:
    columns = (TextColumn("{task.description:<24}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console)


def _measured(packages: list[Package], console: Console) -> dict[str, list[reach.Reach]]:
    """Measure what is not measured yet, and give the reach by package. The tests have to pass as they are."""
    judged: dict[str, list[str]] = {}
    for package in packages:
        for file in package.test_files():
            judged.setdefault(file, []).extend(package.files())
    kept = {file: reach.kept_at(file) for file in judged}
    missing = [(file, at) for file, at in kept.items() if not reach.still_holds(at, judged[file])]
    failed: list[str] = []
    with _progress(console) as progress:
        bar = progress.add_task("who reaches what", total=len(missing))

        def jobs() -> Iterator[Job]:
            for number, (file, at) in enumerate(missing):
                log = tree.BUILD / "logs" / f"reach.{number % (4 * HANDS)}"

                def done(status: int, file: str = file, at: Path = at, log: Path = log) -> None:
                    if status:
                        failed.append(
                            f"{file} fails without any change ({status}):\n{log.read_text('utf-8', 'replace')[-1500:]}"
                        )
                        at.unlink(missing_ok=True)

                yield Job(file, lambda file=file, at=at: reach.measure(file, at), log, 3600, done)  # type: ignore[misc]

        Crew().run(jobs(), lambda _: progress.advance(bar))
    if failed:
        raise SystemExit("\n".join(failed))
    return {package.name: reach.read(kept[file] for file in package.test_files()) for package in packages}


def _sample(
    package: Package, wanted: str, seed: str, uncounted: frozenset[Mutant]
) -> tuple[list[Mutant], int]:
    """Give the sample of a package, and how many mutants it is drawn from. A larger sample holds the smaller one."""
    everything = [mutant for path in package.files() for mutant in mutants(path) if mutant not in uncounted]
    random.Random(f"{seed} {package.name}").shuffle(everything)
    return everything if wanted == "all" else everything[: int(wanted)], len(everything)


def _key(mutant: Mutant) -> str:
    text = (ROOT / mutant.path).read_bytes()
    return f"{mutant.path}#{mutant.number}@{sha256(text).hexdigest()[:16]}"


def _known(tests_now: dict[str, str]) -> dict[str, int]:
    """Give the results that still stand."""
    results: dict[str, int] = {}
    if RESULTS.exists():
        for line in RESULTS.read_text("utf-8").splitlines():
            entry = json.loads(line)
            package = entry["package"]
            if entry["status"] or entry["tests"] == tests_now.get(package):
                results[entry["key"]] = entry["status"]
            else:
                results.pop(entry["key"], None)
    return results


def _tests_now(package: Package) -> str:
    text = sha256()
    for path in package.test_files():
        text.update((ROOT / path).read_bytes())
    return text.hexdigest()[:16]


def _tried(
    package: Package,
    sample: list[Mutant],
    reaches: list[reach.Reach],
    known: dict[str, int],
    progress: Progress,
    *,
    minutes: float,
) -> None:
    """Try what is not known yet of a sample until the time is up, and note each result at once."""
    now, until = _tests_now(package), time.monotonic() + 60 * minutes
    bar = progress.add_task(package.name, total=len(sample))
    todo = [mutant for mutant in sample if _key(mutant) not in known]
    progress.advance(bar, len(sample) - len(todo))

    def note(mutant: Mutant, status: int, seconds: float) -> None:
        known[_key(mutant)] = status
        entry = {
            "package": package.name,
            "key": _key(mutant),
            "status": status,
            "tests": now,
            "seconds": seconds,
        }
        with RESULTS.open("a", encoding="utf-8") as results:
            results.write(json.dumps(entry) + "\n")

    def jobs() -> Iterator[Job]:
        for number, mutant in enumerate(todo):
            if time.monotonic() >= until:
                return
            tests = reach.who_reaches(reaches, mutant.path, *mutant.statement)
            if not tests:
                note(mutant, tree.UNNOTICED, 0)
                progress.advance(bar)
                continue
            turns = reach.in_turns(tests)
            limit = GRACE_CPU_SECONDS + int(TIMES_AS_LONG * sum(tests.values()))
            log = tree.BUILD / "logs" / f"trial.{number % (4 * HANDS)}"
            if number % UNCHANGED_EVERY == 0:
                yield _unchanged(mutant, turns, log, limit)
            text, began = changed_text(mutant), time.monotonic()

            def work(mutant: Mutant = mutant, text: str = text, turns: list[list[str]] = turns) -> int:
                return tree.tried(mutant.path, text, turns)

            def done(status: int, mutant: Mutant = mutant, began: float = began) -> None:
                is_known = status in {tree.UNNOTICED, tree.NO_PROGRAM}
                note(mutant, status if is_known else tree.NOTICED, round(time.monotonic() - began, 1))

            yield Job(mutant.name, work, log, limit, done)

    Crew().run(jobs(), lambda name: progress.advance(bar, 0 if name == UNCHANGED else 1))


def _unchanged(mutant: Mutant, turns: list[list[str]], log: Path, limit: int) -> Job:
    """Give a trial of the file as it stands: a trial that fails of itself would pass for a test that notices."""

    def work() -> int:
        return tree.tried(mutant.path, (ROOT / mutant.path).read_text("utf-8"), turns)

    def done(status: int) -> None:
        if status != tree.UNNOTICED:
            raise SystemExit(
                f"{mutant.path} fails without any change:\n{log.read_text('utf-8', 'replace')[-1500:]}"
            )

    return Job(UNCHANGED, work, log, limit, done)


def _table(scores: list[score.Score], uncounted: int) -> Table:
    table = Table(title=f"What the tests notice ({uncounted} equivalent mutants not counted)")
    for head in ("package", "mutants", "tried", "noticed", "score", "95 % sure"):
        table.add_column(head, justify="left" if head == "package" else "right")
    for each in scores:
        low, high = each.interval()
        table.add_row(
            each.name,
            str(each.population),
            str(each.tried),
            str(each.noticed),
            f"{each.share:.1%}",
            f"{low:.1%} to {high:.1%}",
        )
    return table


def main() -> int:
    """Run; 0 when the pure floors reach what they have to."""
    wanted, seed = os.environ.get("MUTANTS", "200"), os.environ.get("MUTANTS_SEED", "1")
    minutes = float(os.environ.get("MUTANTS_MINUTES", "inf"))
    only = [name for name in os.environ.get("MUTANTS_OF", "").split(",") if name]
    packages = [package for package in PACKAGES if not only or package.name in only]
    console = Console()
    (tree.BUILD / "logs").mkdir(parents=True, exist_ok=True)
    uncounted = equivalents.named()
    tree.warm_up()
    reaches = _measured(packages, console)
    known = _known({package.name: _tests_now(package) for package in packages})
    scores: list[score.Score] = []
    with _progress(console) as progress:
        for package in packages:
            sample, population = _sample(package, wanted, seed, uncounted)
            tree.stand_on(package.beneath)
            _tried(package, sample, reaches[package.name], known, progress, minutes=minutes)
            sample = [mutant for mutant in sample if _key(mutant) in known]
            counted = [mutant for mutant in sample if known[_key(mutant)] != tree.NO_PROGRAM]
            survivors = tuple(mutant for mutant in counted if known[_key(mutant)] == tree.UNNOTICED)
            # Of the sample, some changes give no program at all: the same share of the whole is not counted either.
            population = round(population * len(counted) / max(1, len(sample)))
            scores.append(
                score.Score(
                    package.name, population, len(counted) - len(survivors), survivors, package.is_pure
                )
            )
    console.print(_table(scores, len(uncounted)))
    for each in scores:
        for mutant in sorted(each.survivors, key=lambda mutant: (mutant.path, mutant.line, mutant.number)):
            console.print(
                "\n".join([mutant.name, *difference(mutant), ""]),
                markup=False,
                highlight=False,
                soft_wrap=True,
            )
    share, low = score.pure_share(scores), score.surely_low(scores)
    console.print(f"The pure floors: {share:.1%}, and {score.FLOOR:.0%} is asked.")
    if low:
        console.print(f"Surely below it: {', '.join(low)}.")
    return 0 if share >= score.FLOOR and not low else 1


if __name__ == "__main__":
    sys.exit(main())
