"""Names: every name of a scenario that may be unsound, with its kind, its owners, its readers, and when its value is known."""

from __future__ import annotations

from collections.abc import Container
from functools import cached_property

from warcouncil.games.kit.game import Mistake
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.text.clauses import Ref
from warcouncil.games.scenario.file.text.faults import Path
from warcouncil.games.scenario.file.text.phase import QuestionnairePhase, QuestionPhase
from warcouncil.games.scenario.file.text.question import QuestionPart
from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.protocol.words import SeatId

OPENING, CLOSING, ALWAYS, END, NEVER = "opening", "closing", "always", "end", "never"
"""When a clause is read: before its phase opens, when it has closed, after every phase, at the end, or never."""
RUNNING = "running"
"""A clause that is read at any time, even before any question has an answer."""


class Names:
    """The names of a scenario whose teams and seats are sound.

    All other parts may be unsound. `note` records the mistakes.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.script = Script(scenario)
        self.found: list[Mistake] = []

    def note(self, path: Path, said: str) -> None:
        """Record a mistake, once."""
        mistake = Mistake(path, said)
        if mistake not in self.found:
            self.found.append(mistake)

    # --- what there is ----------------------------------------------------------------------------------------------

    @cached_property
    def places(self) -> tuple[str, ...]:
        """All teams and seats."""
        return tuple(dict.fromkeys((*self.script.teams, *(str(seat.id) for seat in self.script.seats))))

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The teams and seats that are not of the white cell."""
        return tuple(place for place in self.places if not self.of_cell(place))

    def of_cell(self, place: str) -> bool:
        """Return whether a team or a seat belongs to the white cell."""
        return any(seat in self.script.cell for seat in self.script.seats_of(place))

    def kind(self, name: str) -> str:
        """Return the kind of a name, or "" for an unknown one."""
        script = self.script
        kinds: dict[str, Container[str]] = {
            "number": script.numbers,
            "question": script.questions,
            "vote": script.votes,
            "treaty": script.treaties,
            "document": script.documents,
            "draw": script.draws,
        }
        found = next((kind for kind, names in kinds.items() if name in names), "")
        return found or ("map" if script.is_of_map(name) else "")

    @cached_property
    def values(self) -> tuple[str, ...]:
        """The names of everything that has a value: numbers, questions, votes and treaties."""
        script = self.script
        return (*script.numbers, *script.questions, *script.results)

    def owners(self, name: str) -> tuple[str, ...]:
        """Return the owners of a name, without those that do not exist. ("",) means the table."""
        owners = self.script.owners(name)
        if self.script.is_of_map(name):
            return owners
        return tuple(owner for owner in owners if not owner or owner in self.places)

    def asked(self, question: QuestionPart, owner: str) -> tuple[SeatId, ...]:
        """Return the seats that answer a question for one of its owners. Empty if the owner does not exist."""
        return self.script.asked(question, owner) if owner in self.places else ()

    def options(self, name: str) -> tuple[str, ...]:
        """Return the names of the options of a question."""
        return tuple(option.name for option in self.script.questions[name].options)

    # --- who knows --------------------------------------------------------------------------------------------------

    def public(self, name: str) -> bool:
        """Return whether everyone, including the public, knows the value of a name."""
        match self.kind(name):
            case "number":
                return self.script.numbers[name].known_to == "all"
            case "question":
                return self.script.questions[name].known_to == "all"
            case "document":
                return self.script.documents[name].known_to == "all"
            case "treaty":
                return self.script.treaties[name].known_to == "all"
            case "map":
                return self.script.is_open_map(name)
            case _:
                return True

    def readers(self, ref: Ref) -> tuple[SeatId, ...]:
        """Return the players who may know a value. If no owner is named, they may know it for all owners."""
        owners = self.owners(ref.name) if self.kind(ref.name) in ("number", "question", "map") else ("",)
        if ref.owner in owners:
            return self.script.readers_of(ref)
        each = [set(self.script.readers_of(Ref(ref.name, owner))) for owner in owners if not ref.owner]
        return tuple(seat for seat in self.script.players if all(seat in known for known in each))

    # --- when -------------------------------------------------------------------------------------------------------

    @cached_property
    def timeline(self) -> tuple[tuple[int, int], ...]:
        """Every phase in every round in which it may open, in order. A questionnaire at the end comes after all
        other phases.
        """
        found = tuple(self.script.after(0, -1))
        last = [moment for moment in found if self._comes_last(moment[1])]
        return (*(moment for moment in found if moment not in last), *last)

    def _comes_last(self, place: int) -> bool:
        phase = self.scenario.phases[place]
        return isinstance(phase, QuestionnairePhase) and phase.at == "after"

    @cached_property
    def home(self) -> dict[str, int]:
        """The phase in which each question is asked."""
        found: dict[str, int] = {}
        for place, phase in enumerate(self.scenario.phases):
            if isinstance(phase, QuestionPhase):
                found |= {question.name: place for question in phase.questions}
        return found

    def can_be_silent(self, name: str, when: str, place: int = -1) -> bool:
        """Return whether a question may have no answer when it is read. `place` is the phase that opens or closes."""
        question = self.script.questions[name]
        home = self.home[name]
        if question.silence == "" or question.only_if or when == RUNNING:
            return True
        if when == CLOSING and place == home:
            return False
        if self.scenario.phases[home].only_if:
            return True
        asked = [at for at, (_, phase) in enumerate(self.timeline) if phase == home]
        if not asked:
            return True
        match when:
            case "always":
                return asked[0] > 0
            case "end" | "never":
                return False
            case _:
                looked = [at for at, (_, phase) in enumerate(self.timeline) if phase == place]
                return bool(looked) and looked[0] < asked[0] + (when == OPENING)

    # --- did you mean -----------------------------------------------------------------------------------------------

    def check_place(self, path: Path, place: str, allowed: tuple[str, ...] | None = None) -> bool:
        """Record a team or seat that does not exist, or that is not allowed here. Return whether it is sound."""
        known = self.places if allowed is None else allowed
        if place in known:
            return True
        if place in self.places:
            cell = self.of_cell(place)
            why = f"{place!r} belongs to the white cell" if cell else f"{place!r} is not possible here"
            self.note(path, f"{why}. Write one of {', '.join(known)}")
        else:
            self.note(path, unknown(f"there is no team or seat {place!r}", place, known, "there are"))
        return False
