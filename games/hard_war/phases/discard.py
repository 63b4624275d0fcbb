"""5.1.5 Discard, at the end of a turn or when Korocas makes a hand smaller (6A)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.asking import UseJus, jus_chosen, jus_options
from warcouncil.games.hard_war.attack import use_jus
from warcouncil.games.hard_war.course import WarCourse, throw_away
from warcouncil.games.hard_war.flow import run
from warcouncil.games.hard_war.phases.asking_one import AsksOne
from warcouncil.games.hard_war.state import NAMES, SEAT_IDS, HardWarState, hand_limit
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option, Pick, When
from warcouncil.protocol.words import SeatId

_DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class ThrowAway:
    """A declaration: discard these cards."""

    thrown: tuple[str, ...]


class Discard(AsksOne[ThrowAway | UseJus]):
    """5.1.5: discard cards face down until the hand has its allowed size. The owner chooses the cards."""

    name = "Discard"
    clock = "discard"
    rule = "5.1.5"
    unsealed = "seat"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return say("phases.discard")

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.discard_silent")

    def asked(self, state: HardWarState) -> tuple[SeatId, ...]:
        """Return the player whose hand is too large."""
        return (SEAT_IDS[state.asked_player],)

    def about(self, state: HardWarState) -> str:
        """Return the subject of the question."""
        return say("phases.discards", side=NAMES[state.asked_player])

    def form(self, state: HardWarState, seat: SeatId) -> Form:
        """Return the form that asks which cards to discard.

        If Jus ad bellum can be used, the form asks about that first.
        """
        hand, number = _owed(state)
        values = _values(hand)
        jus = jus_options(state)
        act = Option(value=_DISCARD, label=say("forms.discard_option"))
        first = (Choice(name="act", label=say("forms.what_to_do"), options=(act, *jus)),) if jus else ()
        suggested: Answer = {"cards": values[len(hand) - number :]}
        return Form(
            question=say("forms.discard", n=number),
            help=say("forms.discard_help", size=hand_limit(state, state.asked_player)),
            rule=self.rule if state.asked_player == state.active else "6A",
            fields=(
                *first,
                Pick(
                    name="cards",
                    label=say("forms.discards"),
                    options=tuple(
                        Option(value=value, label=cards.words(card))
                        for value, card in zip(values, hand, strict=True)
                    ),
                    low=number,
                    high=number,
                    when=When(field="act", values=(_DISCARD,)) if jus else None,
                ),
            ),
            suggested={"act": _DISCARD, **suggested} if jus else suggested,
        )

    def read(self, state: HardWarState, seat: SeatId, answer: Answer) -> ThrowAway | UseJus:
        """Judge by the form."""
        judge(self.form(state, seat), answer)
        jus = jus_chosen(str(answer.get("act", "")))
        if jus:
            return jus
        hand, _ = _owed(state)
        picked = answer["cards"]
        assert isinstance(picked, tuple | list)
        return ThrowAway(
            tuple(card for value, card in zip(_values(hand), hand, strict=True) if value in picked)
        )

    def default(self, state: HardWarState, seat: SeatId) -> ThrowAway:
        """Return cards from the end of the hand, where the Special cards are."""
        return _mild(state)

    def resolve(
        self, state: HardWarState, declarations: Mapping[SeatId, ThrowAway | UseJus | None], dice: Dice
    ) -> Resolution[HardWarState]:
        """Discard and go on."""
        course = WarCourse(state)
        match declarations[SEAT_IDS[state.asked_player]] or _mild(state):
            case UseJus(effect):
                use_jus(course, effect)
            case ThrowAway(thrown):
                course.done()
                throw_away(course, state.asked_player, thrown)
        run(course)
        return course.resolution()


def _owed(state: HardWarState) -> tuple[tuple[str, ...], int]:
    hand = state.sides[state.asked_player].hand
    return hand, len(hand) - hand_limit(state, state.asked_player)


def _mild(state: HardWarState) -> ThrowAway:
    hand, number = _owed(state)
    return ThrowAway(hand[len(hand) - number :])


def _values(hand: tuple[str, ...]) -> tuple[str, ...]:
    """Return a name for each card of a hand. Equal cards get different names: "ground-10", "ground-10.2"."""
    names = []
    for place, card in enumerate(hand):
        copy = hand[:place].count(card) + 1
        names.append(card if copy == 1 else f"{card}.{copy}")
    return tuple(names)
