"""Which test reaches which line: measured once for each file of tests, and again when that file changes, or what is to be changed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import Any

from tests.mutants.packages import PACKAGES, ROOT
from tests.mutants.tree import BUILD, PYTEST, TREE

REACH = BUILD / "reach"
LONGEST_SECONDS = 20
"""A test that takes longer plays matches to weigh a bot: it takes no part, or each survivor would cost minutes."""
SECONDS_EACH = 45
"""The quickest tests that reach a change judge it, as many as take so long together, watched. What only a slow one would notice
counts as unnoticed: a law deserves a test that finds its breach soon."""


SOON = 3
"""So many seconds, watched, the first turn of the tests takes."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Of one file of tests: how many seconds of a processor each test takes while it is watched, and the lines of each file that it, or the import, runs."""

    sources: dict[str, str]
    seconds: dict[str, float]
    lines: dict[str, dict[str, list[int]]]


def kept_at(test_file: str) -> Path:
    """Give where the reach of a file of tests is kept: another place when the file changes."""
    return REACH / f"{test_file.replace('/', '.')}.{_hash(test_file)}.json"


def in_turns(tests: dict[str, float]) -> list[list[str]]:
    """Give the tests in two turns: first those of the files that cost least, for most changes are noticed there.

    A file is read whole before any of its tests runs, and what its tests share (whole games, played once) is made.
    """
    cost: dict[str, float] = {}
    for test, seconds in tests.items():
        file = test.partition("::")[0]
        cost[file] = cost.get(file, 0.0) + seconds
    totals = accumulate(sorted(cost.values()))
    cheap = {
        file for file, total in zip(sorted(cost, key=cost.__getitem__), totals, strict=True) if total <= SOON
    }
    first = [test for test in tests if test.partition("::")[0] in cheap]
    return [turn for turn in (first, [test for test in tests if test not in {*first}]) if turn]


def still_holds(kept: Path, files: Iterable[str]) -> bool:
    """Tell whether it was measured, and these files of the house are as they were.

    A change elsewhere may lead a test past a line, or to one: then a mutant is judged by one test too few, never by a wrong one.
    """
    if not kept.exists():
        return False
    sources = json.loads(kept.read_text("utf-8"))["sources"]
    return all(sources.get(path) == _hash(path) for path in files)


def _hash(path: str) -> str:
    return sha256((ROOT / path).read_bytes()).hexdigest()[:16]


@cache
def all_hashes() -> dict[str, str]:
    """Give a fingerprint of every file that may be changed."""
    paths = [path for package in PACKAGES for path in package.files()]
    return {path: _hash(path) for path in paths}


def measure(test_file: str, kept: Path) -> int:
    """Run a file of tests and write down what each test reaches; give pytest's status. For a fork."""
    import coverage
    import pytest

    seconds: dict[str, float] = {}
    cover = coverage.Coverage(data_file=None, source=[str(TREE / "warcouncil")], config_file=False)

    class Watch:
        def pytest_runtest_logstart(self, nodeid: str, location: Any) -> None:
            cover.switch_context(nodeid)
            seconds[nodeid] = -time.process_time()

        def pytest_runtest_logfinish(self, nodeid: str, location: Any) -> None:
            seconds[nodeid] += time.process_time()

    cover.start()
    status = int(pytest.main([*PYTEST, "--tb=short", "--timeout=600", test_file], plugins=[Watch()]))
    cover.stop()
    data = cover.get_data()
    lines: dict[str, dict[str, list[int]]] = {}
    for file in data.measured_files():
        path = Path(file).relative_to(TREE / "warcouncil").as_posix()
        for line, contexts in data.contexts_by_lineno(file).items():
            for context in contexts:
                lines.setdefault(path, {}).setdefault(context, []).append(line)
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(
        json.dumps({"sources": all_hashes(), "seconds": seconds, "lines": lines}),
        "utf-8",
    )
    return status


def read(kept: Iterable[Path]) -> list[Reach]:
    """Read what has been measured."""
    return [Reach(**json.loads(path.read_text("utf-8"))) for path in kept]


def who_reaches(reach: Iterable[Reach], path: str, first: int, last: int) -> dict[str, float]:
    """Give the tests that judge a change in a statement of these lines, and the seconds of each; the quickest first.

    What runs when its file is imported concerns every test that runs anything of that file and, behind them, every
    test that imports it: it may ask for a limit or a word without running anything there.
    """
    exact: dict[str, float] = {}
    near: dict[str, float] = {}
    all_of_it: dict[str, float] = {}
    is_imported, its_lines = False, frozenset(range(first, last + 1))
    for each in reach:
        of_file = each.lines.get(path, {})
        if not of_file:
            continue
        all_of_it |= each.seconds
        near |= {test: each.seconds[test] for test in of_file if test}
        exact |= {
            test: each.seconds[test]
            for test, lines in of_file.items()
            if test and not its_lines.isdisjoint(lines)
        }
        is_imported |= not its_lines.isdisjoint(of_file.get("", ()))
    found = all_of_it if is_imported else exact
    short = sorted(
        (test not in near, seconds, test) for test, seconds in found.items() if seconds <= LONGEST_SECONDS
    )
    so_far = accumulate(seconds for _, seconds, _ in short)
    return {test: own for (_, own, test), total in zip(short, so_far, strict=True) if total <= SECONDS_EACH}
