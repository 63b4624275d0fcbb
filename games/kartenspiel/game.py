"""The game: its seats, its phases in the order of the rulebook, and its end."""

from __future__ import annotations

from typing import Any

from warcouncil.games.kartenspiel.briefing import PARAGRAPHS_OF, briefing_of, facts_of, terms_of
from warcouncil.games.kartenspiel.course import course_of
from warcouncil.games.kartenspiel.ending import decisive_losses
from warcouncil.games.kartenspiel.events import EVENTS
from warcouncil.games.kartenspiel.events.orders import ArmiesMustered
from warcouncil.games.kartenspiel.options import KartenspielOptions, rules_of, seats_of
from warcouncil.games.kartenspiel.phases import PHASES
from warcouncil.games.kartenspiel.rehide import rehidden
from warcouncil.games.kartenspiel.roles import SIDES, TEAMS, people
from warcouncil.games.kartenspiel.sheet import sheet_of, truth_of
from warcouncil.games.kartenspiel.state import BattleState, heading, opening
from warcouncil.games.kartenspiel.wording import say
from warcouncil.games.kit.book import Book
from warcouncil.games.kit.course import Bearings
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Finish, Resolution, Standings, Tally
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable
from warcouncil.protocol.table.sheets import Badge, Sheet
from warcouncil.protocol.words import SeatId


class Kartenspiel(Book[KartenspielOptions, BattleState, Any]):  # Each phase has its own type of declaration
    """Kartenspiel by Philip Sabin, from the appendix of the book Simulating War."""

    name = "kartenspiel"
    title = "Kartenspiel"
    designer = "Philip Sabin"
    rules_version = "7"
    view_bytes = 6720
    paragraphs_of = PARAGRAPHS_OF
    options_type = KartenspielOptions
    state_type = BattleState
    event_types = EVENTS
    phases = PHASES

    @property
    def summary(self) -> str:
        """Return what the game is about, for a reader who does not know it."""
        return say("briefing.summary")

    @property
    def length(self) -> str:
        """Return the usual length of a game."""
        return say("briefing.length")

    def seats(self, options: KartenspielOptions) -> tuple[Seat, ...]:
        """Return the seats in table order: red, then black, each with the army commander first."""
        return people(seats_of(options))

    def sides(self, options: KartenspielOptions) -> tuple[Badge, ...]:
        """Return the badges of red and black."""
        return SIDES

    def briefing(self, options: KartenspielOptions, seat: SeatId) -> Briefing:
        """Return the briefing of a seat."""
        return briefing_of(options, seat)

    def facts(self, options: KartenspielOptions) -> dict[str, str | RuleTable]:
        """Return the facts for the page."""
        return facts_of(options)

    def terms(self, options: KartenspielOptions) -> dict[str, str]:
        """Return sentences for players about the options that differ from their defaults."""
        return terms_of(options)

    def setup(self, options: KartenspielOptions, dice: Dice) -> Resolution[BattleState]:
        """2. Return the opening: all divisions in reserve, all corps empty. Raises BadOption."""
        state = opening(rules_of(options))
        return Resolution(state, (ArmiesMustered(*state.reserve),), heading(state))

    def step(self, state: BattleState) -> str:
        """Return the name of the present phase."""
        return state.step

    def finish(self, state: BattleState) -> Finish | None:
        """4. Return the end of the battle, or None."""
        if state.outcome is None:
            return None
        winner = state.outcome.winner
        return Finish(state.outcome.reason, (winner,) if winner else (), self.standings(state))

    def standings(self, state: BattleState) -> Standings:
        """Return the divisions that each side has lost, counted by the rule that decides if both lines break."""
        gross = state.rules.tiebreak_gross
        lost = decisive_losses(gross, state.ever, state.lost)
        label = say("sheet.divisions_lost" if gross else "sheet.divisions_still_lost")
        return Standings((Tally(label, dict(zip(TEAMS, lost, strict=True))),), state.turn)

    def course(self, state: BattleState) -> Bearings:
        """Return each side's divisions in the field, in reserve and in its weakest corps.

        The side with fewer losses is ahead.
        """
        return course_of(state)

    def sheet(self, state: BattleState, seat: SeatId | None) -> Sheet:
        """Return all that a seat may see now. None: what everyone may see."""
        return sheet_of(state, seat)

    def truth(self, state: BattleState) -> Sheet:
        """Return the full truth."""
        return truth_of(state)

    def rehide(self, state: BattleState, seat: SeatId, dice: Dice) -> BattleState:
        """Deal again all that this seat cannot know."""
        return rehidden(state, seat, dice)


GAME = Kartenspiel()
