"""Random legal scenarios with everything that a file may have; each secret in them has a word or a thousand
of its own.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from hypothesis import strategies as st
from warcouncil.games.scenario.file.checks.soundness import faults
from warcouncil.games.scenario.file.pictures.svg import NAMESPACE
from warcouncil.games.scenario.file.reading import shaped
from warcouncil.games.scenario.file.text.vocabulary import FORMAT
from warcouncil.games.scenario.phases import KINDS

from tests.games.scenario.clauses_written import OPENING, Clauses, Fit
from tests.games.scenario.consequences import Consequences
from tests.games.scenario.pen import Pen
from tests.games.scenario.world import MARKED, Known, KnownTo, World

Part = dict[str, Any]
TEAMS = ("blue", "red", "green", "gold")
ROLES = ("minister", "admiral", "envoy")
SHAPES = ("choice", "choice", "amount", "several", "allocation", "ranking", "order")


class Written:
    """A scenario, and what a test knows of it."""

    def __init__(self, parts: Part, world: World) -> None:
        self.parts, self.world = parts, world
        self.text = json.dumps(parts)

    def __repr__(self) -> str:
        """Show the file, as it is needed to find a fault."""
        return json.dumps(self.parts, indent=1)


def scenarios(*, discreet: bool = False) -> st.SearchStrategy[Written]:
    """Write scenarios.

    `discreet`: only public values have consequences, so that no secret ever has a trace.
    """
    return st.builds(partial(written, discreet=discreet), st.integers(1, 5), st.integers(0, 2**32 - 1))


def written(size: int, seed: int, *, discreet: bool = False) -> Written:
    """Write a scenario."""
    return Writer(Pen(seed, size), discreet=discreet).write()


class Writer:
    """Writes one scenario, part by part: each part uses only earlier ones."""

    def __init__(self, pen: Pen, *, discreet: bool) -> None:
        self.pen, self.world, self.discreet = pen, World(), discreet
        self.rounds = pen.many(3)
        self.thousands = iter(range(1, 99))

    def write(self) -> Written:
        """Write it all."""
        people = self._people()
        numbers = [self._number(place) for place in range(self.pen.many(5))]
        documents = [self._document(place) for place in range(self.pen.many(4) - 1)]
        phases = [self._phase(place) for place in range(self.pen.many(5))]
        for place, phase in enumerate(phases):
            self._open_if(place, phase)
        rest = Consequences(self.pen, self.world, discreet=self.discreet)
        endings = rest.endings()
        for place, phase in enumerate(phases):
            if phase["kind"] != "questionnaire":
                rest.follow(place, phase)
        shown = [name for name, known in self.world.numbers.items() if known.known_to == "all"]
        slots = " ".join(
            f"{{{name} of {owner}}}" if owner else f"{{{name}}}"
            for name in shown
            for owner in self.world.numbers[name].owners
        )
        parts = {
            "format": 1,
            "title": "A random exercise",
            "summary": "Whatever a file may say.",
            "situation": f"Round {{round}}: {slots}",
            "rounds": self.rounds,
            "notes": self.world.word("notes", self.world.cell),
            "numbers": numbers,
            "documents": documents,
            "phases": phases,
            "endings": endings,
            "hints": rest.hints(),
            "injects": [{"text": self.world.word("inject", ()), "minutes": 1, "to": self.world.places[0]}],
        }
        if scores := rest.scores():
            parts["scores"] = scores
        if not scores:
            for ending in endings:
                ending.pop("winners", None)
        return Written(self._newer(parts | people), self.world)

    def _newer(self, parts: Part) -> Part:
        """Return half of the files in the present format, unless a clause of theirs has another meaning there."""
        newer = parts | {"format": FORMAT, "documents": [*map(_with_picture, parts["documents"])]}
        return newer if self.pen.odds(50) and not faults(shaped(newer)) else parts

    # --- who --------------------------------------------------------------------------------------------------------

    def _people(self) -> Part:
        teams: list[Part] = []
        seats: list[Part] = []
        for name in TEAMS[: self.pen.many(4)]:
            alone = self.pen.odds(40)
            roles = () if alone else ROLES[: self.pen.between(1, 3)]
            own = tuple(f"{name}.{role}" for role in roles) or (name,)
            self.world.teams[name] = own
            teams.append({"name": name, "title": name.capitalize(), "brief": self.world.word("team", own)})
            seats += [
                {
                    "name": seat,
                    "team": name,
                    "title": f"T{seat.replace('.', '')}",
                    "brief": self.world.word("brief", (seat,)),
                }
                for seat in own
            ]
        if self.pen.odds(50):
            self.world.cell = ("cell.head", "cell.aide")[: self.pen.between(1, 2)]
            brief = self.world.word("cell", self.world.cell)
            teams.append({"name": "cell", "title": "White cell", "cell": True, "brief": brief})
            seats += [
                {"name": seat, "team": "cell", "title": seat.replace(".", " ")} for seat in self.world.cell
            ]
        return {"teams": teams, "seats": seats}

    def _some_places(self, *, alone: bool = False) -> tuple[str, ...]:
        """Return some sides, or some seats (`alone`: never both)."""
        way = self.pen.below(2 if alone else 3)
        choices = (self.world.sides, self.world.players, self.world.places)[way]
        return tuple(self.pen.some(choices, 1, 3))

    def _known_to(self, *, each: bool) -> KnownTo:
        way = self.pen.below(4)
        if way < 3:
            return ("none", "all", "own" if each else "none")[way]
        return self._some_places()

    # --- what there is ----------------------------------------------------------------------------------------------

    def _number(self, place: int) -> Part:
        each = self.pen.pick(("table", "team", "seat"))
        owners = {"table": ("",), "team": self.world.sides, "seat": self.world.players}[each]
        small = self.pen.odds(30)
        thousand = 0 if small else next(self.thousands)
        low, high = (0, 6) if small else (thousand * MARKED, thousand * MARKED + MARKED - 1)
        part: Part = {"name": f"n{place}", "each": each, "low": low, "high": high, "start": low + 3}
        if each != "table" and self.pen.odds(30):
            owners = tuple(self.pen.some(owners, 1, 3))
            part["of"] = list(owners)
        if each != "table":
            part["starts"] = {owner: min(low + 1 + at, high) for at, owner in enumerate(owners)}
        known_to = self._known_to(each=each != "table")
        part["known_to"] = known_to
        self.world.numbers[part["name"]] = known = Known(
            "small" if small else "number", owners, known_to, thousand
        )
        readers = {seat for owner in owners for seat in self.world.readers(part["name"], owner)}
        part["title"] = self.world.word(
            "number", self.world.players if known.known_to == "all" else frozenset(readers)
        )
        part["track"] = self.pen.odds(30)
        if part["track"]:
            part["marks"] = [{"at": low + 2, "label": self.world.word("mark", frozenset(readers))}]
        return part

    def _document(self, place: int) -> Part:
        way = self.pen.below(3)
        known_to: KnownTo = ("none", "all", ())[way] or self._some_places()
        name = f"d{place}"
        self.world.documents[name] = known_to
        readers = self.world.seats_in(known_to)
        word = self.world.word(f"text{name}", readers)
        return {
            "name": name,
            "title": self.world.word(f"title{name}", readers),
            "text": f"# {word}\n1. **{word}**\n\n| {word} |\n|---|\n| {word} |",
            "known_to": known_to,
        }

    # --- phases -----------------------------------------------------------------------------------------------------

    def _phase(self, place: int) -> Part:
        kinds = [kind for kind in KINDS if self.world.cell or kind not in ("cell", "argument")]
        kind = self.pen.pick(["questions", "questions", *kinds])
        part: Part = {"name": f"Phase {place}", "kind": kind, "minutes": self.pen.between(1, 4)}
        part["at"] = self.pen.pick(("round", "round", "before", "after"))
        if part["at"] == "round" and self.pen.odds(20):
            part["rounds"] = self.pen.some(range(1, self.rounds + 1), 1, 2)
        part |= self._channels()
        keys: Part = getattr(self, f"_{kind}")(place)
        return part | keys

    def _talk(self, _place: int) -> Part:
        return {}

    def _channels(self) -> Part:
        channels: list[Any] = ["none"]
        if len(self.world.players) > 1:
            channels += ["all", {"Two of them": self.pen.some(self.world.players, 2, 3)}]
        if len(self.world.sides) > 1:
            channels.append("pairs")
        chosen = self.pen.pick(channels)
        part = {"channels": chosen, "deals": chosen != "none" and self.pen.odds(30)}
        return part | ({"quiet_minutes": 0.5} if chosen != "none" and self.pen.odds(20) else {})

    def _questions(self, place: int) -> Part:
        return {"questions": [self._question(place, at) for at in range(self.pen.between(1, 3))]}

    def _question(self, place: int, at: int) -> Part:
        name, kind = f"q{place}{at}", self.pen.pick(SHAPES)
        of = self._some_places(alone=True) if self.pen.odds(50) else ()
        by = self.pen.pick(("commander", "majority", "all", "seat"))
        places = of or self.world.sides
        owners = (
            tuple(seat for one in places for seat in self.world.seats_of(one)) if by == "seat" else places
        )
        known_to = self._known_to(each=True)
        conditional = self.pen.odds(15)
        known = Known(kind, owners, known_to, by=by, conditional=conditional, phase=place)
        self.world.questions[name] = known
        asked = {seat for owner in owners for seat in self.world.asked(name, owner)}
        part: Part = {
            "name": name,
            "ask": self.world.word("ask", frozenset(asked)),
            "kind": kind,
            "of": list(of),
        }
        part |= {"by": by, "known_to": known_to}
        readers = {seat for owner in owners for seat in self.world.readers(name, owner)}
        if kind not in ("amount", "order"):
            known.options = tuple(f"o{number}" for number in range(self.pen.between(2, 3)))
            part["options"] = [
                {"name": option, "label": self.world.word(f"option{name}x", frozenset(readers))}
                for option in known.options
            ]
        part |= getattr(self, f"_{kind}_keys")(name, known)
        if conditional:
            part["only_if"] = self._public(place).conditions(1, 1)
        return part

    def _choice_keys(self, _name: str, known: Known) -> Part:
        known.silence = self.pen.odds(40)
        return {"silence": known.options[0]} if known.silence else {"weighty": self.pen.odds(20)}

    def _several_keys(self, _name: str, known: Known) -> Part:
        return {"low": self.pen.below(2), "high": len(known.options)}

    def _amount_keys(self, name: str, known: Known) -> Part:
        if bounds := self._bounds(name, "number"):
            bound = self.pen.pick(bounds)
            known.thousand = self.world.numbers[bound].thousand
            return {"low": known.thousand * MARKED, "high": bound}
        known.thousand = next(self.thousands)
        known.silence = self.pen.odds(40)
        silence = {"silence": known.thousand * MARKED + 1} if known.silence else {}
        low = known.thousand * MARKED
        return {"low": low, "high": low + MARKED - 1} | silence

    def _allocation_keys(self, name: str, _known: Known) -> Part:
        bounds = self._bounds(name, "small")
        return {"total": self.pen.pick(bounds) if bounds else self.pen.between(1, 4)}

    def _ranking_keys(self, _name: str, _known: Known) -> Part:
        return {}

    def _order_keys(self, _name: str, _known: Known) -> Part:
        return {"chars": self.pen.pick((60, 200))}

    def _bounds(self, name: str, kind: str) -> list[str]:
        """Return the numbers that can bound a question: those that its asked seats may know."""
        if self.pen.odds(50):
            return []
        question = self.world.questions[name]
        return [
            other
            for other, number in self.world.numbers.items()
            if number.kind == kind
            if all(self._may_bound(name, owner, other) for owner in question.owners)
        ]

    def _may_bound(self, name: str, owner: str, other: str) -> bool:
        number = self.world.numbers[other]
        of = owner if number.owners != ("",) else ""
        return of in number.owners and set(self.world.asked(name, owner)) <= self.world.readers(other, of)

    def _cell(self, _place: int) -> Part:
        foreseen = [{"name": f"f{at}", "label": f"Outcome {at}"} for at in range(self.pen.below(3))]
        sets = [
            f"{name} of {owner}" if owner else name
            for name, known in self.world.numbers.items()
            for owner in known.owners
        ]
        agree = len(self.world.cell) > 1 and self.pen.odds(50)
        return {"foreseen": foreseen, "sets": self.pen.some(sets, 0, 3), "agree": agree}

    def _argument(self, _place: int) -> Part:
        against = self.pen.below(3) if len(self.world.sides) > 1 else 0
        order = self.pen.pick(("in turn", "at once"))
        return {"order": order, "against": against, "reasons": self.pen.between(1, 3), "chars": 80}

    def _vote(self, place: int) -> Part:
        self.world.votes.append(f"v{place}")
        of = self._some_places(alone=True) if self.pen.odds(50) else ()
        voters = [seat for one in of or self.world.players for seat in self.world.seats_of(one)]
        return {
            "vote": f"v{place}",
            "motion": f"That it be so, {place}",
            "of": list(of),
            "needs": self.pen.pick(("majority", "two thirds", "all", 1)),
            "veto": self.pen.some(voters, 0, 1),
            "ballot": self.pen.pick(("open", "secret")),
        }

    def _questionnaire(self, place: int) -> Part:
        items: list[Part] = [
            {"name": "i1", "ask": "How fair was it?", "steps": self.pen.between(2, 7)},
            {"name": "i2", "ask": "What else?", "kind": "words", "chars": 60},
        ]
        return {"of": self.pen.some(self.world.players, 0, 2), "items": items[: self.pen.between(1, 2)]}

    def _treaty(self, place: int) -> Part:
        if len(self.world.players) < 2:
            return {"kind": "talk"}
        drafter, signers = self.pen.pick(self.world.players), self.pen.some(self.world.players, 2, 3)
        known_to = self.pen.pick(("all", "signers"))
        parties = tuple(dict.fromkeys((drafter, *signers)))
        self.world.treaties[f"t{place}"] = "all" if known_to == "all" else parties
        return {
            "treaty": f"t{place}",
            "drafter": drafter,
            "signers": signers,
            "needs": self.pen.pick(("all", 1, 2)),
            "chars": 120,
            "known_to": known_to,
        }

    # --- when they open ---------------------------------------------------------------------------------------------

    def _open_if(self, place: int, phase: Part) -> None:
        if self.pen.odds(80):
            return
        clauses, revealed = self._public(place), self._reveal()
        phase["only_if"] = clauses.conditions(1, 2)
        if revealed:
            hidden: Fit = lambda name, _owner: name == revealed  # noqa: E731
            phase["only_if"].append(
                Clauses(self.pen, self.world, hidden, when=OPENING, phase=place).condition()
            )
            phase["reveals"] = [revealed]

    def _public(self, place: int) -> Clauses:
        public: Fit = lambda name, _owner: self.world.public(name)  # noqa: E731
        return Clauses(self.pen, self.world, public, when=OPENING, phase=place)

    def _reveal(self) -> str:
        """Return a number or a question that the file reveals by its course; "" for none."""
        hidden = [
            name for name in (*self.world.numbers, *self.world.questions) if not self.world.public(name)
        ]
        return self.pen.pick(hidden) if hidden and not self.discreet and self.pen.odds(40) else ""


def _with_picture(document: Part) -> Part:
    """Return a document with a picture. The words in it and beside it are those that only its readers may know."""
    word = document["title"]
    drawn = f'<svg xmlns="{NAMESPACE}" viewBox="0 0 9 9"><text y="9">{word}</text></svg>'
    return document | {"picture": drawn, "alt": word}
