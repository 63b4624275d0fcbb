"""Spans: the least and the greatest value that a term of a clause can have, and the conditions that can never hold.

A span may be too wide, but never too narrow. A condition that is reported is therefore certainly impossible.
"""

from __future__ import annotations

from collections.abc import Iterable

from warcouncil.games.scenario.file.model.names import Names
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.clauses import (
    Compared,
    Computed,
    Counted,
    Drawn,
    Fixed,
    Is,
    Op,
    Ref,
    Round,
    Summed,
    Term,
)
from warcouncil.games.scenario.file.text.map import NOBODY
from warcouncil.games.scenario.file.text.question import QuestionPart

Span = tuple[int, int]
"""The least and the greatest value."""


def impossible(names: Names, text: str) -> bool:
    """Return whether a condition can never hold."""
    match clauses.condition(text):
        case Compared(left=left, op=op, right=right, silent=silent) if silent is not True:
            low, high = span(names, left), span(names, right)
            return low is not None and high is not None and not _can_hold(low, op, high)
        case Is(ref=ref, values=values, negated=negated, silent=silent) if silent is not True:
            found = _on_map(names, ref)
            return found is not None and not (found - {*values} if negated else found & {*values})
        case _:
            return False


def _can_hold(left: Span, op: Op, right: Span) -> bool:
    match op:
        case ">=":
            return left[1] >= right[0]
        case ">":
            return left[1] > right[0]
        case "<=":
            return left[0] <= right[1]
        case "<":
            return left[0] < right[1]
        case "=":
            return left[0] <= right[1] and right[0] <= left[1]
        case "!=":
            return not left[0] == left[1] == right[0] == right[1]


def span(names: Names, term: Term) -> Span | None:
    """Return the least and the greatest value of a term. None if it is not known."""
    script = names.script
    match term:
        case Fixed(value=value):
            return value, value
        case Round():
            return 0, names.scenario.rounds
        case Drawn(name=name) if name in script.draws:
            return min(script.draws[name].values), max(script.draws[name].values)
        case Counted(name=name, of=of):
            return 0, len(script.owners_in(name, of))
        case Summed(name=name, of=of) if name in script.numbers:
            many = len(script.owners_in(name, of))
            return many * script.numbers[name].lowest, many * script.numbers[name].highest
        case Computed(how=how, left=left, right=right):
            return _computed(how, span(names, left), span(names, right))
        case Ref(name=name) if name in script.numbers:
            return script.numbers[name].lowest, script.numbers[name].highest
        case Ref(name=name) if name in script.questions:
            return _answer(script.questions[name])
        case Ref(name=name) if script.is_of_map(name):
            return _counted_on_map(names, term)
        case _:
            return None


def _computed(how: str, left: Span | None, right: Span | None) -> Span | None:
    if left is None or right is None:
        return None
    match how:
        case "+":
            return left[0] + right[0], left[1] + right[1]
        case "-":
            return left[0] - right[1], left[1] - right[0]
        case "*":
            corners = [one * other for one in left for other in right]
            return min(corners), max(corners)
        case "min":
            return min(left[0], right[0]), min(left[1], right[1])
        case "max":
            return max(left[0], right[0]), max(left[1], right[1])
        case _:
            return None


def _answer(question: QuestionPart) -> Span | None:
    if question.kind != "amount" or not isinstance(question.high, int):
        return None
    kept = question.counts_in_silence
    ends = (question.low, question.high, *([kept] if isinstance(kept, int) else []))
    return min(ends), max(ends)


# --- on a map -----------------------------------------------------------------------------------------------------


def _counted_on_map(names: Names, ref: Ref) -> Span | None:
    """Return how many places or pieces a team can have, or how much strength. Pieces can be removed, but never
    added.
    """
    script = names.script
    teams = [ref.owner] if ref.owner in script.sides else [*script.sides]
    match ref.name:
        case "places":
            return 0, max(len(_held(names, team)) for team in teams)
        case "pieces" | "strength":
            weights = [
                [
                    piece.strength if ref.name == "strength" else 1
                    for piece in script.pieces.values()
                    if piece.of == team and (not ref.place or ref.place in reached(names, [piece.at]))
                ]
                for team in teams
            ]
            # A place has at most one piece
            return 0, max((max(each, default=0) if ref.place else sum(each)) for each in weights)
        case _:
            return None


def _on_map(names: Names, ref: Ref) -> set[str] | None:
    """Return the teams that can hold a place, or the places where a piece can be. None if the name is not a word for the map."""
    script = names.script
    if ref.name == "owner" and ref.owner in script.places and script.is_of_map(ref.name):
        return {NOBODY, *(team for team in script.sides if ref.owner in _held(names, team))}
    if ref.name == "place" and ref.owner in script.pieces and script.is_of_map(ref.name):
        return {NOBODY, *reached(names, [script.pieces[ref.owner].at])}
    return None


def _held(names: Names, team: str) -> set[str]:
    """Return the places that a team can ever hold."""
    script = names.script
    begins = {name for name, place in script.places.items() if place.owner == team}
    return begins.union(*(reached(names, [piece.at]) for piece in script.pieces.values() if piece.of == team))


def reached(names: Names, starts: Iterable[str]) -> set[str]:
    """Return the places to which links lead from some places, including these places."""
    found = {*starts}
    waiting = [*found]
    while waiting:
        place = names.script.places.get(waiting.pop())
        new = {*place.links} - found if place else set()
        found |= new
        waiting += new
    return found
