"""5. The knowledge of each seat: sheets, memory, and worlds that a seat cannot tell apart."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from warcouncil.games.kartenspiel import GAME
from warcouncil.games.kartenspiel.options import KartenspielOptions
from warcouncil.games.kartenspiel.state import CONFUSED_CHARGE, BattleState, Force
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import known
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.table.forms import Moves
from warcouncil.protocol.table.sheets import BattleLine, Post, Strength
from warcouncil.protocol.words import SeatId

from tests.games.kartenspiel.builder import Table, conserved, deployed, held, opened
from tests.games.kartenspiel.play import SETTINGS, battle, dull


def line(table: Table, seat: str | None) -> BattleLine:
    """Return the battle line that a seat sees."""
    element = GAME.sheet(table.state, None if seat is None else SeatId(seat)).elements[0]
    assert isinstance(element, BattleLine)
    return element


def post(table: Table, seat: str | None, side: str, number: int) -> Post:
    """Return a corps of the line as a seat sees it."""
    drawn = line(table, seat)
    return (drawn.near if drawn.near.team == side else drawn.far).posts[number - 1]


def test_5_a_corps_commander_knows_only_their_own_corps() -> None:
    """A corps commander reads the strength of a neighbour, of the reserve or of the enemy, or does not read
    their own.
    """
    table = Table(deployed(red={2: (4, 2)}))
    own = post(table, "red.corps.2", "red", 2)
    assert own.yours
    assert own.strength == Strength(now=6, parts=("4 inf", "2 cav"))
    unknown = [post(table, "red.corps.2", "red", number) for number in (1, 3, 4)]
    unknown += [post(table, "red.corps.2", "black", number) for number in (1, 2, 3, 4)]
    assert [one.strength for one in unknown] == [Strength()] * 7
    assert line(table, "red.corps.2").near.behind[0].value == "?"


def test_5_the_army_commander_knows_all_of_the_army() -> None:
    """An army commander's sheet does not show each corps, its losses and the reserve, or it shows the enemy's."""
    table = Table(deployed(red={2: (4, 2)}))
    assert post(table, "red.army", "red", 2).strength == Strength(now=6, parts=("4 inf", "2 cav"))
    assert post(table, "red.army", "red", 2).note == "received 6, lost 0"
    assert line(table, "red.army").near.behind[0].value == "7 inf 4 cav"
    assert line(table, "red.army").far.behind[0].value == "?"
    assert post(table, "red.army", "black", 2).strength == Strength()


@pytest.mark.parametrize("red", [{"inf": {"II": 9}, "cav": {"II": 4}}, {"inf": {"I": 2}}])
def test_ks_a1_sizes_are_hidden_as_well_as_what_they_are_made_of(red: Moves) -> None:
    """An enemy or the public learns how many divisions were sent, or that any were."""
    still, sent = Table(opened()), Table(opened())
    quiet, stirred = still.send(), sent.send(red=red)
    for seat in GAME.seats(KartenspielOptions()):
        if seat.team == "black":
            assert GAME.sheet(sent.state, seat.id) == GAME.sheet(still.state, seat.id)
            assert [known(event, seat) for event in stirred] == [known(event, seat) for event in quiet]
    assert GAME.sheet(sent.state, None) == GAME.sheet(still.state, None)
    assert GAME.sheet(sent.state, SeatId("red.army")) != GAME.sheet(still.state, SeatId("red.army"))


@pytest.mark.parametrize(
    ("settings", "strength", "reserve"),
    [
        ({}, None, "?"),
        ({"team_view": "commander_sees_all"}, None, "?"),
        ({"team_view": "shared"}, 6, "7 inf 4 cav"),
    ],
)
def test_ks_a9_team_mates_see_each_others_divisions_with_the_option(
    settings: dict[str, Any], strength: int | None, reserve: str
) -> None:
    """The option shows a side's cards to the enemy too, or a seat sees other cards of its side without it."""
    table = Table(deployed(red={2: (4, 2)}, **settings))
    assert post(table, "red.corps.4", "red", 2).strength.now == strength
    assert line(table, "red.corps.4").near.behind[0].value == reserve
    assert post(table, "black.corps.4", "red", 2).strength == Strength()


