"""Influences: the numbers and answers on which each rule depends."""

from __future__ import annotations

from collections.abc import Iterator

from warcouncil.games.scenario.file.checks.questions import ANY
from warcouncil.games.scenario.file.checks.secrets import looked_at, of_term
from warcouncil.games.scenario.file.model.clause_sites import conditions, effects, printed
from warcouncil.games.scenario.file.model.names import Names
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.clauses import (
    Compared,
    Condition,
    Counted,
    Has,
    Is,
    Ref,
    parts_of,
)
from warcouncil.games.scenario.file.text.phase import CellPhase, QuestionPhase


class Bearing:
    """The numbers and answers that influence each rule of a sound scenario."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.looked: set[str] = set()
        """Names that something in the file reads: a condition, a table, an amount, a text, a bound or the points."""
        self.changed: set[str] = set()
        """Numbers that a rule changes, or that the white cell may set."""
        self.handed: set[str] = set()
        """Documents that a rule distributes."""
        self.options: dict[str, set[str]] = {}
        """For each question with options: the options that a rule mentions."""
        self._conditions()
        self._effects()
        self._phases()
        self._points()

    def _conditions(self) -> None:
        for purpose in conditions(self.names):
            found = clauses.condition(purpose.text)
            self.looked |= {ref.name for ref in looked_at(found)}
            for name, option in _mentions(found):
                self.options.setdefault(name, set()).add(option)

    def _effects(self) -> None:
        for _, effect in effects(self.names):
            self.handed |= {*effect.hand}
            for text in effect.change:
                change = clauses.change(text)
                self.changed.add(change.ref.name)
                self.looked |= {ref.name for ref in of_term(change.amount)}
        for each in printed(self.names):
            self.looked |= {slot.name for slot in clauses.slots(each.text)}

    def _phases(self) -> None:
        for phase in self.names.scenario.phases:
            if isinstance(phase, CellPhase):
                self.changed |= {clauses.ref(text).name for text in phase.sets}
            for question in phase.questions if isinstance(phase, QuestionPhase) else ():
                self.looked |= {bound for bound in (question.high, question.total) if isinstance(bound, str)}
            for table in phase.tables:
                refs = [clauses.ref(text) for text in table.of]
                self.looked |= {ref.name for ref in refs}
                for row in table.rows:
                    for ref, answer in zip(refs, row.answers, strict=True):
                        self.options.setdefault(ref.name, set()).update(() if answer == ANY else (answer,))

    def _points(self) -> None:
        scores = self.names.scenario.scores
        for text in scores.sum if scores else ():
            self.looked |= {ref.name for ref in of_term(clauses.summand(text)[1])}


def _mentions(found: Condition) -> Iterator[tuple[str, str]]:
    match found:
        case Is():
            yield from ((found.ref.name, value) for value in found.values)
        case Has():
            yield found.ref.name, found.value
        case Compared():
            for term in (*parts_of(found.left), *parts_of(found.right)):
                if isinstance(term, Counted):
                    yield from ((term.name, value) for value in term.values)
                elif isinstance(term, Ref) and term.place:
                    yield term.name, term.place
        case _:
            pass
