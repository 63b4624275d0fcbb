"""Which hand of a run takes what: a file whole, and those in a browser by two hands alone.

What a file's tests share (a room, a table played to its end) is then made once, and a browser started by two hands and not by each: a tenth of
what a run takes. What takes longest begins first, so that no hand is left with it at the end.
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
    """Gives files to hands in the order in which they were found."""

    def _split_scope(self, nodeid: str) -> str:
        return handful(nodeid)


def handful(nodeid: str) -> str:
    """Give the name of what one hand tries together with this test."""
    file = PurePosixPath(nodeid.partition("::")[0])
    if file.is_relative_to(IN_A_BROWSER):
        return f"{IN_A_BROWSER}, {'first' if file.name < 'test_n' else 'second'} half"
    return str(file)


def in_order(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Give tests in the order in which they are begun: first what may take longer than others (it waits for leases most of its time), then
    real processes, then the rest."""

    def place(item: pytest.Item) -> tuple[bool, int]:
        file = PurePosixPath(item.nodeid.partition("::")[0])
        found = (at for at, folder in enumerate(FIRST) if file.is_relative_to(folder))
        return item.get_closest_marker("timeout") is None, next(found, len(FIRST))

    return sorted(items, key=place)
