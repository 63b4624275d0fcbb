"""Source: a scenario file that an author is writing, with its tables. The file is read again when it changes.
Mistakes in it are only listed.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.clients.plan.new.scenario_check import LookedThrough, judged, scenario_file
from warcouncil.clients.plan.text.mistakes import Fault
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.options import ScenarioOptions


@dataclass(frozen=True, slots=True)
class Version:
    """One saved version of the file. `options` is None if it has mistakes. Versions count from 1."""

    number: int
    found: LookedThrough
    options: ScenarioOptions | None


class Source:
    """The versions of one file: the newest one, and the newest one without mistakes."""

    def __init__(self, file: Path, treatment: str = "") -> None:
        self.file = file
        self.treatment = treatment
        """The treatment that is played. If the file does not have this treatment, the first one is played."""
        self._text: str | None = None
        self._missing = False
        self.newest = Version(0, LookedThrough((), (), None), None)
        self.sound: Version | None = None

    def look(self) -> bool:
        """Read the file. Return whether it has changed.

        Editors replace a file by a new one. So a file that is missing at one reading only is not a mistake.
        """
        try:
            found = scenario_file(self.file)
        except BadInput as fault:
            again, self._missing = self._missing, True
            if (again or not self.newest.number) and self._text != str(fault):
                self._text = str(fault)
                self._take(LookedThrough((Fault(str(self.file), 0, str(fault)),), (), None), None)
                return True
            return False
        self._missing = False
        if found.seen == self._text:
            return False
        self._text = found.seen
        made = attempt(lambda: judged(found))
        if isinstance(made, RulesFault):
            said = f"this program cannot read the file ({type(made.error).__name__}). Please report it"
            made = LookedThrough((Fault(str(self.file), 1, said),), (), None)
        self._take(made, None if made.scenario is None else GAME.options_type(scenario=made.text))
        return True

    def treated(self, options: ScenarioOptions) -> ScenarioOptions:
        """Return options in the chosen treatment."""
        plain = options.model_copy(update={"treatment": ""})
        known = self.treatment in GAME.to_assign(plain)
        return GAME.in_treatment(plain, self.treatment) if known else plain

    def _take(self, found: LookedThrough, options: ScenarioOptions | None) -> None:
        self.newest = Version(self.newest.number + 1, found, options)
        if options is not None:
            self.sound = self.newest
