"""3.3 Combat: the shown divisions, the charges, the cost, and the choice of losses."""

from __future__ import annotations

import pytest
from warcouncil.games.kartenspiel import GAME
from warcouncil.games.kartenspiel.events.combats import (
    BothDefended,
    ChargesRevealed,
    CombatCounted,
    HoldingsShown,
    LossesPaid,
)
from warcouncil.games.kartenspiel.events.orders import OrderConfused, OrderTurned
from warcouncil.games.kartenspiel.sheet import sight_of
from warcouncil.games.kartenspiel.state import Force
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.events import told
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.protocol.table.forms import Choice
from warcouncil.protocol.table.sheets import BattleLine
from warcouncil.protocol.words import SeatId

from tests.games.kartenspiel.builder import DICE, Table, deployed


def test_3_3_pairs_are_fought_in_order_one_to_four() -> None:
    """A pair is shown or fought before an earlier one, so its commanders decide a charge without the earlier
    result.
    """
    table = Table(deployed(red={1: (3, 1), 3: (3, 1)}))
    events = table.declare("red.corps.1", "red.corps.3", "black.corps.4")
    assert [type(event) for event in events[1:]] == [HoldingsShown]
    table.charge(red=True)
    assert [event.corps for event in table.found(BothDefended)] == [2]
    assert [event.corps for event in table.found(HoldingsShown)] == [1, 3]
    table.charge(red=False)
    table.fight_out()
    assert [event.corps for event in table.found(CombatCounted)] == [1, 3, 4]


def test_3_3_1_mutual_defence_shows_nothing() -> None:
    """A corps must show its strength although both only defend."""
    table = Table(deployed())
    table.declare("red.corps.1")
    assert [event.corps for event in table.found(HoldingsShown)] == [1]
    assert [event.corps for event in table.found(BothDefended)] == [2, 3, 4]


def test_3_3_2_both_holdings_are_shown_to_all_readers() -> None:
    """The two corps or the public do not see the divisions that fight."""
    table = Table(deployed(red={2: (4, 1)}, black={2: (2, 0)}))
    table.declare("black.corps.2")
    shown = table.found(HoldingsShown)
    assert shown == [HoldingsShown(2, Force(4, 1), Force(2, 0))]
    assert told(shown[0], PUBLIC) == "Corps II: Red showed 4 infantry + 1 cavalry. Black showed 2 infantry."


def test_3_3_2_shown_divisions_are_hidden_again_after_the_combat() -> None:
    """Divisions stay visible after the combat."""
    table = Table(deployed(red={2: (4, 1)}, black={2: (2, 0)}))
    table.declare("black.corps.2")
    enemy, mine = SeatId("black.corps.2"), SeatId("red.corps.2")
    assert sight_of(table.state, enemy).corps[1]
    table.charge(red=False)
    table.fight_out()
    assert not sight_of(table.state, enemy).corps[1]
    assert sight_of(table.state, mine).corps[1]


def test_3_3_3_both_with_cavalry_decide_sealed() -> None:
    """Of two seats that may charge, one sees the other's decision first."""
    table = Table(deployed(red={1: (3, 1)}, black={1: (3, 2)}))
    table.declare("red.corps.1")
    assert table.phase.asked == ("red.corps.1", "black.corps.1")
    assert table.phase.sealed
    assert table.phase.title == "Turn 1 · Charge, corps I"


@pytest.mark.parametrize("attacker", ["red", "black"])
@pytest.mark.parametrize("mounted", [("red",), ("black",), ("red", "black")])
def test_ks_a14_cavalry_of_either_corps_may_charge(mounted: tuple[str, ...], attacker: str) -> None:
    """The attacked corps cannot charge, although the text "in other corps" means both corps of the pair."""
    table = Table(deployed(**{side: {1: (3, 2)} for side in mounted}))
    table.declare(f"{attacker}.corps.1")
    assert table.phase.asked == tuple(f"{side}.corps.1" for side in mounted)
    table.charge(**dict.fromkeys(mounted, True))
    red, black = (True if side in mounted else None for side in ("red", "black"))
    assert table.found(ChargesRevealed) == [ChargesRevealed(1, red, black)]


def test_3_3_3_no_cavalry_no_question() -> None:
    """Infantry against infantry waits for a question about a charge."""
    table = Table(deployed())
    events = table.declare("red.corps.1")
    assert CombatCounted(1, (True, False), (3, 3), (1, 0)) in events
    (paid,) = (event for event in events if isinstance(event, LossesPaid))
    assert (paid.red, paid.black, paid.left) == (Force(1, 0), Force(0, 0), (Force(2, 0), Force(3, 0)))


