"""5.1.3 Play, one card after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from warcouncil.games.hard_war import attack, cards
from warcouncil.games.hard_war.asking import (
    DONE,
    ExtraCard,
    StopPlaying,
    UseJus,
    city_option,
    jus_chosen,
    jus_options,
    named_city,
    named_target,
    offer,
    offer_extras,
    play_option,
    secure_option,
    target_option,
)
from warcouncil.games.hard_war.course import WarCourse
from warcouncil.games.hard_war.flow import run
from warcouncil.games.hard_war.legal import (
    AttackSpot,
    Target,
    attack_spots,
    observer_spots,
    report_targets,
)
from warcouncil.games.hard_war.options import HardWarOptions, PlayedRules, played_rules
from warcouncil.games.hard_war.phases.asking_one import AsksOne
from warcouncil.games.hard_war.state import SEAT_IDS, HardWarState, WarRules
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.table.forms import Answer, Choice, Form, FormField, Option
from warcouncil.protocol.words import SeatId

OBSERVE = "+observers"
SECURE = "+secure"


@dataclass(frozen=True, slots=True)
class AttackCity:
    """A declaration: play this Attack card there (5.2)."""

    card: str
    spot: AttackSpot


@dataclass(frozen=True, slots=True)
class ShowAttack:
    """A declaration: play this Media Report on that attack (5.3)."""

    card: str
    target: Target


@dataclass(frozen=True, slots=True)
class SendObservers:
    """A declaration: attach this Media Report to that city (5.6.1)."""

    card: str
    place: int


Play = AttackCity | ShowAttack | SendObservers | ExtraCard | UseJus | StopPlaying


def _text(rules: PlayedRules | WarRules) -> str:
    """5.1.3, 5.6 Return what may be played, with the advanced rules and the readings of this game."""
    more = (
        ("phases.play_jus" if rules.jus_all_turn else "phases.play_jus_plays", True),
        ("phases.play_extra", rules.extra_as_play),
        ("phases.play_observers", rules.un_observers),
        ("phases.play_securing", rules.securing),
    )
    outer = say("phases.play_outer_allowed" if rules.overplay else "phases.play_outer")
    return say("phases.play", outer=outer, more=" ".join(say(key) for key, holds in more if holds))


class PlayPhase(AsksOne[Play]):
    """5.1.3: up to two cards, one at a time, and Jus ad bellum while it is face up."""

    name = "Play"
    clock = "play"
    rule = "5.1.3"

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
        return say("phases.play_silent")

    def form(self, state: HardWarState, seat: SeatId) -> Form:
        """Return the form that asks for a card and its place. It offers only what is legal."""
        plays, fields = _plays(state) if state.plays_left else ([], [])
        done = Option(value=DONE, label=say("forms.play_stop"), key="n")
        return Form(
            question=say("forms.play", n=state.plays_left),
            rule=self.rule,
            fields=(
                Choice(
                    name="card",
                    label=say("forms.card"),
                    options=(*plays, *jus_options(state), done),
                    weighty=True,
                ),
                *fields,
            ),
            suggested={"card": DONE},
        )

    def read(self, state: HardWarState, seat: SeatId, answer: Answer) -> Play:
        """Judge by the form."""
        judge(self.form(state, seat), answer)
        return _parse(state, answer)

    def default(self, state: HardWarState, seat: SeatId) -> Play:
        """Return the declaration that the player plays no more."""
        return StopPlaying()

    def resolve(
        self, state: HardWarState, declarations: Mapping[SeatId, Play | None], dice: Dice
    ) -> Resolution[HardWarState]:
        """Play the card and go on."""
        play = declarations[SEAT_IDS[state.active]] or StopPlaying()
        course = WarCourse(state)
        if not isinstance(play, UseJus | StopPlaying):
            course.state = replace(state, plays_left=state.plays_left - 1)
        match play:
            case AttackCity(card, spot):
                attack.attack(course, card, spot.place, secure=spot.secure)
            case ShowAttack(card, target):
                attack.report(course, card, target)
            case SendObservers(card, place):
                attack.send_observers(course, card, place)
            case ExtraCard(card, place):
                attack.play_extra(course, card, place)
            case UseJus(effect):
                attack.use_jus(course, effect)
            case StopPlaying():
                course.done()
            case _:
                assert_never(play)
        run(course)
        return course.resolution()


def _plays(state: HardWarState) -> tuple[list[Option], list[FormField]]:
    """Return the cards that can be played and, for each, the field for its place."""
    plays: list[Option] = []
    fields: list[FormField] = []
    for card in dict.fromkeys(state.sides[state.active].hand):
        if cards.is_attack(card):
            spots = attack_spots(state, card)
            options = tuple(_spot_option(state, spot) for spot in spots)
            offer(plays, fields, Option(value=card, label=cards.words(card)), say("forms.city"), options)
        elif card in cards.REPORTS:
            targets = tuple(target_option(state, target) for target in report_targets(state))
            label = say("forms.to_show", card=cards.words(card))
            offer(plays, fields, Option(value=card, label=label), say("forms.attack"), targets)
            seats = tuple(city_option(state, place) for place in observer_spots(state))
            label = say("forms.to_observe", card=cards.words(card))
            offer(plays, fields, Option(value=f"{card}{OBSERVE}", label=label), say("forms.city"), seats)
    if state.rules.extra_as_play:
        offer_extras(state, plays, fields)
    return plays, fields


def _spot_option(state: HardWarState, spot: AttackSpot) -> Option:
    if spot.secure:
        return secure_option(state, spot.place, f"{state.cities[spot.place].name}{SECURE}")
    return play_option(state, spot.place)


def _parse(state: HardWarState, answer: Answer) -> Play:
    chosen = str(answer["card"])
    if chosen == DONE:
        return StopPlaying()
    jus = jus_chosen(chosen)
    if jus:
        return jus
    at = str(answer[f"at.{chosen}"])
    card = chosen.removesuffix(OBSERVE)
    if chosen != card:
        return SendObservers(card, named_city(state, at))
    if card in cards.REPORTS:
        return ShowAttack(card, named_target(state, at))
    if card in cards.EXTRAS:
        return ExtraCard(card, named_city(state, at))
    return AttackCity(card, AttackSpot(named_city(state, at.removesuffix(SECURE)), at.endswith(SECURE)))
