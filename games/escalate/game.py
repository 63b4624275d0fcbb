"""Escalate! by Knight Errant: the book of its phases, in the order of the rulebook."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from warcouncil.games.escalate.briefing import PARAGRAPHS_OF, briefing_of, facts_of, terms_of
from warcouncil.games.escalate.course import course_of
from warcouncil.games.escalate.deal import SEATS, new_table
from warcouncil.games.escalate.events import EVENT_TYPES
from warcouncil.games.escalate.options import EscalateOptions
from warcouncil.games.escalate.phases import PHASES
from warcouncil.games.escalate.phases.incident import Turning
from warcouncil.games.escalate.phases.opening import Exchange, ObligedLead, Opening
from warcouncil.games.escalate.phases.out_of_turn import InstantLaunch, Interjection
from warcouncil.games.escalate.phases.retaliation import Retaliation
from warcouncil.games.escalate.rehide import rehide, reshuffle
from warcouncil.games.escalate.sheet import sheet, truth
from warcouncil.games.escalate.state import Act, EscalateState, Step, heading, named
from warcouncil.games.escalate.talk import SurvivorsTalk, before_opening
from warcouncil.games.escalate.wording import say
from warcouncil.games.kit.book import Book, PhaseRules
from warcouncil.games.kit.course import Bearings
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Finish, Resolution, Standings, Tally
from warcouncil.games.kit.negotiation import talk_of
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.sides import badge_of
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable
from warcouncil.protocol.table.sheets import Badge, Ink, Sheet
from warcouncil.protocol.words import SeatId, TeamId

_PAGES: dict[Step, str] = {
    "negotiation": SurvivorsTalk.name,
    "opening": Opening.name,
    "exchange": Exchange.name,
    "obliged": ObligedLead.name,
    "turning": Turning.name,
    "interjection": Interjection.name,
    "launching": InstantLaunch.name,
    "retaliation": Retaliation.name,
}


WORN: dict[str, tuple[str, Ink]] = {
    "north": ("▲", "blue"),
    "east": ("►", "gold"),
    "south": ("▼", "teal"),
    "west": ("◄", "violet"),
}
"""The sign and the ink of each player."""


class Escalate(Book[EscalateOptions, EscalateState, Act]):
    """The Cold War card game for two to four players."""

    name = "escalate"
    title = "Escalate!"
    designer = "Knight Errant"
    rules_version = "10"
    view_bytes = 8000

    paragraphs_of = PARAGRAPHS_OF
    options_type = EscalateOptions
    state_type = EscalateState
    event_types: ClassVar[tuple[type[Event], ...]] = EVENT_TYPES
    phases: ClassVar[tuple[PhaseRules[EscalateState, Act], ...]] = PHASES

    @property
    def summary(self) -> str:
        """Return what the game is about, for a reader who does not know it."""
        return say("briefing.summary")

    @property
    def length(self) -> str:
        """Return the usual length of a game."""
        return say("briefing.length")

    def seats(self, options: EscalateOptions) -> tuple[Seat, ...]:
        """Return the seats clockwise. Each is one team."""
        duty = say("briefing.duty")
        return tuple(
            Seat(id=seat, team=TeamId(seat), title=named(seat), duty=duty) for seat in SEATS[options.players]
        )

    def sides(self, options: EscalateOptions) -> tuple[Badge, ...]:
        """Return the badge of each player, with a sign that points in the direction of the seat's name."""
        return tuple(badge_of(seat, named(seat), *WORN[seat]) for seat in SEATS[options.players])

    def briefing(self, options: EscalateOptions, seat: SeatId) -> Briefing:
        """Return the briefing of a seat."""
        return briefing_of(options)

    def facts(self, options: EscalateOptions) -> dict[str, str | RuleTable]:
        """Return the facts for the page."""
        return facts_of(options)

    def terms(self, options: EscalateOptions) -> dict[str, str]:
        """Return sentences for players about the options that differ from their defaults."""
        return terms_of(options, self.seats(options))

    def cautions(self, options: EscalateOptions) -> tuple[str, ...]:
        """5 Return the warning that the first Nuke decides a game of two players."""
        return (say("agreed.caution_two"),) if options.players == 2 and not options.salt else ()

    def setup(self, options: EscalateOptions, dice: Dice) -> Resolution[EscalateState]:
        """Deal five cards to each seat. Raises BadOption if options contradict each other."""
        if options.passes and options.players < 3:
            raise BadOption(say("options.passes_for_three"))
        talk = talk_of(options, self.seats(options))
        state, events = new_table(options, dice)
        return Resolution(before_opening(replace(state, talk=talk)), events, heading(state))

    def step(self, state: EscalateState) -> str:
        """Return the name of the present phase."""
        return _PAGES[state.step]

    def finish(self, state: EscalateState) -> Finish | None:
        """Return the end of the game once it has ended, or None."""
        if state.ending is None:
            return None
        return Finish(state.ending.reason, tuple(state.ending.winners), self.standings(state))

    def standings(self, state: EscalateState) -> Standings:
        """Return the victory points of all seats, including those that were knocked out, and the number of Incidents."""
        points = {str(seat): points for seat, points in state.points.items()}
        return Standings((Tally(say("sheet.tally"), points),), state.incident, say("sheet.incidents"))

    def course(self, state: EscalateState) -> Bearings:
        """Return the victory points and the numbers of cards in hand. The seat with the most points is ahead."""
        return course_of(state)

    def sheet(self, state: EscalateState, seat: SeatId | None) -> Sheet:
        """Return all that a seat may see now. With None, return what everyone may see."""
        return sheet(state, seat)

    def truth(self, state: EscalateState) -> Sheet:
        """Return the full truth."""
        return truth(state)

    def rehide(self, state: EscalateState, seat: SeatId, dice: Dice) -> EscalateState:
        """Deal again all that this seat cannot know, and nothing else."""
        return rehide(state, seat, dice)

    def reshuffle(self, state: EscalateState, dice: Dice) -> EscalateState:
        """Deal again what no seat can know: the order of the draw pile."""
        return reshuffle(state, dice)
