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
from warcouncil.games.hard_war.phases.asking_one import AsksOne
from warcouncil.games.hard_war.state import SEAT_IDS, HardWarState
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


class PlayPhase(AsksOne[Play]):
    """5.1.3: up to two cards, one at a time, and Jus ad bellum while it is face up."""

    name = "Play"
    clock = "play"
    rule = "5.1.3"
    silent = "You play no more cards."
    text = (
        "Play up to two cards (one in the first turn of the game, one more with the city that says so, Adech as printed), or none. "
        "An Attack card goes face down on your side of a city and moves its marker one flag towards you, whatever its toll (from "
        "the enemy's first flag straight to yours): at most two attacks of yours on one city in a turn, no Artillery where you have ever played Ground (friendly fire), and none "
        "where the marker is on your outer flag already. A Media Report turns one face-down attack of anyone face up, "
        "a Media Report x2 up to two: the toll rises by what is shown. When an Atrocity (40k) is shown, Jus ad bellum goes to the "
        "opponent of the one who played it, face down until his next turn begins. If Jus ad bellum lies face up before you, you may use one of its effects during your turn "
        "and then give it away. "
        "Advanced rules: a Media Report may be attached to a city, whose attacks are then played face up (observers); "
        "with the marker on your outer flag an Atrocity played face up moves it off the card, and nobody, you neither, may "
        "attack there until you take the city (securing)."
    )

    def form(self, state: HardWarState, seat: SeatId) -> Form:
        """Return the form that asks for a card and its place. It offers only what is legal."""
        plays, fields = _plays(state) if state.plays_left else ([], [])
        done = Option(value=DONE, label="Play no more cards", key="n")
        number = f"{state.plays_left} card{'' if state.plays_left == 1 else 's'}"
        return Form(
            question=f"What do you play? You may still play {number}.",
            rule=self.rule,
            fields=(
                Choice(name="card", label="card", options=(*plays, *jus_options(state), done), weighty=True),
                *fields,
            ),
            suggested={"card": DONE},
        )

    def read(self, state: HardWarState, seat: SeatId, answer: Answer) -> Play:
        """Judge by the form."""
        judge(self.form(state, seat), answer)
        return _parse(state, answer)

    def default(self, state: HardWarState, seat: SeatId) -> Play:
        """Return that the player plays no more."""
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
            offer(plays, fields, card, cards.words(card), options)
        elif card in cards.REPORTS:
            targets = tuple(target_option(state, target) for target in report_targets(state))
            offer(plays, fields, card, f"{cards.words(card)}: reveal an attack", targets)
            seats = tuple(city_option(state, place) for place in observer_spots(state))
            offer(plays, fields, f"{card}{OBSERVE}", f"{cards.words(card)}: send observers", seats)
    if state.rules.extra_as_play:
        offer_extras(state, plays, fields)
    return plays, fields


def _spot_option(state: HardWarState, spot: AttackSpot) -> Option:
    name = state.cities[spot.place].name
    if spot.secure:
        return city_option(state, spot.place, f"{name}{SECURE}", ", face up: secure it")
    return city_option(state, spot.place)


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
