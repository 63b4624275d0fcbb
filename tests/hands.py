"""The distribution of a run to its workers: each file goes to one of them, and the browser tests to two
alone. Shared things of a file (a room, a table played to its end) are then made once, and only two workers
start a browser. That saves a tenth of a run. The slowest tests begin first, so that no worker is left with
one at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

import pytest
from xdist.scheduler import LoadScopeScheduling

IN_A_BROWSER = "tests/clients/web/browser"
FIRST = ("tests/failover", IN_A_BROWSER, "tests/clients/commands", "tests/arbiter/shell")
"""Folders of what tries real processes, in the order in which they are begun."""


class ByFile(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Distributes files to workers in the order in which they were found."""

    def _split_scope(self, nodeid: str) -> str:
        return handful(nodeid)


def handful(nodeid: str) -> str:
    """Return the name of the group of tests that one worker runs with this one."""
    file = PurePosixPath(nodeid.partition("::")[0])
    if file.is_relative_to(IN_A_BROWSER):
        return f"{IN_A_BROWSER}, {'first' if file.name < 'test_n' else 'second'} half"
    return str(file)


def in_order(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return tests in their order of starting: first the possibly slowest (they wait for leases most of their
    time), then real processes, then the rest.
    """

    def place(item: pytest.Item) -> tuple[bool, int]:
        file = PurePosixPath(item.nodeid.partition("::")[0])
        found = (at for at, folder in enumerate(FIRST) if file.is_relative_to(folder))
        return item.get_closest_marker("timeout") is None, next(found, len(FIRST))

    return sorted(items, key=place)
