"""5.1.4 Play extra: US Bombing (6B.2) and Local Support (6B.3), free and as many as one likes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from warcouncil.games.hard_war import attack, cards
from warcouncil.games.hard_war.asking import active_seat, city_option, title
from warcouncil.games.hard_war.course import WarCourse
from warcouncil.games.hard_war.events import JUS_WORDS
from warcouncil.games.hard_war.flow import run
from warcouncil.games.hard_war.legal import extra_spots, jus_ready
from warcouncil.games.hard_war.phases.play import DONE, JUS
from warcouncil.games.hard_war.state import NOBODY, SEAT_IDS, State
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.forms import Answer, Choice, Form, Option, When
from warcouncil.protocol.words import SeatId


@dataclass(frozen=True, slots=True)
class Extra:
    """One extra play: a card on a city, an effect of Jus ad bellum, or (both empty) no more."""

    card: str = ""
    place: int = NOBODY
    effect: str = ""


class PlayExtra(PhaseRules[State, Extra]):
    """5.1.4: extra cards one at a time, until the player has had enough."""

    name = "Play extra"
    rule = "5.1.4"
    text = (
        "Now play as many extra cards as you like, for free. US Bombing needs Jus ad bellum in your hands, face up or down, and you keep "
        "it: any city that nobody controls or has secured, its marker one flag towards you; it is no attack and no limit holds it. "
        "Local Support: a city that nobody has ever attacked with an Attack card, its marker one flag towards you. Neither can be "
        "played where the marker is on your outer flag already."
    )

    def asked(self, state: State) -> tuple[SeatId, ...]:
        """Ask the active player."""
        return active_seat(state)

    def clock_seconds(self, state: State) -> float:
        """Give the time for a card."""
        return state.rules.seconds["extra"]

    def title(self, state: State) -> str:
        """Head the question."""
        return title(state, "Play extra")

    def form(self, state: State, seat: SeatId) -> Form:
        """Ask which extra card goes where."""
        hand = state.sides[state.active].hand
        spots = {card: extra_spots(state, card) for card in (cards.BOMBING, cards.SUPPORT) if card in hand}
        plays = [Option(value=card, label=cards.words(card)) for card, places in spots.items() if places]
        plays += [
            Option(
                value=f"{JUS}{effect}",
                label=f"Use Jus ad bellum: {JUS_WORDS[effect]}",
                help="Then it goes to your opponent.",
            )
            for effect in jus_ready(state)
        ]
        fields = tuple(
            Choice(
                name=f"at.{card}",
                label=f"{cards.words(card)}: where",
                options=tuple(city_option(state, place) for place in places),
                when=When(field="card", values=(card,)),
            )
            for card, places in spots.items()
            if places
        )
        done = Option(value=DONE, label="Play no extra card", key="n")
        return Form(
            question="Do you play an extra card?",
            rule=self.rule,
            fields=(Choice(name="card", label="extra card", options=(*plays, done)), *fields),
            suggested={"card": DONE},
        )

    def read(self, state: State, seat: SeatId, answer: Answer) -> Extra:
        """Judge by the form."""
        judge(self.form(state, seat), answer)
        chosen = str(answer["card"])
        if chosen == DONE:
            return Extra()
        if chosen.startswith(JUS):
            return Extra(effect=chosen.removeprefix(JUS))
        names = [city.name for city in state.cities]
        return Extra(chosen, names.index(str(answer[f"at.{chosen}"])))

    def default(self, state: State, seat: SeatId) -> Extra:
        """Play nothing more."""
        return Extra()

    def resolve(
        self, state: State, declarations: Mapping[SeatId, Extra | None], dice: Dice
    ) -> Resolution[State]:
        """Play the card and go on."""
        declared = declarations[SEAT_IDS[state.active]] or Extra()
        course = WarCourse(state)
        if declared.card:
            attack.play_extra(course, declared.card, declared.place)
        elif declared.effect:
            attack.use_jus(course, declared.effect)
        else:
            course.done()
        run(course)
        return course.resolution()