def test_5_own_corps_are_near_and_the_enemy_far() -> None:
    """A seat does not see the table from its own side, or the public does not see it from Red's."""
    table = Table(deployed())
    assert line(table, "black.corps.1").near.team == "black"
    assert line(table, "red.corps.1").near.team == "red"
    assert line(table, None).near.team == "red"


def test_5_holdings_are_open_in_a_combat_and_memory_after_it() -> None:
    """A sheet does not show both corps during their combat, or does not keep them afterwards as last seen,
    with the turn.
    """
    table = Table(deployed(red={1: (3, 1)}, black={1: (5, 0)}))
    table.declare("red.corps.1")
    for reader in ("red.corps.3", "black.corps.1", None):
        assert post(table, reader, "red", 1).strength == Strength(now=4, parts=("3 inf", "1 cav"))
        assert post(table, reader, "red", 1).stance == "✋ A attacks"
    table.charge(red=True)
    remembered = post(table, "black.corps.1", "red", 1)
    assert remembered.strength == Strength(seen=4, seen_parts=("3 inf", "1 cav"), seen_when="turn 1")
    assert remembered.note == "then lost 1 cav"
    assert post(table, "red.corps.1", "red", 1).strength.now == 3
    assert post(table, "red.corps.3", "red", 1).strength.seen == 4
    assert post(table, "black.corps.1", "red", 2).strength == Strength()


def test_5_the_public_sees_what_everyone_sees_and_no_more() -> None:
    """The projector, which both sides can read, shows a present strength, or does not show what was seen and
    lost.
    """
    table = Table(deployed())
    table.declare("red.corps.1")
    public = line(table, None)
    three = Strength(seen=3, seen_parts=("3 inf",), seen_when="turn 1")
    for side, lost in ((public.near, "1 inf"), (public.far, "nothing")):
        assert [one.strength for one in side.posts] == [three, Strength(), Strength(), Strength()]
        assert [fact.value for fact in side.behind[:2]] == ["?", lost]
    assert [one.note for one in public.near.posts] == ["then lost 1 inf", "", "", ""]


def test_8_1_a_seat_of_several_roles_sees_all_of_them() -> None:
    """One player who runs a side lacks information of it, or has some of the enemy's."""
    table = Table(deployed(red={2: (4, 2)}, seats="two"))
    assert [one.yours for one in line(table, "red.army").near.posts] == [True] * 4
    assert post(table, "red.army", "red", 2).strength.now == 6
    assert line(table, "red.army").far.behind[0].value == "?"
    assert [one.strength for one in line(table, "red.army").far.posts] == [Strength()] * 4


def check_twin(state: BattleState, phase: Phase, seat: SeatId, dice: Dice) -> bool:
    """Check that a seat cannot tell a position from one dealt anew. Return whether it differs at all."""
    other = GAME.rehide(state, seat, dice)
    again = GAME.phase(other)
    assert isinstance(again, Phase)
    assert replace(again, asked=()) == replace(phase, asked=())
    assert again.asked == phase.asked if phase.asked_known else (seat in again.asked) == (seat in phase.asked)
    assert GAME.sheet(other, seat) == GAME.sheet(state, seat)
    assert GAME.sheet(other, None) == GAME.sheet(state, None)
    if seat in phase.asked:
        assert GAME.form(other, seat) == GAME.form(state, seat)
    assert conserved(other)
    assert [held(other, side) for side in (0, 1)] == [held(state, side) for side in (0, 1)]
    return other != state


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_5_no_seat_can_tell_a_world_dealt_anew(settings: dict[str, Any]) -> None:
    """A seat's sheet or form shows what it may not know, in some phase of some battle."""
    seats = [seat.id for seat in GAME.seats(KartenspielOptions(**settings))]
    differing = dict.fromkeys(seats, 0)
    for number in range(5):
        for gate, (state, phase) in enumerate(battle(number, settings, silence=5)):
            if isinstance(phase, Phase):
                for seat in seats:
                    differing[seat] += check_twin(state, phase, seat, Dice(bytes([gate % 250] * 16), seat))
    assert min(differing.values()) > 0


