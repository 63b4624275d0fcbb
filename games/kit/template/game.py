"""Template by NOBODY YET: the book of its phases, in the order of the rulebook."""

from __future__ import annotations

from typing import Any, ClassVar

from warcouncil.games.kit.book import Book, PhaseRules
from warcouncil.games.kit.course import Bearings, Figure, ahead_of_the_next
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Finish, Resolution, Standings, Tally
from warcouncil.games.kit.negotiation import talk_of
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.template.events import EVENT_TYPES
from warcouncil.games.kit.template.options import TemplateOptions
from warcouncil.games.kit.template.phases import PHASES, CardPhase
from warcouncil.games.kit.template.rehide import rehide
from warcouncil.games.kit.template.sheet import sheet, truth
from warcouncil.games.kit.template.state import SEATS, TITLES, TemplateState
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
    summary = "Everyone plays a card of a hidden hand, all at once. Whoever alone played the highest takes the prize."
    length = "about ten minutes"

    options_type = TemplateOptions
    state_type = TemplateState
    event_types: ClassVar[tuple[type[Event], ...]] = EVENT_TYPES
    phases: ClassVar[tuple[PhaseRules[TemplateState, Any], ...]] = PHASES

    def seats(self, options: TemplateOptions) -> tuple[Seat, ...]:
        """Return the seats that play, in table order."""
        return SEATS[: options.players]

    def briefing(self, options: TemplateOptions, seat: SeatId) -> Briefing:
        """Return the briefing of a seat. It depends only on the seat and the options."""
        return Briefing(
            role=f"You sit {TITLES[seat]} of {options.players}, each for himself.",
            wins="Take more prizes than anybody else.",
            sees="You see your own hand and all that was played. You do not see the others' hands.",
            decides=f"Each of {options.hand} turns you play one card; whoever alone played the highest takes the prize.",
        )

    def facts(self, options: TemplateOptions) -> dict[str, str | RuleTable]:
        """Return the table that the page asks for, made from the deck itself."""
        rows = ((f"{DECK[0]} to {DECK[-1]}", "one of each", str(options.hand)),)
        return {"cards": RuleTable(head=("cards", "how many", "in a hand"), rows=rows)}

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
        named = " and ".join(TITLES[seat] for seat in winners)
        return Finish(
            f"{named} took most prizes", winners if len(winners) == 1 else (), self.standings(state)
        )

    def standings(self, state: TemplateState) -> Standings:
        """Return the number of prizes of each seat."""
        turns = len(next(iter(state.played.values())))
        return Standings((Tally("prizes", {str(seat): won for seat, won in state.prizes.items()}),), turns)

    def course(self, state: TemplateState) -> Bearings:
        """Return the prizes of each seat, and how far each is ahead of the best of the others."""
        prizes = {str(seat): won for seat, won in state.prizes.items()}
        return Bearings((Figure("prizes", prizes),), ahead_of_the_next(prizes), "prizes more than the next")

    def sheet(self, state: TemplateState, seat: SeatId | None) -> Sheet:
        """Return all that a seat may see now. None: what everyone may see."""
        return sheet(state, seat)

    def truth(self, state: TemplateState) -> Sheet:
        """Return the whole truth."""
        return truth(state)

    def rehide(self, state: TemplateState, seat: SeatId, dice: Dice) -> TemplateState:
        """Deal anew all that this seat cannot know, and nothing else."""
        return rehide(state, seat, dice)
