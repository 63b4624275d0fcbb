"""5.1.4 Play extra: US Bombing (6B.2) and Local Support (6B.3), free and without a limit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from warcouncil.games.hard_war import attack
from warcouncil.games.hard_war.asking import (
    DONE,
    ExtraCard,
    StopPlaying,
    UseJus,
    jus_chosen,
    jus_options,
    named_city,
    offer_extras,
)
from warcouncil.games.hard_war.course import WarCourse
from warcouncil.games.hard_war.flow import run
from warcouncil.games.hard_war.phases.asking_one import AsksOne
from warcouncil.games.hard_war.state import SEAT_IDS, HardWarState
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.table.forms import Answer, Choice, Form, FormField, Option
from warcouncil.protocol.words import SeatId

Extra = ExtraCard | UseJus | StopPlaying


class PlayExtra(AsksOne[Extra]):
    """5.1.4: extra cards one at a time, until the player stops."""

    name = "Play extra"
    clock = "extra"
    rule = "5.1.4"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return say("phases.extra")

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.extra_silent")

    def form(self, state: HardWarState, seat: SeatId) -> Form:
        """Return the form that asks for an extra card and its place."""
        plays: list[Option] = []
        fields: list[FormField] = []
        offer_extras(state, plays, fields)
        done = Option(value=DONE, label=say("forms.extra_stop"), key="n")
        options = (*plays, *jus_options(state), done)
        return Form(
            question=say("forms.extra"),
            rule=self.rule,
            fields=(Choice(name="card", label=say("forms.extra_card"), options=options), *fields),
            suggested={"card": DONE},
        )

    def read(self, state: HardWarState, seat: SeatId, answer: Answer) -> Extra:
        """Judge by the form."""
        judge(self.form(state, seat), answer)
        chosen = str(answer["card"])
        if chosen == DONE:
            return StopPlaying()
        return jus_chosen(chosen) or ExtraCard(chosen, named_city(state, str(answer[f"at.{chosen}"])))

    def default(self, state: HardWarState, seat: SeatId) -> Extra:
        """Return the declaration that the player plays no more."""
        return StopPlaying()

    def resolve(
        self, state: HardWarState, declarations: Mapping[SeatId, Extra | None], dice: Dice
    ) -> Resolution[HardWarState]:
        """Play the card and go on."""
        extra = declarations[SEAT_IDS[state.active]] or StopPlaying()
        course = WarCourse(state)
        match extra:
            case ExtraCard(card, place):
                attack.play_extra(course, card, place)
            case UseJus(effect):
                attack.use_jus(course, effect)
            case StopPlaying():
                course.done()
            case _:
                assert_never(extra)
        run(course)
        return course.resolution()
