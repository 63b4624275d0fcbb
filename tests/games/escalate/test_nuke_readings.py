"""How the open questions of the Nukes are read, ES-A10 to ES-A12, ES-A19 and ES-A20; docs/games/escalate.md lists them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from warcouncil.games.escalate import GAME
from warcouncil.games.escalate.events.incidents import HolderReplaced, IncidentVoided
from warcouncil.games.escalate.events.launches import NukeAnswered, SeatKnockedOut
from warcouncil.games.escalate.state import EscalateState
from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.protocol.words import SeatId

from tests.games.escalate.build import EAST, NORTH, SOUTH, WEST, declare, launch, offered, play, table


def ended(state: EscalateState) -> Finish:
    """Return the end of the game."""
    phase = GAME.phase(state)
    assert isinstance(phase, Finish)
    return phase


def test_es_a10_a_nuke_is_launched_on_ones_own_turn_only() -> None:
    """Without the option a seat is asked for a launch between the turns, or cannot launch on its own turn."""
    state = table({NORTH: "joker1 QS", EAST: "joker2 2H", SOUTH: "2D"}, turn=NORTH)
    state, _ = play(state, "pass")
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    assert (phase.name, phase.asked) == ("Opening", (EAST,))
    assert offered(state, EAST) == ("defer", "launch")


def test_es_a11_a_target_strikes_back_before_a_bystander() -> None:
    """A bystander spends a Nuke although a target holds one, which it loses in any case."""
    hands = {NORTH: "AS 2S", EAST: "AH KH", SOUTH: "AD 2D", WEST: "AC 2C"}
    state, events = declare(table(hands, turn=EAST, mad=True), east=launch(WEST))
    assert [event.seat for event in events if isinstance(event, NukeAnswered)] == [WEST]
    assert (state.hands[SOUTH], state.hands[NORTH]) == (("AD", "2D"), ("AS", "2S"))


def test_es_a11_if_chosen_a_target_strikes_back_before_a_bystander() -> None:
    """A bystander who chose to strike back spends a Nuke although a target chose it too. The target loses its
    Nuke in any case.
    """
    hands = {NORTH: "2S", EAST: "AH KH", SOUTH: "AD 2D", WEST: "AC 2C"}
    state, _ = declare(table(hands, turn=EAST, mad=True, retaliation="chosen"), east=launch(WEST))
    state, events = declare(state, south="retaliate", west="retaliate")
    assert [event.seat for event in events if isinstance(event, NukeAnswered)] == [WEST]
    assert state.hands[SOUTH] == ("AD", "2D")


def test_es_a11_of_several_targets_the_first_clockwise_strikes_back_however_they_were_named() -> None:
    """The order in which the launcher named the targets decides whose Nuke is used, and all see whose it was."""
    hands = {NORTH: "2S", EAST: "AS AC KH", SOUTH: "AH 2D", WEST: "AD 2C"}
    _, events = declare(table(hands, turn=EAST, mad=True), east=launch(WEST, SOUTH))
    assert [event.seat for event in events if isinstance(event, NukeAnswered)] == [SOUTH]


def test_es_a11_of_several_bystanders_the_first_clockwise_strikes_back() -> None:
    """The order of the chairs, and not the order of play, decides whose Nuke is used."""
    hands = {NORTH: "AS 2S", EAST: "2H", SOUTH: "AD KD", WEST: "AC 2C"}
    state, events = declare(table(hands, turn=SOUTH, mad=True), south=launch(EAST))
    assert [event.seat for event in events if isinstance(event, NukeAnswered)] == [WEST]
    assert state.hands[NORTH] == ("AS", "2S")


def test_es_a11_a_seat_passed_over_holds_no_nuke_and_all_read_so_at_once() -> None:
    """The table does not show at once that a seat has no Nuke, although a later seat struck back in its
    place.
    """
    hands = {NORTH: "AS AC", EAST: "2H", SOUTH: "AD KD", WEST: "KC 2C"}
    state, events = declare(table(hands, turn=SOUTH, mad=True), south=launch(EAST))
    (answered,) = [event for event in events if isinstance(event, NukeAnswered)]
    assert (answered.seat, state.disarmed) == (NORTH, (WEST,))
    assert [words for seat, _, _, words in answered.standings if seat == WEST] == ["has no Nuke"]


def test_es_a11_without_an_answer_all_survivors_hold_no_nuke_and_all_read_so_at_once() -> None:
    """No seat strikes back, and the table does not show with the first knock-out that no survivor has a Nuke."""
    hands = {NORTH: "2S", EAST: "2H", SOUTH: "AD AS", WEST: "2C"}
    state, events = declare(table(hands, turn=SOUTH, mad=True), south=launch(EAST))
    (gone,) = [event for event in events if isinstance(event, SeatKnockedOut)]
    assert state.disarmed == (NORTH, WEST)
    assert {seat for seat, _, _, words in gone.standings if "has no Nuke" in words} == {NORTH, WEST}


def test_es_a11_if_chosen_a_silent_seat_may_hold_a_nuke() -> None:
    """With retaliation=chosen, the table shows that a seat has no Nuke, although the seat may have kept it."""
    hands = {NORTH: "AS AC", EAST: "2H", SOUTH: "AD KD", WEST: "AH 2C"}
    state, _ = declare(table(hands, turn=SOUTH, mad=True, retaliation="chosen"), south=launch(EAST))
    assert state.disarmed == ()


def test_es_a11_with_retaliation_by_targets_a_bystander_keeps_still() -> None:
    """With retaliation=targets a seat that was not hit strikes back, or a target does not."""
    hands = {NORTH: "2S", EAST: "joker1 KH", SOUTH: "joker2 2D", WEST: "2C"}
    state, _ = declare(table(hands, turn=EAST, retaliation="targets"), east=launch(WEST))
    assert state.alive == (NORTH, EAST, SOUTH)
    state, _ = declare(table(hands, turn=EAST, retaliation="targets"), east=launch(SOUTH))
    assert state.alive == (NORTH, WEST)


def test_es_a12_the_launcher_takes_over_from_a_holder_that_is_knocked_out() -> None:
    """No seat holds the Incident, although the launcher acted last."""
    state = table({NORTH: "2S", EAST: "2H", SOUTH: "8D", WEST: "joker1 2C"}, laid="KD", turn=EAST)
    state, _ = play(state, "drop", "turn:8D")
    state, events = declare(state, west=launch(SOUTH))
    assert [event.seat for event in events if isinstance(event, HolderReplaced)] == [WEST]
    assert (state.holder, state.turn) == (WEST, NORTH)


@pytest.mark.parametrize(("launcher", "lead"), [(SOUTH, WEST), (EAST, SOUTH), (WEST, EAST)])
def test_es_a12_after_a_void_incident_the_first_survivor_left_of_the_launcher_leads(
    launcher: SeatId, lead: SeatId
) -> None:
    """The seat to the left of the fallen holder, or of the dealer, leads instead."""
    hands = {NORTH: "joker2 2S", EAST: "2H", SOUTH: "2D", WEST: "2C", launcher: "joker1 3D"}
    state = table(hands, laid="KD", turn=EAST, dealer=WEST)
    state, events = declare(replace(state, turn=launcher), **{launcher: launch(NORTH)})
    assert [event.points for event in events if isinstance(event, IncidentVoided)] == [3]
    assert (state.lead, state.turn, state.step) == (lead, lead, "opening")


def test_es_a19_a_seat_knocked_out_before_may_win_when_none_survives() -> None:
    """When no seat survives, a seat that was knocked out earlier cannot win, although it has the most points."""
    hands = {NORTH: "AS 2S", EAST: "AH KH", SOUTH: "AD 2D"}
    state = table(hands, turn=EAST, mad=True, points={NORTH: 9, EAST: 3})
    state = replace(state, alive=(EAST, SOUTH), hands={**state.hands, NORTH: ()}, discard=("AS", "2S"))
    state, _ = declare(state, east=launch(SOUTH))
    assert ended(state).winners == (NORTH,)


@pytest.mark.parametrize(
    ("mutual", "winners", "reason"),
    [
        ("most_points", (NORTH,), "No player survived Incident 1. North had the most points"),
        ("both_win", (NORTH, SOUTH), "No player survived Incident 1. Both win"),
        ("both_lose", (), "No player survived Incident 1. Both lose"),
    ],
)
def test_es_a20_in_a_duel_that_kills_both_the_most_points_win_or_both_win_or_lose(
    mutual: str, winners: tuple[SeatId, ...], reason: str
) -> None:
    """A table cannot choose one of the three readings of the designer's sentence that both players win or lose."""
    state = table({NORTH: "joker2", SOUTH: "joker1"}, points={NORTH: 4, SOUTH: 3}, mutual=mutual)
    state, events = declare(state, south=launch(NORTH))
    assert (ended(state).winners, ended(state).reason) == (winners, reason)
    names = " and ".join(seat.title() for seat in winners) or "No player"
    assert told(events[-1], None) == f"{reason}. {names} won the game."
    assert GAME.sheet(state, None).headline == f"{reason}. {names} won."