def test_5_a_new_deal_keeps_public_conclusions() -> None:
    """If hidden divisions are dealt anew, a corps that was just shown changes, or later has fewer divisions
    than it was left with.
    """
    table = Table(deployed(red={1: (6, 0)}, black={1: (5, 0)}))
    table.declare("red.corps.1")
    for number in range(10):
        other = GAME.rehide(table.state, SeatId("black.corps.1"), Dice(bytes([number] * 16)))
        assert other.corps[0] == table.state.corps[0] == Force(5, 0)
    table.send(red={"inf": {"I": 2}})
    seen = {
        GAME.rehide(table.state, SeatId("black.corps.1"), Dice(bytes([number] * 16))).corps[0]
        for number in range(20)
    }
    assert len(seen) > 3
    assert min(force.inf for force in seen) >= 5


def test_5_nothing_is_hidden_before_a_day_begins() -> None:
    """If hidden divisions are dealt anew before a day's first orders, an army is not all in its reserve."""
    days = set()
    for state, phase in dull(3):
        if state.fresh and isinstance(phase, Phase):
            assert GAME.rehide(state, SeatId("red.corps.1"), Dice(bytes(16))) == state
            days.add(state.day)
    assert len(days) > 1


def test_a_failure_to_charge_is_known_only_to_the_seat_and_the_chooser() -> None:
    """A distant corps knows which side's cavalry waited for an order."""
    table = Table(deployed(red={1: (2, 2)}, black={1: (2, 2)}))
    table.declare("red.corps.1")
    table.charge(red=True)
    assert table.state.step == CONFUSED_CHARGE
    assert table.state.charges == (True, None)

    def worlds(seat: str) -> set[tuple[bool | None, bool | None]]:
        dice = (Dice(bytes([number] * 16)) for number in range(60))
        return {GAME.rehide(table.state, SeatId(seat), each).charges for each in dice}

    assert worlds("red.corps.4") == worlds("black.corps.3")
    assert worlds("red.corps.4") == {(None, None), (None, True), (None, False), (True, None), (False, None)}
    assert worlds("red.corps.1") == {(True, None)}
    assert worlds("black.corps.1") == {(True, None), (False, None)}


def test_cavalry_of_one_side_alone_shows_the_missing_charge() -> None:
    """A side without cavalry is dealt as the one that did not order a charge."""
    table = Table(deployed(red={1: (4, 0)}, black={1: (2, 2)}))
    table.declare("red.corps.1")
    table.close({})
    assert table.state.step == CONFUSED_CHARGE
    dice = [Dice(bytes([number] * 16)) for number in range(20)]
    far = {GAME.rehide(table.state, SeatId("red.corps.4"), each).charges for each in dice}
    assert far == {table.state.charges}


@pytest.mark.parametrize(
    ("corps", "label"),
    [((4, 2), "Corps I (4 inf, 2 cav)"), ((1, 0), "Corps I (1 inf)"), ((0, 0), "Corps I (empty)")],
)
def test_3_2_a_commander_is_asked_for_a_corps_with_its_divisions(corps: tuple[int, int], label: str) -> None:
    """A commander orders an attack with an empty corps and does not know it."""
    form = GAME.form(deployed(red={1: corps}), SeatId("red.corps.1"))
    assert (form.question, [field.label for field in form.fields]) == ("What does corps I do?", [label])
    both = GAME.form(deployed(red={1: corps}, seats="two"), SeatId("red.army"))
    assert (both.question, both.fields[0].label, len(both.fields)) == ("What do your corps do?", label, 4)


def test_5_a_memory_bears_the_turn_in_which_the_corps_was_open() -> None:
    """If this fails, a commander takes an old strength for a new one, or the memory of one pair for another's."""
    table = Table(deployed(red={1: (6, 0), 2: (6, 0)}, black={1: (6, 0), 2: (6, 0)}))
    for attacker in ("red.corps.1", "red.corps.2"):
        table.declare(attacker)
        table.fight_out()
        table.send()
    assert table.state.turn == 3
    seen = [post(table, "black.army", "red", number).strength.seen_when for number in (1, 2, 3, 4)]
    assert seen == ["turn 1", "turn 2", "", ""]
    table.declare("red.corps.1")
    table.fight_out()
    assert post(table, "black.army", "red", 1).strength.seen_when == "turn 3"
