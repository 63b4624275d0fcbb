"""3.1 Redeployment: each army commander sends divisions from his reserve to his corps, in secret."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.kartenspiel.events import DivisionsMoved, NothingMoved
from games.kartenspiel.roles import ROMAN, TEAMS, seating
from games.kartenspiel.state import (
    DECLARATION,
    NO_CHARGES,
    NO_DEBT,
    NO_ORDERS,
    NONE,
    REDEPLOYMENT,
    Force,
    State,
    heading,
    less,
    plus,
    when,
    words,
)
from games.kit.answers import judge
from games.kit.book import PhaseRules
from games.kit.dice import Dice
from games.kit.events import Event
from games.kit.game import Channel, Resolution
from protocol.forms import Answer, Form, Place, Sort, Thing
from protocol.words import SeatId

RESERVE = "reserve"
PLACES = (RESERVE, *ROMAN)
_ARMS = ("inf", "cav")
_NAMES = ("infantry", "cavalry")
_PLACE = {name: number for number, name in enumerate(PLACES)}
_THINGS = {
    (arm if place == 0 else f"{arm} {PLACES[place]}"): (place, number)
    for place in range(5)
    for number, arm in enumerate(_ARMS)
}
"""What may be moved, by its name in the form: the place where it lies, and its arm."""


class Transfer(NamedTuple):
    """`number` divisions of an arm (0 infantry, 1 cavalry) from a place to another: 0 reserve, 1 to 4 corps."""

    arm: int
    source: int
    goal: int
    number: int


Redeploy = tuple[Transfer, ...]
"""The order of an army commander; an empty one moves nothing."""


class Redeployment(PhaseRules[State, Redeploy]):
    """3.1 Both army commanders, sealed; each side's council of war is open meanwhile, and only then."""

    name, rule, sealed = REDEPLOYMENT, "3.1", True
    text = (
        "Each army commander may move any number of his divisions from his reserve to his corps, in secret; both orders "
        "take effect at the same moment. Divisions once sent cannot be sent on or called back (only a smaller army may "
        "move divisions from corps to corps). A corps may be left empty, but one with fewer than three divisions may "
        "break in a single turn. The enemy learns neither what moves nor how much you hold. Each side's council of war "
        "is open during redeployment and closes with it. Without an order, nothing moves."
    )

    def asked(self, state: State) -> tuple[SeatId, ...]:
        """Give both army commanders."""
        return seating(state.rules.runs).armies

    def clock_seconds(self, state: State) -> float:
        """Give the longer time at the start of each day."""
        return state.rules.redeploy_first_seconds if state.fresh else state.rules.redeploy_seconds

    def title(self, state: State) -> str:
        """Name the turn."""
        return f"{when(state)} · {self.name}"

    def channels(self, state: State) -> tuple[Channel, ...]:
        """Open the council of war of each side."""
        return seating(state.rules.runs).channels

    def closes_early(self, state: State) -> bool:
        """Close when both have sealed, unless the option keeps the talk open to its end."""
        return state.rules.redeploy_closes_early or not self.channels(state)

    def form(self, state: State, seat: SeatId) -> Form:
        """Ask which divisions go where."""
        side = _side(state, seat)
        things = tuple(
            Thing(
                name=name,
                label=_label(place, arm),
                count=count,
                at=PLACES[place],
                to=_goals(state, side, place),
            )
            for name, (place, arm) in _THINGS.items()
            if (count := _held(state, side, place)[arm]) and _goals(state, side, place)
        )
        places = tuple(
            Place(
                name=name,
                label="Reserve" if number == 0 else f"Corps {name}",
                holds=words(_held(state, side, number)) if not _goals(state, side, number) else "",
            )
            for number, name in enumerate(PLACES)
        )
        return Form(
            question="Which divisions do you send to your corps?",
            help="What you do not move stays where it is.",
            rule=self.rule,
            fields=(Sort(name="moves", label="Your divisions", things=things, places=places),),
            suggested={"moves": {}},
        )

    def read(self, state: State, seat: SeatId, answer: Answer) -> Redeploy:
        """Judge the order against what this side holds."""
        judge_if_odd(state, _side(state, seat), self, seat, answer)
        moves = answer["moves"]
        assert isinstance(moves, dict)
        return tuple(
            Transfer(_THINGS[thing][1], _THINGS[thing][0], _PLACE[goal], count)
            for thing, goals in moves.items()
            for goal, count in goals.items()
            if count
        )

    def default(self, state: State, seat: SeatId) -> Redeploy | None:
        """A silent army commander moves nothing."""
        return ()

    def resolve(
        self, state: State, declarations: Mapping[SeatId, Redeploy | None], dice: Dice
    ) -> Resolution[State]:
        """Apply both orders at the same instant."""
        seats = seating(state.rules.runs)
        reserve, corps = list(state.reserve), list(state.corps)
        events: list[Event] = []
        for side in (0, 1):
            order = declarations[seats.armies[side]] or ()
            came, left = _sums(order)
            reserve[side] = plus(less(reserve[side], left[0]), came[0])
            moved = False
            for number in range(1, 5):
                if came[number] is not NONE or left[number] is not NONE:
                    moved = True
                    index = side * 4 + number - 1
                    corps[index] = plus(less(corps[index], left[number]), came[number])
                    events.append(_moved(state, index, came[number], left[number]))
            if not moved:
                events.append(NothingMoved(seats.armies[side], TEAMS[side], _knowers(state, side)))
        after = State(
            state.rules,
            DECLARATION,
            state.day,
            state.turn,
            state.fresh,
            (reserve[0], reserve[1]),
            tuple(corps),
            state.lost,
            state.ever,
            state.today,
            state.fallen,
            state.seen,
            NO_ORDERS,
            0,
            NO_CHARGES,
            NO_DEBT,
            None,
        )
        return Resolution(after, tuple(events), heading(state))


