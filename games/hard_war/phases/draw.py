"""5.1.2 Draw, one card at a time. The same phase draws the cards of Inae (6A) and of Jus ad bellum (5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.asking import UseJus, jus_chosen, jus_options
from warcouncil.games.hard_war.attack import use_jus
from warcouncil.games.hard_war.course import WarCourse
from warcouncil.games.hard_war.events.words import deck_title
from warcouncil.games.hard_war.flow import run, take_top
from warcouncil.games.hard_war.options import HardWarOptions, PlayedRules, played_rules
from warcouncil.games.hard_war.phases.asking_one import AsksOne
from warcouncil.games.hard_war.state import (
    DECK_NAMES,
    LEFT,
    NOBODY,
    SEAT_IDS,
    HardWarState,
    WarRules,
    city_with,
    seen_back,
    to_draw,
)
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option
from warcouncil.protocol.words import SeatId

_RULES = {"turn": "5.1.2", "city": "6A", "jus": "5.4"}
_STOP = "stop"


@dataclass(frozen=True, slots=True)
class TakeTop:
    """A declaration: draw from this deck. NOBODY means that no more is drawn."""

    deck: int


_ENDS = {
    "immediate": "phases.draw_end",
    "end_of_turn": "phases.draw_end_of_turn",
    "failed_draw": "phases.draw_failed_draw",
}


def _text(rules: PlayedRules | WarRules) -> str:
    """5.1.2, 5.5.3 Return how cards are drawn, and what follows when the decks are empty."""
    backs = say("phases.draw_backs" if rules.backs_visible else "phases.draw_backs_hidden")
    return say("phases.draw", backs=backs, end=say(_ENDS[rules.deck_end]))


class Draw(AsksOne[TakeTop | UseJus]):
    """5.1.2: two cards, each from either deck. The cards that a city adds are optional."""

    name = "Draw"
    clock = "draw"
    rule = "5.1.2"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return self.text_under(HardWarOptions())

    def text_under(self, options: HardWarOptions) -> str:
        """Return the rule as players read it, with these options."""
        return _text(played_rules(options))

    def text_at(self, state: HardWarState) -> str:
        """Return the rule as players read it, with the options of this table."""
        return _text(state.rules)

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.draw_silent")

    def form(self, state: HardWarState, seat: SeatId) -> Form:
        """Return the form that asks for a deck and shows the backs on top."""
        options = [
            Option(
                value=name,
                label=say(
                    "forms.deck_option",
                    deck=deck_title(name),
                    back=cards.back_words(seen_back(state, pile[0])),
                    n=len(pile),
                ),
                key=name[0],
            )
            for name, pile in zip(DECK_NAMES, state.decks, strict=True)
            if pile
        ]
        must, _ = to_draw(state)
        if not must:
            options.append(Option(value=_STOP, label=say("forms.draw_stop"), key="n"))
        options += jus_options(state)
        return Form(
            question=_question(state),
            rule=_RULES[state.agenda[0].cause],
            fields=(Choice(name="deck", label=say("forms.deck"), options=tuple(options)),),
            suggested={"deck": options[0].value},
        )

    def read(self, state: HardWarState, seat: SeatId, answer: Answer) -> TakeTop | UseJus:
        """Judge by the form."""
        judge(self.form(state, seat), answer)
        deck = str(answer["deck"])
        return jus_chosen(deck) or TakeTop(NOBODY if deck == _STOP else DECK_NAMES.index(deck))

    def default(self, state: HardWarState, seat: SeatId) -> TakeTop:
        """Return the left deck if a card must be drawn, and nothing if it is optional."""
        return TakeTop(_mild(state))

    def resolve(
        self, state: HardWarState, declarations: Mapping[SeatId, TakeTop | UseJus | None], dice: Dice
    ) -> Resolution[HardWarState]:
        """Draw the card and go on."""
        declared = declarations[SEAT_IDS[state.active]] or TakeTop(_mild(state))
        course = WarCourse(state)
        match declared:
            case UseJus(effect):
                use_jus(course, effect)
            case TakeTop(deck) if deck != NOBODY:
                take_top(course, deck)
            case TakeTop():
                course.done()
        run(course)
        return course.resolution()


def _mild(state: HardWarState) -> int:
    must, _ = to_draw(state)
    return LEFT if must else NOBODY


def _question(state: HardWarState) -> str:
    must, may = to_draw(state)
    if must:
        return say("forms.draw_jus" if state.agenda[0].cause == "jus" else "forms.draw_must", n=must)
    city = city_with(state, "draw3_once" if state.agenda[0].cause == "city" else "draw+1")
    return say("forms.draw_may", city=city, may=may)
