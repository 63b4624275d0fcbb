"""Kashmir Crisis as a book of phases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from warcouncil.games.kashmir_crisis import ending
from warcouncil.games.kashmir_crisis import sheet as sheets
from warcouncil.games.kashmir_crisis.briefing import PARAGRAPHS_OF, briefing_of, facts_of, terms_of
from warcouncil.games.kashmir_crisis.cards import INDIA, PAKISTAN, SEAT_IDS, SEATS, is_joker
from warcouncil.games.kashmir_crisis.chart import chart_of
from warcouncil.games.kashmir_crisis.decks import make_decks
from warcouncil.games.kashmir_crisis.declarations import Said
from warcouncil.games.kashmir_crisis.events import EVENT_TYPES
from warcouncil.games.kashmir_crisis.events.draws import GameOpened
from warcouncil.games.kashmir_crisis.options import DeckOrders, KashmirOptions
from warcouncil.games.kashmir_crisis.phases import PHASES
from warcouncil.games.kashmir_crisis.phases.event_draw import begin_turn
from warcouncil.games.kashmir_crisis.rehide import rehide, reshuffle
from warcouncil.games.kashmir_crisis.state import EVENTS, KashmirState
from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.games.kit.book import Book, PhaseRules
from warcouncil.games.kit.course import Bearings
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Finish, Resolution, Standings
from warcouncil.games.kit.negotiation import talk_of
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.rulebooks import Briefing, RuleTable
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.words import SeatId


class KashmirCrisis(Book[KashmirOptions, KashmirState, Said]):
    """A game of two governments, three fronts and one crisis."""

    name: ClassVar[str] = "kashmir_crisis"
    title: ClassVar[str] = "Kashmir Crisis"
    designer: ClassVar[str] = "Brian Train, with Nathaniel Brunt"
    rules_version: ClassVar[str] = "1 September 2019, 7"

    paragraphs_of = PARAGRAPHS_OF
    options_type = KashmirOptions
    state_type = KashmirState
    event_types: ClassVar[tuple[type[Event], ...]] = EVENT_TYPES
    phases: ClassVar[tuple[PhaseRules[KashmirState, Said], ...]] = PHASES

    @property
    def summary(self) -> str:
        """Return what the game is about, for a reader who does not know it."""
        return say("briefing.summary")

    @property
    def length(self) -> str:
        """Return the usual length of a game."""
        return say("briefing.length")

    def seats(self, options: KashmirOptions) -> tuple[Seat, ...]:
        """Return India and Pakistan."""
        return tuple(
            replace(
                seat,
                duty=say("briefing.duty_black" if seat.id == INDIA else "briefing.duty_red", side=seat.title),
            )
            for seat in SEATS
        )

    def briefing(self, options: KashmirOptions, seat: SeatId) -> Briefing:
        """Return the briefing of a seat."""
        return briefing_of(options, seat)

    def facts(self, options: KashmirOptions) -> dict[str, str | RuleTable]:
        """Return the facts for the page."""
        return facts_of(options)

    def terms(self, options: KashmirOptions) -> dict[str, str]:
        """Return sentences for players about the options that differ from their defaults."""
        return terms_of(options)

    def setup(self, options: KashmirOptions, dice: Dice) -> Resolution[KashmirState]:
        """3. Shuffle or lay out the decks, set the points, and begin the first turn. Raises BadOption."""
        if options.sudden_death_1 and options.jokers > 1:
            raise BadOption(say("options.jokers_sudden_death", jokers=options.jokers))
        chart = chart_of(options.event_chart)
        talk = talk_of(options, SEATS)
        decks, orders = make_decks(options, dice)
        nothing: Mapping[SeatId, tuple[str, ...]] = dict.fromkeys(SEAT_IDS, ())
        state = KashmirState(
            # The state stores the results of the deal and the chart, so its options leave them out.
            options=options.model_copy(update={"deal": DeckOrders(), "event_chart": chart.name}),
            chart=chart,
            talk=talk,
            decks=decks,
            orders=orders,
            vp={INDIA: options.start_vp_india, PAKISTAN: options.start_vp_pakistan},
            reserve=nothing,
            received=nothing,
        )
        resources = sum(not is_joker(card) for name in decks if name != EVENTS for card in decks[name])
        opened = GameOpened(resources=resources, chart=chart.name)
        state, events = begin_turn(state, dice.stream("turn"))
        return Resolution(state, (opened, *events), say("events.setup"))

    def step(self, state: KashmirState) -> str:
        """Return the name of the present phase."""
        return state.step

    def finish(self, state: KashmirState) -> Finish | None:
        """9. Return the end once the game has ended, or None."""
        return ending.finish(state) if state.ended else None

    def standings(self, state: KashmirState) -> Standings:
        """Return the victory points of each side."""
        return ending.standings(state)

    def course(self, state: KashmirState) -> Bearings:
        """Return the victory points and the new cards of both sides."""
        return ending.course(state)

    def sheet(self, state: KashmirState, seat: SeatId | None) -> Sheet:
        """Return all that a seat may see now. None: what everyone may see."""
        return sheets.sheet(state, seat)

    def truth(self, state: KashmirState) -> Sheet:
        """Return the full truth."""
        return sheets.truth(state)

    def rehide(self, state: KashmirState, seat: SeatId, dice: Dice) -> KashmirState:
        """Deal again all that this seat cannot know."""
        return rehide(state, seat, dice)

    def reshuffle(self, state: KashmirState, dice: Dice) -> KashmirState:
        """Deal again what no seat can know: the order of the decks."""
        return reshuffle(state, dice)


GAME = KashmirCrisis()
