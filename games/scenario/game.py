"""ScenarioGame: the game whose rules an instructor writes as a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from pydantic import JsonValue
from warcouncil.games.kit.course import Bearings, Figure, ahead_of_the_next
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import (
    Cover,
    Finish,
    Mistake,
    Phase,
    Prepared,
    Resolution,
    Standings,
    Tally,
)
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.sides import WORN, badge_of
from warcouncil.games.kit.ways import Way, Ways
from warcouncil.games.kit.written import Payoff, TraceStep, Treatment, WrittenGame
from warcouncil.games.scenario import flow, shipped
from warcouncil.games.scenario.amending import amend
from warcouncil.games.scenario.briefing import authored_of, briefing_of, facts_of
from warcouncil.games.scenario.events import EVENT_TYPES
from warcouncil.games.scenario.events.followed import Announced, DocumentHanded, Whispered
from warcouncil.games.scenario.file.checks.limits import view_bytes_at_most
from warcouncil.games.scenario.file.model.script import Script, script_of, text_of
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.clauses import Ref
from warcouncil.games.scenario.file.text.faults import Unsound
from warcouncil.games.scenario.look import Outlook
from warcouncil.games.scenario.map.board import map_numbers
from warcouncil.games.scenario.numbers import label_of
from warcouncil.games.scenario.odds import odds_table
from warcouncil.games.scenario.options import ScenarioOptions
from warcouncil.games.scenario.points import agreed_package, competing, open_points
from warcouncil.games.scenario.rehide import rehide
from warcouncil.games.scenario.sheet import sheet, truth
from warcouncil.games.scenario.state import ScenarioState, key
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.rulebooks import Briefing, RuleBlock, RuleTable
from warcouncil.protocol.table.sheets import Badge, Rows, Sheet
from warcouncil.protocol.words import SeatId

SHORT_BYTES_MAX = 12_000
"""The limit of a short scenario, in bytes for one reader.

