"""The Hard War by Lars Nordbeck: two nationalist factions, seven cities, and a world that counts the dead."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from warcouncil.games.hard_war import endings, sheet
from warcouncil.games.hard_war import rehide as hiding
from warcouncil.games.hard_war.briefing import PARAGRAPHS_OF, briefing_of, facts_of, terms_of
from warcouncil.games.hard_war.events import EVENT_TYPES
from warcouncil.games.hard_war.options import HardWarOptions
from warcouncil.games.hard_war.phases import PHASES
from warcouncil.games.hard_war.setup import open_game
from warcouncil.games.hard_war.state import NOBODY, SEAT_IDS, SEATS, SIDES, HardWarState, player_of
from warcouncil.games.hard_war.tally import course_of
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.book import Book, PhaseRules
from warcouncil.games.kit.course import Bearings
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Finish, Resolution, Standings, Tally
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable
from warcouncil.protocol.table.sheets import Badge, Sheet
from warcouncil.protocol.words import SeatId


class HardWar(Book[HardWarOptions, HardWarState, Any]):  # Each phase has its own type of declaration
    """The Hard War (Lars Nordbeck, 2015)."""

    name = "hard_war"
    title = "The Hard War"
    designer = "Lars Nordbeck"
    rules_version = "10"
    paragraphs_of = PARAGRAPHS_OF
    options_type = HardWarOptions
    state_type = HardWarState
    event_types: ClassVar[tuple[type[Event], ...]] = (
        *EVENT_TYPES,
        endings.WarWon,
        endings.TribunalCalled,
        endings.RowShown,
        endings.DeadCounted,
        endings.TribunalClosed,
    )
    phases: ClassVar[tuple[PhaseRules[HardWarState, Any], ...]] = PHASES

    @property
    def summary(self) -> str:
        """Return what the game is about, for a reader who does not know it."""
        return say("briefing.summary")

    @property
    def length(self) -> str:
        """Return the usual length of a game."""
        return say("briefing.length")

    def seats(self, options: HardWarOptions) -> tuple[Seat, ...]:
        """Return the two factions."""
        return tuple(replace(seat, duty=say("briefing.duty", side=seat.title)) for seat in SEATS)

    def sides(self, options: HardWarOptions) -> tuple[Badge, ...]:
        """Return the badges of the factions, each in the colour of its name."""
        return SIDES

    def briefing(self, options: HardWarOptions, seat: SeatId) -> Briefing:
        """Return the briefing of a seat."""
        return briefing_of(options, seat)

    def facts(self, options: HardWarOptions) -> dict[str, str | RuleTable]:
        """Return the facts for the page."""
        return facts_of(options)

    def terms(self, options: HardWarOptions) -> dict[str, str]:
        """Return sentences for players about the options that differ from their defaults."""
        return terms_of(options)

    def setup(self, options: HardWarOptions, dice: Dice) -> Resolution[HardWarState]:
        """Return the opening position. Raises BadOption."""
        return open_game(options, dice)

    def step(self, state: HardWarState) -> str:
        """Return the name of the present phase."""
        return state.step

    def finish(self, state: HardWarState) -> Finish | None:
        """Return the end of the game, by victory points or by the dead of both sides. Return None while it
        continues.
        """
        result = state.result
        if result is None:
            return None
        winners = () if result.winner == NOBODY else (SEAT_IDS[result.winner],)
        return Finish(endings.reason(state, result), winners, self.standings(state))

    def standings(self, state: HardWarState) -> Standings:
        """Return the victory points. After a tribunal has shown every attack, also return the dead."""
        points = Tally(say("sheet.tally_points"), _by_seat((state.sides[0].vp, state.sides[1].vp)))
        sums = state.result.sums if state.result else None
        dead = (Tally(say("sheet.tally_dead"), _by_seat(sums)),) if sums else ()
        return Standings((*dead, points), state.turn)

    def course(self, state: HardWarState) -> Bearings:
        """Return the victory points, the toll, and each side's own dead, which only that side knows."""
        return course_of(state)

    def sheet(self, state: HardWarState, seat: SeatId | None) -> Sheet:
        """Return all that a seat may see now. None: what everyone may see."""
        return sheet.draw(state, NOBODY if seat is None else player_of(seat))

    def truth(self, state: HardWarState) -> Sheet:
        """Return the full truth."""
        return sheet.draw_truth(state)

    def rehide(self, state: HardWarState, seat: SeatId, dice: Dice) -> HardWarState:
        """Deal again what the seat cannot know."""
        return hiding.rehide(state, player_of(seat), dice)

    def reshuffle(self, state: HardWarState, dice: Dice) -> HardWarState:
        """Deal again what no seat can know: the order of the decks."""
        return hiding.reshuffle(state, dice)


def _by_seat(numbers: tuple[int, int]) -> dict[str, int]:
    return {str(seat): number for seat, number in zip(SEAT_IDS, numbers, strict=True)}