def test_ks_a3_a_missing_charge_is_chosen_by_the_enemy_opposite() -> None:
    """The enemy opposite does not choose a missing charge, or chooses it only if it has cavalry itself."""
    table = Table(deployed(red={1: (3, 1)}))
    table.declare("red.corps.1")
    assert table.charge() == (OrderConfused(charge=True),)
    assert table.phase.asked == ("black.corps.1",)
    table.close({"black.corps.1": {"charge": "charge"}})
    assert table.found(OrderTurned)[0].acts is True
    assert table.found(ChargesRevealed) == [ChargesRevealed(1, True, None)]
    assert table.corps("red.corps.1") == Force(3, 0)


def test_3_3_3_of_two_charges_only_the_missing_one_is_chosen() -> None:
    """A sealed charge changes, or is seen before the missing one is chosen."""
    table = Table(deployed(red={1: (3, 1)}, black={1: (2, 2)}))
    table.declare("red.corps.1")
    table.close({"red.corps.1": {"charge": "charge"}})
    assert table.phase.asked == ("red.corps.1",)
    assert table.found(ChargesRevealed) == []
    table.close({"red.corps.1": {"charge": "hold"}})
    assert table.found(ChargesRevealed) == [ChargesRevealed(1, True, False)]


def test_ks_a3_a_charge_that_is_missing_again_is_none() -> None:
    """The cavalry charges though neither side chose a charge."""
    table = Table(deployed(red={1: (3, 1)}, black={1: (2, 2)}))
    table.declare("red.corps.1")
    table.charge()
    assert table.phase.asked == ("red.corps.1", "black.corps.1")
    table.close({})
    assert table.found(ChargesRevealed) == [ChargesRevealed(1, False, False)]
    assert table.found(OrderTurned) == []


def test_3_3_3_the_choice_is_made_knowing_all_that_was_shown() -> None:
    """A commander who decides a charge does not read both strengths, or which side attacks."""
    table = Table(deployed(red={1: (3, 1)}, black={1: (2, 2)}))
    table.declare("red.corps.1")
    form = GAME.form(table.state, SeatId("black.corps.1"))
    assert form.help == "Black defends with 2 infantry + 2 cavalry. Red attacks with 3 infantry + 1 cavalry."


