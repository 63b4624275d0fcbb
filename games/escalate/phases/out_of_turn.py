"""Rules 4.7 and 5.6: acts at any time, out of turn, if the options allow them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

from warcouncil.games.escalate.flow import next_call, next_turn
from warcouncil.games.escalate.offers import Offer, aims, dearer, form_of, launch_offers, read_offer, un_cards
from warcouncil.games.escalate.options import EscalateOptions
from warcouncil.games.escalate.plays import play
from warcouncil.games.escalate.state import (
    Act,
    EscalateState,
    after,
    clockwise,
    heading,
    may_launch_now,
    named,
    stake,
)
from warcouncil.games.escalate.strike import launch
from warcouncil.games.escalate.wording import say
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.words import SeatId


def hold() -> Offer:
    """Return the offer to do nothing out of turn."""
    return Offer(Act("hold"), say("forms.hold"), key="h")


class OutOfTurn(PhaseRules[EscalateState, Act]):
    """A question to every survivor between two turns: act, or hold. If several seats choose to act, only the first
    one clockwise acts.
    """

    sealed, unsealed = True, "seat"

    @abstractmethod
    def offers(self, state: EscalateState, seat: SeatId) -> tuple[Offer, ...]:
        """Return what the seat may do, with hold first."""

    def asked(self, state: EscalateState) -> tuple[SeatId, ...]:
        """Return every survivor, including the holder and seats that can do nothing."""
        return state.alive

    def read(self, state: EscalateState, seat: SeatId, answer: Answer) -> Act:
        """Parse and judge an answer."""
        return read_offer(self.form(state, seat), self.offers(state, seat), answer)

    def default(self, state: EscalateState, seat: SeatId) -> Act:
        """Return hold."""
        return Act("hold")

    def resolve(
        self, state: EscalateState, declarations: Mapping[SeatId, Act | None], dice: Dice
    ) -> Resolution[EscalateState]:
        """Apply the act of the first seat clockwise that acts. If all hold, continue.

        The circle starts to the left of the holder. Before a lead, it starts at the lead player.
        """
        circle = after(state, state.holder) if state.table else clockwise(state, state.lead)
        for seat in circle:
            act = declarations.get(seat)
            if act is not None and act.kind == "launch":
                return Resolution(*launch(state, seat, act.targets, dice), heading(state))
            if act is not None and act.kind != "hold":
                return Resolution(*play(state, seat, act, dice, out_of_turn=True), heading(state))
        following, events = next_turn(state, state.turn, dice) if state.table else next_call(state)
        return Resolution(following, events, heading(state))


class Interjection(OutOfTurn):
    """4.7 (option any_time) After each play, launch, pass and drop, all seats may escalate or call the U.N. out of
    turn.
    """

    name, rule = "Interjection", "4.7"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return say("phases.interjection")

    def is_played(self, options: EscalateOptions) -> bool:
        """Return whether the option is on."""
        return options.any_time

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.interjection_silent")

    def clock_seconds(self, state: EscalateState) -> float:
        """Return the time to play out of turn, in seconds."""
        return state.options.interjection_seconds

    def title(self, state: EscalateState) -> str:
        """Return what the players read above the question."""
        return say("phases.title_out", incident=state.incident)

    def offers(self, state: EscalateState, seat: SeatId) -> tuple[Offer, ...]:
        """Return what the seat may play out of turn, with a Nuke if launches are instant."""
        nukes = launch_offers(state, seat) if may_launch_now(state) else ()
        return (hold(), *dearer(state, seat), *un_cards(state, seat), *nukes)

    def form(self, state: EscalateState, seat: SeatId) -> Form:
        """Return the form that asks whether the seat plays out of turn."""
        if seat == state.holder:
            question = say("forms.out_ask_yours", n=stake(state))
        else:
            question = say("forms.out_ask", side=named(state.holder), n=stake(state))
        targets = aims(state, seat) if may_launch_now(state) else None
        return form_of(question, self.rule, self.offers(state, seat), aims=targets)


class InstantLaunch(OutOfTurn):
    """5.6 (option launches=instantly) Before the first call and after each act, all seats may launch in secret."""

    name, rule = "Instant launch", "5.6"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return say("phases.launching")

    def is_played(self, options: EscalateOptions) -> bool:
        """Return whether the option is on, and there are Nukes."""
        return options.launches == "instantly" and not options.salt

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.launching_silent")

    def clock_seconds(self, state: EscalateState) -> float:
        """Return the time to launch, in seconds."""
        return state.options.launch_seconds

    def title(self, state: EscalateState) -> str:
        """Return what the players read above the question."""
        return say("phases.title_ready", incident=state.incident)

    def offers(self, state: EscalateState, seat: SeatId) -> tuple[Offer, ...]:
        """Return hold and, with a Nuke, a launch."""
        return (hold(), *launch_offers(state, seat))

    def form(self, state: EscalateState, seat: SeatId) -> Form:
        """Return the form that asks whether the seat launches."""
        return form_of(
            say("forms.launch_ask"),
            self.rule,
            self.offers(state, seat),
            aims=aims(state, seat),
        )
