"""Clauses of every form for a generated scenario: legal by construction, with a silence clause where silence
is possible.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.games.scenario.pen import Pen
from tests.games.scenario.world import Known, World

OPENING, CLOSING, OTHER = "opening", "closing", "other"
Fit = Callable[[str, str], bool]
"""Whether a clause may look at a name of an owner."""


class Clauses:
    """Writes conditions and changes for one place of the file. `own` is the owner for whom the place is evaluated."""

    def __init__(
        self,
        pen: Pen,
        world: World,
        fit: Fit,
        *,
        when: str = OTHER,
        phase: int = -1,
        own: tuple[str, ...] = (),
    ) -> None:
        self.pen, self.world, self.fit = pen, world, fit
        self.when, self.phase, self.own = when, phase, own

    # --- what can be looked at --------------------------------------------------------------------------------------

    def refs(self, of: dict[str, Known], *kinds: str) -> list[tuple[str, str]]:
        """Return what a clause may read: names with owners ("": the table's; `own`)."""
        found = [
            (name, owner)
            for name, known in of.items()
            if not kinds or known.kind in kinds
            for owner in known.owners
            if self.fit(name, owner)
        ]
        if self.own:
            found += [
                (name, "own")
                for name, known in of.items()
                if (not kinds or known.kind in kinds) and set(self.own) <= set(known.owners)
                if all(self.fit(name, owner) for owner in self.own)
            ]
        return found

    def shared(self, of: dict[str, Known], *kinds: str) -> list[str]:
        """Return the names that a clause may read for every owner."""
        return [
            name
            for name, known in of.items()
            if known.kind in kinds and all(self.fit(name, owner) for owner in known.owners)
        ]

    def silence(self, name: str) -> str | None:
        """Return the clause for silence: "" where none is possible, a tail where one may be, None where it is
        unclear.
        """
        question = self.world.questions[name]
        if not question.silence or question.conditional:
            return self.pen.pick((", silent does not", ", silent counts"))
        return "" if self.when == CLOSING and question.phase == self.phase else None

    # --- terms ------------------------------------------------------------------------------------------------------

    def term(self) -> tuple[str, str | None, int]:
        """Return a term, the silence clause it needs, and its approximate size."""
        questions, numbers = self.world.questions, self.world.numbers
        ways: list[Callable[[], tuple[str, str | None, int]]] = [lambda: ("round", "", 2)]
        if found := self.refs(numbers):
            ways += [lambda: self._number(*self.pen.pick(found))] * 3
        if amounts := self.refs(questions, "amount"):
            ways.append(lambda: self._answer(*self.pen.pick(amounts)))
        if placed := self.refs(questions, "allocation", "ranking"):
            ways.append(lambda: self._placed(*self.pen.pick(placed)))
        if counted := self.shared(questions, "choice"):
            ways.append(lambda: self._counted(self.pen.pick(counted)))
        if summed := [*self.shared(questions, "amount"), *self.shared(numbers, "number", "small")]:
            ways.append(lambda: (f"sum of {self.pen.pick(summed)}", "", 3))
        return self.pen.pick(ways)()

    def _number(self, name: str, owner: str) -> tuple[str, str | None, int]:
        return written(name, owner), "", MIDDLE + self.world.numbers[name].thousand * 1000

    def _answer(self, name: str, owner: str) -> tuple[str, str | None, int]:
        return written(name, owner), self.silence(name), MIDDLE + self.world.questions[name].thousand * 1000

    def _placed(self, name: str, owner: str) -> tuple[str, str | None, int]:
        place = self.pen.pick(self.world.questions[name].options)
        return f"{written(name, owner)} in {place}", self.silence(name), 1

    def _counted(self, name: str) -> tuple[str, str | None, int]:
        return f"count {name} is {self._values(name)}", "", 1

    def _values(self, name: str) -> str:
        return " or ".join(self.pen.some(self.world.questions[name].options, 1, 2))

    # --- conditions -------------------------------------------------------------------------------------------------

    def conditions(self, least: int, most: int) -> list[str]:
        """Return some conditions."""
        return [self.condition() for _ in range(self.pen.between(least, most))]

    def condition(self) -> str:
        """Return a condition of any form."""
        questions = self.world.questions
        ways: list[Callable[[], str]] = [self._compared] * 3
        if chosen := self.refs(questions, "choice"):
            ways += [lambda: self._is(*self.pen.pick(chosen))] * 2
        if written_ := [ref for ref in self.refs(questions, "order") if not questions[ref[0]].silence]:
            ways.append(lambda: f"{written(*self.pen.pick(written_))} is silent")
        if several := self.refs(questions, "several"):
            ways.append(lambda: self._has(*self.pen.pick(several)))
        if held := [
            (place, name)
            for name in self.world.documents
            for place in (*self.world.places, *(("own",) if self.own else ()))
            if self.fit(name, place)
        ]:
            ways.append(lambda: self._holds(*self.pen.pick(held)))
        if votes := [name for name in self.world.votes if self.fit(name, "")]:
            ways.append(lambda: f"{self.pen.pick(votes)} is passed")
        if treaties := [name for name in self.world.treaties if self.fit(name, "")]:
            ways.append(lambda: f"{self.pen.pick(treaties)} is not signed")
        return self.pen.pick(ways)()

    def _compared(self) -> str:
        left, silence, size = self.term()
        op = self.pen.pick((">=", "<", "!=", "=", ">", "<="))
        right, other = str(size), ""
        if self.pen.odds(20):
            right, second, _ = self.term()
            if second is None or silence is None:
                return "round >= 1"
            other = second
        if silence is None:
            return "round >= 1"
        return f"{left} {op} {right}{silence or other}"

    def _is(self, name: str, owner: str) -> str:
        question = self.world.questions[name]
        if not question.silence and self.pen.odds(30):
            return f"{written(name, owner)} is {self._values(name)} or silent"
        if (tail := self.silence(name)) is not None and self.pen.odds(30):
            return f"{written(name, owner)} is not {self._values(name)}{tail}"
        return f"{written(name, owner)} is {self._values(name)}"

    def _has(self, name: str, owner: str) -> str:
        return f"{written(name, owner)} has {self.pen.pick(self.world.questions[name].options)}"

    def _holds(self, place: str, name: str) -> str:
        return f"{place} {self.pen.pick(('holds', 'lacks'))} {name}"

    # --- changes ----------------------------------------------------------------------------------------------------

    def change(self, fits: Callable[[str, str], Fit] | None = None) -> str:
        """Return a change of a number. `fits`: what its amount may read, by the number that changes."""
        anything = Clauses(self.pen, self.world, lambda _name, _owner: True, own=self.own)
        name, owner = self.pen.pick(anything.refs(self.world.numbers))
        thousand = self.world.numbers[name].thousand
        way = self.pen.below(4)
        if way == 0:
            return f"{written(name, owner)} + {self.pen.between(1, 3)}"
        if way == 1:
            return f"{written(name, owner)} - {self.pen.between(1, 3)}"
        if way == 2:
            return f"{written(name, owner)} = {thousand * 1000 + self.pen.between(0, 9)}"
        amounts = self
        if fits:
            amounts = Clauses(self.pen, self.world, fits(name, owner), own=self.own)
        term, _, _ = amounts.term()
        times = self.pen.pick(("", "2 * "))
        return f"{written(name, owner)} {self.pen.pick(('+', '-', '='))} {times}{term}"


MIDDLE = 3


def written(name: str, owner: str) -> str:
    """Return a name with its owner as a file has it."""
    return f"{name} of {owner}" if owner else name
