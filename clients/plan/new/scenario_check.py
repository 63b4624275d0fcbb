"""Checks a scenario, which is a file or ships with the program. It reports every fault with its line, and hints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path as File

from warcouncil.clients.plan.reading.played import FileRead, is_file, read_file
from warcouncil.clients.plan.text.mistakes import Fault
from warcouncil.clients.plan.text.option_text import BadInput, read_text
from warcouncil.games.kit.game import Mistake
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.games.scenario import shipped
from warcouncil.games.scenario.file.checks.lint import doubts
from warcouncil.games.scenario.file.reading import Treated, in_treatments, no_treatment, read
from warcouncil.games.scenario.file.text.scenario import Scenario


@dataclass(frozen=True, slots=True)
class LookedThrough:
    """The result of a check. `scenario` is None if there are faults. Hints are remarks that deserve attention.

    `text` is the text from which the game is made: the file with its tables.
    """

    faults: tuple[Fault, ...]
    hints: tuple[Fault, ...]
    scenario: Scenario | None
    text: str = ""


def scenario_file(file: File) -> FileRead:
    """Read a scenario file with its tables, or the shipped scenario of this name. Raises BadInput."""
    name = str(file)
    if is_file(name) or file.exists():
        return read_file(read_text(name), file)
    plain = name.lower().replace("-", "_").replace(" ", "_")
    if plain not in shipped.names():
        said = f"{name}: there is no such file, and no scenario of this name ships"
        raise BadInput(unknown(said, plain, shipped.names(), "scenarios are"))
    return read_file(shipped.text(plain), file)


def look_through(file: File) -> LookedThrough:
    """Check a scenario. Raises BadInput if it cannot be read at all."""
    return judged(scenario_file(file))


def judged(found: FileRead) -> LookedThrough:
    """Check a scenario that is already parsed."""
    if found.faults or found.made is None:
        return LookedThrough(found.faults, (), None, found.text)
    scenario = read(found.text)
    made = found.made
    doubtful = _doubts(scenario, in_treatments(found.text))
    hints = (made.fault(doubt.path, doubt.said) for doubt in doubtful)
    by_file = sorted(hints, key=lambda hint: (hint.file != str(made.file), hint.file, hint.line))
    return LookedThrough((), tuple(by_file), scenario, found.text)


def _doubts(scenario: Scenario, treated: tuple[Treated, ...]) -> Iterator[Mistake]:
    """Yield the remarks about the file, and then those about each treatment that the file itself does not have."""
    usual = doubts(scenario)
    yield from usual
    if len(treated) == 1:
        said = "there is only one treatment, so all tables play it. Write another to compare it with"
        yield Mistake(("treatments", 0), said)
    for number, one in enumerate(treated):
        for doubt in doubts(one.scenario):
            if Mistake(one.bare.place(doubt.path), doubt.said) not in usual:
                yield one.mistake(doubt)
        same = next((other.name for other in treated[:number] if other.scenario == one.scenario), "")
        if same:
            said = f"treatment {one.name} is the same exercise as treatment {same}. Write what differs in it"
            yield Mistake(("treatments", number), said)


def scenario_in(file: File, treatment: str = "") -> Scenario:
    """Return a scenario, from a file or from the program, unchanged or in one of its treatments.

    Raises BadInput with the first fault in it.
    """
    found = look_through(file)
    if found.scenario is None:
        more = f" (and {len(found.faults) - 1} more)" if len(found.faults) > 1 else ""
        raise BadInput(f"{found.faults[0]}{more}")
    if not treatment:
        return found.scenario
    made = {each.name: each.scenario for each in in_treatments(found.text)}
    if treatment not in made:
        raise BadInput(f"--treatment {treatment}: {no_treatment(treatment, made)}")
    return made[treatment]
