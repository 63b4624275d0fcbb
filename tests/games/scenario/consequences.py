"""Consequences, endings, points and hints of a generated scenario."""

from __future__ import annotations

from typing import Any

from tests.games.scenario.clauses_written import CLOSING, Clauses, Fit, written
from tests.games.scenario.pen import Pen
from tests.games.scenario.world import World

Part = dict[str, Any]


class Consequences:
    """Writes the consequences of the answers from the content of the world.

    `discreet`: only from public values.
    """

    def __init__(self, pen: Pen, world: World, *, discreet: bool) -> None:
        self.pen, self.world, self.discreet = pen, world, discreet
        self.called: list[str] = []
        self.hidden = [
            name for name in (*world.numbers, *world.questions) if not (world.public(name) or discreet)
        ]

    def _public(self, name: str, _owner: str) -> bool:
        return self.world.public(name)

    def _any(self, name: str, owner: str) -> bool:
        return not self.discreet or self.world.public(name)

    # --- endings ----------------------------------------------------------------------------------------------------

    def endings(self) -> list[Part]:
        """Return endings of every kind; the last one always comes."""
        found: list[Part] = []
        if self.pen.odds(40):
            found.append(self._ending("always", when="always", only_if=self._rare()))
        if self.pen.odds(30):
            self.called.append("called")
            found.append(self._ending("called"))
        if self.pen.odds(30):
            found.append(self._ending("late", when="end", only_if=self._rare()))
        for ending in found:
            if self.hidden and "only_if" in ending and self.pen.odds(30):
                self._reveal(ending, "words")
        return [*found, self._ending("time", when="end", winners="best")]

    def _ending(self, name: str, **keys: Any) -> Part:
        return {"name": name, "words": f"Ended by {name} {self.world.word('end', ())}"} | keys

    def _rare(self) -> list[str]:
        return Clauses(self.pen, self.world, self._public).conditions(2, 3)

    def _reveal(self, part: Part, key: str) -> None:
        """Print a hidden value, and mark it as intended."""
        name = self.pen.pick(self.hidden)
        owners = self.world.part(name).owners
        part[key] = f"{part[key]} {{{written(name, self.pen.pick(owners))}}}"
        part["reveals"] = [name]
        self.world.reveal(name)

    # --- what follows -----------------------------------------------------------------------------------------------

    def follow(self, place: int, phase: Part) -> None:
        """Add to a phase every consequence that a file may have."""
        phase["follows"] = [self._rule(place) for _ in range(self.pen.below(4))]
        if self.pen.odds(30):
            phase["tables"] = list(filter(None, [self._table(place)]))
        for outcome in phase.get("foreseen", ()):
            outcome.update(self._effect(Clauses(self.pen, self.world, self._any, when=CLOSING, phase=place)))

    def _rule(self, place: int) -> Part:
        way = self.pen.below(4)
        each: Any = ("", "team", "seat", self.pen.some(self.world.places, 1, 3))[way]
        own = ((), self.world.sides, self.world.players, tuple(each))[way]
        clauses = Clauses(self.pen, self.world, self._any, when=CLOSING, phase=place, own=own)
        rule: Part = {"for_each": each, "only_if": clauses.conditions(0, 2)}
        if self.pen.odds(20):
            rule["or_if"] = clauses.conditions(1, 1)
        if self.pen.odds(30):
            rule["chance"] = self.pen.pick((50, 10, 99))
        return rule | self._effect(clauses, own)

    def _effect(self, clauses: Clauses, own: tuple[str, ...] = ()) -> Part:
        effect: Part = {}
        if self.pen.odds(60):
            effect["change"] = [clauses.change(self._amounts) for _ in range(self.pen.between(1, 2))]
        if self.pen.odds(30):
            effect["tell"] = f"{self.world.word('all', self.world.players)}{self._slots(self._public, own)}"
        if self.pen.odds(40):
            effect["tell_to"] = self._whispers(own)
        if self.world.documents and self.pen.odds(40):
            effect["hand"] = self._hand(own)
        if self.pen.odds(20):
            effect["establish"] = (
                f"{self.world.word('fact', self.world.players)}{self._slots(self._public, own)}"
            )
        if self.called and self.pen.odds(10):
            effect["end"] = self.pen.pick(self.called)
        if "tell" in effect and self.hidden and self.pen.odds(15):
            self._reveal(effect, "tell")
        return effect

    def _amounts(self, changed: str, owner: str) -> Fit:
        """Return the amounts by which a number may change: if it must leave no trace, only values that each
        of its readers knows.
        """
        if not self.discreet:
            return lambda _name, _owner: True
        owners = self.world.numbers[changed].owners if owner == "own" else (owner,)
        readers = {seat for each in owners for seat in self.world.readers(changed, each)}
        if self.world.numbers[changed].known_to == "all":
            return self._public

        def fits(name: str, of: str) -> bool:
            if name in self.world.documents:
                return False
            return self.world.public(name) or readers <= self.world.readers(name, of)

        return fits

    def _slots(self, fit: Fit, own: tuple[str, ...]) -> str:
        """Print a value that every reader may know."""
        clauses = Clauses(self.pen, self.world, fit, own=own)
        refs = [
            *clauses.refs(self.world.questions, "order"),
            *clauses.refs(self.world.numbers),
            *clauses.refs(self.world.questions),
        ]
        if not refs or self.pen.odds(40):
            return ""
        return f" {{{written(*self.pen.pick(refs))}}}"

    def _whispers(self, own: tuple[str, ...]) -> dict[str, str]:
        told: dict[str, str] = {}
        for place in self.pen.some(self.world.places, 1, 2):
            readers = set(self.world.seats_of(place))
            told[place] = self.world.word("told", frozenset(readers)) + self._slots(self._known(readers), own)
        if own and self.pen.odds(60):
            word = self.world.word("own", frozenset(s for each in own for s in self.world.seats_of(each)))
            for each in own:  # the title of whom it is for is printed behind it
                title = each.capitalize() if each in self.world.teams else f"T{each.replace('.', '')}"
                self.world.words[f"{word}{title}."] = frozenset(self.world.seats_of(each))
            told["own"] = f"{word}{{own}}."
        return told

    def _known(self, readers: set[str]) -> Fit:
        def fits(name: str, owner: str) -> bool:
            owners = self.world.part(name).owners if owner == "own" else (owner,)
            return all(readers <= self.world.readers(name, each) for each in owners)

        return fits

    def _hand(self, own: tuple[str, ...]) -> dict[str, list[str]]:
        name = self.pen.pick(tuple(self.world.documents))
        places = self.pen.some(self.world.places, 1, 2) + (["own"] if own and self.pen.odds(50) else [])
        getting = [each for place in places for each in (own if place == "own" else (place,))]
        seats = {seat for place in getting for seat in self.world.seats_of(place)}
        for word, readers in self.world.words.items():
            if f"title{name}" in word or f"text{name}" in word:
                self.world.words[word] = readers | seats
        return {name: places}

    def _table(self, place: int) -> Part | None:
        chosen = Clauses(self.pen, self.world, self._any).refs(self.world.questions, "choice")
        if not chosen:
            return None
        of = self.pen.some(chosen, 1, 2)
        answers = [
            ("*", *self.world.questions[name].options)
            + (() if self.world.questions[name].silence else ("silent",))
            for name, _ in of
        ]
        rows: list[tuple[str, ...]] = []
        for _ in range(self.pen.between(1, 4)):
            row = tuple(map(self.pen.pick, answers))
            if not any(_covers(one, row) for one in rows):
                rows.append(row)
        clauses = Clauses(self.pen, self.world, self._any, when=CLOSING, phase=place)
        return {
            "of": [written(name, owner) for name, owner in of],
            "rows": [{"answers": list(row)} | self._effect(clauses) for row in rows],
        }

    # --- points and hints -------------------------------------------------------------------------------------------

    def scores(self) -> Part:
        """Return points, or nothing."""
        if self.pen.odds(40):
            return {}
        of = self.pen.pick(("team", "seat"))
        sides = self.world.sides if of == "team" else self.world.players
        clauses = Clauses(self.pen, self.world, lambda _name, _owner: True, own=sides)
        found = clauses.refs(self.world.numbers)
        parts = [f"{self.pen.pick(('', '- ', '2 * '))}{written(*ref)}" for ref in self.pen.some(found, 1, 2)]
        bare = Clauses(self.pen, self.world, lambda _name, _owner: True)
        bonus = {
            "to": self.pen.pick(sides),
            "points": 3,
            "only_if": bare.conditions(0, 1),
            "words": "because",
        }
        return {"of": of, "sum": parts, "bonus": [bonus] if self.pen.odds(50) else []}

    def hints(self) -> list[Part]:
        """Return hints that read only what their seat knows."""
        found: list[Part] = []
        for name, question in self.world.questions.items():
            if question.kind in ("choice", "amount") and self.pen.odds(50):
                owner = self.pen.pick(question.owners)
                asked = set(self.world.asked(name, owner))
                known = Clauses(self.pen, self.world, self._hinted(asked)).conditions(0, 1)
                answer: Any = question.options[0] if question.options else question.thousand * 1000 + 2
                rest: Any = question.options[-1] if question.options else question.thousand * 1000 + 1
                found += [
                    {"of": owner, "question": name, "answer": answer, "only_if": known},
                    {"of": owner, "question": name, "answer": rest},
                ]
        return found

    def _hinted(self, asked: set[str]) -> Fit:
        known = self._known(asked)

        def fits(name: str, owner: str) -> bool:
            if name in self.world.documents:
                return self.world.public(name) or (
                    set(self.world.seats_of(owner)) == asked and len(asked) == 1
                )
            return known(name, owner)

        return fits


def _covers(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return all(a in ("*", b) for a, b in zip(one, other, strict=True))
