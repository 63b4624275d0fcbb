"""Outlook: a position in the form that clauses read. It evaluates conditions and amounts, and writes values as words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne
from types import MappingProxyType

from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.text.clauses import (
    BEFORE,
    NOW,
    Compared,
    Computed,
    Condition,
    Counted,
    Drawn,
    Fixed,
    Has,
    Holds,
    Is,
    Moment,
    Ref,
    Round,
    Summed,
    Term,
    filled,
    slots,
)
from warcouncil.games.scenario.file.text.clauses import condition as clause
from warcouncil.games.scenario.file.text.map import NOBODY
from warcouncil.games.scenario.file.text.question import QuestionPart
from warcouncil.games.scenario.file.text.vocabulary import PRINTED_CHARS_MAX, TOLD_CHARS_MAX
from warcouncil.games.scenario.map.words import orders_words
from warcouncil.games.scenario.state import OPEN, Given, ScenarioState, ago, key
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.papers import PaperPiece, changed
from warcouncil.protocol.words import SeatId

_COMPARE = {">=": ge, "<=": le, ">": gt, "<": lt, "=": eq, "!=": ne}
SILENT = "silent"
POINTS = "points"
"""The points of a side, in the conditions under which it wins: `points of red >= 50`."""
Draw = Callable[[str], int]
"""Returns a random value from a list of the file."""


@dataclass(frozen=True, slots=True)
class Beholder:
    """A reader: a seat, the public (""), or a reader who may know everything (`knows_all`)."""

    seat: str = ""
    knows_all: bool = False

    def may(self, readers: tuple[SeatId, ...], *, public: bool) -> bool:
        """Return whether this reader may read what these seats may know."""
        return self.knows_all or public or (bool(self.seat) and self.seat in readers)


class Outlook:
    """A position in the form that clauses read.

    `before` is the position at the closing, and `now` is the running one. Without them, both are this position.
    `draw` returns a value of a list of the file. `points` are those of each side, after they are counted.
    """

    def __init__(
        self,
        state: ScenarioState,
        *,
        before: ScenarioState | None = None,
        now: ScenarioState | None = None,
        draw: Draw | None = None,
        points: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.state = state
        self.before = before or state
        self.now = now or state
        self.script: Script = state.play
        self._draw = draw
        self._points = points
        self._shared: dict[Term, int] = {}

    # --- conditions -------------------------------------------------------------------------------------------------

    def all_hold(self, conditions: tuple[Condition, ...]) -> bool:
        """Return whether all of these hold."""
        return all(map(self.holds, conditions))

    def all_said(self, texts: tuple[str, ...]) -> bool:
        """Return whether all conditions of the file hold."""
        return self.all_hold(tuple(map(clause, texts)))

    def holds(self, condition: Condition) -> bool:
        """Return whether a condition holds.

        Silence is a value. If an answer is missing, a condition that does not mention silence does not hold.
        """
        match condition:
            case Compared():
                left, right = self.term(condition.left), self.term(condition.right)
                if left is None or right is None:
                    return bool(condition.silent)
                return bool(_COMPARE[condition.op](left, right))
            case Is():
                return self._is(condition)
            case Has():
                given = self.answer(condition.ref)
                return isinstance(given, tuple) and condition.value in given
            case Holds():
                return self.has(condition.owner, condition.document) is not condition.lacks

    def _is(self, condition: Is) -> bool:
        value = self.word(condition.ref)
        if value is None and SILENT not in condition.values:
            return bool(condition.silent)
        return ((SILENT if value is None else value) in condition.values) is not condition.negated

    def word(self, ref: Ref) -> str | None:
        """Return an answer as one word, a state, or the result of a vote or a treaty. None means silence."""
        if ref.name in self.script.results:
            return self.state.results.get(ref.name, OPEN)
        if ref.name in self.script.numbers:
            return self.script.numbers[ref.name].states[self.number(ref)].name
        if self.script.is_of_map(ref.name):
            return self._on_map(ref) or NOBODY
        given = self.answer(ref)
        return given if isinstance(given, str) else None

    def has(self, place: str, document: str) -> bool:
        """Return whether a team or a seat has a document. A seat also has what its team has."""
        holders = [held.holder for held in self.state.held if held.document == document]
        seats = set(self.script.seats_of(place))
        return bool(seats) and all(
            any(seat in self.script.seats_of(holder) for holder in holders) for seat in seats
        )

    # --- terms ------------------------------------------------------------------------------------------------------

    def answer(self, ref: Ref) -> Given | None:
        """Return the last answer, or the one that counted some rounds ago."""
        at = key(ref.name, ref.owner)
        if ref.moment.isdigit():
            return self.state.past.get(self._ago(ref))
        return self._at(ref.moment).answers.get(at)

    def _at(self, moment: Moment) -> ScenarioState:
        """Return the position at a moment."""
        return {BEFORE: self.before, NOW: self.now}.get(moment, self.state)

    def _ago(self, ref: Ref) -> str:
        """Return the key of a value at the end of an earlier round. After the last round, that round counts as one round ago."""
        rounds = self.script.scenario.rounds
        present = self.state.round if self.state.round >= 0 else rounds + 1
        return ago(present - int(ref.moment), key(ref.name, ref.owner))

    def number(self, ref: Ref) -> int:
        """Return the value of a number. Before the first round it is the initial value."""
        at = key(ref.name, ref.owner)
        if not ref.moment.isdigit():
            return self._at(ref.moment).numbers[at]
        found = self.state.past.get(self._ago(ref))
        if isinstance(found, int):
            return found
        return self.script.numbers[ref.name].begins(ref.owner)

    def term(self, term: Term) -> int | None:
        """Return the value of a term. None if an answer is missing."""
        match term:
            case Fixed():
                return term.value
            case Round():
                return max(self.state.round, 0)
            case Counted() | Summed():
                if isinstance(term, Summed) and term.moment == NOW:
                    return self._of_all(term)
                if term not in self._shared:
                    self._shared[term] = self._of_all(term)
                return self._shared[term]
            case Drawn():
                assert self._draw is not None, "check_clauses allows a draw only in rules"
                return self._draw(term.name)
            case Computed():
                left, right = self.term(term.left), self.term(term.right)
                return None if left is None or right is None else computed(term.how, left, right)
            case Ref():
                return self._ref(term)

    def _of_all(self, term: Counted | Summed) -> int:
        """Return the count or sum over all owners, or over those that the term names.

        The value is computed once for a position, even if many conditions read it.
        """
        owners = self.script.owners_in(term.name, term.of)
        if isinstance(term, Summed):
            return sum(self.term(Ref(term.name, owner, moment=term.moment)) or 0 for owner in owners)
        return sum((self.word(Ref(term.name, owner)) or SILENT) in term.values for owner in owners)

    def _on_map(self, ref: Ref) -> str:
        """Return the team that holds a place, or the place of a piece. Return "" if there is none."""
        state = self._at(ref.moment)
        return (state.held_by if ref.name == "owner" else state.stands).get(ref.owner, "")

    def _counted_on_map(self, ref: Ref) -> int:
        """Return how many places or pieces a team has, or the strength of its pieces. `ref.place` names one place."""
        state = self._at(ref.moment)
        if ref.name == "places":
            return sum(owner == ref.owner for owner in state.held_by.values())
        stands = [
            piece
            for name, piece in self.script.pieces.items()
            if piece.of == ref.owner and (at := state.stands.get(name)) and ref.place in ("", at)
        ]
        return len(stands) if ref.name == "pieces" else sum(piece.strength for piece in stands)

    def _ref(self, ref: Ref) -> int | None:
        if ref.name in self.script.numbers:
            return self.number(ref)
        if self.script.is_of_map(ref.name):
            return self._counted_on_map(ref)
        if ref.name == POINTS and ref.owner in self._points:
            return self._points[ref.owner]
        given: Given | None = self.answer(ref)
        match given:
            case int() as amount:
                return amount
            case dict() as places:
                return int(places.get(ref.place, 0))
            case tuple() as ranking if ref.place in ranking:
                return int(ranking.index(ref.place)) + 1
            case _:
                return None

    def own(self, bound: int | str, owner: str) -> int:
        """Return a bound of a question: a fixed number, or the owner's value of a number."""
        if isinstance(bound, int):
            return bound
        return self.state.numbers[key(bound, owner if self.script.owners(bound) != ("",) else "")]

    # --- words ------------------------------------------------------------------------------------------------------

    def fill(self, text: str) -> str:
        """Return a text with its braces printed. Orders are shortened to their limit."""
        if "{" not in text:
            return text
        printed = {ref: cut(self.said(ref), PRINTED_CHARS_MAX) for ref in slots(text)}
        return cut(filled(text, printed), TOLD_CHARS_MAX)

    def fill_pieces(self, pieces: tuple[PaperPiece, ...]) -> tuple[PaperPiece, ...]:
        """Return the pieces of a paper with their braces printed. The printed values have the limit of a whole text.

        They are never read as markup.
        """
        left = TOLD_CHARS_MAX

        def printed(part: str) -> str:
            nonlocal left
            if "{" not in part:
                return part
            found = {ref: cut(self.said(ref), PRINTED_CHARS_MAX) for ref in slots(part)}
            new = cut(filled(part, found), len(part) + left)
            left -= max(0, len(new) - len(part))
            return new

        return tuple(changed(piece, printed) for piece in pieces)

    def said(self, ref: Ref) -> str:
        """Return the value of a reference in words."""
        if ref.name in self.script.numbers:
            return self.script.numbers[ref.name].words(self.number(ref))
        if ref.name in self.script.questions:
            question = self.script.questions[ref.name]
            value = self.answer(ref)
            if ref.place and isinstance(value, dict):
                return str(value.get(ref.place, 0))
            return in_words(self.script, question, value)
        if self.script.is_of_map(ref.name):
            return self._map_words(ref)
        if ref.name in self.script.results:
            return result_words(self.state.results.get(ref.name, OPEN))
        return str(max(self.state.round, 0))

    def _map_words(self, ref: Ref) -> str:
        if ref.name not in ("owner", "place"):
            return str(self._counted_on_map(ref))
        found = self._on_map(ref)
        if ref.name == "owner":
            return self.script.title(found) if found else say("shown.nobody")
        return self.script.places[found].title if found else say("shown.off_map")


