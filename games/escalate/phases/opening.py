"""Rule 3: the opening of an Incident.

Each survivor in turn leads, passes or defers. If no seat led, the rules decide what follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from warcouncil.games.escalate.cards import ROLES, face, role_title
from warcouncil.games.escalate.deal import deal_cards
from warcouncil.games.escalate.events.deals import CardReturned, OpeningDeferred, OpeningPassed
from warcouncil.games.escalate.events.incidents import IncidentLed
from warcouncil.games.escalate.flow import Next, call_on
from warcouncil.games.escalate.offers import Offer, aims, form_of, launch_offers, read_offer
from warcouncil.games.escalate.options import EscalateOptions, said_if
from warcouncil.games.escalate.plays import answered, with_laid
from warcouncil.games.escalate.standing import changed_discards, moved
from warcouncil.games.escalate.state import (
    Act,
    EscalateState,
    PilePlay,
    after,
    heading,
    incidents,
    role,
    without,
)
from warcouncil.games.escalate.strike import launch
from warcouncil.games.escalate.wording import say
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.words import SeatId


def _leads(state: EscalateState, seat: SeatId) -> tuple[Offer, ...]:
    """Return an offer for each Incident card in the hand, the highest first."""
    return tuple(
        Offer(
            Act("lead", (card,)), say("forms.lead", card=face(card), incident=role_title(role(state, card)))
        )
        for card in incidents(state, seat)
    )


def _lead(state: EscalateState, seat: SeatId, card: str, dice: Dice) -> Next:
    """Lay the first Incident card of the pile."""
    called = replace(state, armed=without(state.armed, seat), calls=())
    laid = with_laid(called, PilePlay(seat, "lead", (card,)))
    led = IncidentLed(seat, card, role(state, card), standings=moved(state, laid))
    following, events = answered(laid, dice)
    return following, (led, *events)


class Opening(PhaseRules[EscalateState, Act]):
    """3.1 Clockwise from the lead player, each survivor leads an Incident, passes or defers."""

    name, rule, unsealed = "Opening", "3.1", "all"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return self.text_under(EscalateOptions())

    def text_under(self, options: EscalateOptions) -> str:
        """Return the rule as players read it. It says what follows if all pass."""
        passed = say(
            "phases.opening_first" if options.all_passed == "first_passer" else "phases.opening_again"
        )
        nuke = said_if(not options.salt, "phases.opening_nuke")
        return say("phases.opening", more=" ".join(filter(None, (passed, nuke))))

    def text_at(self, state: EscalateState) -> str:
        """Return the rule as players read it, with the options of this table."""
        return self.text_under(state.options)

    def asked(self, state: EscalateState) -> tuple[SeatId, ...]:
        """Return the player who must call, whatever they hold."""
        return (state.turn,)

    def clock_seconds(self, state: EscalateState) -> float:
        """Return the time to call, in seconds."""
        return state.options.call_seconds

    def title(self, state: EscalateState) -> str:
        """Return what the players read above the question."""
        return say("phases.title_opening", incident=state.incident)

    def offers(self, state: EscalateState, seat: SeatId) -> tuple[Offer, ...]:
        """Return the calls that the seat may make."""
        leads = _leads(state, seat)
        wait = Offer(Act("pass"), say("forms.pass"), say("forms.pass_help"), key="p")
        defer = Offer(Act("defer"), say("forms.defer"), key="d")
        return (*leads, wait if leads else defer, *launch_offers(state, seat))

    def form(self, state: EscalateState, seat: SeatId) -> Form:
        """Return the form that asks for a call."""
        question = say("forms.lead_ask" if incidents(state, seat) else "forms.defer_ask")
        return form_of(question, self.rule, self.offers(state, seat), aims=aims(state, seat))

    def read(self, state: EscalateState, seat: SeatId, answer: Answer) -> Act:
        """Parse and judge an answer."""
        return read_offer(self.form(state, seat), self.offers(state, seat), answer)

    def default(self, state: EscalateState, seat: SeatId) -> Act:
        """Return a pass, or a deferral if the seat has no Incident."""
        return Act("pass") if incidents(state, seat) else Act("defer")

    def unanswered(self, state: EscalateState, seat: SeatId) -> str:
        """Return what the default does."""
        return say("phases.opening_passes" if incidents(state, seat) else "phases.opening_defers")

    def resolve(
        self, state: EscalateState, declarations: Mapping[SeatId, Act | None], dice: Dice
    ) -> Resolution[EscalateState]:
        """Apply the call."""
        seat = state.turn
        act = declarations[seat] or self.default(state, seat)
        if act.kind == "launch":
            following, events = launch(state, seat, act.targets, dice)
        elif act.kind == "lead":
            following, events = _lead(state, seat, act.cards[0], dice)
        else:
            following, events = _called(state, seat, act)
        return Resolution(following, events, heading(state))


def _called(state: EscalateState, seat: SeatId, act: Act) -> Next:
    """Record a pass or a deferral. Both show everyone something about the hand."""
    if act.kind == "pass":
        calls = (*state.calls, (seat, "pass"))
        armed = (*without(state.armed, seat), seat)
        following, events = call_on(replace(state, calls=calls, armed=armed))
        return following, (OpeningPassed(seat), *events)
    calls = (*state.calls, (seat, "defer"))
    bare = (*without(state.bare, seat), seat)
    following, events = call_on(replace(state, calls=calls, bare=bare))
    return following, (OpeningDeferred(seat), *events)


class Exchange(PhaseRules[EscalateState, Act]):
    """3.2 When all deferred, every survivor discards one card and is dealt another one."""

    name, rule, sealed, unsealed = "Exchange", "3.2", True, "all"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return say("phases.exchange")

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.exchange_silent")

    def asked(self, state: EscalateState) -> tuple[SeatId, ...]:
        """Return every survivor."""
        return state.alive

    def clock_seconds(self, state: EscalateState) -> float:
        """Return the time to choose a card, in seconds."""
        return state.options.exchange_seconds

    def title(self, state: EscalateState) -> str:
        """Return what the players read above the question."""
        return say("phases.title_exchange", incident=state.incident)

    def offers(self, state: EscalateState, seat: SeatId) -> tuple[Offer, ...]:
        """Return an offer for every card in the hand, the least useful one first."""
        cost = {"diplomat": 0, "spy": 1, "soldier": 2, "un": 3, "nuke": 4}
        hand = sorted(
            state.hands[seat],
            key=lambda card: (cost[role(state, card)], ROLES.index(role(state, card)), card),
        )
        return tuple(
            Offer(
                Act("exchange", (card,)),
                say("forms.exchange", card=face(card), role=role_title(role(state, card))),
            )
            for card in hand
        )

    def form(self, state: EscalateState, seat: SeatId) -> Form:
        """Return the form that asks for a card."""
        return form_of(say("forms.exchange_ask"), self.rule, self.offers(state, seat))

    def read(self, state: EscalateState, seat: SeatId, answer: Answer) -> Act:
        """Parse and judge an answer."""
        return read_offer(self.form(state, seat), self.offers(state, seat), answer)

    def default(self, state: EscalateState, seat: SeatId) -> Act:
        """Return the least useful card: a Diplomat before a Spy before a Soldier."""
        return self.offers(state, seat)[0].act

    def resolve(
        self, state: EscalateState, declarations: Mapping[SeatId, Act | None], dice: Dice
    ) -> Resolution[EscalateState]:
        """Discard all chosen cards, then deal one card each from the dealer's left."""
        laid = state
        events: list[Event] = []
        for seat in after(state, state.dealer):
            act = declarations[seat] or self.default(state, seat)
            kept = tuple(card for card in laid.hands[seat] if card not in act.cards)
            now = replace(laid, hands={**laid.hands, seat: kept}, discard=(*laid.discard, act.cards[0]))
            events.append(
                CardReturned(seat, act.cards[0], standings=moved(laid, now), pile=changed_discards(laid, now))
            )
            laid = now
        dealt, drawn = deal_cards(laid, after(state, state.dealer), dice)
        following, more = call_on(replace(dealt, calls=(), circles=0))
        return Resolution(following, (*events, *drawn, *more), heading(state))


