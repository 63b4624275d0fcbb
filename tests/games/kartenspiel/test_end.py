"""4 and 6. Broken lines, double breaks, the limit of turns, and nightfall."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from warcouncil.games.kartenspiel.events import BattleEnded, LineBroken, NightFell
from warcouncil.games.kartenspiel.state import REDEPLOYMENT, Force, State

from tests.games.kartenspiel.builder import Table, conserved, deployed


def test_4_a_broken_line_loses_the_battle() -> None:
    """A corps that fought and has no division left has let the enemy through."""
    table = Table(deployed(red={3: (4, 0)}, black={3: (2, 0)}))
    table.declare("red.corps.3")
    assert table.found(LineBroken) == [LineBroken("black", (3,))]
    assert table.found(BattleEnded) == [BattleEnded("red", "Black's line broke")]
    assert table.finish.winners == ("red",)
    assert table.finish.scores == {"red": 2, "black": 1}


def test_4_an_empty_corps_in_mutual_defence_is_safe() -> None:
    """An empty corps that nobody attacked has not been broken."""
    table = Table(deployed(red={1: (0, 0)}))
    table.declare("red.corps.2")
    assert table.state.step == REDEPLOYMENT
    assert table.found(LineBroken) == []


def test_4_an_attacked_empty_corps_is_broken() -> None:
    """An empty corps that is attacked cannot hold its line."""
    table = Table(deployed(red={1: (0, 0)}))
    table.declare("black.corps.1")
    assert table.finish.winners == ("black",)
    assert table.state.ever == (0, 0)


def double_break(**settings: Any) -> State:
    """Give a position in which both lines break; black has lost more in all, red has more on its pile."""
    state = deployed(red={1: (0, 1), 2: (1, 0)}, black={1: (1, 0), 2: (0, 1)}, **settings)
    return replace(state, ever=(5, 8), lost=(Force(4, 0), Force(3, 0)))


@pytest.mark.parametrize(("tiebreak", "winner"), [("gross", "red"), ("net", "black")])
def test_4_a_double_break_goes_by_losses(tiebreak: str, winner: str) -> None:
    """Of two broken lines the side that lost more breaks; the option says whether those who rallied count."""
    table = Table(double_break(tiebreak=tiebreak))
    table.declare("red.corps.1", "black.corps.2")
    table.charge(red=True)
    table.charge(black=True)
    assert table.finish.winners == (winner,)


@pytest.mark.parametrize("attackers", [("red.corps.1",), ()])
def test_8_3_the_limit_of_turns_is_a_draw(attackers: tuple[str, ...]) -> None:
    """A battle without a limit could be sat out for ever, by night or by day."""
    table = Table(replace(deployed(max_turns=5), turn=5))
    table.declare(*attackers)
    assert table.finish.winners == ()
    assert table.finish.reason == "neither line broke in 5 turns"


def test_4_a_line_broken_in_the_last_turn_still_wins() -> None:
    """The limit must not take a victory away that was won in time."""
    table = Table(replace(deployed(red={1: (6, 0)}, black={1: (2, 0)}, max_turns=5), turn=5))
    table.declare("red.corps.1")
    assert table.finish.winners == ("red",)


def test_6_night_falls_when_nobody_attacks() -> None:
    """Without an attack the day ends, everyone goes back to reserve, and a new day begins."""
    state = replace(deployed(), lost=(Force(5, 3), Force(0, 0)), ever=(8, 0))
    state = replace(state, reserve=(Force(3, 3), state.reserve[1]))
    table = Table(state)
    events = table.declare()
    assert events[-1] == NightFell(1, Force(3, 2), Force(0, 0))
    assert table.state.reserve == (Force(18, 5), Force(20, 6))
    assert table.state.lost == (Force(2, 1), Force(0, 0))
    assert {corps.size for corps in table.state.corps} == {0}
    assert (table.state.day, table.state.turn, table.state.fresh) == (2, 2, True)
    assert table.state.ever == (8, 0)
    assert conserved(table.state)


def test_6_night_on_the_first_turn_starts_over() -> None:
    """Passing the first turn costs nothing but time."""
    table = Table(deployed())
    table.declare()
    assert table.state.reserve == (Force(20, 6), Force(20, 6))


@pytest.mark.parametrize(("pool", "rallied"), [("pile", Force(3, 0)), ("day", Force(1, 0))])
def test_6_the_pool_of_the_second_night(pool: str, rallied: Force) -> None:
    """The option decides whether the dead of earlier days may still rally."""
    state = replace(
        deployed(night_pool=pool),
        lost=(Force(6, 0), Force(0, 0)),
        dawn=(Force(4, 0), Force(0, 0)),
        ever=(6, 0),
    )
    state = replace(state, reserve=(Force(2, 6), state.reserve[1]))
    table = Table(state)
    table.declare()
    assert table.found(NightFell)[0].red == rallied
    assert conserved(table.state)


def test_6_what_was_seen_is_worth_nothing_after_nightfall() -> None:
    """A memory of a corps that has gone back to reserve would be shown as if it still stood there."""
    table = Table(deployed())
    table.declare("red.corps.1")
    assert table.state.seen[0] is not None
    table.close({})
    table.declare()
    assert table.state.seen == (None,) * 4
    assert table.state.fallen == (0,) * 8
