"""5.1.1 Check control."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from warcouncil.games.hard_war.asking import (
    UseJus,
    city_option,
    jus_chosen,
    jus_options,
    named_city,
)
from warcouncil.games.hard_war.attack import use_jus
from warcouncil.games.hard_war.cities import take_city
from warcouncil.games.hard_war.course import WarCourse
from warcouncil.games.hard_war.flow import run
from warcouncil.games.hard_war.phases.asking_one import AsksOne
from warcouncil.games.hard_war.state import SEAT_IDS, HardWarState, claims
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.table.forms import Answer, Choice, Form
from warcouncil.protocol.words import SeatId


@dataclass(frozen=True, slots=True)
class TakeCity:
    """A declaration: take this city next."""

    place: int


class CheckControl(AsksOne[TakeCity | UseJus]):
    """5.1.1: the active player takes the cities whose marker is on their outer flag.

    If there are several, the player chooses the order.
    """

    name = "Check control"
    clock = "control"
    rule = "5.1.1"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return say("phases.control")

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.control_silent")

    def form(self, state: HardWarState, seat: SeatId) -> Form:
        """Return the form that asks which city comes next."""
        waiting = claims(state)
        return Form(
            question=say("forms.control"),
            help=say("forms.control_help"),
            rule=self.rule,
            fields=(
                Choice(
                    name="city",
                    label=say("forms.city"),
                    options=(*(city_option(state, place) for place in waiting), *jus_options(state)),
                ),
            ),
            suggested={"city": state.cities[waiting[0]].name},
        )

    def read(self, state: HardWarState, seat: SeatId, answer: Answer) -> TakeCity | UseJus:
        """Check the answer against the form."""
        judge(self.form(state, seat), answer)
        chosen = str(answer["city"])
        return jus_chosen(chosen) or TakeCity(named_city(state, chosen))

    def default(self, state: HardWarState, seat: SeatId) -> TakeCity:
        """Return the first city in the line."""
        return TakeCity(claims(state)[0])

    def resolve(
        self, state: HardWarState, declarations: Mapping[SeatId, TakeCity | UseJus | None], dice: Dice
    ) -> Resolution[HardWarState]:
        """Take the city and go on."""
        declared = declarations[SEAT_IDS[state.active]] or TakeCity(claims(state)[0])
        course = WarCourse(state)
        match declared:
            case TakeCity(place):
                take_city(course, place)
            case UseJus(effect):
                use_jus(course, effect)
        run(course)
        return course.resolution()
