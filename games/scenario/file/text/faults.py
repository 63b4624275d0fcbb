"""Unsound: an error with all mistakes of a text, each with its place in words."""

from __future__ import annotations

from warcouncil.games.kit.game import Mistake

Path = tuple[str | int, ...]
"""The path to a value: keys of mappings, and places in lists from 0."""


class Unsound(ValueError):
    """A text that is not a sound scenario.

    `faults` has all its mistakes. The message is the first one, with the number of the others.
    """

    def __init__(self, faults: tuple[Mistake, ...]) -> None:
        assert faults
        self.faults = faults
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"{told(faults[0])}{more}")


def told(fault: Mistake) -> str:
    """Return a mistake with its place in words, for a text whose lines are not known."""
    return f"{way(fault.path)}: {fault.said}" if fault.path else fault.said


def way(path: Path) -> str:
    """Return the place of a value as text: `phases 2, questions 1, ask`."""
    words: list[str] = []
    for step in path:
        if isinstance(step, int) and words:
            words[-1] = f"{words[-1]} {step + 1}"
        else:
            words.append(str(step))
    return ", ".join(words)