class ObligedLead(PhaseRules[EscalateState, Act]):
    """3.3 If a seat passed and no seat led, the first seat that passed must lead."""

    name, rule, unsealed = "Must lead", "3.3", "all"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return self.text_under(EscalateOptions())

    def text_under(self, options: EscalateOptions) -> str:
        """Return the rule as players read it. It says whether the seat may launch a Nuke instead."""
        nuke = said_if(not options.salt, "phases.obliged_nuke")
        return say("phases.obliged", last=" ".join(filter(None, (nuke, say("phases.obliged_last")))))

    def text_at(self, state: EscalateState) -> str:
        """Return the rule as players read it, with the options of this table."""
        return self.text_under(state.options)

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.obliged_silent")

    def asked(self, state: EscalateState) -> tuple[SeatId, ...]:
        """Return the first seat that passed."""
        return (state.turn,)

    def clock_seconds(self, state: EscalateState) -> float:
        """Return the time to lead, in seconds."""
        return state.options.call_seconds

    def title(self, state: EscalateState) -> str:
        """Return what the players read above the question."""
        return say("phases.title_obliged", incident=state.incident)

    def offers(self, state: EscalateState, seat: SeatId) -> tuple[Offer, ...]:
        """Return the Incidents that the seat may lead, or a launch."""
        return (*_leads(state, seat), *launch_offers(state, seat))

    def form(self, state: EscalateState, seat: SeatId) -> Form:
        """Return the form that asks for an Incident."""
        return form_of(
            say("forms.obliged_ask"),
            self.rule,
            self.offers(state, seat),
            aims=aims(state, seat),
        )

    def read(self, state: EscalateState, seat: SeatId, answer: Answer) -> Act:
        """Parse and judge an answer."""
        return read_offer(self.form(state, seat), self.offers(state, seat), answer)

    def default(self, state: EscalateState, seat: SeatId) -> Act:
        """Return the lead of the lowest Incident."""
        return _leads(state, seat)[-1].act

    def resolve(
        self, state: EscalateState, declarations: Mapping[SeatId, Act | None], dice: Dice
    ) -> Resolution[EscalateState]:
        """Lay the Incident, or launch."""
        seat = state.turn
        act = declarations[seat] or self.default(state, seat)
        if act.kind == "launch":
            following, events = launch(state, seat, act.targets, dice)
        else:
            following, events = _lead(state, seat, act.cards[0], dice)
        return Resolution(following, events, heading(state))
