"""A walk as lines of text for a terminal: each question, its answers, and the consequences rule by rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warcouncil.clients.plain.base.sheets import element_lines
from warcouncil.clients.room.preview.page import UMPIRE, Scene, Sight, scene
from warcouncil.clients.room.preview.source import Version
from warcouncil.clients.room.preview.stepping import Walk
from warcouncil.clients.room.preview.tracing import Looked, Trace, Weighed
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.game import Phase


def version_line(version: Version, file: str) -> str:
    """Return one line about a version of the file: its mistakes and its hints."""
    faults, hints = version.found.faults, version.found.hints
    said = say("preview.mistakes", n=len(faults)) + "." if faults else say("preview.sound")
    more = f" {say('preview.hints', n=len(hints))}." if hints else ""
    return f"{say('preview.version', n=version.number, file=file)} {said}{more}"


def walk_lines(made: Walk, reader: str = UMPIRE) -> Iterator[str]:
    """Yield a whole walk under the title of the exercise. `reader` is a seat whose board is shown at each question."""
    yield say("preview.title", title=made.state.play.scenario.title)
    for at in range(len(made.steps) + 1):
        shown = scene(made, Sight(at, reader))
        if shown.trace is not None:
            yield from _followed(shown.trace)
        yield ""
        yield from _heading(made, at, shown)
        if reader:
            yield from _board(shown)


def _heading(made: Walk, at: int, shown: Scene) -> Iterator[str]:
    phase = made.steps[at].phase if at < len(made.steps) else made.phase
    if isinstance(phase, Phase):
        yield f"== {phase.title} =="
        yield f"{shown.facts['clock']} {shown.facts['asked']}"
        yield from shown.messages
    else:
        yield f"== {say('verdict.title')} =="
        yield f"{phase.reason}. {' '.join(shown.finish_words)}"


def _board(shown: Scene) -> Iterator[str]:
    yield say("preview.board", who=shown.reader_title)
    for element in shown.sheet.elements:
        yield from (f"  {line}" for line in element_lines(element))


def _followed(trace: Trace) -> Iterator[str]:
    yield from _effects(trace.first)
    for rule in trace.rules:
        yield from _looked(rule, say("preview.applied"), _why_not(rule))
    for ending in trace.endings:
        yield from _looked(ending, say("preview.ending_came"), say("preview.ending_not"))
    yield from trace.last


def _why_not(rule: Looked) -> str:
    return say("preview.missed") if rule.could and rule.chance < 100 else say("preview.not_applied")


def _looked(each: Looked, yes: str, no: str) -> Iterator[str]:
    chance = f" ({say('preview.chance', n=each.chance)})" if each.chance < 100 else ""
    yield f"{'+' if each.applied else '-'} {each.label}: {yes if each.applied else no}{chance}"
    for number, way in enumerate(each.ways):
        if number:
            yield f"    {say('preview.or')}"
        yield from (f"    {_weighed(one)}" for one in _telling(way, applied=each.applied))
    yield from _effects(each)


def _telling(way: Sequence[Weighed], *, applied: bool) -> Sequence[Weighed]:
    """Return the conditions that explain the result.

    If the rule was applied, return all conditions. If not, return those that do not hold.
    """
    return way if applied else [one for one in way if not one.holds]


def _weighed(one: Weighed) -> str:
    how = say("preview.holds") if one.holds else say("preview.fails")
    return f"{one.text}: {how} ({', '.join(one.values)})" if one.values else f"{one.text}: {how}"


def _effects(each: Looked) -> Iterator[str]:
    for one in each.moved:
        yield f"    {one.label}: {one.before} → {one.now}"
    yield from (f"    {text}" for text in each.said)
