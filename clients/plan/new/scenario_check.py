"""Checks a scenario, a file or one that ships: every fault with its line, and hints."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path as File

from warcouncil.clients.plan.reading.played import file_faults, is_file
from warcouncil.clients.plan.text.mistakes import Fault, Faults
from warcouncil.clients.plan.text.option_text import BadInput, read_text
from warcouncil.clients.plan.text.toml_lines import lines_of
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.games.scenario import shipped
from warcouncil.games.scenario.file.checks.lint import doubts
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.scenario import Scenario


@dataclass(frozen=True, slots=True)
class LookedThrough:
    """The result of a check. `scenario` is None if there are faults. Hints are worth a look."""

    faults: tuple[Fault, ...]
    hints: tuple[Fault, ...]
    scenario: Scenario | None


def scenario_text(file: File) -> str:
    """Return the text of a file, or of the scenario that ships under this name. Raises BadInput."""
    name = str(file)
    if is_file(name) or file.exists():
        return read_text(name)
    plain = name.lower().replace("-", "_").replace(" ", "_")
    if plain not in shipped.names():
        said = f"{name}: there is no such file, and no scenario of this name ships"
        raise BadInput(unknown(said, plain, shipped.names(), "these ship:"))
    return shipped.text(plain)


def look_through(file: File) -> LookedThrough:
    """Check a scenario. Raises BadInput if it cannot be read at all."""
    text = scenario_text(file)
    if wrong := file_faults(text, file):
        return LookedThrough(wrong, (), None)
    scenario = read(text)
    found = Faults(str(file), lines_of(text.removeprefix("\ufeff")))
    for doubt in doubts(scenario):
        found.hint(doubt.path, doubt.said)
    return LookedThrough((), tuple(sorted(found.hints, key=lambda hint: hint.line)), scenario)


def scenario_in(file: File) -> Scenario:
    """Return a scenario, of a file or of one that ships. Raises BadInput with the first fault in it."""
    found = look_through(file)
    if found.scenario is None:
        more = f" (and {len(found.faults) - 1} more)" if len(found.faults) > 1 else ""
        raise BadInput(f"{found.faults[0]}{more}")
    return found.scenario
