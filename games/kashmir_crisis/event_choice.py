"""5.0 The choice that an event gives to one side, before any resource card is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from warcouncil.games.kashmir_crisis.cards import NAMES
from warcouncil.games.kashmir_crisis.chart import SEAT_OF, ChoiceOf, describe_all
from warcouncil.games.kashmir_crisis.declarations import Chosen, Said
from warcouncil.games.kashmir_crisis.events import EffectChosen
from warcouncil.games.kashmir_crisis.state import KashmirState
from warcouncil.games.kashmir_crisis.turn import CHOOSING, carry_out
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.forms import Answer, Choice, Form, Option
from warcouncil.protocol.words import SeatId


class EventChoice(PhaseRules[KashmirState, Said]):
    """5. The side that the event names chooses one of its effects, openly."""

    name: ClassVar[str] = CHOOSING
    rule: ClassVar[str] = "5.0"
    text: ClassVar[str] = (
        "The top Event Card has been revealed. Its rank names the front that may be scored this turn. The card "
        "gives one side a choice; it takes effect at once, before any resource card is drawn, and lasts for "
        "this turn only, except victory points, which are kept. If the clock runs out, the first effect is taken."
    )

    def asked(self, state: KashmirState) -> tuple[SeatId, ...]:
        """Ask the side that the event names."""
        return (SEAT_OF[_choice(state).side],)

    def clock_seconds(self, state: KashmirState) -> float:
        """Give the agreed time to choose."""
        return state.options.choice_seconds

    def title(self, state: KashmirState) -> str:
        """Say the turn and the event."""
        entry = state.chart.entry(state.event)
        title = f": {entry.title}" if entry.title else ""
        return f"Turn {state.turn} · {NAMES[SEAT_OF[_choice(state).side]]} chooses{title}"

    def form(self, state: KashmirState, seat: SeatId) -> Form:
        """Offer the effects."""
        options = tuple(
            Option(value=str(number), label=describe_all(option), key=str(number + 1))
            for number, option in enumerate(_choice(state).options)
        )
        field = Choice(name="effect", label="Effect", options=options)
        return Form(
            question="Which effect of the event do you take?",
            rule=self.rule,
            fields=(field,),
            suggested={"effect": "0"},
        )

    def read(self, state: KashmirState, seat: SeatId, answer: Answer) -> Chosen:
        """Read the number of the effect."""
        judge(self.form(state, seat), answer)
        return Chosen(option=int(str(answer["effect"])))

    def default(self, state: KashmirState, seat: SeatId) -> Chosen:
        """Take the first effect for a silent side."""
        return Chosen(option=0)

    def resolve(
        self, state: KashmirState, declarations: Mapping[SeatId, Said | None], dice: Dice
    ) -> Resolution[KashmirState]:
        """Carry out the chosen effects, then the rest of the event."""
        (seat,) = self.asked(state)
        chosen = declarations[seat] or self.default(state, seat)
        assert isinstance(chosen, Chosen)
        effects = _choice(state).options[chosen.option]
        told = EffectChosen(seat=seat, effects=describe_all(effects))
        after, events = carry_out(state, (*effects, *state.owed[1:]), dice)
        return Resolution(after, (told, *events), f"turn {state.turn}")


def _choice(state: KashmirState) -> ChoiceOf:
    owed = state.owed[0]
    assert isinstance(owed, ChoiceOf)
    return owed
