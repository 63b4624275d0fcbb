"""3.2 Attack declaration: eight sealed orders, and the result of a missing one."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.kartenspiel import GAME
from warcouncil.games.kartenspiel.events.orders import OrderConfused, OrdersRevealed, OrderTurned
from warcouncil.games.kartenspiel.options import KartenspielOptions
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.events import known, told
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.protocol.table.forms import Choice
from warcouncil.protocol.words import SeatId

from tests.games.kartenspiel.builder import CORPS, DICE, Table, deployed

PEOPLE = {seat.id: seat for seat in GAME.seats(KartenspielOptions())}


def test_3_2_all_eight_corps_are_asked_sealed_without_talk() -> None:
    """A corps is not asked, or commanders can see orders or talk before all orders are sealed."""
    phase = Table(deployed(red={1: (0, 0)})).phase
    assert phase.asked == CORPS
    assert phase.sealed
    assert phase.channels == ()


def test_3_2_orders_are_revealed_together() -> None:
    """Eight orders are shown one by one, so that the last can answer the first."""
    events = Table(deployed()).declare("red.corps.1", "black.corps.3")
    assert events[0] == OrdersRevealed((True, False, False, False), (False, False, True, False))
    assert told(events[0], None) == "Red attacked with corps I. Black attacked with corps III."


def test_ks_a2_an_empty_corps_may_attack_and_is_broken() -> None:
    """An empty corps cannot attack, does not break if it does, or its commander does not read that it breaks."""
    seat = SeatId("red.corps.1")
    field = GAME.form(deployed(red={1: (0, 0)}), seat).fields[0]
    assert isinstance(field, Choice)
    assert [option.value for option in field.options] == ["attack", "defend"]
    table = Table(deployed(red={1: (0, 0)}))
    table.declare("red.corps.1")
    assert table.finish.winners == ("black",)
    assert (
        "An empty corps breaks when it attacks or is attacked"
        in GAME.briefing(KartenspielOptions(), seat).wins
    )


def test_3_3_6_an_attack_order_says_that_a_lone_enemy_costs_nothing() -> None:
    """The question does not say that an attack on fewer than two divisions costs nothing, or such an attack
    does cost a division.
    """
    table = Table(deployed(red={1: (1, 0)}, black={1: (1, 0)}))
    forms = [GAME.form(table.state, SeatId("red.corps.1"))]
    table.declare(silent=["red.corps.1"])
    forms.append(GAME.form(table.state, SeatId("black.corps.1")))
    table.close({"black.corps.1": {"corps.1": "attack"}})
    assert table.state.ever == (0, 0)
    fields = [form.fields[0] for form in forms]
    assert ["fewer than two" in field.options[0].help for field in fields if isinstance(field, Choice)] == [
        True,
        True,
    ]


def test_3_2_a_missing_order_is_chosen_by_the_enemy_opposite() -> None:
    """A missing order is chosen by chance or by a friend and not by the enemy opposite."""
    table = Table(deployed(red={2: (2, 0)}, black={2: (6, 0)}))
    told_all = table.declare("black.corps.2", silent=["red.corps.2"])
    assert told_all == (OrderConfused(charge=False),)
    assert table.phase.name == "Confused orders"
    assert table.phase.asked == ("black.corps.2",)
    events = table.close({"black.corps.2": {"corps.2": "attack"}})
    assert OrdersRevealed((False, True, False, False), (False, True, False, False)) in events
    assert table.finish.winners == ("black",)


def test_ks_a3_the_chooser_s_own_order_stays_as_sealed() -> None:
    """A player who chooses for the enemy can change their own order with the new knowledge."""
    table = Table(deployed())
    table.declare("black.corps.2", silent=["red.corps.2"])
    field = GAME.form(table.state, SeatId("black.corps.2")).fields
    assert [one.name for one in field] == ["corps.2"]
    with pytest.raises(Illegal):
        GAME.read(table.state, SeatId("black.corps.2"), {"corps.2": "attack", "corps.1": "defend"})
    table.close({"black.corps.2": {"corps.2": "defend"}})
    (revealed,) = table.found(OrdersRevealed)
    assert (revealed.red[1], revealed.black[1]) == (False, True)


def test_ks_a3_both_missing_each_chooses_for_the_other() -> None:
    """Two opposite commanders without an order each choose for their own corps, and not for the other's."""
    table = Table(deployed())
    table.declare("red.corps.1", silent=["red.corps.3", "black.corps.3"])
    assert table.phase.asked == ("red.corps.3", "black.corps.3")
    table.close({"red.corps.3": {"corps.3": "attack"}, "black.corps.3": {"corps.3": "defend"}})
    revealed = table.found(OrdersRevealed)[0]
    assert (revealed.red[2], revealed.black[2]) == (False, True)


def test_ks_a3_an_order_that_is_missing_again_is_defence() -> None:
    """The corps attacks when the enemy does not choose either."""
    table = Table(deployed())
    table.declare("red.corps.1", silent=["black.corps.4"])
    table.close({})
    revealed = table.found(OrdersRevealed)[0]
    assert revealed.black == (False, False, False, False)


