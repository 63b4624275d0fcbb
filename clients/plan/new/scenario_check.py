"""Checks a scenario file: every fault with its line, and hints."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path as File

from warcouncil.clients.plan.reading.played import file_faults
from warcouncil.clients.plan.text.mistakes import Fault, Faults
from warcouncil.clients.plan.text.option_text import BadInput, read_text
from warcouncil.clients.plan.text.toml_lines import lines_of
from warcouncil.games.scenario.file.checks.lint import doubts
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.scenario import Scenario


@dataclass(frozen=True, slots=True)
class LookedThrough:
    """The result of a check. `scenario` is None if there are faults. Hints are worth a look."""

    faults: tuple[Fault, ...]
    hints: tuple[Fault, ...]
    scenario: Scenario | None


def look_through(file: File) -> LookedThrough:
    """Check a file. Raises BadInput if it cannot be read at all."""
    text = read_text(str(file))
    if wrong := file_faults(text, file):
        return LookedThrough(wrong, (), None)
    scenario = read(text)
    found = Faults(str(file), lines_of(text.removeprefix("\ufeff")))
    for doubt in doubts(scenario):
        found.hint(doubt.path, doubt.said)
    return LookedThrough((), tuple(sorted(found.hints, key=lambda hint: hint.line)), scenario)


def scenario_in(file: File) -> Scenario:
    """Return the scenario in a file. Raises BadInput with the first fault in it."""
    found = look_through(file)
    if found.scenario is None:
        more = f" (and {len(found.faults) - 1} more)" if len(found.faults) > 1 else ""
        raise BadInput(f"{found.faults[0]}{more}")
    return found.scenario
