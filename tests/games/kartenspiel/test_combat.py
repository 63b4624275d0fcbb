"""3.3 Combat: what is shown, who charges, what it costs, and who chooses what is lost."""

from __future__ import annotations

import pytest
from warcouncil.games.kartenspiel import GAME
from warcouncil.games.kartenspiel.events import (
    BothDefended,
    ChargesRevealed,
    CombatCounted,
    HoldingsShown,
    LossesPaid,
    OrderConfused,
    OrderTurned,
)
from warcouncil.games.kartenspiel.state import Force
from warcouncil.games.kit.errors import Illegal
from warcouncil.protocol.forms import Choice
from warcouncil.protocol.words import SeatId

from tests.games.kartenspiel.builder import Table, deployed


def test_3_3_pairs_are_fought_in_order_one_to_four() -> None:
    """What pair I shows must be known before pair II decides on its charge."""
    table = Table(deployed(red={1: (3, 1), 3: (3, 1)}))
    events = table.declare("red.corps.1", "red.corps.3", "black.corps.4")
    assert [type(event) for event in events[1:]] == [HoldingsShown]
    table.charge(red=True)
    assert [event.corps for event in table.found(BothDefended)] == [2]
    assert [event.corps for event in table.found(HoldingsShown)] == [1, 3]
    table.charge(red=False)
    table.fight_out()
    assert [event.corps for event in table.found(CombatCounted)] == [1, 3, 4]


def test_3_3_mutual_defence_shows_nothing() -> None:
    """Two corps that both defend keep their strength to themselves."""
    table = Table(deployed())
    table.declare("red.corps.1")
    assert [event.corps for event in table.found(HoldingsShown)] == [1]
    assert [event.corps for event in table.found(BothDefended)] == [2, 3, 4]


def test_3_3_both_with_cavalry_decide_sealed() -> None:
    """Of two who may charge neither may wait for the other."""
    table = Table(deployed(red={1: (3, 1)}, black={1: (3, 2)}))
    table.declare("red.corps.1")
    assert table.phase.asked == ("red.corps.1", "black.corps.1")
    assert table.phase.sealed
    assert table.phase.title == "Turn 1 · Charge, corps I"


def test_3_3_only_who_has_cavalry_is_asked() -> None:
    """A commander without cavalry has nothing to declare; all can see it."""
    table = Table(deployed(black={1: (3, 2)}))
    table.declare("red.corps.1")
    assert table.phase.asked == ("black.corps.1",)
    table.charge(black=True)
    assert table.found(ChargesRevealed) == [ChargesRevealed(1, None, True)]


def test_3_3_no_cavalry_no_question() -> None:
    """Infantry against infantry is counted at once."""
    table = Table(deployed())
    events = table.declare("red.corps.1")
    assert CombatCounted(1, (True, False), (3, 3), (1, 0)) in events
    assert LossesPaid(1, Force(1, 0), Force(0, 0)) in events


def test_3_3_a_missing_charge_is_chosen_by_the_enemy_opposite() -> None:
    """The procedure for wavering is the same for charges, even for an enemy without cavalry of his own."""
    table = Table(deployed(red={1: (3, 1)}))
    table.declare("red.corps.1")
    assert table.charge() == (OrderConfused(charge=True),)
    assert table.phase.asked == ("black.corps.1",)
    table.close({"black.corps.1": {"charge": "charge"}})
    assert table.found(OrderTurned)[0].acts is True
    assert table.found(ChargesRevealed) == [ChargesRevealed(1, True, None)]
    assert table.corps("red.corps.1") == Force(3, 0)


def test_3_3_of_two_charges_only_the_missing_one_is_chosen() -> None:
    """A charge that was sealed stays; nobody sees it before the other is chosen."""
    table = Table(deployed(red={1: (3, 1)}, black={1: (2, 2)}))
    table.declare("red.corps.1")
    table.close({"red.corps.1": {"charge": "charge"}})
    assert table.phase.asked == ("red.corps.1",)
    assert table.found(ChargesRevealed) == []
    table.close({"red.corps.1": {"charge": "hold"}})
    assert table.found(ChargesRevealed) == [ChargesRevealed(1, True, False)]


