"""Source: the file of a scenario under work. It is read again when it changes, and a bad file is only a list of mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.clients.plan.new.scenario_check import LookedThrough, look_through, scenario_text
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
    """The versions of one file: the newest, and the newest without mistakes."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._text: str | None = None
        self._missing = False
        self.newest = Version(0, LookedThrough((), (), None), None)
        self.sound: Version | None = None

    def look(self) -> bool:
        """Read the file. Return whether it has changed.

        Editors replace a file by a new one. A file that is missing at one look is therefore not yet a mistake.
        """
        try:
            text = scenario_text(self.file)
        except BadInput as fault:
            again, self._missing = self._missing, True
            if (again or not self.newest.number) and self._text != str(fault):
                self._text = str(fault)
                self._take(LookedThrough((Fault(str(self.file), 0, str(fault)),), (), None), None)
                return True
            return False
        self._missing = False
        if text == self._text:
            return False
        self._text = text
        made = attempt(lambda: self._read(text))
        if isinstance(made, RulesFault):
            said = f"this program cannot read the file ({type(made.error).__name__}). Please report it"
            made = LookedThrough((Fault(str(self.file), 1, said),), (), None), None
        self._take(*made)
        return True

    def _read(self, text: str) -> tuple[LookedThrough, ScenarioOptions | None]:
        try:
            found = look_through(self.file)
        except BadInput as fault:
            return LookedThrough((Fault(str(self.file), 0, str(fault)),), (), None), None
        return found, None if found.scenario is None else GAME.options_type(scenario=text)

    def _take(self, found: LookedThrough, options: ScenarioOptions | None) -> None:
        self.newest = Version(self.newest.number + 1, found, options)
        if options is not None:
            self.sound = self.newest
