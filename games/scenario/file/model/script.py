"""Script: a scenario that is ready to play. It has the roles, the owners of each number and question, and every
clause, parsed once.

Only a sound scenario may become a script (`checks/soundness.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.text.phrases import listed
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.clauses import Change, Condition, Fixed, Ref
from warcouncil.games.scenario.file.text.consequences import EffectPart, FollowPart, ForeseenPart, TablePart
from warcouncil.games.scenario.file.text.map import MAP_WORDS, MapPart, PiecePart, PlacePart
from warcouncil.games.scenario.file.text.own import owned_change, owned_condition
from warcouncil.games.scenario.file.text.phase import (
    CellPhase,
    PhasePart,
    QuestionPhase,
    TreatyPhase,
    VotePhase,
)
from warcouncil.games.scenario.file.text.question import QuestionPart
from warcouncil.games.scenario.file.text.scenario import (
    DocumentPart,
    DrawPart,
    NumberPart,
    PayoffPart,
    Scenario,
    TeamPart,
)
from warcouncil.games.scenario.file.text.vocabulary import KnownTo, Places
from warcouncil.protocol.words import SeatId, TeamId


@dataclass(frozen=True, slots=True)
class Consequence:
    """A rule that is ready to apply: its conditions (`only_if` or `or_if`), its chance in percent, and its effect.

    `label` is its name in reports.
    """

    label: str
    only_if: tuple[Condition, ...]
    or_if: tuple[Condition, ...]
    chance: int
    effect: EffectPart
    changes: tuple[Change, ...]
    own: str = ""
    """The team or seat for which the rule is read, or "" if it is not read for each."""


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One row of a table, ready to apply."""

    label: str
    answers: tuple[str, ...]
    effect: EffectPart
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class AnswerTable:
    """A table of several answers. The first row that fits takes effect."""

    of: tuple[Ref, ...]
    rows: tuple[AnswerRow, ...]


@dataclass(frozen=True, slots=True)
class Foreseen:
    """An outcome that the white cell may choose, ready to apply."""

    label: str
    part: ForeseenPart
    changes: tuple[Change, ...]


