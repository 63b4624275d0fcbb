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
    silent = "The toll stays as it is."
    text = (
        "The city you took (Dedes, as printed) lets you add 30k to the civilian death toll or subtract 30k, once and at once, or leave it. "
        "The toll does not go below 0. If it reaches the end of its track, the United Nations intervene at once."
    )

    def about(self, state: HardWarState) -> str:
        """Return the name of the city, as the subject of the question."""
        return city_with(state, "toll+-30_once")

    def form(self, state: HardWarState, seat: SeatId) -> Form:
        """Return the form that asks which way the toll goes."""
        top = state.rules.toll_max
        up, down = min(top, state.toll + SHIFT), max(0, state.toll - SHIFT)
        end = " and the game ends" if up == top else ""
        return Form(
            question=f"You took {city_with(state, 'toll+-30_once')}. Do you move the toll? It stands at {state.toll}k.",
            rule=self.rule,
            fields=(
                Choice(
                    name="toll",
                    label="toll",
                    options=(
                        Option(value="leave", label=f"Leave it at {state.toll}k", key="l"),
                        Option(value="add", label=f"Add 30k: it goes to {up}k{end}", key="a"),
                        Option(value="subtract", label=f"Subtract 30k: it goes to {down}k", key="s"),
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
