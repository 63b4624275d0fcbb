"""6A Dedes: the choice that the city allows once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from warcouncil.games.hard_war.asking import UseJus, jus_chosen, jus_options
from warcouncil.games.hard_war.attack import use_jus
from warcouncil.games.hard_war.course import WarCourse, check_toll
from warcouncil.games.hard_war.events.turns import TollShifted
from warcouncil.games.hard_war.flow import run
from warcouncil.games.hard_war.phases.asking_one import AsksOne
from warcouncil.games.hard_war.state import SEAT_IDS, HardWarState, city_with
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option
from warcouncil.protocol.words import SeatId

SHIFT = 30
_SHIFTS = {"add": SHIFT, "subtract": -SHIFT, "leave": 0}


@dataclass(frozen=True, slots=True)
class ShiftToll:
    """A declaration: move the toll by this much, in thousands. 0 leaves it unchanged."""

    change: int


class Dedes(AsksOne[ShiftToll | UseJus]):
    """6A Dedes: once, the toll may go up or down by 30k, not below zero."""

    name = "Dedes"
    clock = "control"
    rule = "6A"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return say("phases.dedes")

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.dedes_silent")

    def about(self, state: HardWarState) -> str:
        """Return the name of the city, as the subject of the question."""
        return city_with(state, "toll+-30_once")

    def form(self, state: HardWarState, seat: SeatId) -> Form:
        """Return the form that asks whether the toll moves up or down."""
        top = state.rules.toll_max
        up, down = min(top, state.toll + SHIFT), max(0, state.toll - SHIFT)
        raised = say("forms.toll_end" if up == top else "forms.toll_add", toll=up)
        return Form(
            question=say("forms.dedes", city=city_with(state, "toll+-30_once"), toll=state.toll),
            rule=self.rule,
            fields=(
                Choice(
                    name="toll",
                    label=say("forms.toll"),
                    options=(
                        Option(value="leave", label=say("forms.toll_leave", toll=state.toll), key="l"),
                        Option(value="add", label=raised, key="a"),
                        Option(value="subtract", label=say("forms.toll_subtract", toll=down), key="s"),
                        *jus_options(state),
                    ),
                ),
            ),
            suggested={"toll": "leave"},
        )

    def read(self, state: HardWarState, seat: SeatId, answer: Answer) -> ShiftToll | UseJus:
        """Judge by the form."""
        judge(self.form(state, seat), answer)
        chosen = str(answer["toll"])
        return jus_chosen(chosen) or ShiftToll(_SHIFTS[chosen])

    def default(self, state: HardWarState, seat: SeatId) -> ShiftToll:
        """Return no shift of the toll."""
        return ShiftToll(0)

    def resolve(
        self, state: HardWarState, declarations: Mapping[SeatId, ShiftToll | UseJus | None], dice: Dice
    ) -> Resolution[HardWarState]:
        """Move the toll within its track and go on."""
        course = WarCourse(state)
        match declarations[SEAT_IDS[state.active]] or ShiftToll(0):
            case ShiftToll(change):
                _shift(course, change)
            case UseJus(effect):
                use_jus(course, effect)
        run(course)
        return course.resolution()


def _shift(course: WarCourse, change: int) -> None:
    """Move the toll, but not below 0. At the end of its track the United Nations intervene."""
    state = course.state
    toll = max(0, min(state.rules.toll_max, state.toll + change))
    course.state = replace(state, toll=toll)
    course.done()
    city = city_with(state, "toll+-30_once")
    course.tell(TollShifted(SEAT_IDS[state.active], city, change, toll))
    check_toll(course)
