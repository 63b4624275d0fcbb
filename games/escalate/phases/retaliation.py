"""Rule 5.2: which seat strikes back at a launch, if each seat may choose."""

from __future__ import annotations

from collections.abc import Mapping

from warcouncil.games.escalate.offers import Offer, form_of, read_offer
from warcouncil.games.escalate.options import EscalateOptions
from warcouncil.games.escalate.state import Act, EscalateState, cards_named, heading, held, named
from warcouncil.games.escalate.strike import answering, strike
from warcouncil.games.escalate.wording import say
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.games.kit.text.phrases import listed
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.words import SeatId

_TEXTS = {
    "any_holder": "phases.retaliation_any",
    "targets": "phases.retaliation_targets",
    "chosen": "phases.retaliation",
}


class Retaliation(PhaseRules[EscalateState, Act]):
    """5.2 (option retaliation=chosen) Every other seat says in secret whether it strikes back."""

    name, rule, sealed, unsealed = "Retaliation", "5.2", True, "seat"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return self.text_under(EscalateOptions())

    def text_under(self, options: EscalateOptions) -> str:
        """Return the rule as players read it. Seats strike back automatically, or only targets do, or each seat
        chooses.
        """
        return say(_TEXTS[options.retaliation])

    def text_at(self, state: EscalateState) -> str:
        """Return the rule as players read it, with the options of this table."""
        return self.text_under(state.options)

    def is_played(self, options: EscalateOptions) -> bool:
        """Return whether there are Nukes."""
        return not options.salt

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.retaliation_silent")

    def asked(self, state: EscalateState) -> tuple[SeatId, ...]:
        """Return every survivor except the launcher."""
        assert state.launch is not None
        return tuple(seat for seat in state.alive if seat != state.launch.seat)

    def clock_seconds(self, state: EscalateState) -> float:
        """Return the time to decide, in seconds."""
        return state.options.retaliation_seconds

    def title(self, state: EscalateState) -> str:
        """Return what the players read above the question."""
        return say("phases.title_air", incident=state.incident)

    def offers(self, state: EscalateState, seat: SeatId) -> tuple[Offer, ...]:
        """Return what a seat may do: hold, or strike back with a Nuke."""
        hold = Offer(Act("hold"), say("forms.strike_not"), key="h")
        strike = Offer(
            Act("retaliate"), say("forms.strike", card=cards_named(held(state, seat, "nuke")[:1])), key="s"
        )
        return (hold, strike) if held(state, seat, "nuke") else (hold,)

    def form(self, state: EscalateState, seat: SeatId) -> Form:
        """Return the form that asks whether the seat strikes back."""
        assert state.launch is not None
        launcher, targets = state.launch.seat, state.launch.targets
        you = say("events.you_middle")
        at = listed([you if target == seat else named(target) for target in targets])
        question = say("forms.strike_ask", side=named(launcher), targets=at)
        return form_of(question, self.rule, self.offers(state, seat))

    def read(self, state: EscalateState, seat: SeatId, answer: Answer) -> Act:
        """Parse and judge an answer."""
        return read_offer(self.form(state, seat), self.offers(state, seat), answer)

    def default(self, state: EscalateState, seat: SeatId) -> Act:
        """Return hold."""
        return Act("hold")

    def resolve(
        self, state: EscalateState, declarations: Mapping[SeatId, Act | None], dice: Dice
    ) -> Resolution[EscalateState]:
        """Apply the retaliation of the first seat that strikes back."""
        assert state.launch is not None
        willing = [seat for seat, act in declarations.items() if act is not None and act.kind == "retaliate"]
        struck = tuple(seat for seat in answering(state, state.launch) if seat in willing)
        following, events = strike(state, state.launch, struck, dice)
        return Resolution(following, events, heading(state))
