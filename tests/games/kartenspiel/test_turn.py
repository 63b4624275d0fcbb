"""1, 3, 7 and 10. The pairs of corps, the phases of a turn, the times for talk, and the consequences."""

from __future__ import annotations

import pytest
from warcouncil.games.kartenspiel.events.combats import CombatCounted, LossesPaid
from warcouncil.games.kartenspiel.events.ends import LineBroken
from warcouncil.games.kartenspiel.phases import PHASES
from warcouncil.games.kartenspiel.roles import opposite
from warcouncil.games.kartenspiel.state import (
    CHARGE,
    CONFUSED_CHARGE,
    CONFUSED_ORDERS,
    DECLARATION,
    LOSSES,
    REDEPLOYMENT,
    Force,
)

from tests.games.kartenspiel.builder import Table, deployed, opened


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_1_corps_face_each_other_by_number(number: int) -> None:
    """A corps fights an enemy corps of another number."""
    table = Table(deployed(red={number: (6, 0)}))
    table.declare(f"red.corps.{number}")
    assert [event.corps for event in table.found(CombatCounted)] == [number]
    assert [(event.red.size, event.black.size) for event in table.found(LossesPaid)] == [(1, 2)]
    others = [corps for corps in range(8) if corps % 4 != number - 1]
    assert {table.state.corps[corps] for corps in others} == {Force(3, 0)}


def test_1_each_corps_faces_its_namesake() -> None:
    """Red I does not face Black I, or Black I does not face Red I."""
    assert [opposite(corps) for corps in range(8)] == [4, 5, 6, 7, 0, 1, 2, 3]


def test_3_a_turn_is_redeployment_declaration_and_combat() -> None:
    """The phases of a turn come in another order, or a turn does not end after its combats."""
    table = Table(opened())
    passed = [table.state.step]
    table.send(red={"inf": {"I": 2}, "cav": {"I": 2}}, black={"inf": {"I": 6}})
    passed.append(table.state.step)
    table.declare("red.corps.1", "black.corps.1")
    passed.append(table.state.step)
    table.charge(red=False)
    passed.append(table.state.step)
    table.pay(red=1)
    passed.append(table.state.step)
    assert passed == [REDEPLOYMENT, DECLARATION, CHARGE, LOSSES, REDEPLOYMENT]
    assert table.state.turn == 2


def test_3_both_sides_are_asked_before_the_next_phase() -> None:
    """One side enters the next phase before the other has finished redeployment or declaration."""
    table = Table(opened())
    for _ in (REDEPLOYMENT, DECLARATION):
        assert {seat.partition(".")[0] for seat in table.phase.asked} == {"red", "black"}
        assert table.phase.sealed
        table.close({})


def test_3_the_book_names_its_phases_in_their_order() -> None:
    """The rules on the screen have another order of phases than the rulebook."""
    assert [(phase.rule, phase.name) for phase in PHASES] == [
        ("3.1", REDEPLOYMENT),
        ("3.2", DECLARATION),
        ("3.2", CONFUSED_ORDERS),
        ("3.3", CHARGE),
        ("3.3", CONFUSED_CHARGE),
        ("3.3", LOSSES),
    ]


def test_7_a_side_talks_during_redeployment_only() -> None:
    """Commanders can talk between declaration and combat, or to the enemy, although each decides alone."""
    table = Table(opened())
    talk = {table.state.step: [channel.id for channel in table.phase.channels]}
    table.send(red={"inf": {"I": 2}, "cav": {"I": 2}}, black={"inf": {"I": 12}})
    talk[table.state.step] = [channel.id for channel in table.phase.channels]
    table.declare("black.corps.1", silent=["red.corps.1"])
    talk[table.state.step] = [channel.id for channel in table.phase.channels]
    table.close({})
    talk[table.state.step] = [channel.id for channel in table.phase.channels]
    table.close({})
    talk[table.state.step] = [channel.id for channel in table.phase.channels]
    table.close({})
    talk[table.state.step] = [channel.id for channel in table.phase.channels]
    assert talk == {
        REDEPLOYMENT: ["red", "black"],
        DECLARATION: [],
        CONFUSED_ORDERS: [],
        CHARGE: [],
        CONFUSED_CHARGE: [],
        LOSSES: [],
    }


def test_10_one_against_one_without_a_charge_nothing_happens() -> None:
    """One of two single divisions breaks the other without a charge."""
    table = Table(deployed(red={1: (1, 0)}, black={1: (1, 0)}))
    table.declare("red.corps.1", "black.corps.1")
    assert (table.state.step, table.found(LossesPaid)) == (REDEPLOYMENT, [])


def test_10_a_lone_cavalry_that_charges_breaks_a_lone_infantry() -> None:
    """A lone cavalry that charges does not break a lone infantry: two against one is double, and a single enemy
    costs the attacker nothing.
    """
    table = Table(deployed(red={1: (0, 1)}, black={1: (1, 0)}))
    table.declare("red.corps.1")
    table.charge(red=True)
    assert (table.finish.winners, table.state.ever) == (("red",), (0, 1))


@pytest.mark.parametrize(("defends", "broken"), [(True, []), (False, [LineBroken("black", (1,))])])
def test_10_three_that_defend_hold_and_three_that_attack_may_break(
    *, defends: bool, broken: list[LineBroken]
) -> None:
    """Three divisions that defend break in one turn, or three that attack more than twice their number do not."""
    table = Table(deployed(red={1: (12, 0)}, black={1: (3, 0)}))
    table.declare("red.corps.1", *(() if defends else ("black.corps.1",)))
    assert table.found(LineBroken) == broken