def judge_if_odd(state: State, side: int, page: Redeployment, seat: SeatId, answer: Answer) -> None:
    """Judge an order cheaply, and by its form where it looks odd: the form then says what is wrong."""
    moves = answer.get("moves")
    if len(answer) == 1 and isinstance(moves, dict) and _plain(state, side, moves):
        return
    judge(page.form(state, seat), answer)


def _plain(state: State, side: int, moves: dict[str, dict[str, int]]) -> bool:
    """Tell whether an order moves only from the reserve to corps, and no more than is there."""
    held = state.reserve[side]
    for thing, goals in moves.items():
        if thing not in _ARMS:
            return False
        total = 0
        for goal, count in goals.items():
            if goal not in ROMAN or count < 0:
                return False
            total += count
        left = held[0] if thing == "inf" else held[1]
        if total > left or not left:
            return False
    return True


def _side(state: State, seat: SeatId) -> int:
    return seating(state.rules.runs).armies.index(seat)


def _held(state: State, side: int, place: int) -> Force:
    return state.reserve[side] if place == 0 else state.corps[side * 4 + place - 1]


def _goals(state: State, side: int, place: int) -> tuple[str, ...]:
    """Give where divisions may go from a place: from corps only in the smaller army, to reserve only by recall."""
    if place == 0:
        return ROMAN
    if state.rules.small != side:
        return ()
    return tuple(name for name in PLACES[0 if state.rules.recall else 1 :] if name != PLACES[place])


def _label(place: int, arm: int) -> str:
    return _NAMES[arm] if place == 0 else f"{_NAMES[arm]} of corps {PLACES[place]}"


def _sums(order: Redeploy) -> tuple[list[Force], list[Force]]:
    """Add up what comes to each place and what leaves it; a place that nothing touches has NONE itself."""
    came, left = [NONE] * 5, [NONE] * 5
    for arm, source, goal, count in order:
        force = Force(0, count) if arm else Force(count, 0)
        came[goal] = plus(came[goal], force)
        left[source] = plus(left[source], force)
    return came, left


def _moved(state: State, corps: int, came: Force, left: Force) -> DivisionsMoved:
    seats = seating(state.rules.runs)
    side = corps // 4
    commander = seats.corps[corps]
    knowers = _knowers(state, side)
    return DivisionsMoved(
        seats.armies[side],
        commander,
        TEAMS[side],
        corps % 4 + 1,
        came,
        left,
        knowers if state.rules.shared else (*knowers, commander),
    )


def _knowers(state: State, side: int) -> tuple[str, ...]:
    return (TEAMS[side],) if state.rules.shared else (seating(state.rules.runs).armies[side],)
