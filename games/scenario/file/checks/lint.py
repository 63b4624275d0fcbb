"""Lint: parts of a scenario that are allowed, but are probably mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from math import prod

from warcouncil.games.kit.game import Mistake
from warcouncil.games.scenario.file.checks.influences import Bearing
from warcouncil.games.scenario.file.checks.marks import strange_marks
from warcouncil.games.scenario.file.checks.questions import ANY, words_of
from warcouncil.games.scenario.file.checks.secrets import refs_of
from warcouncil.games.scenario.file.model.clause_sites import Site, conditions, effects, site_label
from warcouncil.games.scenario.file.model.names import CLOSING, Names
from warcouncil.games.scenario.file.model.spans import impossible
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.clauses import OWN, Ref
from warcouncil.games.scenario.file.text.consequences import TablePart
from warcouncil.games.scenario.file.text.faults import Path
from warcouncil.games.scenario.file.text.phase import (
    ArgumentPhase,
    CellPhase,
    QuestionPhase,
    TalkPhase,
    TreatyPhase,
)
from warcouncil.games.scenario.file.text.question import QuestionPart
from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.games.scenario.file.text.vocabulary import STEPWISE

CASES_MAX = 5000
"""How many cases of a table are checked. Larger tables are skipped, because the check would take too long."""
SHOWN = 6


def doubts(scenario: Scenario) -> tuple[Mistake, ...]:
    """Return the doubtful parts of a sound scenario, in the order of the file."""
    names = Names(scenario)
    bearing = Bearing(names)
    found = (
        *_people(names),
        *_secrets(names, bearing),
        *_answers(names, bearing),
        *_cases(names),
        *_phases(names),
        *_moments(names),
        *_map(names),
        *_endings(names),
        *_sheet(names),
        *_clock(scenario),
        *strange_marks(scenario),
    )
    return tuple(Mistake(path, said) for path, said in found)


def _people(names: Names) -> Iterator[tuple[Path, str]]:
    teams = names.script.teams
    for at, seat in enumerate(names.scenario.seats):
        if not (seat.brief or teams[seat.team].brief or teams[seat.team].cell):
            yield ("seats", at), f"{seat.name} has no brief, and its team has none. Write one with its aims"
    for key, parts in (("teams", names.scenario.teams), ("seats", names.scenario.seats)):
        titles = [part.title for part in parts]
        for at, title in enumerate(titles):
            if title in titles[:at]:
                yield (key, at, "title"), f"{title!r} is used twice. Players cannot distinguish the two"
    talking = _talking(names)
    for at, team in enumerate(names.scenario.teams):
        if talking and not team.cell and not talking & {*names.script.seats_of(team.name)}:
            yield ("teams", at), f"{team.name} has no conversation in any phase, but other teams have one"


def _sheet(names: Names) -> Iterator[tuple[Path, str]]:
    """Yield a payoff sheet that gives points although the negotiation failed, and options that the sheet does not
    list.
    """
    scores = names.scenario.scores
    if scores is None or not scores.sheet:
        return
    if names.script.votes and not scores.sheet_only_if:
        vote = next(iter(names.script.votes))
        yield (
            ("scores", "sheet"),
            f'the payoff sheet also counts if {vote} fails. To change that, write sheet_only_if = ["{vote} is passed"]',
        )
    for at, row in enumerate(scores.sheet):
        issue = row.issue.split(" of ")[0]
        first = next(n for n, each in enumerate(scores.sheet) if each.issue.split(" of ")[0] == issue)
        question = names.script.questions.get(issue)
        if first != at or question is None:
            continue
        rows = {each.option for each in scores.sheet if each.issue.split(" of ")[0] == issue}
        left = [option.name for option in question.options if option.name not in rows]
        if left:
            gone = ", ".join(left)
            yield (
                ("scores", "sheet", at),
                f"the payoff sheet has no row for {issue}: {gone}. Options without a row give no points",
            )


def _talking(names: Names) -> set[str]:
    script, found = names.script, set[str]()
    for phase in names.scenario.phases:
        match phase.channels:
            case "none":
                continue
            case "teams":
                found |= {
                    seat
                    for team in script.sides
                    for seat in script.seats_of(team)
                    if len(script.seats_of(team)) > 1
                }
            case "all" | "pairs":
                found |= {*script.players}
            case named:
                found |= {seat for places in named.values() for seat in script.seats_in(places)}
    return found


def _secrets(names: Names, bearing: Bearing) -> Iterator[tuple[Path, str]]:
    for at, number in enumerate(names.scenario.numbers):
        read = any(names.readers(Ref(number.name, owner)) for owner in names.owners(number.name))
        if not read and number.name not in bearing.looked:
            yield (
                ("numbers", at),
                f"{number.name} is shown to no player and read by no rule. Remove it, or use it",
            )
        elif number.name not in bearing.changed:
            yield ("numbers", at), f"{number.name} never changes"
    for at, document in enumerate(names.scenario.documents):
        if document.known_to == "none" and document.name not in bearing.handed:
            yield (
                ("documents", at),
                f"{document.name} is never handed to a player. Hand it out, or remove it",
            )


def _answers(names: Names, bearing: Bearing) -> Iterator[tuple[Path, str]]:
    judged = any(isinstance(phase, CellPhase) for phase in names.scenario.phases)
    for place, phase in enumerate(names.scenario.phases):
        for number, question in enumerate(phase.questions if isinstance(phase, QuestionPhase) else ()):
            path: Path = ("phases", place, "questions", number)
            if question.kind == "orders":
                continue
            yield from _ties(names, (*path, "by"), question)
            if question.name not in bearing.looked:
                if not judged and question.known_to in ("own", "none"):
                    yield (
                        path,
                        f"no rule reads the answers to {question.name}, and no player learns them",
                    )
                continue
            rest = [
                each.name
                for each in question.options
                if each.name not in bearing.options.get(question.name, ())
            ]
            if question.kind in ("choice", "several") and 1 < len(rest) < len(question.options):
                yield (
                    (*path, "options"),
                    f"no rule mentions {' or '.join(rest)}, so they have the same effect",
                )


def _ties(names: Names, path: Path, question: QuestionPart) -> Iterator[tuple[Path, str]]:
    """Yield teams of two seats that answer by majority. If the two differ, neither answer counts."""
    pairs = [
        owner
        for owner in names.owners(question.name)
        if question.by == "majority" and len(names.asked(question, owner)) == 2
    ]
    if pairs:
        yield (
            path,
            f"{pairs[0]} has two seats. If they differ, neither answer has a majority, and silence counts."
            ' Write by = "commander" or by = "all"',
        )


def _cases(names: Names) -> Iterator[tuple[Path, str]]:
    for place, phase in enumerate(names.scenario.phases):
        for number, table in enumerate(phase.tables):
            site = Site(("phases", place, "tables", number), CLOSING, place)
            missing = _uncovered(names, site, table)
            if missing:
                first = "; ".join(", ".join(case) for case in missing[:SHOWN])
                more = f"; and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
                yield site.path, f"no row says what follows from: {first}{more}"


def _uncovered(names: Names, site: Site, table: TablePart) -> list[tuple[str, ...]]:
    words = [words_of(names, site, text) for text in table.of]
    if prod(len(each) for each in words) > CASES_MAX:
        return []
    rows = [row.answers for row in table.rows]
    return [
        case
        for case in product(*words)
        if not any(all(a in (ANY, b) for a, b in zip(row, case, strict=True)) for row in rows)
        and "open" not in case
    ]


def _phases(names: Names) -> Iterator[tuple[Path, str]]:
    for purpose in conditions(names):
        if impossible(names, purpose.text):
            yield purpose.site.path, f"{purpose.text!r} can never hold. Check the least and greatest values"
    for at, phase in enumerate(names.scenario.phases):
        if isinstance(phase, TalkPhase) and phase.channels == "none" and not phase.text:
            yield (
                ("phases", at),
                f"{phase.name} has no question, no conversation and no text",
            )
        if isinstance(phase, TreatyPhase) and phase.channels == "none":
            yield (
                ("phases", at),
                f"{phase.name} has no conversation while the treaty is written. Give it channels",
            )
        if isinstance(phase, ArgumentPhase) and not names.script.cell:
            yield (
                ("phases", at),
                "there is no white cell to set the odds, so all odds are even",
            )
        if phase.deals and phase.channels == "none":
            yield ("phases", at, "deals"), "players send proposals in talk, and this phase has no channels"


def _moments(names: Names) -> Iterator[tuple[Path, str]]:
    """Yield conditions that use the value of a number at the closing, although an earlier rule may have changed it."""
    if names.scenario.format < STEPWISE:
        return
    for place, phase in enumerate(names.scenario.phases):
        changed: dict[Ref, str] = {}
        for site, effect in effects(names):
            if site.place != place or site.path[2] == "foreseen":
                continue
            follow = phase.follows[int(site.path[3])] if site.path[2] == "follows" else None
            for text in (*follow.only_if, *follow.or_if) if follow else ():
                for ref in refs_of(text):
                    before = next((rule for each, rule in changed.items() if _same(each, ref)), "")
                    if before and not ref.moment:
                        yield (
                            site.path,
                            f"{text!r} reads {ref} as it was when the phase closed. {before!r} may change it before."
                            f" Write `{ref} now` or `{ref} before`",
                        )
            for text in effect.change:
                changed.setdefault(clauses.change(text).ref, site_label(names, site.path))


def _map(names: Names) -> Iterator[tuple[Path, str]]:
    board = names.scenario.map
    if board is None:
        return
    questions = names.script.questions.values()
    if board.pieces and not any(question.kind == "orders" for question in questions):
        yield ("map", "pieces"), 'no question moves the pieces. Write one with kind = "orders"'
    if board.owners_known_to == "all" and board.pieces_known_to != "all" and board.pieces:
        yield (
            ("map", "owners_known_to"),
            "everyone sees which place a hidden piece takes. If that is not intended, give owners_known_to the same value as pieces_known_to",
        )


def _same(changed: Ref, read: Ref) -> bool:
    """Return whether a change and a condition may mean the same number. `own` may be any owner."""
    if changed.name != read.name:
        return False
    return changed.owner == read.owner or not read.owner or OWN in (changed.owner, read.owner)


def _endings(names: Names) -> Iterator[tuple[Path, str]]:
    endings = names.scenario.endings
    called = {effect.end for _, effect in effects(names)}
    for at, ending in enumerate(endings):
        if ending.when == "called" and ending.name not in called:
            yield (
                ("endings", at),
                f'{ending.name} cannot come: no rule calls it. Write end = "{ending.name}" in what follows',
            )
        for other in endings:
            before = other.when == "always" and (ending.when == "end" or endings.index(other) < at)
            if other is not ending and before and other.only_if and {*other.only_if} <= {*ending.only_if}:
                yield (
                    ("endings", at),
                    f"{ending.name} cannot come: {other.name} always comes first",
                )


def _clock(scenario: Scenario) -> Iterator[tuple[Path, str]]:
    timeline = islice(Names(scenario).timeline, 1000)
    whole = sum(_minutes(scenario, place) for _, place in timeline)
    if not scenario.minutes / 2 <= whole <= scenario.minutes * 1.5:
        yield ("minutes",), f"minutes is {scenario.minutes}, but the clocks take {whole:g} minutes"


def _minutes(scenario: Scenario, place: int) -> float:
    phase = scenario.phases[place]
    match phase:
        case TreatyPhase():
            return phase.minutes + phase.sign_minutes
        case ArgumentPhase():
            teams = len(phase.of) or sum(not team.cell for team in scenario.teams)
            turns = teams if phase.order == "in turn" else 1
            return turns * (phase.minutes + phase.against_minutes * (phase.against > 0) + phase.weigh_minutes)
        case _:
            return phase.minutes
