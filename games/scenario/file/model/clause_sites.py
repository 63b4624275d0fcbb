"""The sites of clauses and texts in a scenario.

Each site says when it is read, what `own` means there, and which seats read it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from warcouncil.games.scenario.file.model.names import ALWAYS, CLOSING, END, OPENING, RUNNING, Names
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.consequences import EffectPart
from warcouncil.games.scenario.file.text.faults import Path
from warcouncil.games.scenario.file.text.phase import AnyPhase, CellPhase, QuestionnairePhase, QuestionPhase
from warcouncil.protocol.words import SeatId


@dataclass(frozen=True, slots=True)
class Site:
    """The site of a clause or a text.

    `own` lists the teams or seats for which it is read one by one. If it is empty, `own` has no meaning here.
    """

    path: Path
    when: str
    place: int = -1
    own: tuple[str, ...] = ()
    reveals: tuple[str, ...] = ()

    def at(self, *steps: str | int) -> Site:
        """Return a site inside this one."""
        return replace(self, path=(*self.path, *steps))


@dataclass(frozen=True, slots=True)
class Purpose:
    """A condition and its use. `tells` is a text for an error message. It says how players could infer the result of
    the condition.
    """

    site: Site
    text: str
    tells: str = ""


def effects(names: Names) -> Iterator[tuple[Site, EffectPart]]:
    """Yield every possible consequence."""
    for place, phase in enumerate(names.scenario.phases):
        site = Site(("phases", place), CLOSING, place)
        for number, table in enumerate(phase.tables):
            for at, row in enumerate(table.rows):
                yield replace(site.at("tables", number, "rows", at), reveals=row.reveals), row
        for number, follow in enumerate(phase.follows):
            own = tuple(each for each in names.script.each(follow) if each)
            yield replace(site.at("follows", number), own=own, reveals=follow.reveals), follow
        if isinstance(phase, CellPhase):
            for number, foreseen in enumerate(phase.foreseen):
                yield replace(site.at("foreseen", number), reveals=foreseen.reveals), foreseen


def conditions(names: Names) -> Iterator[Purpose]:
    """Yield every condition."""
    for place, phase in enumerate(names.scenario.phases):
        yield from _of_phase(names, place, phase)
    for at, ending in enumerate(names.scenario.endings):
        when = {"always": ALWAYS, "end": END}.get(ending.when, END)
        site = Site(("endings", at), when, reveals=ending.reveals)
        for number, text in enumerate(ending.only_if):
            yield Purpose(site.at("only_if", number), text, "the ending would reveal it when it comes")
        if isinstance(ending.winners, dict):
            for side, texts in ending.winners.items():
                won = Site(("endings", at, "winners", side), END)
                yield from (Purpose(won.at(number), text) for number, text in enumerate(texts))
    if names.scenario.scores:
        for at, bonus in enumerate(names.scenario.scores.bonus):
            site = Site(("scores", "bonus", at), END)
            yield from (Purpose(site.at("only_if", n), text) for n, text in enumerate(bonus.only_if))
        for at, row in enumerate(names.scenario.scores.sheet):
            site = Site(("scores", "sheet", at, "issue"), END)
            yield from (Purpose(site, text) for text in names.script.agreed(row))
        site = Site(("scores", "sheet_only_if"), END)
        yield from (Purpose(site.at(n), text) for n, text in enumerate(names.scenario.scores.sheet_only_if))
    for at, inject in enumerate(names.scenario.injects):
        site = Site(("injects", at), RUNNING, reveals=inject.reveals)
        yield from (Purpose(site.at("only_if", n), text) for n, text in enumerate(inject.only_if))
    for at, hint in enumerate(names.scenario.hints):
        site = Site(("hints", at), OPENING, names.home.get(hint.question, -1))
        yield from (Purpose(site.at("only_if", n), text) for n, text in enumerate(hint.only_if))


def _of_phase(names: Names, place: int, phase: AnyPhase) -> Iterator[Purpose]:
    opening = Site(("phases", place), OPENING, place, reveals=phase.reveals)
    for number, text in enumerate(phase.only_if):
        yield Purpose(opening.at("only_if", number), text, "the phase would reveal it when it opens")
    if isinstance(phase, QuestionPhase):
        for at, question in enumerate(phase.questions):
            site = replace(opening.at("questions", at), reveals=())
            for number, text in enumerate(question.only_if):
                yield Purpose(site.at("only_if", number), text, "asked")
    for at, follow in enumerate(phase.follows):
        own = tuple(each for each in names.script.each(follow) if each)
        site = Site(("phases", place, "follows", at), CLOSING, place, own)
        yield from (Purpose(site.at("only_if", n), text) for n, text in enumerate(follow.only_if))
        yield from (Purpose(site.at("or_if", n), text) for n, text in enumerate(follow.or_if))


@dataclass(frozen=True, slots=True)
class Printed:
    """A text with braces, and its readers.

    `to` is a team, a seat, or `own`. None means everyone, including the public.
    """

    site: Site
    text: str
    to: str | None = None

    def readers(self, names: Names, own: str) -> tuple[SeatId, ...]:
        """Return the seats that read it."""
        assert self.to is not None
        return names.script.seats_of(own if self.to == clauses.OWN else self.to)


def printed(names: Names) -> Iterator[Printed]:
    """Yield every text whose braces are filled."""
    yield Printed(Site(("situation",), ALWAYS), names.scenario.situation)
    for site, effect in effects(names):
        yield Printed(site.at("tell"), effect.tell)
        yield Printed(site.at("establish"), effect.establish)
        for place, text in effect.tell_to.items():
            yield Printed(site.at("tell_to", place), text, place)
    for at, ending in enumerate(names.scenario.endings):
        yield Printed(Site(("endings", at, "words"), END, reveals=ending.reveals), ending.words)


def unprinted(names: Names) -> Iterator[tuple[Path, str]]:
    """Yield the texts that are shown unchanged. Braces in them print nothing."""
    scenario = names.scenario
    for key in ("title", "author", "summary", "wins", "round"):
        yield (key,), getattr(scenario, key)
    for at, team in enumerate(scenario.teams):
        yield from ((("teams", at, key), getattr(team, key)) for key in ("title", "about", "brief"))
    for at, seat in enumerate(scenario.seats):
        yield from ((("seats", at, key), getattr(seat, key)) for key in ("title", "duty", "brief", "aid"))
    for at, number in enumerate(scenario.numbers):
        yield ("numbers", at, "title"), number.title
        yield from ((("numbers", at, "marks", n, "label"), mark.label) for n, mark in enumerate(number.marks))
    for at, document in enumerate(scenario.documents):
        yield from ((("documents", at, key), getattr(document, key)) for key in ("title", "text"))
    for at, inject in enumerate(scenario.injects):
        yield ("injects", at, "text"), inject.text
        yield ("injects", at, "sender"), inject.sender or ""
    for at, ending in enumerate(scenario.endings):
        yield ("endings", at, "title"), ending.title or ""
    for at, phase in enumerate(scenario.phases):
        yield from _unprinted_of(("phases", at), phase)


def _unprinted_of(path: Path, phase: AnyPhase) -> Iterator[tuple[Path, str]]:
    for key in ("name", "text", "motion", "asks"):
        if hasattr(phase, key):
            yield (*path, key), getattr(phase, key)
    if isinstance(phase, QuestionPhase):
        for at, question in enumerate(phase.questions):
            inner = (*path, "questions", at)
            yield from (((*inner, key), getattr(question, key) or "") for key in ("ask", "title", "help"))
            for number, option in enumerate(question.options):
                yield from (
                    ((*inner, "options", number, key), getattr(option, key)) for key in ("label", "help")
                )
    if isinstance(phase, QuestionnairePhase):
        yield (*path, "consent"), phase.consent
        yield from (((*path, "items", at, "ask"), item.ask) for at, item in enumerate(phase.items))
    if isinstance(phase, CellPhase):
        for at, foreseen in enumerate(phase.foreseen):
            yield from (((*path, "foreseen", at, key), getattr(foreseen, key)) for key in ("label", "help"))


def site_label(names: Names, path: tuple[str | int, ...]) -> str:
    """Return the name of a rule, a row or an outcome in reports: its own name, or its phase and its number in it."""
    phase = names.scenario.phases[int(path[1])]
    match path[2:4]:
        case "tables", int(number):
            table = phase.tables[number]
            return f"{table.name or f'{phase.name}, table {number + 1}'}, row {int(path[5]) + 1}"
        case "follows", int(number):
            return phase.follows[number].name or f"{phase.name}, follows {number + 1}"
        case "foreseen", int(number) if isinstance(phase, CellPhase):
            return f"{phase.name}, {phase.foreseen[number].name}"
        case _:
            raise AssertionError("nothing follows from this place")