def computed(how: str, left: int, right: int) -> int | None:
    """Return the result of two amounts. Division drops the fraction. None after a division by 0."""
    match how:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "min":
            return min(left, right)
        case "max":
            return max(left, right)
        case _:
            if right == 0:
                return None
            size = abs(left) // abs(right)
            return size if (left < 0) == (right < 0) else -size


def cut(text: str, chars_max: int) -> str:
    """Return a text of at most this length. An ellipsis marks a shortened text."""
    return text if len(text) <= chars_max else f"{text[: chars_max - 1].rstrip()}…"


def result_words(result: str) -> str:
    """Return the result of a vote or a treaty in words."""
    match result:
        case "passed":
            return say("shown.passed")
        case "failed":
            return say("shown.failed")
        case "signed":
            return say("shown.signed")
        case "unsigned":
            return say("shown.unsigned")
        case _:
            return say("shown.not_yet")


def asked_of(question: QuestionPart) -> str:
    """Return the name of a question on a sheet and in the story: its title, or else its name. Only the asked seats may read its text."""
    return question.title or question.name.replace("_", " ")


def in_words(script: Script, question: QuestionPart, value: Given | None) -> str:
    """Return an answer in words."""
    if question.kind == "orders" and isinstance(value, dict):
        return orders_words(script, value)
    labels = {option.name: option.label for option in question.options}
    match value:
        case None:
            return say("shown.no_answer")
        case str():
            return labels.get(value, value).replace("\n", " / ")
        case int():
            return str(value)
        case dict():
            return ", ".join(f"{labels[name]} {units}" for name, units in value.items() if units) or say(
                "shown.nothing_given"
            )
        case tuple() if question.kind == "ranking":
            return ", ".join(f"{place} {labels[name]}" for place, name in enumerate(value, 1))
        case tuple():
            return ", ".join(labels[name] for name in value) or say("shown.none_chosen")