The layout adds to this size. A scenario under this limit still fits into a normal view.
"""
LONG_VIEW_BYTES = 98_304


@lru_cache(maxsize=64)
def _is_short(script: str) -> bool:
    """Return whether the text of a scenario (in the form of a state) is so short that no reader can ever have many
    bytes.
    """
    return view_bytes_at_most(script_of(script)) <= SHORT_BYTES_MAX


class ScenarioGame(WrittenGame[ScenarioOptions, ScenarioState, Answer]):
    """Teams, numbers, documents, timed talk, sealed questions, and their consequences. A file holds all of it."""

    name = "scenario"
    title = "Scenario"
    designer = "the author of its file"
    rules_version = "4"
    summary = (
        "An instructor writes the roles, questions and consequences of an exercise into a file, without programming. "
        "Several exercises are included."
    )
    length = "set by its file"
    written_in = "scenario"

    options_type = ScenarioOptions
    state_type = ScenarioState
    event_types: ClassVar[tuple[type[Event], ...]] = EVENT_TYPES

    def seats(self, options: ScenarioOptions) -> tuple[Seat, ...]:
        """Return the seats in the order of the file."""
        return Script(options.written).seats

    def sides(self, options: ScenarioOptions) -> tuple[Badge, ...]:
        """Return the badge of each team: its own title, with a sign and an ink by its place in the file."""
        return tuple(
            badge_of(team.name, team.title, *WORN[place % len(WORN)])
            for place, team in enumerate(options.written.teams)
        )

    def competing(self, options: ScenarioOptions) -> tuple[str, ...]:
        """Return the teams or seats that can win: those to which the file gives points, otherwise those that its
        endings name.

        The white cell never competes. Empty if the file names no winner and scores nothing.
        """
        return competing(Script(options.written))

    def cover(self, options: ScenarioOptions) -> Cover:
        """Return title, author, summary and length from the file."""
        written = options.written
        return Cover(
            written.title,
            written.author,
            written.summary.replace("\n\n", " "),
            f"about {written.minutes} minutes",
        )

    def phase_names(self, options: ScenarioOptions) -> tuple[str, ...]:
        """Return the names of the phases in the order of the file."""
        return tuple(phase.name for phase in options.written.phases)

    def phase_names_at(self, options: ScenarioOptions, state: ScenarioState) -> tuple[str, ...]:
        """Return the names of the phases in the amended file."""
        return tuple(phase.name for phase in state.play.scenario.phases)

    def view_bytes_of(self, options: ScenarioOptions) -> int:
        """Return the bytes for all that a file can show and that people can write. A short file has a smaller frame."""
        return self._room_for(text_of(options.written))

    def view_bytes_at(self, options: ScenarioOptions, state: ScenarioState) -> int:
        """1.7 Return the bytes for the amended file.

        A document for one seat must not make one view longer than all others.
        """
        return self._room_for(state.script)

    def _room_for(self, script: str) -> int:
        return self.view_bytes if _is_short(script) else LONG_VIEW_BYTES

    def presets(self) -> Mapping[str, Mapping[str, JsonValue]]:
        """Return the scenarios that ship with the program."""
        return {name: {"scenario": shipped.text(name)} for name in shipped.names()}

    def mistakes(self, text: str) -> tuple[Mistake, ...]:
        """Return all mistakes of a file."""
        try:
            read(text)
        except Unsound as unsound:
            return unsound.faults
        return ()

    def treatment(self, options: ScenarioOptions) -> Treatment | None:
        """Return the treatment of the file that the table plays."""
        played = options.treated_as
        named = {each.name: each.title for each in read(options.scenario).treatments}
        return Treatment(played, named[played]) if played else None

    def to_assign(self, options: ScenarioOptions) -> tuple[str, ...]:
        """Return the treatments of the file. Empty if the options name one."""
        return () if options.treatment else tuple(each.name for each in read(options.scenario).treatments)

    def in_treatment(self, options: ScenarioOptions, name: str) -> ScenarioOptions:
        """Return the options of a table that plays this treatment."""
        return options.model_copy(update={"treatment": name})

    def prepared(self, options: ScenarioOptions) -> tuple[Prepared, ...]:
        """Return the messages of the file."""
        return tuple(
            Prepared(
                text=each.text,
                name=each.name or "",
                to="" if each.to == "all" else each.to,
                at_seconds=None if each.minutes is None else round(0.6 * each.minutes * options.pace),
                phase=each.phase,
                occasion=each.round,
                reply=each.reply,
                sender=each.sender or "",
                kind=each.kind,
                only_if=each.only_if,
                while_open=each.while_open,
            )
            for each in options.written.injects
        )

    def holds(self, state: ScenarioState, conditions: Sequence[str]) -> bool:
        """Return whether the conditions of a message hold now."""
        return Outlook(state).all_said(tuple(conditions))

    def passages(self, options: ScenarioOptions) -> Mapping[str, str]:
        """Return every text that a rule may send, every document and every ending."""
        written = options.written
        documents = {f"document {each.name}": each.title for each in written.documents}
        endings = {f"ending {each.name}": each.words for each in written.endings}
        return Script(written).passages | documents | endings

    def passages_of(self, state: ScenarioState, events: Iterable[Event]) -> frozenset[str]:
        """Return the names of the texts that were shown, of every document that was handed out, and of the ending."""
        told = {event.passage for event in events if isinstance(event, Announced | Whispered)}
        told |= {f"document {each.document}" for each in state.held}
        return frozenset(told | ({f"ending {state.over.ending}"} if state.over else set()))

    def numbers(self, state: ScenarioState) -> Mapping[str, int]:
        """Return every number of every owner by its label and, after the end, the points."""
        look = Outlook(state)
        refs = [Ref(name, owner) for name in state.play.numbers for owner in state.play.owners(name)]
        found = {
            label_of(look, ref): state.numbers[key(ref.name, ref.owner)]
            for ref in refs
            if not state.play.numbers[ref.name].states
        }
        found |= map_numbers(look)
        scores = state.play.scenario.scores
        if state.over is None or scores is None:
            return found
        for who, won in state.over.points.items():
            label = say("shown.of_owner", title=scores.title.capitalize(), owner=state.play.title(who))
            found[label] = won
        return found

    def handed(self, state: ScenarioState, events: Iterable[Event]) -> Mapping[str, tuple[SeatId, ...]]:
        """Return the documents that were handed out, by their titles."""
        found: dict[str, tuple[SeatId, ...]] = {}
        for event in events:
            if isinstance(event, DocumentHanded):
                found[event.title] = (*found.get(event.title, ()), *state.play.seats_in(event.to))
        return found

    def traced(
        self,
        state: ScenarioState,
        declarations: Mapping[SeatId, Answer | None],
        ways: Ways,
        dice: Dice,
    ) -> tuple[TraceStep, ...]:
        """1.3 Return every change of every rule that acts, in order."""
        return tuple(flow.unfolded(state, declarations, ways, dice).steps)

    def briefing(self, options: ScenarioOptions, seat: SeatId) -> Briefing:
        """Return the briefing of a seat. Its own secret brief is on its sheet."""
        return briefing_of(options.written, seat)

    def facts(self, options: ScenarioOptions) -> dict[str, str | RuleTable]:
        """Return the facts for the page."""
        return facts_of(options.written)

    def authored(self, options: ScenarioOptions) -> dict[str, tuple[RuleBlock, ...]]:
        """Return the author's texts for the page."""
        return authored_of(options.written)

    def setup(self, options: ScenarioOptions, dice: Dice) -> Resolution[ScenarioState]:
        """Set everything to its initial state in the file."""
        return flow.begin(options.written, options.pace)

    def phase(self, state: ScenarioState) -> Phase | Finish:
        """Return which seats are asked now, or how the exercise ended."""
        if state.over is None or flow.is_asking_after(state):
            return flow.opening(state)
        title = state.over.title
        if not title and not state.over.winners and not competing(state.play):
            title = say("shown.over")
        return Finish(state.over.words, state.over.winners, self.standings(state), title)

    def standings(self, state: ScenarioState) -> Standings:
        """Return the points after the end. Before that, return each side's public numbers. If there are none, return
        the number of rounds.
        """
        script, scenario = state.play, state.play.scenario
        shown = [
            Tally(
                number.title.lower(),
                {owner: state.numbers[key(number.name, owner)] for owner in script.owners(number.name)},
            )
            for number in scenario.numbers
            if number.known_to == "all" and number.each != "table" and not number.states
        ]
        points = (
            [Tally(scenario.scores.title.lower(), dict(state.over.points))]
            if state.over and scenario.scores
            else []
        )
        rounds = scenario.rounds if state.round < 0 else state.round
        nothing = [Tally(say("shown.played"), dict.fromkeys(script.sides, rounds))]
        return Standings(tuple(points + shown or nothing), rounds, say("shown.rounds"))

    def course(self, state: ScenarioState) -> Bearings:
        """Return each number that a team may know about itself. The team with the most points that everyone can
        count is ahead.
        """
        script = state.play
        figures = [
            Figure(
                number.title,
                {
                    owner: float(state.numbers[key(number.name, owner)])
                    for owner in script.owners(number.name)
                },
                own=number.known_to == "own",
            )
            for number in script.scenario.numbers
            if number.each == "team" and number.known_to in ("all", "own") and not number.states
        ]
        ahead = open_points(Outlook(state))
        if not ahead:
            return Bearings(tuple(figures))
        return Bearings(tuple(figures), ahead_of_the_next(ahead), say("shown.ahead"))

    def afterwards(self, events: Sequence[Event]) -> tuple[Rows, ...]:
        """Return a table that compares the white cell's odds with the results."""
        return odds_table(events)

    def payoff(self, state: ScenarioState) -> Payoff | None:
        """1.6 Return the package that counts by the payoff sheet, and the points of each side."""
        scores = state.play.scenario.scores
        if state.over is None or scores is None:
            return None
        return Payoff(scores.title, state.over.points, agreed_package(Outlook(state)))

    def form(self, state: ScenarioState, seat: SeatId) -> Form:
        """Return the form of an asked seat."""
        return flow.form(state, seat)

    def read(self, state: ScenarioState, seat: SeatId, answer: Answer) -> Answer:
        """Check an answer against its form. Raises Illegal."""
        return flow.read(state, seat, answer)

    def default(self, state: ScenarioState, seat: SeatId) -> None:
        """3.3 Return None, because the file decides the meaning of silence."""
        return

    def unanswered(self, state: ScenarioState, seat: SeatId) -> str:
        """Return the answer that counts for a seat that does not answer, by its phase."""
        return flow.unanswered(state, seat)

    def resolve(
        self, state: ScenarioState, declarations: Mapping[SeatId, Answer | None], dice: Dice
    ) -> Resolution[ScenarioState]:
        """Close the stage and apply its consequences."""
        ways = {seat: Way.SILENT if said is None else Way.SEALED for seat, said in declarations.items()}
        return flow.resolve(state, declarations, ways, dice)

    def resolve_as(
        self, state: ScenarioState, declarations: Mapping[SeatId, Answer | None], ways: Ways, dice: Dice
    ) -> Resolution[ScenarioState]:
        """Close the stage, and record the origin of each answer."""
        return flow.resolve(state, declarations, ways, dice)

    def amend(self, state: ScenarioState, text: str) -> Resolution[ScenarioState]:
        """Add a phase, a question, a paper or a text during the exercise. Raises BadOption."""
        return amend(state, text)

    def sheet(self, state: ScenarioState, seat: SeatId | None) -> Sheet:
        """Return all that a seat may see now. None: what everyone may see."""
        return sheet(state, seat)

    def truth(self, state: ScenarioState) -> Sheet:
        """Return the full truth."""
        return truth(state)

    def rehide(self, state: ScenarioState, seat: SeatId, dice: Dice) -> ScenarioState:
        """Deal again all that this seat cannot know, and nothing else."""
        return rehide(state, seat, dice)