def counted(
    red: tuple[int, int], black: tuple[int, int], attackers: str, /, **charges: bool
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Fight pair I with these divisions. Return the total of each side, and how many divisions it must lose."""
    table = Table(deployed(red={1: red}, black={1: black}))
    table.declare(*(f"{side}.corps.1" for side in attackers.split()))
    if table.state.step == "Charge":
        table.charge(**charges)
    combat = table.found(CombatCounted)[0]
    return combat.totals, combat.owed


@pytest.mark.parametrize(
    ("charges", "totals"),
    [
        ({"red": False, "black": False}, (6, 4)),
        ({"red": True, "black": False}, (8, 4)),
        ({"red": False, "black": True}, (6, 6)),
        ({"red": True, "black": True}, (8, 6)),
    ],
)
def test_3_3_4_only_charging_cavalry_counts_double(charges: dict[str, bool], totals: tuple[int, int]) -> None:
    """Cavalry that does not charge counts double, or infantry does in a charge."""
    assert counted((4, 2), (2, 2), "red", **charges)[0] == totals


@pytest.mark.parametrize(
    ("red", "black", "lost"),
    [
        ((3, 0), (3, 0), 0),
        ((4, 0), (3, 0), 1),
        ((5, 0), (3, 0), 1),
        ((6, 0), (3, 0), 2),
        ((12, 0), (3, 0), 2),
        ((2, 0), (3, 0), 0),
    ],
)
def test_3_3_5_a_larger_attacker_costs_one_and_a_double_one_two(
    red: tuple[int, int], black: tuple[int, int], lost: int
) -> None:
    """A larger attacker does not cost the enemy one division, or one of at least double the total does not
    cost exactly two.
    """
    assert counted(red, black, "red")[1] == (1, lost)


def test_3_3_5_a_larger_side_that_only_defends_costs_nothing() -> None:
    """A larger defender that is attacked takes more from the attacker than the attacker's own loss."""
    assert counted((3, 0), (9, 0), "red")[1] == (1, 0)


@pytest.mark.parametrize(
    ("red", "black", "attackers", "owed"),
    [
        ((3, 0), (3, 0), "red", (1, 0)),
        ((3, 0), (3, 0), "red black", (1, 1)),
        ((3, 0), (2, 0), "red", (1, 1)),
        ((3, 0), (1, 0), "red", (0, 1)),
        ((3, 0), (0, 0), "red", (0, 0)),
        ((1, 0), (3, 0), "red black", (1, 0)),
    ],
)
def test_3_3_6_each_attacker_loses_one_unless_it_faces_fewer_than_two(
    red: tuple[int, int], black: tuple[int, int], attackers: str, owed: tuple[int, int]
) -> None:
    """An attack costs nothing, or costs a division against an enemy of fewer than two."""
    assert counted(red, black, attackers)[1] == owed


def test_ks_a5_divisions_are_counted_and_not_what_a_charge_makes_of_them() -> None:
    """A single charging cavalry counts as two enemy divisions, so the attack on it costs the attacker one."""
    assert counted((3, 0), (0, 1), "red", black=True) == ((3, 2), (0, 1))


def test_ks_a17_the_enemy_is_counted_before_any_loss() -> None:
    """Two enemies that both die count as fewer than two, and the attacker loses nothing for them."""
    assert counted((6, 0), (2, 0), "red")[1] == (1, 2)


@pytest.mark.parametrize(("attackers", "owed"), [("red black", (1, 2)), ("red", (1, 1)), ("black", (0, 1))])
def test_ks_a15_the_small_force_attacks_as_well_and_not_instead(
    attackers: str, owed: tuple[int, int]
) -> None:
    """The designer's example does not come out as printed. Both forces attack and charge, the larger loses
    one division and the smaller two.
    """
    assert counted((4, 2), (2, 2), attackers, red=True, black=True) == ((8, 6), owed)


def test_ks_a6_the_owner_chooses_all_losses_at_once() -> None:
    """Another player chooses between cavalry and infantry, or the owner chooses one loss at a time."""
    table = Table(deployed(red={1: (2, 2)}, black={1: (6, 0)}))
    table.declare("red.corps.1", "black.corps.1")
    table.charge(red=False)
    assert table.phase.asked == ("red.corps.1",)
    field = GAME.form(table.state, SeatId("red.corps.1")).fields[0]
    assert isinstance(field, Choice)
    assert [option.label for option in field.options] == ["2 infantry", "1 infantry + 1 cavalry", "2 cavalry"]
    table.pay(red=1)
    assert table.corps("red.corps.1") == Force(1, 1)


def test_ks_a6_neither_owner_waits_for_the_other() -> None:
    """One owner's choice of losses waits for the other's."""
    table = Table(deployed(red={1: (3, 2)}, black={1: (2, 2)}))
    table.declare("red.corps.1", "black.corps.1")
    table.charge(red=False, black=False)
    assert table.phase.asked == ("red.corps.1", "black.corps.1")
    assert table.phase.sealed
    table.pay(red=1, black=0)
    assert table.corps("red.corps.1") == Force(3, 1)
    assert table.corps("black.corps.1") == Force(0, 2)


def test_ks_a6_a_silent_owner_loses_infantry_first() -> None:
    """A commander who does not answer in time loses cavalry before infantry."""
    table = Table(deployed(red={1: (1, 2)}, black={1: (5, 0)}))
    table.declare("red.corps.1", "black.corps.1")
    table.charge(red=False)
    table.close({})
    assert table.corps("red.corps.1") == Force(0, 1)


def test_3_3_7_a_charge_pays_in_cavalry_without_a_question() -> None:
    """After a charge a player is asked for losses, although cavalry is lost first and infantry then."""
    table = Table(deployed(red={1: (3, 1)}, black={1: (7, 0)}))
    table.declare("red.corps.1", "black.corps.1")
    table.charge(red=True)
    assert table.phase.name == "Redeployment"
    assert table.corps("red.corps.1") == Force(2, 0)


@pytest.mark.parametrize(("defender", "attacker"), [("red", "black"), ("black", "red")])
def test_3_3_7_a_defender_that_charged_pays_in_cavalry_too(defender: str, attacker: str) -> None:
    """A corps that charged does not lose its cavalry first when the enemy attacked."""
    table = Table(deployed(**{attacker: {1: (12, 0)}, defender: {1: (3, 2)}}))
    table.declare(f"{attacker}.corps.1")
    table.charge(**{defender: True})
    assert table.state.step == "Redeployment"
    assert table.corps(f"{defender}.corps.1") == Force(3, 1)
    assert table.corps(f"{attacker}.corps.1") == Force(11, 0)


@pytest.mark.parametrize(("defender", "attacker"), [("red", "black"), ("black", "red")])
def test_3_3_7_only_the_corps_that_held_back_is_asked(defender: str, attacker: str) -> None:
    """Beside an enemy that may choose, a defender that charged chooses its losses too, and saves its cavalry."""
    table = Table(deployed(**{attacker: {1: (9, 2)}, defender: {1: (3, 2)}}))
    table.declare(f"{attacker}.corps.1")
    table.charge(**{attacker: False, defender: True})
    assert table.phase.asked == (f"{attacker}.corps.1",)
    table.pay(**{attacker: 1})
    assert table.corps(f"{defender}.corps.1") == Force(3, 1)
    assert table.corps(f"{attacker}.corps.1") == Force(9, 1)


def test_3_3_7_a_voided_choice_loses_infantry_first() -> None:
    """If the umpire voids a choice of losses, cavalry is lost and not infantry."""
    table = Table(deployed(red={1: (3, 2)}, black={1: (2, 2)}))
    table.declare("red.corps.1", "black.corps.1")
    table.charge(red=False, black=False)
    after = GAME.resolve(table.state, dict.fromkeys(table.phase.asked), DICE).state
    assert (after.corps[0], after.corps[4]) == (Force(2, 2), Force(0, 2))


def test_3_3_7_cavalry_pays_for_one_division_only() -> None:
    """A charging cavalry counts as two divisions of loss."""
    table = Table(deployed(red={1: (2, 2)}, black={1: (12, 0)}))
    table.declare("red.corps.1", "black.corps.1")
    table.charge(red=True)
    assert table.found(LossesPaid)[0].red == Force(1, 2)


def test_3_3_7_losses_beyond_the_divisions_present_are_ignored() -> None:
    """A corps of one that owes three losses still owes two in the next turn."""
    table = Table(deployed(red={1: (1, 0)}, black={1: (9, 0)}))
    table.declare("red.corps.1", "black.corps.1")
    assert table.found(CombatCounted)[0].owed == (1, 0)
    assert table.state.lost == (Force(1, 0), Force(0, 0))


def test_3_3_7_lost_divisions_go_to_the_umpire_at_once() -> None:
    """The losses of one pair are not on the pile, or not in the total, before the next pair decides."""
    table = Table(deployed(red={1: (1, 2)}, black={1: (6, 0), 2: (3, 1)}))
    table.declare("red.corps.1", "black.corps.1", "black.corps.2")
    table.charge(red=True)
    assert table.state.step == "Charge"
    assert (table.state.lost, table.state.ever) == ((Force(0, 2), Force(1, 0)), (2, 1))


def test_3_3_7_losing_all_is_no_choice() -> None:
    """A corps that must lose everything is asked to choose its losses."""
    table = Table(deployed(red={1: (1, 1)}, black={1: (6, 0)}))
    table.declare("red.corps.1", "black.corps.1")
    table.charge(red=False)
    assert table.corps("red.corps.1") == Force(0, 0)


@pytest.mark.parametrize("value", ["cavalry.3", "cavalry.-1", "two", 1])
def test_3_3_7_losses_outside_what_is_owed_are_refused(value: str | int) -> None:
    """A corps pays with divisions that it does not have, or less than it owes."""
    table = Table(deployed(red={1: (2, 2)}, black={1: (6, 0)}))
    table.declare("red.corps.1", "black.corps.1")
    table.charge(red=False)
    with pytest.raises(Illegal) as refused:
        GAME.read(table.state, SeatId("red.corps.1"), {"losses": value})
    assert refused.value.rule == "3.3"


def test_ks_a4_all_of_a_corps_charges_or_none() -> None:
    """Part of a corps's cavalry can charge, or the rest of it does not charge too."""
    table = Table(deployed(red={1: (3, 2)}))
    table.declare("red.corps.1")
    with pytest.raises(Illegal) as refused:
        GAME.read(table.state, SeatId("red.corps.1"), {"charge": "one"})
    assert refused.value.rule == "3.3"
    assert counted((3, 2), (3, 0), "red", red=True)[0] == (7, 3)


def test_ks_a8_all_readers_learn_how_much_of_each_arm_is_lost() -> None:
    """Losses lie face up on the table, but enemies, neighbours or the public do not see them."""
    table = Table(deployed(red={1: (2, 2)}, black={1: (6, 0)}))
    table.declare("red.corps.1", "black.corps.1")
    table.charge(red=False)
    table.pay(red=1)
    (paid,) = table.found(LossesPaid)
    assert told(paid, PUBLIC) == "Corps I: Red lost 1 infantry + 1 cavalry. Black lost 1 infantry."
    for seat in (SeatId("red.corps.4"), SeatId("black.army"), None):
        line = GAME.sheet(table.state, seat).elements[0]
        assert isinstance(line, BattleLine)
        red = line.near if line.near.team == "red" else line.far
        assert red.posts[0].note == "then lost 1 inf 1 cav"
        assert red.behind[1].value == "1 inf 1 cav"


def test_ks_a18_combat_does_not_stop_half_way() -> None:
    """Pair IV is not fought when pair I has already broken a line."""
    table = Table(deployed(red={1: (6, 0)}, black={1: (2, 0), 4: (6, 0)}))
    table.declare("red.corps.1", "black.corps.4")
    assert [event.corps for event in table.found(CombatCounted)] == [1, 4]
    assert table.corps("red.corps.4") == Force(1, 0)
    assert table.finish.winners == ("red",)
