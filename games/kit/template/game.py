"""Template, by NOBODY YET: the game and its phases, in the order of the rulebook."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from warcouncil.games.kit.book import Book, PhaseRules
from warcouncil.games.kit.course import Bearings, Figure, ahead_of_the_next
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Finish, Resolution, Standings, Tally
from warcouncil.games.kit.negotiation import talk_of, talk_terms
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.template.events import EVENT_TYPES
from warcouncil.games.kit.template.options import TemplateOptions
from warcouncil.games.kit.template.phases import PHASES, CardPhase
from warcouncil.games.kit.template.rehide import rehide
from warcouncil.games.kit.template.sheet import sheet, truth
from warcouncil.games.kit.template.state import SEATS, TITLES, TemplateState
from warcouncil.games.kit.template.wording import say
from warcouncil.games.kit.text.phrases import listed
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.words import SeatId

DECK = tuple(range(1, 41))


class TemplateGame(Book[TemplateOptions, TemplateState, Any]):
    """A game of sealed cards for prizes, for two to four players."""

    name = "template"
    title = "Template"
    designer = "NOBODY YET"
    rules_version = "1"

    options_type = TemplateOptions
    state_type = TemplateState
    event_types: ClassVar[tuple[type[Event], ...]] = EVENT_TYPES
    phases: ClassVar[tuple[PhaseRules[TemplateState, Any], ...]] = PHASES

    @property
    def summary(self) -> str:
        """Return what the game is about, for a reader who does not know it."""
        return say("briefing.summary")

    @property
    def length(self) -> str:
        """Return the usual length of a game."""
        return say("briefing.length")

    def seats(self, options: TemplateOptions) -> tuple[Seat, ...]:
        """Return the seats that play, in table order."""
        return tuple(replace(seat, duty=say("briefing.duty")) for seat in SEATS[: options.players])

    def briefing(self, options: TemplateOptions, seat: SeatId) -> Briefing:
        """Return the briefing of a seat. It depends only on the seat and the options."""
        return Briefing(
            role=say("briefing.role", seat=TITLES[seat], n=options.players),
            wins=say("briefing.wins"),
            sees=say("briefing.sees"),
            decides=say("briefing.decides", n=options.hand),
        )

    def facts(self, options: TemplateOptions) -> dict[str, str | RuleTable]:
        """Return the table for the page, made from the deck itself."""
        cards = say("briefing.cards", low=DECK[0], high=DECK[-1])
        rows = ((cards, say("briefing.one_each"), str(options.hand)),)
        head = (say("briefing.head_cards"), say("briefing.head_many"), say("briefing.head_hand"))
        return {"cards": RuleTable(head=head, rows=rows)}

    def terms(self, options: TemplateOptions) -> dict[str, str]:
        """Return sentences for players about the options that differ from their defaults.

        If an option has no sentence here, its description is used.
        """
        return talk_terms(options, self.seats(options))

    def setup(self, options: TemplateOptions, dice: Dice) -> Resolution[TemplateState]:
        """Deal the hands. Raises BadOption if options contradict each other."""
        seats = self.seats(options)
        deck = dice.stream("deck").shuffled(DECK)
        hands = {
            seat.id: tuple(sorted(deck[place * options.hand : (place + 1) * options.hand]))
            for place, seat in enumerate(seats)
        }
        talk = talk_of(options, seats)
        return Resolution(
            TemplateState(
                step=talk.before(CardPhase.name),
                hands=hands,
                played={seat.id: () for seat in seats},
                stock=deck[len(seats) * options.hand :],
                prizes={seat.id: 0 for seat in seats},
                talk=talk,
                clock_seconds=options.clock_seconds,
            )
        )

    def step(self, state: TemplateState) -> str:
        """Return the name of the phase of this state."""
        return state.step

    def finish(self, state: TemplateState) -> Finish | None:
        """Return the end of the game once all cards are played, or None."""
        if not state.is_over:
            return None
        most = max(state.prizes.values())
        winners = tuple(seat for seat, won in state.prizes.items() if won == most)
        reason = say("events.finish", seats=listed(TITLES[seat] for seat in winners))
        return Finish(reason, winners if len(winners) == 1 else (), self.standings(state))

    def standings(self, state: TemplateState) -> Standings:
        """Return the number of prizes of each seat."""
        turns = len(next(iter(state.played.values())))
        return Standings(
            (Tally(say("sheet.tally"), {str(seat): won for seat, won in state.prizes.items()}),), turns
        )

    def course(self, state: TemplateState) -> Bearings:
        """Return the prizes of each seat, and how far each is ahead of the best of the others."""
        prizes = {str(seat): won for seat, won in state.prizes.items()}
        return Bearings((Figure(say("sheet.tally"), prizes),), ahead_of_the_next(prizes), say("sheet.ahead"))

    def sheet(self, state: TemplateState, seat: SeatId | None) -> Sheet:
        """Return all that a seat may see now. None: what everyone may see."""
        return sheet(state, seat)

    def truth(self, state: TemplateState) -> Sheet:
        """Return the full truth."""
        return truth(state)

    def rehide(self, state: TemplateState, seat: SeatId, dice: Dice) -> TemplateState:
        """Deal again all that this seat cannot know, and nothing else."""
        return rehide(state, seat, dice)
