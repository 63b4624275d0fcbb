"""Everything that is wrong with a text that is no sound scenario, and where, in words."""

from __future__ import annotations

from warcouncil.games.kit.game import Mistake

Path = tuple[str | int, ...]
"""The way to a value: keys of mappings, and places in lists from 0."""


class Unsound(ValueError):
    """A text that is no sound scenario. `faults` are all its mistakes; the text is the first, and how many more there are."""

    def __init__(self, faults: tuple[Mistake, ...]) -> None:
        assert faults
        self.faults = faults
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"{told(faults[0])}{more}")


def told(fault: Mistake) -> str:
    """Say a mistake and where it stands, where no line is known."""
    return f"{way(fault.path)}: {fault.said}" if fault.path else fault.said


def way(path: Path) -> str:
    """Say in words where something stands: `phases 2, questions 1, ask`."""
    words: list[str] = []
    for step in path:
        if isinstance(step, int) and words:
            words[-1] = f"{words[-1]} {step + 1}"
        else:
            words.append(str(step))
    return ", ".join(words)