def test_3_2_a_confused_order_is_hidden_from_all_other_seats() -> None:
    """The title, the text, the clock or another seat's sheet depends on the seat that did not answer."""
    tables = [Table(deployed()), Table(deployed())]
    tables[0].declare("red.corps.1", silent=["black.corps.4"])
    tables[1].declare("red.corps.1", silent=["black.corps.2", "red.corps.3"])
    phases = [table.phase for table in tables]
    assert phases[0].title == phases[1].title
    assert phases[0].text == phases[1].text
    assert phases[0].clock_seconds == phases[1].clock_seconds
    assert tables[0].events == tables[1].events
    for seat in (*PEOPLE, None):
        assert GAME.sheet(tables[0].state, seat) == GAME.sheet(tables[1].state, seat)


def test_3_2_only_the_two_learn_the_chooser() -> None:
    """A seat other than the commander and the enemy opposite reads more than that an order was confused."""
    table = Table(deployed())
    table.declare("red.corps.1", silent=["black.corps.4"])
    table.close({"red.corps.4": {"corps.4": "attack"}})
    turned = table.found(OrderTurned)[0]
    knowing = [seat for seat, person in PEOPLE.items() if known(turned, person) is not None]
    assert knowing == ["red.corps.4", "black.corps.4"]
    assert told(turned, PEOPLE[SeatId("red.corps.4")]).startswith("You chose an attack for Black corps IV")
    assert told(turned, PEOPLE[SeatId("black.corps.4")]).startswith(
        "Your order for Black corps IV did not come in time."
    )
    assert told(turned, None).endswith("Red corps IV chose for it: an attack.")


def test_ks_a19_all_may_be_told_of_a_missing_order() -> None:
    """At a table of cards all players see a missing order. With the option they do not see it here."""
    table = Table(deployed(confusion_told="everyone"))
    confused = table.declare("red.corps.1", silent=["black.corps.4", "red.corps.2"])[0]
    said = (
        "Red corps II and Black corps IV gave no orders in time. The enemies opposite were asked to choose."
    )
    assert told(confused, PUBLIC) == told(confused, PEOPLE[CORPS[0]]) == said
    assert table.phase.asked_known
    assert table.phase.asked == ("red.corps.4", "black.corps.2")
    table.close({"red.corps.4": {"corps.4": "attack"}})
    turned = table.found(OrderTurned)[0]
    assert all(known(turned, person) is not None for person in (*PEOPLE.values(), PUBLIC))
    assert "Red corps IV chose for it: an attack" in told(turned, PUBLIC)


@pytest.mark.parametrize("settings", [{}, {"confusion_told": "opposite"}])
def test_ks_a19_by_default_no_other_seat_is_told(settings: dict[str, Any]) -> None:
    """With the default options, a seat other than the two commanders learns whose order was missing."""
    table = Table(deployed(**settings))
    confused = table.declare("red.corps.1", silent=["black.corps.4"])[0]
    assert isinstance(confused, OrderConfused)
    assert confused.corps == ()
    assert not table.phase.asked_known
    table.close({"red.corps.4": {"corps.4": "attack"}})
    (turned,) = table.found(OrderTurned)
    knowing = [seat for seat, person in PEOPLE.items() if known(turned, person) is not None]
    assert (knowing, known(turned, PUBLIC)) == (["red.corps.4", "black.corps.4"], None)


def test_3_2_a_voided_order_is_a_missing_one() -> None:
    """An umpire voids an order, and the enemy opposite is not asked for it."""
    state = deployed()
    declarations = {
        seat: None if seat == "red.corps.1" else GAME.read(state, seat, {f"corps.{seat[-1]}": "defend"})
        for seat in CORPS
    }
    after = Table(GAME.resolve(state, declarations, DICE).state)
    assert after.phase.asked == ("black.corps.1",)


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"corps.2": "attack"},
        {"corps.1": "wait"},
        {"corps.1": 1},
        {"corps.1": "attack", "corps.2": "attack"},
    ],
)
def test_3_2_anything_but_an_order_for_the_own_corps_is_refused(answer: dict[str, str]) -> None:
    """A player gives an order to a neighbour's corps."""
    with pytest.raises(Illegal) as refused:
        GAME.read(deployed(), SeatId("red.corps.1"), dict(answer))
    assert refused.value.rule == "3.2"


def test_3_2_rehiding_may_move_the_confusion_but_never_its_own() -> None:
    """If hidden orders are dealt anew, the missing order is always the same one, or it changes whether the
    seat itself is asked.
    """
    table = Table(deployed())
    table.declare("red.corps.1", silent=["black.corps.4"])
    asked = set()
    for number in range(20):
        other = GAME.rehide(table.state, SeatId("red.corps.1"), Dice(bytes([number] * 16)))
        asked.add(Table(other).phase.asked)
        assert "red.corps.1" not in Table(other).phase.asked
        mine = GAME.rehide(table.state, SeatId("red.corps.4"), Dice(bytes([number] * 16)))
        assert "red.corps.4" in Table(mine).phase.asked
    assert len(asked) > 5


def test_ks_a3_orders_of_both_opposite_that_are_missing_twice_are_defence() -> None:
    """If this fails, two corps whose commanders never answered attack each other."""
    table = Table(deployed())
    table.declare("red.corps.1", silent=["red.corps.3", "black.corps.3"])
    table.close({})
    (revealed,) = table.found(OrdersRevealed)
    assert (revealed.red, revealed.black) == ((True, False, False, False), (False,) * 4)