def test_es_a20_more_than_two_seats_never_win_or_lose_together() -> None:
    """The designer's rule for two players applies to a larger table when its last two fall together."""
    hands = {NORTH: "AS", EAST: "AH", SOUTH: "AD"}
    state = table(hands, turn=EAST, mad=True, points={EAST: 3}, mutual="both_win")
    state = replace(state, alive=(EAST, SOUTH))
    state, _ = declare(state, east=launch(SOUTH))
    assert ended(state).winners == (EAST,)


@pytest.mark.parametrize(("mad", "winners"), [(False, ()), (True, (NORTH,))])
def test_es_a20_the_dead_may_win_in_games_with_mad_alone(mad: bool, winners: tuple[SeatId, ...]) -> None:
    """With posthumous=mad, a game without the special rule M.A.D. is won by the points before the launch."""
    nukes = ("AS", "AH") if mad else ("joker1", "joker2")
    hands = {NORTH: nukes[0], SOUTH: nukes[1]}
    state = table(hands, points={NORTH: 4}, mad=mad, posthumous="mad")
    state, _ = declare(state, south=launch(NORTH))
    assert ended(state).winners == winners


def test_es_a12_the_left_of_the_new_holder_comes_before_seats_that_passed() -> None:
    """A seat is asked twice before another is asked once."""
    hands = {NORTH: "2S", EAST: "2H", SOUTH: "joker1 2D", WEST: "2C"}
    state, _ = play(table(hands, laid="KD", turn=EAST, passes=True), "pass")
    state, _ = declare(state, south=launch(NORTH))
    assert (state.holder, state.turn) == (SOUTH, WEST)