class Script:
    """A sound scenario with its names resolved. It never changes."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.teams: dict[str, TeamPart] = {team.name: team for team in scenario.teams}
        self.seats: tuple[Seat, ...] = tuple(
            Seat(
                SeatId(seat.name),
                TeamId(seat.team),
                seat.title,
                seat.duty,
                neutral=self.teams[seat.team].cell,
            )
            for seat in scenario.seats
        )
        self.numbers: dict[str, NumberPart] = {number.name: number for number in scenario.numbers}
        self.draws: dict[str, DrawPart] = {draw.name: draw for draw in scenario.draws}
        self.documents: dict[str, DocumentPart] = {document.name: document for document in scenario.documents}
        self.questions: dict[str, QuestionPart] = {
            question.name: question
            for phase in scenario.phases
            if isinstance(phase, QuestionPhase)
            for question in phase.questions
        }
        self.votes = {phase.vote: phase for phase in scenario.phases if isinstance(phase, VotePhase)}
        self.treaties = {phase.treaty: phase for phase in scenario.phases if isinstance(phase, TreatyPhase)}

        board = scenario.map
        self.places: dict[str, PlacePart] = {place.name: place for place in board.places} if board else {}
        self.pieces: dict[str, PiecePart] = {piece.name: piece for piece in board.pieces} if board else {}

        self.results = (*self.votes, *self.treaties)
        """The names of the votes and treaties. Each is decided once."""
        self._by_name: dict[str, Seat] = {seat.id: seat for seat in self.seats}

    @property
    def board(self) -> MapPart:
        """The map of a scenario that has one."""
        assert self.scenario.map is not None
        return self.scenario.map

    def is_of_map(self, name: str) -> bool:
        """Return whether a name in a clause is a word for the map."""
        return (
            bool(self.places)
            and name in MAP_WORDS
            and name not in self.numbers
            and name not in self.questions
        )

    # --- who is who -------------------------------------------------------------------------------------------------

    @cached_property
    def cell(self) -> tuple[SeatId, ...]:
        """The seats of the white cell."""
        return tuple(seat.id for seat in self.seats if self.teams[seat.team].cell)

    @cached_property
    def cell_title(self) -> str:
        """The title of the white cell."""
        return listed(team.title for team in self.scenario.teams if team.cell)

    @cached_property
    def players(self) -> tuple[SeatId, ...]:
        """All other seats."""
        return tuple(seat.id for seat in self.seats if not self.teams[seat.team].cell)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """All teams except the white cell, in the order of the file."""
        return tuple(team.name for team in self.scenario.teams if not team.cell)

    def seat(self, name: str) -> Seat:
        """Return a seat by its name."""
        return self._by_name[name]

    def title(self, place: str) -> str:
        """Return the title of a team or a seat."""
        return self.teams[place].title if place in self.teams else self.seat(place).title

    def seats_of(self, place: str) -> tuple[SeatId, ...]:
        """Return the seats of a team, or the seat itself."""
        if place in self.teams:
            return tuple(seat.id for seat in self.seats if seat.team == place)
        return (self._by_name[place].id,) if place in self._by_name else ()

    def seats_in(self, places: Places) -> tuple[SeatId, ...]:
        """Return the seats of several teams and seats, in table order, each once."""
        named = {seat for place in places for seat in self.seats_of(place)}
        return tuple(seat.id for seat in self.seats if seat.id in named)

    def commander(self, place: str) -> SeatId:
        """Return the first seat of a team, or the seat itself."""
        return self.seats_of(place)[0]

    # --- what belongs to whom ---------------------------------------------------------------------------------------

    def owners(self, name: str) -> tuple[str, ...]:
        """Return the owners of a number or a question: teams or seats. ("",) means the table."""
        if name in self.numbers:
            return self._number_owners(self.numbers[name])
        if name in self.questions:
            return self._question_owners(self.questions[name])
        if self.is_of_map(name):
            return self._map_owners(name)
        return ("",)

    @cached_property
    def number_tables(self) -> dict[str, tuple[NumberPart, ...]]:
        """For each number that sheets show in a table, all numbers of that table, which have the same owners and
        readers.

        A number with a track is drawn alone. A number that only its owner knows is a fact.
        """
        groups: dict[tuple[KnownTo, tuple[str, ...]], list[NumberPart]] = {}
        for number in self.scenario.numbers:
            owners = self.owners(number.name)
            if not number.track and number.known_to != "own" and len(owners) > 1:
                groups.setdefault((number.known_to, owners), []).append(number)
        return {number.name: tuple(group) for group in groups.values() for number in group}

    def _map_owners(self, name: str) -> tuple[str, ...]:
        """Return what a word for the map refers to: places, pieces, or teams."""
        match name:
            case "owner":
                return tuple(self.places)
            case "place":
                return tuple(self.pieces)
            case _:
                return self.sides

    def owners_in(self, name: str, places: Places) -> tuple[str, ...]:
        """Return the owners of a name that are in these teams and seats. A team includes all its seats. () means all
        owners.
        """
        owners = self.owners(name)
        if not places:
            return owners
        named = {*places, *self.seats_in(places)}
        return tuple(owner for owner in owners if owner in named)

    def _number_owners(self, number: NumberPart) -> tuple[str, ...]:
        match number.each:
            case "table":
                return ("",)
            case "team":
                return number.of or self.sides
            case "seat":
                return self.seats_in(number.of) if number.of else self.players

    def _question_owners(self, question: QuestionPart) -> tuple[str, ...]:
        places = question.of or self.sides
        if question.by == "seat":
            return self.seats_in(places)
        return places

    def voters(self, part: VotePhase) -> tuple[SeatId, ...]:
        """Return the seats that vote."""
        return self.seats_in(part.of) if part.of else self.players

    def asked(self, question: QuestionPart, owner: str) -> tuple[SeatId, ...]:
        """Return the seats that answer a question for one of its owners."""
        return (self.commander(owner),) if question.by == "commander" else self.seats_of(owner)

    def readers(self, known_to: KnownTo, owner: str) -> tuple[SeatId, ...]:
        """Return the players who may know a value of this owner. The white cell also knows everything."""
        match known_to:
            case "all":
                return self.players
            case "none":
                return ()
            case "own":
                return self.seats_of(owner)
            case _:
                return tuple(seat for seat in self.seats_in(known_to) if seat in self.players)

    def readers_of(self, ref: Ref) -> tuple[SeatId, ...]:
        """Return the players who may know a number, an answer after its phase, or the result of a vote or a treaty."""
        if ref.name in self.numbers:
            return self.readers(self.numbers[ref.name].known_to, ref.owner)
        if ref.name in self.questions:
            known = self.readers(self.questions[ref.name].known_to, ref.owner)
            own = self.asked(self.questions[ref.name], ref.owner)
            return tuple(seat for seat in self.players if seat in known or seat in own)
        if self.is_of_map(ref.name):
            return self._map_readers(ref)
        if not self.is_open(ref.name):
            return self.parties(ref.name)
        return self.players

    def _map_readers(self, ref: Ref) -> tuple[SeatId, ...]:
        """Return the players who always know this about the map. The result leaves out players who see more because
        their pieces are near.
        """
        if self.is_open_map(ref.name):
            return self.players
        match ref.name:
            case "owner":
                return ()
            case "place":
                return self.seats_of(self.pieces[ref.owner].of) if ref.owner in self.pieces else ()
            case _:
                return self.seats_of(ref.owner)

    def is_open_map(self, name: str) -> bool:
        """Return whether everyone knows what a word for the map means."""
        known_to = self.board.owners_known_to if name in ("owner", "places") else self.board.pieces_known_to
        return known_to == "all"

    def is_open(self, result: str) -> bool:
        """Return whether everyone may know the result of a vote or a treaty."""
        return result not in self.treaties or self.treaties[result].known_to == "all"

    def parties(self, treaty: str) -> tuple[SeatId, ...]:
        """Return the seats that read a treaty before it is signed: its signers and its drafter."""
        part = self.treaties[treaty]
        return self.seats_in((*part.signers, part.drafter))

    # --- when -------------------------------------------------------------------------------------------------------

    def phases(self, round_: int) -> tuple[int, ...]:
        """Return the places in the file of the phases of a round, in order.

        Round 0 is before the first round, and -1 is after the last.
        """
        when = {0: "before", -1: "after"}.get(round_, "round")
        return tuple(
            place
            for place, phase in enumerate(self.scenario.phases)
            if phase.at == when and (when != "round" or not phase.rounds or round_ in phase.rounds)
        )

    def after(self, round_: int, place: int) -> Iterator[tuple[int, int]]:
        """Yield every (round, place) after this one, in order. Place -1 is before the first phase of its round."""
        for later in self.phases(round_):
            if later > place:
                yield round_, later
        if round_ == -1:
            return
        for number in range(round_ + 1, self.scenario.rounds + 1):
            yield from ((number, each) for each in self.phases(number))
        yield from ((-1, each) for each in self.phases(-1))

    # --- what counts ------------------------------------------------------------------------------------------------

    def agreed(self, row: PayoffPart) -> tuple[str, ...]:
        """Return the conditions under which a row of the payoff sheet counts, one for each answer that decides it."""
        owners = self.owners(row.issue) if row.issue in self.questions else ()
        issues = [f"{row.issue} of {owner}" for owner in owners] or [row.issue]
        return tuple(f"{issue} is {row.option}" for issue in issues)

    # --- what follows -----------------------------------------------------------------------------------------------

    @cached_property
    def rules(self) -> tuple[tuple[Consequence, ...], ...]:
        """The rules of each phase. A rule with `for_each` is listed once for every team or seat."""
        return tuple(
            tuple(
                rule
                for number, follow in enumerate(phase.follows)
                for rule in self._rules(phase, number, follow)
            )
            for phase in self.scenario.phases
        )

    def _rules(self, phase: PhasePart, number: int, follow: FollowPart) -> Iterator[Consequence]:
        label = follow.name or f"{phase.name}, follows {number + 1}"
        for own in self.each(follow):
            yield Consequence(
                label=f"{label}, {own}" if own else label,
                only_if=tuple(owned_condition(clauses.condition(text), own) for text in follow.only_if),
                or_if=tuple(owned_condition(clauses.condition(text), own) for text in follow.or_if),
                chance=follow.chance,
                effect=follow,
                changes=tuple(owned_change(each, own) for each in self.changes(follow)),
                own=own,
            )

    def each(self, follow: FollowPart) -> tuple[str, ...]:
        """Return the teams or seats for which a rule is read one by one. ("",) means that it is read once."""
        match follow.for_each:
            case "":
                return ("",)
            case "team":
                return self.sides
            case "seat":
                return self.players
            case places:
                return places

    @cached_property
    def looked_back(self) -> dict[str, int]:
        """The numbers and questions that a clause reads with their value from earlier rounds, and from how many rounds ago at most."""
        found: dict[str, int] = {}
        for name, rounds in clauses.AGO.findall(text_of(self.scenario)):
            if name in self.numbers or name in self.questions:
                found[name] = max(found.get(name, 0), min(int(rounds), clauses.AGO_MAX))
        return found

    @cached_property
    def tables(self) -> tuple[tuple[AnswerTable, ...], ...]:
        """The tables of each phase."""
        return tuple(
            tuple(self._table(phase, number, table) for number, table in enumerate(phase.tables))
            for phase in self.scenario.phases
        )

    def _table(self, phase: PhasePart, number: int, table: TablePart) -> AnswerTable:
        label = table.name or f"{phase.name}, table {number + 1}"
        return AnswerTable(
            tuple(map(clauses.ref, table.of)),
            tuple(
                AnswerRow(f"{label}, row {at}", row.answers, row, self.changes(row))
                for at, row in enumerate(table.rows, 1)
            ),
        )

    def changes(self, effect: EffectPart) -> tuple[Change, ...]:
        """Return the changes of a consequence. A state is replaced by its place in the list of states."""
        return tuple(self._change(clauses.change(text)) for text in effect.change)

    def _change(self, change: Change) -> Change:
        number = self.numbers.get(change.ref.name)
        match change.amount:
            case Ref(name=name, owner="", place="") if number and any(
                name == state.name for state in number.states
            ):
                return replace(change, amount=Fixed(number.place_of(name)))
            case _:
                return change

    @cached_property
    def foreseen(self) -> tuple[tuple[Foreseen, ...], ...]:
        """The outcomes that the white cell may choose in each phase."""
        return tuple(
            tuple(
                Foreseen(f"{phase.name}, {each.name}", each, self.changes(each))
                for each in (phase.foreseen if isinstance(phase, CellPhase) else ())
            )
            for phase in self.scenario.phases
        )

    @cached_property
    def passages(self) -> dict[str, str]:
        """Every text that may be shown, by its name in events."""
        effects: list[tuple[str, EffectPart]] = [
            *((row.label, row.effect) for tables in self.tables for table in tables for row in table.rows),
            *((rule.label, rule.effect) for rules in self.rules for rule in rules),
            *((each.label, each.part) for outcomes in self.foreseen for each in outcomes),
        ]
        told = {label: effect.tell for label, effect in effects if effect.tell}
        for label, effect in effects:
            told |= {f"{label}, to {place}": text for place, text in effect.tell_to.items()}
        return told


@lru_cache(maxsize=64)
def script_of(text: str) -> Script:
    """Return the script of a scenario in the form of a state: canonical JSON. The same text returns the same script."""
    return Script(Scenario.model_validate_json(text))


def text_of(scenario: Scenario) -> str:
    """Return a scenario in the form that a state keeps: canonical JSON."""
    return scenario.model_dump_json(exclude_defaults=True)
