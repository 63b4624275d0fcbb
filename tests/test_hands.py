"""A run's workers: each file is whole in one of them, and the slowest tests begin first."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tests.docs_text import ROOT
from tests.hands import FIRST, IN_A_BROWSER, handful, in_order


def item(nodeid: str, *marks: str) -> Any:
    """Return a test of this name, with these marks."""
    return SimpleNamespace(nodeid=nodeid, get_closest_marker=lambda name: name if name in marks else None)


def test_a_file_is_tried_by_one_hand() -> None:
    """Each worker opens the room that the tests of a file share."""
    assert handful("tests/games/test_a.py::test_b[c::d]") == handful("tests/games/test_a.py::test_e")
    assert handful("tests/games/test_a.py::test_b") != handful("tests/games/test_b.py::test_b")


def test_two_hands_try_what_is_in_a_browser() -> None:
    """Each worker starts a browser. Or one worker has two thirds of the browser tests, and the others have nothing
    to do at the end.
    """
    files = sorted(each.name for each in (ROOT / IN_A_BROWSER).glob("test_*.py"))
    halves = [handful(f"{IN_A_BROWSER}/{each}::test_a") for each in files]
    assert len({*halves}) == 2
    assert 1 / 3 < halves.count(halves[0]) / len(files) < 2 / 3


def test_the_slowest_tests_begin_first() -> None:
    """One worker still runs the slowest test at the end, and the others wait."""
    names = ("tests/games/test_a.py::test_b", *(f"{folder}/test_a.py::test_b" for folder in reversed(FIRST)))
    long = item("tests/games/test_a.py::test_c", "timeout")
    ordered = [each.nodeid for each in in_order([*map(item, names), long])]
    assert ordered == [long.nodeid, *(f"{folder}/test_a.py::test_b" for folder in FIRST), names[0]]
    assert all((ROOT / folder).is_dir() for folder in FIRST)
