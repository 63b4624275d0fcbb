"""Rules 4.1 to 4.4: the answer to the holder of an Incident. Turn it, escalate it, call the U.N., pass or drop out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from warcouncil.games.escalate.cards import SETS, role_title
from warcouncil.games.escalate.events.incidents import AnswerPassed, SeatDropped
from warcouncil.games.escalate.flow import Next, go_on
from warcouncil.games.escalate.offers import (
    Offer,
    aims,
    dearer,
    form_of,
    launch_offers,
    read_offer,
    turning_sets,
    un_cards,
)
from warcouncil.games.escalate.options import EscalateOptions, said_if
from warcouncil.games.escalate.plays import play
from warcouncil.games.escalate.standing import moved
from warcouncil.games.escalate.state import (
    Act,
    EscalateState,
    after,
    heading,
    incident_top,
    may_launch_now,
    named,
    passes_left,
    stake,
)
from warcouncil.games.escalate.strike import launch
from warcouncil.games.escalate.wording import say
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.games.kit.text.phrases import either
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.words import SeatId


class Turning(PhaseRules[EscalateState, Act]):
    """4.1 to 4.4 The next player clockwise who is still in turns the Incident, escalates, or drops out."""

    name, rule, unsealed = "Turning", "4", "all"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return self.text_under(EscalateOptions())

    def text_under(self, options: EscalateOptions) -> str:
        """Return the rule as players read it, with every answer that these options allow."""
        un = "phases.turning_un" if options.veto_mode == "stack" else "phases.turning_un_cancel"
        more = (
            said_if(options.mixing, "phases.turning_mixed"),
            say("phases.turning_dearer" if options.drop_reopen else "phases.turning_dearer_closed"),
            said_if(not options.gunboat, un),
            said_if(options.passes, "phases.turning_pass"),
            said_if(not options.salt, "phases.turning_nuke"),
        )
        last = say("phases.turning_bound" if options.must_turn else "phases.turning_silent")
        return say("phases.turning", more=" ".join(filter(None, more)), last=last)

    def text_at(self, state: EscalateState) -> str:
        """Return the rule as players read it, with the options of this table."""
        return self.text_under(state.options)

    def asked(self, state: EscalateState) -> tuple[SeatId, ...]:
        """Return the player whose turn it is, even if they cannot answer."""
        return (state.turn,)

    def clock_seconds(self, state: EscalateState) -> float:
        """Return the time to answer, in seconds."""
        return state.options.turn_seconds

    def title(self, state: EscalateState) -> str:
        """Return what the players read above the question."""
        return say("phases.title_turning", incident=state.incident, what=_what(state))

    def offers(self, state: EscalateState, seat: SeatId) -> tuple[Offer, ...]:
        """Return all that the seat may do on its turn."""
        turns = turning_sets(state, seat)
        bound = state.options.must_turn and turns
        return (
            *turns,
            *dearer(state, seat),
            *un_cards(state, seat),
            *_wait(state, seat),
            *(() if bound else (_drop(state),)),
            *launch_offers(state, seat),
        )

    def form(self, state: EscalateState, seat: SeatId) -> Form:
        """Return the form that asks for an answer to the top."""
        return form_of(
            say("forms.answer_ask", side=named(state.holder), n=stake(state), what=_what(state)),
            self.rule,
            self.offers(state, seat),
            suggested=self._soonest(state, seat),
            aims=aims(state, seat),
        )

    def read(self, state: EscalateState, seat: SeatId, answer: Answer) -> Act:
        """Parse and judge an answer."""
        return read_offer(self.form(state, seat), self.offers(state, seat), answer)

    def _soonest(self, state: EscalateState, seat: SeatId) -> Offer:
        """Return the first offer that is not a pass.

        If every seat accepted a suggested pass, the Incident would never end.
        """
        return next(offer for offer in self.offers(state, seat) if offer.act.kind != "pass")

    def default(self, state: EscalateState, seat: SeatId) -> Act:
        """Return the act of dropping out. If the option `must_turn` binds the seat, return the turn that uses the
        fewest agents.
        """
        offers = {offer.act.kind: offer.act for offer in reversed(self.offers(state, seat))}
        return offers.get("drop") or offers["turn"]

    def unanswered(self, state: EscalateState, seat: SeatId) -> str:
        """Return what the default does."""
        drops = self.default(state, seat).kind == "drop"
        return say("phases.turning_drops" if drops else "phases.turning_turns")

    def resolve(
        self, state: EscalateState, declarations: Mapping[SeatId, Act | None], dice: Dice
    ) -> Resolution[EscalateState]:
        """Apply the answer."""
        seat = state.turn
        act = declarations[seat] or self.default(state, seat)
        if act.kind == "launch":
            following, events = launch(state, seat, act.targets, dice)
        elif act.kind == "pass":
            following, events = _passed(state, seat, dice)
        elif act.kind == "drop":
            following, events = _dropped(state, seat, dice)
        else:
            following, events = play(state, seat, act, dice)
        return Resolution(following, events, heading(state))


def _what(state: EscalateState) -> str:
    """Return the name of what must be answered."""
    return say("events.un_card") if state.top == "UN" else role_title(state.top)


def _wait(state: EscalateState, seat: SeatId) -> tuple[Offer, ...]:
    """Return the offer to pass, if the option `passes` is on and the seat has a pass left (rule 7.1)."""
    left = passes_left(state, seat)
    if not state.options.passes or left == 0:
        return ()
    words = say("forms.wait_help") if left is None else say("forms.wait_left", n=left)
    return (Offer(Act("pass"), say("forms.wait"), words, key="p"),)


def _drop(state: EscalateState) -> Offer:
    """Return the offer to drop out, with the ways in which the seat can come back (rules 4.2, 4.4, 4.7 and 5.6)."""
    options = state.options
    dearer_may_come = incident_top(state) != "K" and (state.top != "UN" or options.veto_mode == "cancel")
    card_may_come = options.any_time and (dearer_may_come or not options.gunboat)
    ways = [
        *([say("forms.way_escalation")] if options.drop_reopen and dearer_may_come else []),
        *([say("forms.way_card")] if card_may_come else []),
        *([say("forms.way_nuke")] if may_launch_now(state) else []),
    ]
    words = say("forms.drop_help", ways=either(ways)) if ways else say("forms.drop_for_good")
    return Offer(Act("drop"), say("forms.drop"), words, key="d")


def _passed(state: EscalateState, seat: SeatId, dice: Dice) -> Next:
    used = state.passed.get(seat, 0) + 1
    waiting = replace(state, passed={**state.passed, seat: used})
    following, events = go_on(waiting, after(state, seat)[0], dice)
    return following, (AnswerPassed(seat, passes_left(waiting, seat)), *events)


def _dropped(state: EscalateState, seat: SeatId, dice: Dice) -> Next:
    """Record which seat dropped out.

    With the option `must_turn`, the drop shows everyone that the hand could not turn the Incident.
    """
    unable = ((seat, state.top),) if state.options.must_turn and state.top in SETS else ()
    known = tuple(each for each in state.unable if each not in unable)
    dropped = replace(state, out=(*state.out, seat), unable=(*known, *unable))
    following, events = go_on(dropped, after(state, seat)[0], dice)
    return following, (SeatDropped(seat, standings=moved(state, dropped)), *events)
