"""3.3 The charge. When both strengths are open, all the cavalry of a corps charges or holds back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from warcouncil.games.kartenspiel.fighting import Fighting
from warcouncil.games.kartenspiel.phases.confusion import order_confused, order_turned
from warcouncil.games.kartenspiel.phases.page import BattlePage
from warcouncil.games.kartenspiel.roles import PAIRS, ROMAN, TITLES, corps_title, opposite, seating
from warcouncil.games.kartenspiel.state import (
    CHARGE,
    CONFUSED_CHARGE,
    BattleRules,
    BattleState,
    heading,
    spoken,
)
from warcouncil.games.kartenspiel.wording import say
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option
from warcouncil.protocol.words import SeatId

FIELD = "charge"
YES, NO = "charge", "hold"


class Charge(BattlePage[bool]):
    """3.3 Each corps of the fighting pair that has cavalry decides. If both have cavalry, both decisions are sealed."""

    name, rule, sealed, unsealed = CHARGE, "3.3", True, "seat"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return say("phases.charge")

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.declaration_silent")

    def asked(self, state: BattleState) -> tuple[SeatId, ...]:
        """Return the commanders of this pair who have cavalry."""
        commanders, (red, black) = seating(state.rules.runs).corps, PAIRS[state.pair]
        if not state.corps[red].cav:
            return (commanders[black],)
        return (commanders[red], commanders[black]) if state.corps[black].cav else (commanders[red],)

    def seconds(self, rules: BattleRules, fresh: bool) -> int:
        """Return the time to decide a charge, in seconds."""
        return rules.charge_seconds

    def heading(self, day: int, turn: int, pair: int) -> str:
        """Return the turn and the pair."""
        return say("phases.at_corps", heading=super().heading(day, turn, pair), corps=ROMAN[pair])

    def form(self, state: BattleState, seat: SeatId) -> Form:
        """Return the form that asks the commander whether their cavalry charges."""
        mine = _corps(state, seat)
        return _form(state, mine, say("forms.charge_ask"), self.rule, _options(theirs=False))

    def read(self, state: BattleState, seat: SeatId, answer: Answer) -> bool:
        """Parse charge or hold."""
        return _read(self, state, seat, answer)

    def resolve(
        self, state: BattleState, declarations: Mapping[SeatId, bool | None], dice: Dice
    ) -> Resolution[BattleState]:
        """Reveal the charges and count the combat. If a choice is missing, ask the enemy opposite first."""
        commanders, (red, black) = seating(state.rules.runs).corps, PAIRS[state.pair]
        charges = (declarations.get(commanders[red]), declarations.get(commanders[black]))
        if None in declarations.values():
            after = replace(state, step=CONFUSED_CHARGE, charges=charges)
            return Resolution(after, (order_confused(after, _missing(after), charge=True),), heading(state))
        return Fighting(state, state.orders).charge(state.pair, charges)


class ConfusedCharge(BattlePage[bool]):
    """3.3 The enemy opposite chooses in place of each missing charge, before anything is revealed."""

    name, rule, sealed, unsealed = CONFUSED_CHARGE, "3.3", True, "seat"
    asked_known = False

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return say("phases.confused_charge")

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.confused_charge_silent")

    def asked(self, state: BattleState) -> tuple[SeatId, ...]:
        """Return the commanders who face a corps whose choice is missing."""
        corps = seating(state.rules.runs).corps
        return tuple(corps[mine] for mine in PAIRS[state.pair] if opposite(mine) in _missing(state))

    def seconds(self, rules: BattleRules, fresh: bool) -> int:
        """Return the time to choose for an enemy, in seconds."""
        return rules.confused_seconds

    def asks_openly(self, rules: BattleRules) -> bool:
        """Return whether everyone may know who is asked. This is so only if an option shows everyone whose choice
        was missing.
        """
        return rules.confusion_open

    def heading(self, day: int, turn: int, pair: int) -> str:
        """Return the turn and the pair."""
        return say("phases.at_corps", heading=super().heading(day, turn, pair), corps=ROMAN[pair])

    def form(self, state: BattleState, seat: SeatId) -> Form:
        """Return the form that asks the commander opposite whether the enemy's cavalry charges."""
        theirs = opposite(_corps(state, seat))
        question = say("forms.late_charge", corps=corps_title(theirs))
        return _form(state, theirs, question, self.rule, _options(theirs=True))

    def read(self, state: BattleState, seat: SeatId, answer: Answer) -> bool:
        """Parse charge or hold."""
        return _read(self, state, seat, answer)

    def resolve(
        self, state: BattleState, declarations: Mapping[SeatId, bool | None], dice: Dice
    ) -> Resolution[BattleState]:
        """Reveal the charges and count the combat. Cavalry whose choice is still missing does not charge."""
        seats = seating(state.rules.runs)
        charges = list(state.charges)
        turned = []
        for corps in _missing(state):
            choice = declarations[seats.corps[opposite(corps)]]
            charges[corps // 4] = bool(choice)
            if choice is not None:
                turned.append(order_turned(state, corps, acts=choice, charge=True))
        return Fighting(state, state.orders, turned).charge(state.pair, (charges[0], charges[1]))


@lru_cache(maxsize=2)
def _options(*, theirs: bool) -> tuple[Option, ...]:
    """Return the options. `theirs` is true if the commander chooses for an enemy. The enemy still pays its own
    losses.
    """
    hold = say("forms.hold_theirs" if theirs else "forms.hold_help")
    return (
        Option(value=YES, label=say("forms.charge"), help=say("forms.charge_help"), key="c"),
        Option(value=NO, label=say("forms.hold"), help=hold, key="h"),
    )


def _form(state: BattleState, corps: int, question: str, rule: str, offered: tuple[Option, ...]) -> Form:
    mine, theirs = (
        say(
            "forms.attacks_with" if state.orders[number] else "forms.defends_with",
            side=TITLES[number // 4],
            force=spoken(state.corps[number]),
        )
        for number in (corps, opposite(corps))
    )
    help_text = say("forms.both_sides", mine=mine, theirs=theirs)
    label = say("forms.cavalry_field", corps=ROMAN[corps % 4])
    options = Choice(name=FIELD, label=label, options=offered, weighty=True)
    return Form(question=question, help=help_text, rule=rule, fields=(options,), suggested={FIELD: NO})


def _read(page: BattlePage[bool], state: BattleState, seat: SeatId, answer: Answer) -> bool:
    value = answer.get(FIELD)
    if len(answer) != 1 or value not in (YES, NO):
        judge(page.form(state, seat), answer)
    return value == YES


def _corps(state: BattleState, seat: SeatId) -> int:
    """Return the corps of the fighting pair that the seat commands."""
    corps = seating(state.rules.runs).corps
    return state.pair if corps[state.pair] == seat else opposite(state.pair)


def _missing(state: BattleState) -> tuple[int, ...]:
    """Return the corps with cavalry whose choice is missing."""
    return tuple(
        number
        for side, number in enumerate(PAIRS[state.pair])
        if state.corps[number].cav and state.charges[side] is None
    )
