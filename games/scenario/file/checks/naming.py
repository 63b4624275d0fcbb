"""Checks of names: names of teams, seats, questions, options, phases and endings that are used twice or mean nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from warcouncil.games.kit.game import Mistake
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.games.scenario.file.model.names import Names
from warcouncil.games.scenario.file.text.faults import Path
from warcouncil.games.scenario.file.text.phase import (
    AnyPhase,
    CellPhase,
    QuestionPhase,
    TreatyPhase,
    VotePhase,
)
from warcouncil.games.scenario.file.text.scenario import Scenario


def of_teams(scenario: Scenario) -> tuple[Mistake, ...]:
    """Return the faults of teams and seats. All other checks need sound teams and seats."""
    found = [
        *_twice((("teams", at, "name"), team.name) for at, team in enumerate(scenario.teams)),
        *_twice((("seats", at, "name"), seat.name) for at, seat in enumerate(scenario.seats)),
    ]
    teams = {team.name: team for team in scenario.teams}
    held = [seat.team for seat in scenario.seats]
    for at, seat in enumerate(scenario.seats):
        if seat.team not in teams:
            said = unknown(f"there is no team {seat.team!r}", seat.team, teams, "teams are")
            found.append(Mistake(("seats", at, "team"), said))
        elif seat.name in teams and (seat.name != seat.team or held.count(seat.team) > 1):
            said = f"{seat.name!r} is a team. Only the one seat of a team can have its name. Write {seat.team}.{seat.name}"
            found.append(Mistake(("seats", at, "name"), said))
        elif "." in seat.name and seat.name.partition(".")[0] != seat.team:
            said = f"{seat.name!r} belongs to {seat.team}. Write {seat.team}.{seat.name.partition('.')[2]}"
            found.append(Mistake(("seats", at, "name"), said))
    found += [
        Mistake(("teams", at), f"{team.name} has no seat. Add one to [[seats]], or remove the team")
        for at, team in enumerate(scenario.teams)
        if team.name not in held
    ]
    if all(team.cell for team in scenario.teams):
        found.append(Mistake(("teams",), "there is only the white cell. Add a team without cell = true"))
    return tuple(found)


def _twice(named: Iterable[tuple[Path, str]]) -> Iterator[Mistake]:
    seen: set[str] = set()
    for path, name in named:
        if name in seen:
            yield Mistake(path, f"{name!r} is already used. Take another name")
        seen.add(name)


def check_names(names: Names) -> None:
    """Record every name that is used for two things."""
    scenario = names.scenario
    values: list[tuple[Path, str]] = [
        *((("numbers", at, "name"), number.name) for at, number in enumerate(scenario.numbers)),
        *((("documents", at, "name"), each.name) for at, each in enumerate(scenario.documents)),
        *((("draws", at, "name"), each.name) for at, each in enumerate(scenario.draws)),
        *_asked(scenario),
    ]
    groups: list[list[tuple[Path, str]]] = [
        values,
        [(("phases", at, "name"), phase.name) for at, phase in enumerate(scenario.phases)],
        [(("endings", at, "name"), ending.name) for at, ending in enumerate(scenario.endings)],
        [
            (("phases", at, key, number, "name"), name)
            for at, phase in enumerate(scenario.phases)
            for key, part_names in _rules(phase)
            for number, name in enumerate(part_names)
            if name
        ],
        [(("injects", at, "name"), inject.name) for at, inject in enumerate(scenario.injects) if inject.name],
    ]
    for group in groups:
        for mistake in _twice(group):
            names.note(mistake.path, mistake.said)
    for path, name in values:
        if name in names.places:
            names.note(path, f"{name!r} is a team or a seat. Take another name")
    for at, phase in enumerate(scenario.phases):
        if isinstance(phase, QuestionPhase):
            for number, question in enumerate(phase.questions):
                path = ("phases", at, "questions", number, "options")
                for mistake in _twice(
                    ((*path, i, "name"), option.name) for i, option in enumerate(question.options)
                ):
                    names.note(mistake.path, mistake.said)
        if isinstance(phase, CellPhase):
            path = ("phases", at, "foreseen")
            for mistake in _twice(((*path, i, "name"), each.name) for i, each in enumerate(phase.foreseen)):
                names.note(mistake.path, mistake.said)


def _rules(phase: AnyPhase) -> tuple[tuple[str, tuple[str | None, ...]], ...]:
    tables, follows = phase.tables, phase.follows
    return ("tables", tuple(each.name for each in tables)), ("follows", tuple(each.name for each in follows))


def _asked(scenario: Scenario) -> Iterator[tuple[Path, str]]:
    for at, phase in enumerate(scenario.phases):
        match phase:
            case QuestionPhase():
                for number, question in enumerate(phase.questions):
                    yield ("phases", at, "questions", number, "name"), question.name
            case VotePhase():
                yield ("phases", at, "vote"), phase.vote
            case TreatyPhase():
                yield ("phases", at, "treaty"), phase.treaty
            case _:
                pass
