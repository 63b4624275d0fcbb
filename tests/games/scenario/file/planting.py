"""One change in the broad scenario, one question, phase, rule, hint or inject more, and every fault that is
found in it.
"""

from __future__ import annotations

from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.faults import Unsound, told

from tests.games.scenario.broad import BROAD

SEATS = "blue.minister, blue.admiral, red.minister, red.admiral"
PLAYERS = f"blue, red, {SEATS}"
EVERYBODY = f"blue, red, cell, {SEATS}, cell.head, cell.aide"

_TABLE = '[[phases.tables]]\nname = "Meetings at sea"'
_RULE = '[[phases.follows]]\nname = "Oil"'
_ENDING = '[[endings]]\nname = "war"'
_HINT = '[[hints]]\nof = "blue"\nquestion = "bid"\nanswer = 1'
_INJECT = '[[injects]]\ntext = "The press asks."\nto = "red"\nreply = true'


def broken(old: str, new: str) -> list[str]:
    """Return every fault of the broad scenario after one change, each with its place."""
    assert old in BROAD
    try:
        read(BROAD.replace(old, new, 1))
    except Unsound as found:
        return list(map(told, found.faults))
    return []


def question(text: str) -> tuple[str, str]:
    """Plant an eighth question in the second phase."""
    return _TABLE, f'[[phases.questions]]\nname = "more"\nask = "What more?"\n{text}\n{_TABLE}'


def phase(text: str) -> tuple[str, str]:
    """Plant a seventh phase."""
    return _ENDING, f'[[phases]]\nname = "More"\n{text}\n{_ENDING}'


def follow(text: str) -> tuple[str, str]:
    """Plant a first rule in the second phase."""
    return _RULE, f"[[phases.follows]]\n{text}\n{_RULE}"


def hint(text: str) -> tuple[str, str]:
    """Plant another second hint."""
    return _HINT, f"[[hints]]\n{text}"


def inject(text: str) -> tuple[str, str]:
    """Plant another second inject."""
    return _INJECT, f"[[injects]]\n{text}"
