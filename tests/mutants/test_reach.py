"""Which tests judge a change: those that reach it, the quickest first, and no more than a survivor may cost."""

from __future__ import annotations

import json
from pathlib import Path

from tests.mutants.packages import PACKAGES
from tests.mutants.reach import (
    LONGEST_SECONDS,
    SECONDS_EACH,
    SOON,
    Reach,
    all_hashes,
    in_turns,
    still_holds,
    who_reaches,
)

FILE = "arbiter/core/table/gate.py"


def reach(seconds: dict[str, float], lines: dict[str, list[int]]) -> list[Reach]:
    """Give the reach of one file of tests."""
    return [Reach(sources={}, seconds=seconds, lines={FILE: lines})]


def test_a_change_in_a_function_is_judged_by_the_tests_that_run_it() -> None:
    """A change would pass for unnoticed, or every test of the house would run for it."""
    found = who_reaches(
        reach({"a": 2, "b": 1, "c": 1}, {"a": [7, 8], "b": [8], "c": [9], "": [1]}), FILE, 8, 8
    )
    assert list(found) == ["b", "a"]


def test_a_change_in_a_later_line_of_a_statement_is_judged_by_the_tests_that_run_the_statement() -> None:
    """A sentence of three lines would be said to be run by nobody, for a program runs its first line alone."""
    assert list(who_reaches(reach({"a": 1, "b": 1}, {"a": [7], "b": [11], "": [1]}), FILE, 7, 9)) == ["a"]


def test_a_change_in_what_an_import_runs_is_judged_by_whoever_imports_it() -> None:
    """A limit that stands in no function, or a word that a test only compares, would be judged by no test."""
    seconds = {"a": 3.0, "b": 2.0, "c": 1.0}
    assert list(who_reaches(reach(seconds, {"a": [8], "b": [9], "": [1]}), FILE, 1, 1)) == ["b", "a", "c"]
    assert list(who_reaches(reach(seconds, {"": [1]}), FILE, 1, 1)) == ["c", "b", "a"]
    assert not who_reaches(reach(seconds, {"a": [8]}), FILE, 1, 1)


def test_a_survivor_costs_no_more_than_so_much() -> None:
    """One survivor in a file that every test reaches would cost minutes, and nobody would measure."""
    seconds = {"slow": LONGEST_SECONDS + 1.0} | {f"{number:02d}": 10.0 for number in range(20)}
    found = who_reaches(reach(seconds, {test: [8] for test in seconds}), FILE, 8, 8)
    assert list(found) == [f"{number:02d}" for number in range(int(SECONDS_EACH // 10))]


def test_what_was_measured_holds_until_what_is_changed_changes(tmp_path: Path) -> None:
    """A line would be judged by tests that passed it before its file was rewritten; or every edit would cost minutes."""
    kept, files = tmp_path / "reach.json", PACKAGES[0].files()
    assert not still_holds(kept, files)
    kept.write_text(json.dumps({"sources": all_hashes(), "seconds": {}, "lines": {}}), "utf-8")
    assert still_holds(kept, files)
    elsewhere = {PACKAGES[1].files()[0]: "changed"}
    kept.write_text(json.dumps({"sources": all_hashes() | elsewhere, "seconds": {}, "lines": {}}), "utf-8")
    assert still_holds(kept, files)
    assert not still_holds(kept, PACKAGES[1].files())


def test_the_files_that_cost_least_have_the_first_turn() -> None:
    """Each change would wait until all the games of the conformance were played, though a rule's own test notices it."""
    tests = {"quick.py::a": 0.1, "slow.py::a": 0.2, "quick.py::b": 0.3, "slow.py::b": SOON}
    assert in_turns(tests) == [["quick.py::a", "quick.py::b"], ["slow.py::a", "slow.py::b"]]
    assert in_turns({"slow.py::a": SOON + 1}) == [["slow.py::a"]]
    assert in_turns({"quick.py::a": 0.1}) == [["quick.py::a"]]
