"""3.2 Attack declaration: all eight corps at once. If an order is missing, the enemy opposite chooses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from warcouncil.games.kartenspiel.events.orders import OrdersRevealed
from warcouncil.games.kartenspiel.fighting import Fighting
from warcouncil.games.kartenspiel.nightfall import nightfall
from warcouncil.games.kartenspiel.phases.confusion import order_confused, order_turned
from warcouncil.games.kartenspiel.phases.page import BattlePage
from warcouncil.games.kartenspiel.roles import ROMAN, TITLES, opposite, seating
from warcouncil.games.kartenspiel.state import (
    CONFUSED_ORDERS,
    DECLARATION,
    BattleRules,
    BattleState,
    Force,
    heading,
    parts,
)
from warcouncil.games.kartenspiel.wording import say
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Resolution
from warcouncil.games.kit.text.phrases import listed
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option
from warcouncil.protocol.words import SeatId

Orders = tuple[tuple[int, bool], ...]
"""Corps with their orders. True is an attack."""

ATTACK, DEFEND = "attack", "defend"
FIELDS = tuple(f"corps.{number}" for number in (1, 2, 3, 4)) * 2
_ATTACKS: tuple[Orders, ...] = tuple(((corps, True),) for corps in range(8))
_DEFENDS: tuple[Orders, ...] = tuple(((corps, False),) for corps in range(8))


class Declaration(BattlePage[Orders]):
    """3.2 Every corps attacks or defends. All eight orders are sealed until the last is in."""

    name, rule, sealed, unsealed = DECLARATION, "3.2", True, "seat"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return say("phases.declaration")

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.declaration_silent")

    def asked(self, state: BattleState) -> tuple[SeatId, ...]:
        """Return all seats that run a corps."""
        return seating(state.rules.runs).declarers

    def seconds(self, rules: BattleRules, fresh: bool) -> int:
        """Return the time to declare, in seconds."""
        return rules.declare_seconds

    def form(self, state: BattleState, seat: SeatId) -> Form:
        """Return the form that asks attack or defence for each corps of the seat."""
        mine = seating(state.rules.runs).corps_of[seat]
        return _form(self.rule, mine, tuple(state.corps[corps] for corps in mine))

    def read(self, state: BattleState, seat: SeatId, answer: Answer) -> Orders:
        """Parse the order of each corps of the seat. The usual answer has one order for one corps, and is parsed by
        a faster path.
        """
        mine = seating(state.rules.runs).corps_of[seat]
        if len(answer) == 1 == len(mine):
            order = answer.get(FIELDS[mine[0]])
            if order == ATTACK:
                return _ATTACKS[mine[0]]
            if order == DEFEND:
                return _DEFENDS[mine[0]]
        return read_orders(mine, self, state, seat, answer)

    def resolve(
        self, state: BattleState, declarations: Mapping[SeatId, Orders | None], dice: Dice
    ) -> Resolution[BattleState]:
        """Reveal all eight orders at once. If one is missing, ask the enemy opposite first."""
        orders = list(state.orders)
        for given in declarations.values():
            for corps, attacks in given or ():
                orders[corps] = attacks
        if None in orders:
            after = replace(state, step=CONFUSED_ORDERS, orders=tuple(orders))
            missing = (corps for corps, order in enumerate(orders) if order is None)
            return Resolution(after, (order_confused(state, missing, charge=False),), heading(state))
        return reveal(state, tuple(orders), ())


class ConfusedOrders(BattlePage[Orders]):
    """3.2 The enemy opposite chooses in place of each missing order, before anything is revealed."""

    name, rule, sealed, unsealed = CONFUSED_ORDERS, "3.2", True, "seat"
    asked_known = False

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return say("phases.confused_orders")

    @property
    def silent(self) -> str:
        """The answer that counts for a seat that does not answer."""
        return say("phases.confused_orders_silent")

    def asked(self, state: BattleState) -> tuple[SeatId, ...]:
        """Return the seats that face a corps without an order, in table order."""
        seats = seating(state.rules.runs)
        return tuple(seat for seat in seats.declarers if _confused(state, seat))

    def seconds(self, rules: BattleRules, fresh: bool) -> int:
        """Return the time to choose for an enemy, in seconds."""
        return rules.confused_seconds

    def asks_openly(self, rules: BattleRules) -> bool:
        """Return whether everyone may know who is asked. This is so only if an option shows everyone whose order was
        missing.
        """
        return rules.confusion_open

    def form(self, state: BattleState, seat: SeatId) -> Form:
        """Return the form that asks attack or defence for each enemy corps that the seat must order."""
        theirs = _confused(state, seat)
        enemy = TITLES[theirs[0] // 4]
        names = listed([ROMAN[corps % 4] for corps in theirs])
        return Form(
            question=say("forms.late_order", n=len(theirs), side=enemy, corps=names),
            help=say("forms.late_order_help"),
            rule=self.rule,
            fields=tuple(order_choice(corps, enemy, theirs=True) for corps in theirs),
            suggested={FIELDS[corps]: DEFEND for corps in theirs},
        )

    def read(self, state: BattleState, seat: SeatId, answer: Answer) -> Orders:
        """Parse the order of each enemy corps that was asked for."""
        return read_orders(_confused(state, seat), self, state, seat, answer)

    def resolve(
        self, state: BattleState, declarations: Mapping[SeatId, Orders | None], dice: Dice
    ) -> Resolution[BattleState]:
        """Reveal all eight orders. A corps whose order is still missing defends."""
        chosen = {corps: attacks for given in declarations.values() for corps, attacks in given or ()}
        events = [
            order_turned(state, corps, acts=attacks, charge=False)
            for corps, attacks in sorted(chosen.items())
        ]
        orders = tuple(
            chosen.get(corps, False) if order is None else order for corps, order in enumerate(state.orders)
        )
        return reveal(state, orders, events)


def reveal(
    state: BattleState, orders: tuple[bool | None, ...], before: Sequence[Event]
) -> Resolution[BattleState]:
    """Reveal the orders. If every corps defends, go to nightfall. Otherwise go to the first combat."""
    given = tuple(bool(order) for order in orders)
    events = [*before, OrdersRevealed(given[:4], given[4:])]
    if True not in given:
        return nightfall(state, events)
    return Fighting(state, orders, events).fight()


@lru_cache(maxsize=4096)
def order_choice(corps: int, note: str, *, theirs: bool = False) -> Choice:
    """Return the field that asks attack or defence for one corps. `theirs` is true if the corps is an enemy's, for
    which this seat chooses.
    """
    attack = say("forms.attack_theirs" if theirs else "forms.attack_help")
    defend = say("forms.defend_theirs" if theirs else "forms.defend_help")
    options = (
        Option(value=ATTACK, label=say("forms.attack"), help=attack, key="a"),
        Option(value=DEFEND, label=say("forms.defend"), help=defend, key="d"),
    )
    label = say("forms.order_field", corps=ROMAN[corps % 4], note=note)
    return Choice(name=FIELDS[corps], label=label, options=options, weighty=True)


def read_orders(
    wanted: tuple[int, ...], page: BattlePage[Orders], state: BattleState, seat: SeatId, answer: Answer
) -> Orders:
    """Parse one order for each wanted corps. Raises Illegal with the form's reason if the answer is wrong."""
    if len(answer) == len(wanted) and all(answer.get(FIELDS[corps]) in (ATTACK, DEFEND) for corps in wanted):
        return tuple((corps, answer[FIELDS[corps]] == ATTACK) for corps in wanted)
    judge(page.form(state, seat), answer)
    raise AssertionError("a form let through what its reading refused")


@lru_cache(maxsize=1024)
def _form(rule: str, mine: tuple[int, ...], held: tuple[Force, ...]) -> Form:
    question = say("forms.order", corps=ROMAN[mine[0] % 4]) if len(mine) == 1 else say("forms.orders")
    strengths = (", ".join(parts(each)) or say("forms.empty") for each in held)
    return Form(
        question=question,
        rule=rule,
        fields=tuple(map(order_choice, mine, strengths)),
        suggested={FIELDS[corps]: DEFEND for corps in mine},
    )


def _confused(state: BattleState, seat: SeatId) -> tuple[int, ...]:
    """Return the enemy corps without an order that are opposite a corps of the seat."""
    mine = seating(state.rules.runs).corps_of[seat]
    return tuple(opposite(corps) for corps in mine if state.orders[opposite(corps)] is None)
