"""4 and 6. Broken lines, double breaks, the limit of turns, and nightfall."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from warcouncil.games.kartenspiel import GAME
from warcouncil.games.kartenspiel.events.ends import BattleEnded, LineBroken, NightFell
from warcouncil.games.kartenspiel.state import NONE, OVER, REDEPLOYMENT, BattleState, Force, less
from warcouncil.games.kit.game import Standings, Tally
from warcouncil.protocol.words import SeatId

from tests.games.kartenspiel.builder import Table, conserved, deployed


def test_4_a_broken_line_loses_the_battle() -> None:
    """A corps that fought and has no division left does not lose the battle."""
    table = Table(deployed(red={3: (4, 0)}, black={3: (2, 0)}))
    table.declare("red.corps.3")
    assert table.found(LineBroken) == [LineBroken("black", (3,))]
    assert table.found(BattleEnded) == [
        BattleEnded("red", "Black's line broke at corps III on turn 1 (day 1)")
    ]
    assert table.finish.winners == ("red",)
    assert table.finish.standings == Standings((Tally("divisions lost", {"red": 1, "black": 2}),), 1)


def test_4_an_empty_corps_in_mutual_defence_is_safe() -> None:
    """An empty corps that was not attacked counts as broken."""
    table = Table(deployed(red={1: (0, 0)}))
    table.declare("red.corps.2")
    assert table.state.step == REDEPLOYMENT
    assert table.found(LineBroken) == []


def test_ks_a2_an_attacked_empty_corps_is_broken() -> None:
    """An empty corps that is attacked holds its line."""
    table = Table(deployed(red={1: (0, 0)}))
    table.declare("black.corps.1")
    assert table.finish.winners == ("black",)
    assert table.state.ever == (0, 0)


def double_break(**settings: Any) -> BattleState:
    """Return a position in which both lines break. Black has lost more in all, and Red has more on its pile."""
    state = deployed(red={1: (0, 1), 2: (1, 0)}, black={1: (1, 0), 2: (0, 1)}, **settings)
    return replace(state, ever=(5, 8), lost=(Force(4, 0), Force(3, 0)))


@pytest.mark.parametrize(
    ("settings", "winner"), [({}, "red"), ({"tiebreak": "gross"}, "red"), ({"tiebreak": "net"}, "black")]
)
def test_ks_a7_a_double_break_goes_by_all_that_was_ever_lost(settings: dict[str, Any], winner: str) -> None:
    """Of two broken lines the side that lost less loses the battle, or the option does not decide whether the
    rallied divisions count.
    """
    table = Table(double_break(**settings))
    table.declare("red.corps.1", "black.corps.2")
    table.charge(red=True)
    table.charge(black=True)
    assert table.finish.winners == (winner,)


@pytest.mark.parametrize(
    ("settings", "lost", "why"),
    [
        ({}, (4, 3), ". Black had lost more divisions, 9 to 6"),
        ({"tiebreak": "net"}, (4, 3), ". Not counting rallied divisions, Red had lost more, 5 to 4"),
        ({"tiebreak": "net"}, (3, 3), ". Not counting rallied divisions, each side had lost 4 divisions"),
    ],
)
def test_ks_a7_an_end_says_which_losses_were_counted(
    settings: dict[str, Any], lost: tuple[int, int], why: str
) -> None:
    """The end does not say which losses decided it, so it seems to contradict the total losses on the sheet."""
    piles = (Force(lost[0], 0), Force(lost[1], 0))
    table = Table(replace(double_break(**settings), lost=piles))
    table.declare("red.corps.1", "black.corps.2")
    table.charge(red=True)
    table.charge(black=True)
    assert table.finish.reason.endswith(why)


@pytest.mark.parametrize(
    ("settings", "still", "by"),
    [({}, "", {"red": 6, "black": 9}), ({"tiebreak": "net"}, " and not rallied", {"red": 5, "black": 4})],
)
def test_ks_a7_what_is_counted_is_what_decides(
    settings: dict[str, Any], still: str, by: dict[str, int]
) -> None:
    """The winner has lost more by the count that is shown beside the result, or the debrief shows the winner
    behind.
    """
    table = Table(double_break(**settings))
    table.declare("red.corps.1", "black.corps.2")
    table.charge(red=True)
    table.charge(black=True)
    assert table.finish.standings.tallies == (Tally(f"divisions lost{still}", by),)
    course = GAME.course(table.state)
    assert (
        course.ahead_is == f"difference in divisions lost{', not counting rallied divisions' * bool(still)}"
    )
    assert course.ahead == {"red": by["black"] - by["red"], "black": by["red"] - by["black"]}
    (winner,) = table.finish.winners
    assert course.ahead[winner] > 0


def test_4_both_lines_broken_at_equal_losses_is_a_draw() -> None:
    """A lost division of cavalry weighs more than one of infantry, so the end is no draw."""
    table = Table(deployed(red={1: (0, 1), 2: (1, 0)}, black={1: (0, 1), 2: (0, 1)}))
    table.declare("red.corps.1", "black.corps.2")
    table.charge(red=True, black=False)
    table.charge(black=True)
    assert [event.team for event in table.found(LineBroken)] == ["red", "black"]
    assert table.state.lost == (Force(1, 0), Force(0, 1))
    assert (table.state.ever, table.finish.winners) == ((1, 1), ())


def test_4_losses_of_earlier_turns_decide_a_double_break() -> None:
    """The last turn decides, and not the losses of the complete battle."""
    table = Table(deployed(red={1: (0, 1), 2: (1, 0), 3: (4, 0)}, black={1: (1, 0), 2: (0, 1), 3: (4, 0)}))
    table.declare("red.corps.3")
    assert table.state.ever == (1, 0)
    table.close({})
    table.declare("red.corps.1", "black.corps.2")
    table.charge(red=True)
    table.charge(black=True)
    assert (table.state.ever, table.finish.winners) == ((2, 1), ("black",))


def test_4_the_lines_are_looked_at_once_after_all_four_pairs() -> None:
    """The battle stops at the first broken corps, so a broken line of the other side is ignored."""
    table = Table(deployed(red={1: (6, 0), 4: (2, 0)}, black={1: (2, 0), 4: (6, 0)}))
    table.declare("red.corps.1", "black.corps.4")
    assert [event.team for event in table.found(LineBroken)] == ["red", "black"]
    assert table.state.step == OVER


@pytest.mark.parametrize("attackers", [("red.corps.1",), ()])
def test_ks_a12_the_limit_of_turns_is_a_draw(attackers: tuple[str, ...]) -> None:
    """The battle goes on after its last turn or has a winner, whether a corps attacked or night fell."""
    table = Table(replace(deployed(max_turns=5), turn=5))
    table.declare(*attackers)
    assert table.finish.winners == ()
    assert table.finish.reason == "Neither line broke in 5 turns"


def test_ks_a12_without_a_limit_a_battle_goes_on() -> None:
    """Two sides that wait for each other cannot wait on, although the designer sets no last turn."""
    table = Table(replace(deployed(), turn=10_000))
    table.declare()
    assert (table.state.step, table.state.turn) == (REDEPLOYMENT, 10_001)


def test_8_3_a_line_broken_in_the_last_turn_still_wins() -> None:
    """The limit of turns takes a victory away that was won in time."""
    table = Table(replace(deployed(red={1: (6, 0)}, black={1: (2, 0)}, max_turns=5), turn=5))
    table.declare("red.corps.1")
    assert table.finish.winners == ("red",)


def test_6_night_falls_after_a_turn_without_an_attack() -> None:
    """After a turn without an attack the day does not end, or the divisions do not return to the reserve."""
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
    """A first turn without an attack costs more than time."""
    table = Table(deployed())
    table.declare()
    assert table.state.reserve == (Force(20, 6), Force(20, 6))


@pytest.mark.parametrize(
    ("settings", "rallied"),
    [({}, Force(3, 0)), ({"night_pool": "pile"}, Force(3, 0)), ({"night_pool": "day"}, Force(1, 0))],
)
def test_ks_a11_the_pool_of_the_second_night(settings: dict[str, Any], rallied: Force) -> None:
    """The option does not decide whether the dead of earlier days may rally, or by default they may not."""
    state = replace(
        deployed(**settings),
        lost=(Force(6, 0), Force(0, 0)),
        dawn=(Force(4, 0), Force(0, 0)),
        ever=(6, 0),
    )
    state = replace(state, reserve=(Force(2, 6), state.reserve[1]))
    table = Table(state)
    table.declare()
    assert table.found(NightFell)[0].red == rallied
    assert conserved(table.state)


@pytest.mark.parametrize(("pool", "rallied"), [("pile", Force(4, 1)), ("day", Force(2, 1))])
def test_6_a_second_night_reckons_from_the_second_dawn(pool: str, rallied: Force) -> None:
    """With night_pool=day, losses of the first day count again in the second night. With night_pool=pile they
    do not.
    """
    first = replace(
        deployed(night_pool=pool), lost=(Force(7, 1), Force(0, 0)), reserve=(Force(1, 5), Force(0, 0))
    )
    table = Table(first)
    table.declare()
    assert table.found(NightFell)[0].red == Force(4, 1)
    assert table.state.lost[0] == Force(3, 0)
    reserve = table.state.reserve
    table.state = replace(
        table.state, lost=(Force(7, 1), Force(0, 0)), reserve=(less(reserve[0], Force(4, 1)), reserve[1])
    )
    table.close({})
    table.declare()
    assert table.found(NightFell)[1].red == rallied
    assert table.state.day == 3


@pytest.mark.parametrize(("pool", "nights"), [("pile", [4, 2, 1]), ("day", [4, 0, 0])])
def test_6_every_night_reckons_from_its_own_dawn(pool: str, nights: list[int]) -> None:
    """With night_pool=day, losses of the first day rally in a later night. With night_pool=pile they do not."""
    first = replace(deployed(night_pool=pool), lost=(Force(7, 0), NONE), reserve=(Force(1, 6), NONE))
    table = Table(first)
    for night, rallied in enumerate(nights):
        if night:
            table.close({})
        table.declare()
        assert table.found(NightFell)[night].red == Force(rallied, 0)
    assert table.state.dawn[0] == table.state.lost[0] == Force(7 - sum(nights), 0)


@pytest.mark.parametrize("small", ["none", "red", "black"])
def test_6_both_sides_round_alike(small: str) -> None:
    """An odd division rallies in one army but not in the other."""
    state = deployed(asymmetric=small)
    lost = Force(3, 1)
    reserve = (less(state.reserve[0], lost), less(state.reserve[1], lost))
    table = Table(replace(state, lost=(lost, lost), reserve=reserve))
    table.declare()
    night = table.found(NightFell)[0]
    assert (night.red, night.black) == (Force(2, 1), Force(2, 1))


@pytest.mark.parametrize(
    ("settings", "rallied"),
    [
        ({}, Force(3, 2)),
        ({"night_round": "up"}, Force(3, 2)),
        ({"night_round": "down"}, Force(2, 1)),
        ({"night_cavalry": "as_infantry"}, Force(3, 2)),
        ({"night_cavalry": "down"}, Force(3, 1)),
        ({"night_cavalry": "up"}, Force(3, 2)),
        ({"night_round": "down", "night_cavalry": "up"}, Force(2, 2)),
    ],
)
def test_ks_a10_half_is_rounded_up_for_both_arms_unless_chosen(
    settings: dict[str, Any], rallied: Force
) -> None:
    """By default, half of an odd number is not rounded up for both arms, or the two options do not change the
    rounding.
    """
    state = deployed(**settings)
    state = replace(state, lost=(Force(5, 3), Force(0, 0)), reserve=(Force(3, 3), state.reserve[1]))
    table = Table(state)
    table.declare()
    assert table.found(NightFell)[0].red == rallied
    assert conserved(table.state)


def test_6_one_attack_keeps_the_night_away() -> None:
    """Night falls although there was one attack, which makes it a day of battle."""
    table = Table(deployed())
    table.declare("black.corps.4")
    assert table.found(NightFell) == []
    assert (table.state.day, table.state.corps[0]) == (1, Force(3, 0))


def test_6_seen_divisions_are_unknown_after_nightfall() -> None:
    """A corps that has returned to the reserve is still shown with the divisions seen yesterday."""
    table = Table(deployed())
    table.declare("red.corps.1")
    assert table.state.seen[0] is not None
    table.close({})
    table.declare()
    assert table.state.seen == (None,) * 4
    assert table.state.fallen == (0,) * 8


@pytest.mark.parametrize("attackers", [("red.corps.4",), ()], ids=["after a fight", "after a night"])
def test_6_a_missing_order_is_not_replaced_by_yesterday_s(attackers: tuple[str, ...]) -> None:
    """A silent commander repeats the last order, and the enemy opposite does not choose."""
    table = Table(deployed())
    table.declare(*attackers, silent=["red.corps.1"])
    table.close({})
    assert table.state.step == REDEPLOYMENT
    table.close({})
    table.declare("red.corps.4", silent=["red.corps.2"])
    assert table.phase.name == "Confused orders"
    assert table.phase.asked == ("black.corps.2",)


@pytest.mark.parametrize(
    ("attackers", "headline"),
    [
        ((), "The battle is a draw. Neither line broke in 5 turns."),
        (("red.corps.3",), "Red has won. Black's line broke at corps III on turn 5 (day 1)."),
    ],
)
def test_4_the_sheet_names_the_winner(attackers: tuple[str, ...], headline: str) -> None:
    """A draw is called a victory, or a victory has no winner on the sheet."""
    table = Table(replace(deployed(red={3: (6, 0)}, black={3: (2, 0)}, max_turns=5), turn=5))
    table.declare(*attackers)
    for seat in (None, SeatId("red.army"), SeatId("black.corps.1")):
        assert GAME.sheet(table.state, seat).headline == headline
