"""5.1.3 Play, one card after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from warcouncil.games.hard_war import attack, cards
from warcouncil.games.hard_war.asking import active_seat, city_option, named_target, target_option, title
from warcouncil.games.hard_war.course import WarCourse
from warcouncil.games.hard_war.events import JUS_WORDS
from warcouncil.games.hard_war.flow import run
from warcouncil.games.hard_war.legal import (
    AttackSpot,
    Target,
    attack_spots,
    jus_ready,
    observer_spots,
    report_targets,
)
from warcouncil.games.hard_war.state import SEAT_IDS, State
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.forms import Answer, Choice, Form, FormField, Option, When
from warcouncil.protocol.words import SeatId

DONE = "done"
OBSERVE = "+observers"
JUS = "jus:"
SECURE = "+secure"


@dataclass(frozen=True, slots=True)
class Play:
    """One play: `act` is "done", "attack", "report", "observers" or "jus"; the rest is what the act needs."""

    act: str
    card: str = ""
    spot: AttackSpot | None = None
    target: Target | None = None


class PlayCard(PhaseRules[State, Play]):
    """5.1.3: up to two cards, one at a time, and Jus ad bellum while it lies face up."""

    name = "Play"
    rule = "5.1.3"
    text = (
        "Play up to two cards (one in the first turn of the game, one more with the city that says so, Adech as printed), or none. "
        "An Attack card goes face down on your side of a city and moves its marker one flag towards you, whatever its toll: "
        "at most two attacks of yours on one city in a turn, no Artillery where you have ever played Ground (friendly fire), and none "
        "where the marker is on your outer flag already. A Media Report turns one face-down attack of anyone face up, "
        "a Media Report x2 up to two: the toll rises by what is shown. When an Atrocity (40k) is shown, Jus ad bellum goes to the "
        "opponent of the one who played it. If Jus ad bellum lies face up before you, you may use one of its effects and then give it away. "
        "Advanced rules: a Media Report may be attached to a city, whose attacks are then played face up (observers); "
        "with the marker on your outer flag an Atrocity played face up moves it off the card, and your opponent may not "
        "counterattack there (securing)."
    )

    def asked(self, state: State) -> tuple[SeatId, ...]:
        """Ask the active player."""
        return active_seat(state)

    def clock_seconds(self, state: State) -> float:
        """Give the time for a card."""
        return state.rules.seconds["play"]

    def title(self, state: State) -> str:
        """Head the question."""
        return title(state, "Play")

    def form(self, state: State, seat: SeatId) -> Form:
        """Ask which card goes where; only what is legal is on offer."""
        plays, fields = _plays(state) if state.plays_left else ([], [])
        plays += [
            Option(
                value=f"{JUS}{effect}",
                label=f"Use Jus ad bellum: {JUS_WORDS[effect]}",
                help="Then it goes to your opponent.",
            )
            for effect in jus_ready(state)
        ]
        done = Option(value=DONE, label="Play no more cards", key="n")
        number = f"{state.plays_left} card{'' if state.plays_left == 1 else 's'}"
        return Form(
            question=f"What do you play? You may still play {number}.",
            rule=self.rule,
            fields=(Choice(name="card", label="card", options=(*plays, done)), *fields),
            suggested={"card": DONE},
        )

    def read(self, state: State, seat: SeatId, answer: Answer) -> Play:
        """Judge by the form."""
        judge(self.form(state, seat), answer)
        return _parse(state, answer)

    def default(self, state: State, seat: SeatId) -> Play:
        """Play no more."""
        return Play("done")

    def resolve(
        self, state: State, declarations: Mapping[SeatId, Play | None], dice: Dice
    ) -> Resolution[State]:
        """Play the card and go on."""
        play = declarations[SEAT_IDS[state.active]] or Play("done")
        course = WarCourse(state)
        if play.act in {"attack", "report", "observers"}:
            course.state = replace(state, plays_left=state.plays_left - 1)
        match play:
            case Play("attack", card, AttackSpot(place, secure)):
                attack.attack(course, card, place, secure=secure)
            case Play("report", card, None, Target() as target):
                attack.report(course, card, target)
            case Play("observers", card, AttackSpot(place)):
                attack.send_observers(course, card, place)
            case Play("jus", effect):
                attack.use_jus(course, effect)
            case _:
                course.done()
        run(course)
        return course.resolution()


def _plays(state: State) -> tuple[list[Option], list[FormField]]:
    """Give the cards that can be played and, for each, the field that says where."""
    plays: list[Option] = []
    fields: list[FormField] = []
    for card in dict.fromkeys(state.sides[state.active].hand):
        if cards.is_attack(card):
            spots = attack_spots(state, card)
            options = tuple(_spot_option(state, spot) for spot in spots)
            _offer(plays, fields, card, cards.words(card), options)
        elif card in cards.REPORTS:
            targets = tuple(target_option(state, target) for target in report_targets(state))
            _offer(plays, fields, card, f"{cards.words(card)}: reveal an attack", targets)
            seats = tuple(city_option(state, place) for place in observer_spots(state))
            _offer(plays, fields, f"{card}{OBSERVE}", f"{cards.words(card)}: send observers", seats)
    return plays, fields


def _offer(
    plays: list[Option], fields: list[FormField], value: str, label: str, options: tuple[Option, ...]
) -> None:
    """Add a play and the field that says where, if there is anywhere."""
    if options:
        plays.append(Option(value=value, label=label))
        when = When(field="card", values=(value,))
        fields.append(Choice(name=f"at.{value}", label=f"{label}: where", options=options, when=when))


def _spot_option(state: State, spot: AttackSpot) -> Option:
    name = state.cities[spot.place].name
    if spot.secure:
        return city_option(state, spot.place, f"{name}{SECURE}", ", face up: secure it")
    return city_option(state, spot.place)


def _parse(state: State, answer: Answer) -> Play:
    chosen = str(answer["card"])
    if chosen == DONE:
        return Play("done")
    if chosen.startswith(JUS):
        return Play("jus", chosen.removeprefix(JUS))
    at = str(answer[f"at.{chosen}"])
    names = [city.name for city in state.cities]
    card = chosen.removesuffix(OBSERVE)
    if chosen != card:
        return Play("observers", card, AttackSpot(names.index(at)))
    if card in cards.REPORTS:
        return Play("report", card, None, named_target(state, at))
    return Play("attack", card, AttackSpot(names.index(at.removesuffix(SECURE)), at.endswith(SECURE)))
