"""3.1 Redeployment: each army commander sends divisions from the reserve to the corps, in secret."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from warcouncil.games.kartenspiel.events.orders import Redeployed
from warcouncil.games.kartenspiel.events.words import Change
from warcouncil.games.kartenspiel.phases.page import BattlePage
from warcouncil.games.kartenspiel.roles import ROMAN, TEAMS, Commanders, seating
from warcouncil.games.kartenspiel.state import (
    DECLARATION,
    NONE,
    REDEPLOYMENT,
    BattleRules,
    BattleState,
    Force,
    force,
    heading,
    words,
)
from warcouncil.games.kartenspiel.wording import say
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.table.forms import Answer, Form, Place, Sort, Thing
from warcouncil.protocol.words import SeatId

RESERVE = "reserve"
PLACES = (RESERVE, *ROMAN)
_ARMS = ("inf", "cav")
_CORPS = frozenset(ROMAN)
_PLACE = {name: number for number, name in enumerate(PLACES)}
_THINGS = {
    (arm if place == 0 else f"{arm} {PLACES[place]}"): (place, number)
    for place in range(5)
    for number, arm in enumerate(_ARMS)
}
"""The things that may be moved, by their names in the form: the place of each, and its arm."""


Redeploy = tuple[Change, ...]
"""The order of an army commander: what comes to the reserve and to corps I to IV, and what leaves them."""
NOTHING: Redeploy = ((NONE, NONE),) * 5
"""The order that moves nothing."""


class Redeployment(BattlePage[Redeploy]):
    """3.1 Both army commanders answer in secret. Each side's council of war is open during the phase, and only then."""

    name, rule, sealed, talks, unsealed = REDEPLOYMENT, "3.1", True, True, "seat"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return say("phases.redeployment")

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.redeployment_silent")

    def asked(self, state: BattleState) -> tuple[SeatId, ...]:
        """Return both army commanders."""
        return seating(state.rules.runs).armies

    def seconds(self, rules: BattleRules, fresh: bool) -> int:
        """Return the time to answer, in seconds.

        The first redeployment of a day has a longer time. Sides without channels have their own time, because they
        have no talk that needs a limit.
        """
        if not seating(rules.runs).channels:
            return rules.redeploy_alone_seconds
        return rules.redeploy_first_seconds if fresh else rules.redeploy_seconds

    def closes_early(self, state: BattleState) -> bool:
        """Return whether the phase closes when both have sealed. With an option, the talk stays open until the clock
        runs out.
        """
        return state.rules.redeploy_closes_early or not self.channels(state)

    def form(self, state: BattleState, seat: SeatId) -> Form:
        """Return the form that asks which divisions go where."""
        side, rules = _side(state, seat), state.rules
        held = (state.reserve[side], *state.corps[side * 4 : side * 4 + 4])
        return _form(self.rule, held, rules.small == side, rules.recall)

    def read(self, state: BattleState, seat: SeatId, answer: Answer) -> Redeploy:
        """Check the order against the divisions of this side."""
        side = _side(state, seat)
        order = _plain(state, side, answer)
        if order is None:
            judge(self.form(state, seat), answer)
            order = _read_moves(answer)
        return order

    def resolve(
        self, state: BattleState, declarations: Mapping[SeatId, Redeploy | None], dice: Dice
    ) -> Resolution[BattleState]:
        """Apply both orders at the same instant."""
        commanders, reserve, corps, events = (
            seating(state.rules.runs),
            list(state.reserve),
            list(state.corps),
            [],
        )
        for side, army in enumerate(commanders.armies):
            given = declarations[army]
            order = NOTHING if given is None else given
            for place, (came, left) in enumerate(order):
                if came != left:
                    held, index = (corps, side * 4 + place - 1) if place else (reserve, side)
                    inf, cav = held[index]
                    held[index] = force(inf + came[0] - left[0], cav + came[1] - left[1])
            events.append(_redeployed(commanders, side, given, shared=state.rules.shared))
        after = replace(
            state, step=DECLARATION, fresh=False, reserve=(reserve[0], reserve[1]), corps=tuple(corps)
        )
        return Resolution(after, tuple(events), heading(state))


