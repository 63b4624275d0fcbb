"""3.2 Attack declaration: all eight corps at once. If an order does not come, the enemy opposite chooses it."""

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
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option
from warcouncil.protocol.words import SeatId

Orders = tuple[tuple[int, bool], ...]
"""Corps with their orders. True is an attack."""

ATTACK, DEFEND = "attack", "defend"
FIELDS = tuple(f"corps.{number}" for number in (1, 2, 3, 4)) * 2
_ATTACKS: tuple[Orders, ...] = tuple(((corps, True),) for corps in range(8))
_DEFENDS: tuple[Orders, ...] = tuple(((corps, False),) for corps in range(8))
_OPTIONS = (
    Option(
        value=ATTACK,
        label="Attack",
        help="open palm; lose one division, none if they hold fewer than two, more if they attack and outnumber you",
        key="a",
    ),
    Option(value=DEFEND, label="Defend", help="closed fist; lose at most two", key="d"),
)
_THEIRS = (
    _OPTIONS[0].model_copy(
        update={
            "help": "open palm; it loses one division, none if you hold fewer than two, more if you attack and outnumber it"
        }
    ),
    _OPTIONS[1].model_copy(update={"help": "closed fist; it loses at most two"}),
)
"""The options for a commander who chooses for an enemy."""


class Declaration(BattlePage[Orders]):
    """3.2 Every corps attacks or defends. All eight orders are sealed until the last is in."""

    name, rule, sealed, unsealed = DECLARATION, "3.2", True, "seat"
    silent = "The enemy commander opposite chooses for you."
    text = (
        "Every corps commander declares attack (an open palm) or defence (a closed fist), all eight at once and without "
        "a word to anyone. An empty corps must declare too. An order that does not come in time is chosen by the "
        "commander of the enemy corps opposite. If nobody attacks, night falls."
    )

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
        """Parse the order of each corps of the seat. The usual answer, one order for one corps, takes a short path."""
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
    silent = "The enemy corps defends."
    text = (
        "An order did not come in time. The commander of the enemy corps opposite chooses attack or defence in its "
        "place; his own order stays as he sealed it. Then all eight are revealed together. If he does not choose in "
        "time either, the corps defends."
    )

    def asked(self, state: BattleState) -> tuple[SeatId, ...]:
        """Return the seats that face a corps without an order, in table order."""
        seats = seating(state.rules.runs)
        return tuple(seat for seat in seats.declarers if _confused(state, seat))

    def seconds(self, rules: BattleRules, fresh: bool) -> int:
        """Return the time to choose for an enemy, in seconds."""
        return rules.confused_seconds

    def asks_openly(self, rules: BattleRules) -> bool:
        """Return whether everyone may know who is asked: only if all learn whose order was missing."""
        return rules.confusion_open

    def form(self, state: BattleState, seat: SeatId) -> Form:
        """Return the form that asks attack or defence for each enemy corps that the seat must order."""
        theirs = _confused(state, seat)
        enemy = TITLES[theirs[0] // 4]
        names = ", ".join(ROMAN[corps % 4] for corps in theirs)
        return Form(
            question=f"The order of {enemy} corps {names} was confused. What do you have it do?",
            help="You choose in its commander's place; nobody else learns your choice before the reveal.",
            rule=self.rule,
            fields=tuple(order_choice(corps, enemy, _THEIRS) for corps in theirs),
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
    """Reveal the orders and go on: to nightfall if every corps defends, else to the first combat."""
    given = tuple(bool(order) for order in orders)
    events = [*before, OrdersRevealed(given[:4], given[4:])]
    if True not in given:
        return nightfall(state, events)
    return Fighting(state, orders, events).fight()


@lru_cache(maxsize=4096)
def order_choice(corps: int, note: str, offered: tuple[Option, ...] = _OPTIONS) -> Choice:
    """Return the field that asks attack or defence for one corps."""
    return Choice(
        name=FIELDS[corps], label=f"Corps {ROMAN[corps % 4]} ({note})", options=offered, weighty=True
    )


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
    question = f"What does corps {ROMAN[mine[0] % 4]} do?" if len(mine) == 1 else "What do your corps do?"
    strengths = (", ".join(parts(each)) or "empty" for each in held)
    return Form(
        question=question,
        rule=rule,
        fields=tuple(map(order_choice, mine, strengths)),
        suggested={FIELDS[corps]: DEFEND for corps in mine},
    )


def _confused(state: BattleState, seat: SeatId) -> tuple[int, ...]:
    """Return the enemy corps without an order that face a corps of the seat."""
    mine = seating(state.rules.runs).corps_of[seat]
    return tuple(opposite(corps) for corps in mine if state.orders[opposite(corps)] is None)
