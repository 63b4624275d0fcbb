"""6B.1 Media Report x2: its second target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from warcouncil.games.hard_war.asking import (
    DONE,
    UseJus,
    jus_chosen,
    jus_options,
    named_target,
    target_option,
)
from warcouncil.games.hard_war.attack import use_jus
from warcouncil.games.hard_war.course import WarCourse, reveal
from warcouncil.games.hard_war.flow import run
from warcouncil.games.hard_war.legal import Target, report_targets
from warcouncil.games.hard_war.phases.asking_one import AsksOne
from warcouncil.games.hard_war.state import SEAT_IDS, HardWarState
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option
from warcouncil.protocol.words import SeatId


@dataclass(frozen=True, slots=True)
class Expose:
    """A declaration: reveal this attack too. None means that no second attack is revealed."""

    target: Target | None


class SecondReport(AsksOne[Expose | UseJus]):
    """6B.1: the second attack that a Media Report x2 may show, chosen after the first is seen."""

    name = "Second report"
    clock = "play"
    rule = "6B.1"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return say("phases.second")

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.second_silent")

    def about(self, state: HardWarState) -> str:
        """Return the subject of the question."""
        return say("phases.report_x2")

    def form(self, state: HardWarState, seat: SeatId) -> Form:
        """Return the form that asks for the second attack."""
        targets = tuple(target_option(state, target) for target in report_targets(state))
        none = Option(value=DONE, label=say("forms.second_stop"), key="n")
        return Form(
            question=say("forms.second"),
            rule=self.rule,
            fields=(
                Choice(
                    name="target",
                    label=say("forms.second_field"),
                    options=(*targets, none, *jus_options(state)),
                ),
            ),
            suggested={"target": DONE},
        )

    def read(self, state: HardWarState, seat: SeatId, answer: Answer) -> Expose | UseJus:
        """Judge by the form."""
        judge(self.form(state, seat), answer)
        name = str(answer["target"])
        return jus_chosen(name) or Expose(None if name == DONE else named_target(state, name))

    def default(self, state: HardWarState, seat: SeatId) -> Expose:
        """Return no second attack."""
        return Expose(None)

    def resolve(
        self, state: HardWarState, declarations: Mapping[SeatId, Expose | UseJus | None], dice: Dice
    ) -> Resolution[HardWarState]:
        """Reveal the attack and go on with the play phase."""
        course = WarCourse(state)
        match declarations[SEAT_IDS[state.active]] or Expose(None):
            case UseJus(effect):
                use_jus(course, effect)
            case Expose(target):
                course.done()
                if target:
                    reveal(course, target.place, target.player, target.index)
        run(course)
        return course.resolution()
