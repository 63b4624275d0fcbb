"""Trace: the consequences of one closing, rule by rule, with every condition and every number that moved.

The trace is computed from the events of the game. The game's own code evaluates the conditions on the
position that the rules saw.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace

from warcouncil.clients.room.preview.stepping import Step
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event, told
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.ways import Way
from warcouncil.games.scenario.events.followed import (
    NumberMoved,
    OwnNumberMoved,
    PointsCounted,
    RoundBegan,
    RuleApplied,
)
from warcouncil.games.scenario.file.model.script import Consequence
from warcouncil.games.scenario.file.text.clauses import (
    Condition,
    Counted,
    Fixed,
    Holds,
    Ref,
    Round,
    Summed,
    condition,
)
from warcouncil.games.scenario.file.text.consequences import FollowPart
from warcouncil.games.scenario.look import Outlook, in_words
from warcouncil.games.scenario.numbers import label_of
from warcouncil.games.scenario.phases import here
from warcouncil.games.scenario.state import ScenarioState, key
from warcouncil.games.scenario.unfolding import Unfolding

_OWN = re.compile(r"\bown\b")


@dataclass(frozen=True, slots=True)
class Weighed:
    """A condition as the file states it, whether it held, and the values that it used."""

    text: str
    holds: bool
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """A number that changed."""

    label: str
    before: str
    now: str


@dataclass(frozen=True, slots=True)
class Looked:
    """A rule, a table or an ending that was evaluated.

    `ways` are lists of conditions. The rule applies if all conditions of one list hold. `applied`: the rule
    took effect. `chance` is in percent.
    """

    label: str
    applied: bool
    ways: tuple[tuple[Weighed, ...], ...] = ()
    chance: int = 100
    moved: tuple[Moved, ...] = ()
    said: tuple[str, ...] = ()

    @property
    def could(self) -> bool:
        """Whether its conditions held."""
        return any(all(each.holds for each in way) for way in self.ways)


@dataclass(frozen=True, slots=True)
class Trace:
    """The events of one closing: first the answers, then the rules in their order, then the endings and the rest.

    `goes_on`: the phase has another question, and its rules come after that.
    """

    first: Looked
    rules: tuple[Looked, ...]
    endings: tuple[Looked, ...]
    last: tuple[str, ...]
    goes_on: bool = False


def trace(step: Step, after: ScenarioState, seed: str) -> Trace:
    """Return what followed from a step. `after` is the position after it."""
    first, segments, last = _parted([happened.event for happened in step.happened])
    closing = _closing(step, seed)
    place = step.before.at
    rules = () if closing is None else tuple(_rules(Outlook(closing), place, segments))
    return Trace(
        _looked("", first, ways=()),
        rules,
        () if closing is None else tuple(_endings(after)),
        tuple(filter(None, (told(event, None) for event in last))),
        goes_on=closing is None,
    )


def _parted(events: Sequence[Event]) -> tuple[list[Event], list[tuple[str, list[Event]]], list[Event]]:
    """Return the events before the first rule, those of each applied rule, and those that no rule caused."""
    first: list[Event] = []
    segments: list[tuple[str, list[Event]]] = []
    last: list[Event] = []
    for event in events:
        if isinstance(event, RuleApplied):
            segments.append((event.label, []))
        elif isinstance(event, PointsCounted | RoundBegan):
            last.append(event)
        elif segments:
            segments[-1][1].append(event)
        else:
            first.append(event)
    return first, segments, last


def _closing(step: Step, seed: str) -> ScenarioState | None:
    """Return the position that the rules read when the phase closes. Return None if the phase continues.

    The game's own code applies the answers again, on a copy.
    """
    kind, place = here(step.before)
    ways = {seat: Way.SEALED if seat in step.answers else Way.SILENT for seat in step.phase.asked}
    unfolding = Unfolding(step.before, ways)
    given = {seat: step.answers.get(seat) for seat in step.phase.asked}
    later = kind.close(place, unfolding, given, Dice(seed_of(seed), "gate", step.gate))
    return None if later is not None and unfolding.state.over is None else unfolding.state


def _rules(look: Outlook, place: int, segments: list[tuple[str, list[Event]]]) -> Iterator[Looked]:
    """Yield the tables and rules of a phase in the order in which the game reads them."""
    waiting = list(segments)
    for number, table in enumerate(look.script.tables[place]):
        part = look.script.scenario.phases[place].tables[number]
        values = tuple(_value(look, ref) for ref in table.of)
        applied = bool(waiting) and waiting[0][0] in {row.label for row in table.rows}
        label, events = waiting.pop(0) if applied else (part.name or ", ".join(map(str, table.of)), [])
        yield _looked(label, events, ways=((Weighed(", ".join(part.of), applied, values),),), applied=applied)
        _running(look, events)
    for rule in look.script.rules[place]:
        applied = bool(waiting) and waiting[0][0] == rule.label
        events = waiting.pop(0)[1] if applied else []
        yield _looked(rule.label, events, ways=_ways(look, rule), applied=applied, chance=rule.chance)
        _running(look, events)


def _ways(look: Outlook, rule: Consequence) -> tuple[tuple[Weighed, ...], ...]:
    part = rule.effect
    assert isinstance(part, FollowPart)
    either = _weighed(look, part.only_if, rule.only_if, rule.own)
    return (either, _weighed(look, part.or_if, rule.or_if, rule.own)) if part.or_if else (either,)


def _weighed(
    look: Outlook, texts: Sequence[str], conditions: Sequence[Condition], own: str = ""
) -> tuple[Weighed, ...]:
    return tuple(
        Weighed(
            _OWN.sub(own, text) if own else text,
            look.holds(each),
            tuple(dict.fromkeys(_values(look, each))),
        )
        for text, each in zip(texts, conditions, strict=True)
    )


def _values(look: Outlook, part: object) -> Iterator[str]:
    """Yield each value inside a condition, as `name is value`. A condition is recognised only by its terms."""
    match part:
        case Fixed():
            return
        case Ref() | Counted() | Summed() | Round():
            yield _value(look, part)
        case Holds():
            yield f"{part.owner} {'has' if look.has(part.owner, part.document) else 'lacks'} {part.document}"
        case _ if is_dataclass(part):
            for each in fields(part):
                yield from _values(look, getattr(part, each.name))
        case tuple():
            for inner in part:
                yield from _values(look, inner)
        case _:
            return


def _value(look: Outlook, term: Ref | Counted | Summed | Round) -> str:
    match term:
        case Ref() if term.name in look.script.questions and not term.place:
            question, given = look.script.questions[term.name], look.answer(term)
            said = (
                given
                if isinstance(given, str) and question.options
                else in_words(look.script, question, given)
            )
            return f"{term} is {'silent' if given is None else said}"
        case Ref():
            return f"{term} is {look.said(term)}"
        case Counted():
            return f"count of {term.name} is {look.term(term)}"
        case Summed():
            return f"sum of {term.name} is {look.term(term)}"
        case Round():
            return f"round is {look.term(term)}"


def _endings(after: ScenarioState) -> Iterator[Looked]:
    """Yield the endings that are evaluated after every phase, and the ending that took effect."""
    look, over = Outlook(after), after.over
    for ending in look.script.scenario.endings:
        came = over is not None and over.ending == ending.name
        if came or ending.when == "always":
            way = _weighed(look, ending.only_if, tuple(map(condition, ending.only_if)))
            said = (over.words,) if over is not None and came else ()
            yield Looked(ending.name, came, (way,), said=said)


def _looked(
    label: str,
    events: Iterable[Event],
    *,
    ways: tuple[tuple[Weighed, ...], ...],
    applied: bool = True,
    chance: int = 100,
) -> Looked:
    moved: list[Moved] = []
    said: list[str] = []
    for event in events:
        if isinstance(event, NumberMoved | OwnNumberMoved):
            moved.append(Moved(event.label, _state(event, event.before), _state(event, event.now)))
        elif text := told(event, None):
            said.append(text)
    return Looked(label, applied, ways, chance, tuple(moved), tuple(said))


def _state(event: NumberMoved | OwnNumberMoved, value: int) -> str:
    """Return a value as players see it. It is a word if the number has states."""
    return event.states[value] if 0 <= value < len(event.states) else str(value)


def _running(look: Outlook, events: Iterable[Event]) -> None:
    """Set the numbers that the next rule reads as `now`. They follow from these events, which name them by their labels."""
    script, numbers = look.script, dict(look.now.numbers)
    at = {
        label_of(look, Ref(name, owner)): key(name, owner)
        for name in script.numbers
        for owner in script.owners(name)
    }
    for event in events:
        if isinstance(event, NumberMoved | OwnNumberMoved):
            numbers[at[event.label]] = event.now
    look.now = replace(look.now, numbers=numbers)
