"""The check of a whole scenario. It returns each mistake with its place and how to mend it."""

from __future__ import annotations

from warcouncil.games.kit.game import Mistake
from warcouncil.games.scenario.file.checks.clause_meaning import check_clauses
from warcouncil.games.scenario.file.checks.limits import check_limits
from warcouncil.games.scenario.file.checks.map import check_map
from warcouncil.games.scenario.file.checks.marks import check_pictures
from warcouncil.games.scenario.file.checks.naming import check_names, of_teams
from warcouncil.games.scenario.file.checks.phases import check_phases
from warcouncil.games.scenario.file.checks.questions import check_numbers, check_questions, check_tables
from warcouncil.games.scenario.file.checks.secrets import check_secrets
from warcouncil.games.scenario.file.model.names import Names
from warcouncil.games.scenario.file.text.scenario import Scenario


def faults(scenario: Scenario) -> tuple[Mistake, ...]:
    """Return all faults of a scenario. A scenario without faults can be played."""
    if found := of_teams(scenario):
        return found
    names = Names(scenario)
    check_names(names)
    check_pictures(names)
    check_numbers(names)
    check_questions(names)
    check_map(names)
    check_phases(names)
    check_clauses(names)
    check_tables(names)
    check_secrets(names)
    if not names.found:
        check_limits(names)
    return tuple(names.found)
