"""Every exercise of a test obeys the laws: they are checked after each stimulus, in any part of the program.

A breach inside a service looks like a fault of some table's rules, and only holds that table. So breaches are
kept, and the test with one fails at its end (`tests/conftest.py`); a process of its own ends at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from warcouncil.arbiter.core.checks.invariants import check
from warcouncil.arbiter.core.checks.step_invariants import FoundTable, check_step, found
from warcouncil.arbiter.core.checks.table_invariants import check_table
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.words.stimuli import Received
from warcouncil.protocol.words import TableId

ASKED = "WARCOUNCIL_LAWS"
"""The variable by which the tests ask the processes that they start to check the laws.

It is not set for measurements.
"""
TABLES_FEW = 1
"""In a larger room each stimulus has two tables checked, the one that it is about and another in turn."""
WHOLE_EVERY = 50
"""The number of stimuli between two whole checks of a larger room."""
EXIT_BROKEN = 70
"""How a process of its own ends in which a law was broken."""
BREACHES: list[str] = []

_by_journal = False
"""Whether it is done again what the journal holds, by rules that refuse some of it."""
_exit: Callable[[int], None] | None = None
_depth = 0
_turn = 0


def keep(*, alone: bool = False) -> None:
    """Check from now on. `alone`: this is a process of its own, which ends with the first breach."""
    global _exit  # noqa: PLW0603  # the laws hold for a whole process
    _exit = os._exit if alone else None
    for name in ("handle", "perform"):
        done = getattr(Exercise, name)
        if not hasattr(done, "__wrapped__"):
            setattr(Exercise, name, _checked(done))


def keep_if_asked() -> None:
    """Check in a process that a test started, and not in one that is measured."""
    if os.environ.get(ASKED):
        keep(alone=True)


@contextmanager
def by_the_journal() -> Iterator[None]:
    """Allow questions to close when the journal says so, even if by the rules of today an answer is still
    missing.
    """
    global _by_journal  # noqa: PLW0603  # the laws hold for a whole process
    _by_journal = True
    yield
    _by_journal = False


def _checked(done: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(done)
    def checked(self: Exercise, *what: Any) -> Any:
        global _depth  # noqa: PLW0603  # one stimulus leads to another
        before = None if _depth else found(self, what[0])
        _depth += 1
        try:
            outcome = done(self, *what)
        finally:
            _depth -= 1
        if not _depth:
            _check(self, what[0], before, outcome)
        return outcome

    return checked


def _check(exercise: Exercise, stimulus: object, before: FoundTable | None, outcome: Any) -> None:
    try:
        if before is not None and not _by_journal:
            check_step(before, stimulus, outcome)
        _look(exercise, stimulus)
    except AssertionError as breach:
        said = f"after {stimulus!r:.200}: {breach}"
        BREACHES.append(said)
        if _exit is not None:
            sys.stderr.write(f"a law is broken {said}\n")
            sys.stderr.flush()
            _exit(EXIT_BROKEN)
        raise


def _look(exercise: Exercise, stimulus: object) -> None:
    global _turn  # noqa: PLW0603  # whose turn it is
    _turn += 1
    tables = exercise.tables
    if len(tables) <= TABLES_FEW or _turn % WHOLE_EVERY == 0:
        check(exercise)
        return
    about = exercise.keys.get(stimulus.key) if isinstance(stimulus, Received) else None
    number: TableId = about.table if about else getattr(stimulus, "table", TableId(0))
    if number in tables:
        check_table(tables[number])
    check_table(list(tables.values())[_turn % len(tables)])