def _redeployed(commanders: Commanders, side: int, given: Redeploy | None, *, shared: bool) -> Redeployed:
    """Return the event that tells each commander of a side which divisions were sent and which were taken."""
    army, team = commanders.armies[side], TEAMS[side]
    one, two, three, four = commanders.corps[side * 4 : side * 4 + 4]
    _, i, ii, iii, iv = NOTHING if given is None else given
    sharers = (team,) if shared else ()
    return Redeployed(team, army, one, two, three, four, sharers, i, ii, iii, iv, ordered=given is not None)


def _plain(state: BattleState, side: int, answer: Answer) -> Redeploy | None:
    """Parse a simple order, which only sends divisions from the reserve to corps, and no more than the reserve has.
    Return None for any other answer.
    """
    moves = answer.get("moves")
    if len(answer) != 1 or not isinstance(moves, dict):
        return None
    sent = {"inf": [0] * 5, "cav": [0] * 5}
    for thing, goals in moves.items():
        if thing not in sent or not isinstance(goals, dict):
            return None
        held = state.reserve[side][0 if thing == "inf" else 1]
        numbers = sent[thing]
        for goal, number in goals.items():
            if goal not in _CORPS or type(number) is not int or number < 0:
                return None
            numbers[_PLACE[goal]] = number
            numbers[0] += number
        if numbers[0] > held or not held:
            return None
    away, i, ii, iii, iv = map(force, sent["inf"], sent["cav"])
    return ((NONE, away), (i, NONE), (ii, NONE), (iii, NONE), (iv, NONE))


def _read_moves(answer: Answer) -> Redeploy:
    """Parse an order that its form has accepted."""
    moves = answer["moves"]
    assert isinstance(moves, dict)
    came, left = [[0, 0] for _ in PLACES], [[0, 0] for _ in PLACES]
    for thing, goals in moves.items():
        source, arm = _THINGS[thing]
        for goal, number in goals.items():
            came[_PLACE[goal]][arm] += number
            left[source][arm] += number
    return tuple((force(*came[place]), force(*left[place])) for place in range(5))


def _side(state: BattleState, seat: SeatId) -> int:
    return seating(state.rules.runs).armies.index(seat)


@lru_cache(maxsize=1024)
def _form(rule: str, held: tuple[Force, ...], is_small: bool, may_recall: bool) -> Form:
    """Return the form for the divisions in the reserve and in each corps (`held`).

    It is cached, because at every table each day begins with all divisions in reserve.
    """
    goals = tuple(_goals(place, is_small=is_small, may_recall=may_recall) for place in range(len(PLACES)))
    things = tuple(
        Thing(name=name, label=_label(place, arm), count=count, at=PLACES[place], to=goals[place])
        for name, (place, arm) in _THINGS.items()
        if (count := held[place][arm]) and goals[place]
    )
    bare = "" if any(corps.size for corps in held[1:]) else say("forms.bare")
    places = tuple(
        _place(number, "" if goals[number] else words(lies), bare if number else "")
        for number, lies in enumerate(held)
    )
    return Form(
        question=say("forms.redeploy"),
        help=say("forms.redeploy_help"),
        rule=rule,
        fields=(Sort(name="moves", label=say("forms.divisions"), things=things, places=places),),
        suggested={"moves": {}},
    )


def _goals(place: int, *, is_small: bool, may_recall: bool) -> tuple[str, ...]:
    """Return where divisions may go from a place.

    Only the smaller army takes them out of corps, and only back to the reserve.
    """
    if place == 0:
        return ROMAN
    if not is_small:
        return ()
    return tuple(name for name in PLACES[0 if may_recall else 1 :] if name != PLACES[place])


def _place(number: int, holds: str, bare: str) -> Place:
    """Return a place, with the divisions that cannot leave it.

    `bare` is the warning for an empty corps. It is shown if all corps are empty.
    """
    label = say("forms.corps", corps=PLACES[number]) if number else say("forms.reserve")
    return Place(name=PLACES[number], label=label, holds=holds, bare=bare)


def _label(place: int, arm: int) -> str:
    if place == 0:
        return say("forms.cavalry" if arm else "forms.infantry")
    return say("forms.cavalry_of" if arm else "forms.infantry_of", corps=PLACES[place])
