"""The phases of Template in the order of the rulebook, each with the number of its rule.

A longer game has a folder for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.games.kit.negotiation import Negotiation, Ready, TalkWindow
from warcouncil.games.kit.template.events import CardTurnedUp, PrizeWon
from warcouncil.games.kit.template.state import TemplateState
from warcouncil.games.kit.template.wording import say
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option
from warcouncil.protocol.words import SeatId


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A declaration: the card of the hand that the seat plays."""

    card: int


class TemplateTalk(Negotiation[TemplateState]):
    """1. Before each turn there may be negotiation."""

    rule = "1"

    def talk(self, state: TemplateState) -> TalkWindow:
        """Return the window that the options describe."""
        return state.talk

    def onward(self, state: TemplateState) -> TemplateState:
        """Return the state at the card phase."""
        return replace(state, step=CardPhase.name)


class CardPhase(PhaseRules[TemplateState, PlayCard | Ready]):
    """2.

    Every player plays a card face down. All cards are turned up at once. The highest card takes the prize if
    it is alone.
    """

    name, rule, sealed, unsealed = "Playing", "2", True, "all"

    @property
    def text(self) -> str:
        """The rule as players read it. Players may read it during the phase."""
        return say("phases.cards")

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.cards_silent")

    def title(self, state: TemplateState) -> str:
        """Return what the players read above the question."""
        return say("phases.title", turn=state.turn)

    def asked(self, state: TemplateState) -> tuple[SeatId, ...]:
        """Return all seats."""
        return tuple(state.hands)

    def clock_seconds(self, state: TemplateState) -> float:
        """Return the time to choose a card, in seconds."""
        return state.clock_seconds

    def form(self, state: TemplateState, seat: SeatId) -> Form:
        """Return the form with the cards of the hand."""
        options = tuple(
            Option(value=str(card), label=say("phases.card", card=card)) for card in state.hands[seat]
        )
        return Form(
            question=say("phases.ask"),
            rule="2.1",
            fields=(Choice(name="card", label=say("phases.field"), options=options),),
            suggested={"card": options[0].value},
        )

    def read(self, state: TemplateState, seat: SeatId, answer: Answer) -> PlayCard:
        """Check an answer against the form."""
        judge(self.form(state, seat), answer)
        return PlayCard(int(str(answer["card"])))

    def default(self, state: TemplateState, seat: SeatId) -> PlayCard:
        """2.2 Return the lowest card of the hand for a silent seat."""
        return PlayCard(min(state.hands[seat]))

    def resolve(
        self, state: TemplateState, declarations: Mapping[SeatId, Any], dice: Dice
    ) -> Resolution[TemplateState]:
        """2.3 Turn the cards up. The highest card takes the prize if it is alone."""
        cards = {
            seat: said.card if isinstance(said, PlayCard) else min(state.hands[seat])
            for seat, said in declarations.items()
        }
        best = [seat for seat, card in cards.items() if card == max(cards.values())]
        winner = best[0] if len(best) == 1 else ""
        after = replace(
            state,
            step=state.talk.before(self.name),
            hands={seat: _without(hand, cards[seat]) for seat, hand in state.hands.items()},
            played={seat: (*open_, cards[seat]) for seat, open_ in state.played.items()},
            prizes={seat: won + (seat == winner) for seat, won in state.prizes.items()},
        )
        turned_up = (CardTurnedUp(seat, card) for seat, card in cards.items())
        return Resolution(
            after,
            (*turned_up, PrizeWon(winner, after.prizes.get(SeatId(winner), 0))),
            say("events.heading", turn=state.turn),
        )


def _without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


PHASES: tuple[PhaseRules[TemplateState, PlayCard | Ready], ...] = (TemplateTalk(), CardPhase())
