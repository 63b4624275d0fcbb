"""6B.1 Media Report x2: its second target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from warcouncil.games.hard_war.asking import (
    DONE,
    UseJus,
    active_seat,
    jus_chosen,
    jus_options,
    named_target,
    target_option,
    title,
)
from warcouncil.games.hard_war.attack import use_jus
from warcouncil.games.hard_war.course import WarCourse, reveal
from warcouncil.games.hard_war.flow import run
from warcouncil.games.hard_war.legal import Target, report_targets
from warcouncil.games.hard_war.state import SEAT_IDS, HardWarState
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.forms import Answer, Choice, Form, Option
from warcouncil.protocol.words import SeatId


@dataclass(frozen=True, slots=True)
class Expose:
    """Reveal this attack too; None: no second one."""

    target: Target | None


class SecondReport(PhaseRules[HardWarState, Expose | UseJus]):
    """6B.1: the second attack that a Media Report x2 may show, chosen after the first is seen."""

    name = "Second report"
    rule = "6B.1"
    text = (
        "A Media Report x2 may reveal two attacks, one after the other: choose the second after seeing the first, or "
        "leave it at one."
    )

    def asked(self, state: HardWarState) -> tuple[SeatId, ...]:
        """Ask the active player."""
        return active_seat(state)

    def clock_seconds(self, state: HardWarState) -> float:
        """Give the time for a card."""
        return state.rules.seconds["play"]

    def title(self, state: HardWarState) -> str:
        """Head the question."""
        return title(state, "Media Report x2")

    def form(self, state: HardWarState, seat: SeatId) -> Form:
        """Ask for the second attack."""
        targets = tuple(target_option(state, target) for target in report_targets(state))
        none = Option(value=DONE, label="Reveal no second attack", key="n")
        return Form(
            question="Which attack do you reveal second?",
            rule=self.rule,
            fields=(
                Choice(name="target", label="second attack", options=(*targets, none, *jus_options(state))),
            ),
            suggested={"target": DONE},
        )

    def read(self, state: HardWarState, seat: SeatId, answer: Answer) -> Expose | UseJus:
        """Judge by the form."""
        judge(self.form(state, seat), answer)
        name = str(answer["target"])
        return jus_chosen(name) or Expose(None if name == DONE else named_target(state, name))

    def default(self, state: HardWarState, seat: SeatId) -> Expose:
        """Leave it at one."""
        return Expose(None)

    def resolve(
        self, state: HardWarState, declarations: Mapping[SeatId, Expose | UseJus | None], dice: Dice
    ) -> Resolution[HardWarState]:
        """Reveal it and go on with the play phase."""
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