def test_3_3_missing_again_does_not_charge() -> None:
    """When nobody chooses, the cavalry holds back."""
    table = Table(deployed(red={1: (3, 1)}, black={1: (2, 2)}))
    table.declare("red.corps.1")
    table.charge()
    assert table.phase.asked == ("red.corps.1", "black.corps.1")
    table.close({})
    assert table.found(ChargesRevealed) == [ChargesRevealed(1, False, False)]
    assert table.found(OrderTurned) == []


def test_3_3_the_owner_chooses_what_he_loses() -> None:
    """Only the owner may say whether horse or foot goes; one loss at a time would tell nothing more."""
    table = Table(deployed(red={1: (2, 2)}, black={1: (6, 0)}))
    table.declare("red.corps.1", "black.corps.1")
    table.charge(red=False)
    assert table.phase.asked == ("red.corps.1",)
    field = GAME.form(table.state, SeatId("red.corps.1")).fields[0]
    assert isinstance(field, Choice)
    assert [option.label for option in field.options] == ["2 inf", "1 inf 1 cav", "2 cav"]
    table.pay(red=1)
    assert table.corps("red.corps.1") == Force(1, 1)


def test_3_3_both_owners_choose_at_once() -> None:
    """No choice of losses may wait for the other."""
    table = Table(deployed(red={1: (3, 2)}, black={1: (2, 2)}))
    table.declare("red.corps.1", "black.corps.1")
    table.charge(red=False, black=False)
    assert table.phase.asked == ("red.corps.1", "black.corps.1")
    assert table.phase.sealed
    table.pay(red=1, black=0)
    assert table.corps("red.corps.1") == Force(3, 1)
    assert table.corps("black.corps.1") == Force(0, 2)


def test_3_3_a_silent_owner_loses_infantry_first() -> None:
    """The mildest loss is infantry."""
    table = Table(deployed(red={1: (1, 2)}, black={1: (5, 0)}))
    table.declare("red.corps.1", "black.corps.1")
    table.charge(red=False)
    table.close({})
    assert table.corps("red.corps.1") == Force(0, 1)


def test_3_3_a_charge_pays_in_cavalry_without_a_question() -> None:
    """After a charge there is nothing to choose: horse first, then foot."""
    table = Table(deployed(red={1: (3, 1)}, black={1: (7, 0)}))
    table.declare("red.corps.1", "black.corps.1")
    table.charge(red=True)
    assert table.phase.name == "Redeployment"
    assert table.corps("red.corps.1") == Force(2, 0)


def test_3_3_losing_all_is_no_choice() -> None:
    """Who must give up everything is not asked what."""
    table = Table(deployed(red={1: (1, 1)}, black={1: (6, 0)}))
    table.declare("red.corps.1", "black.corps.1")
    table.charge(red=False)
    assert table.corps("red.corps.1") == Force(0, 0)


@pytest.mark.parametrize("value", ["cavalry.3", "cavalry.-1", "two", 1])
def test_3_3_losses_outside_what_is_owed_are_refused(value: str | int) -> None:
    """A corps may not pay with divisions that it has not, nor less than it owes."""
    table = Table(deployed(red={1: (2, 2)}, black={1: (6, 0)}))
    table.declare("red.corps.1", "black.corps.1")
    table.charge(red=False)
    with pytest.raises(Illegal) as refused:
        GAME.read(table.state, SeatId("red.corps.1"), {"losses": value})
    assert refused.value.rule == "3.3"


def test_3_3_a_charge_is_yes_or_no() -> None:
    """Part of a corps's cavalry cannot charge."""
    table = Table(deployed(red={1: (3, 2)}))
    table.declare("red.corps.1")
    with pytest.raises(Illegal) as refused:
        GAME.read(table.state, SeatId("red.corps.1"), {"charge": "one"})
    assert refused.value.rule == "3.3"


def test_3_3_combat_does_not_stop_half_way() -> None:
    """Pair IV is fought even when pair I has already broken a line."""
    table = Table(deployed(red={1: (6, 0)}, black={1: (2, 0), 4: (6, 0)}))
    table.declare("red.corps.1", "black.corps.4")
    assert [event.corps for event in table.found(CombatCounted)] == [1, 4]
    assert table.corps("red.corps.4") == Force(1, 0)
    assert table.finish.winners == ("red",)
