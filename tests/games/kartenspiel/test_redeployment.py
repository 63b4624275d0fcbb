"""3.1 Redeployment: the moves, the refusals, and the knowledge of each reader."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from warcouncil.games.kartenspiel import GAME
from warcouncil.games.kartenspiel.events.orders import Redeployed
from warcouncil.games.kartenspiel.options import KartenspielOptions
from warcouncil.games.kartenspiel.phases.redeployment import NOTHING
from warcouncil.games.kartenspiel.state import REDEPLOYMENT, Force, force, less
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.events import known, told
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.table.forms import Moves, Sort
from warcouncil.protocol.words import SeatId

from tests.games.kartenspiel.builder import Table, deployed, opened

RED = SeatId("red.army")
PEOPLE = {seat.id: seat for seat in GAME.seats(KartenspielOptions())}


def test_2_all_divisions_begin_in_reserve() -> None:
    """An army does not begin with 20 infantry and 6 cavalry in reserve, or a corps is not empty."""
    state = opened()
    assert state.reserve == (Force(20, 6), Force(20, 6))
    assert {corps.size for corps in state.corps} == {0}


def test_3_1_both_orders_take_effect_at_once() -> None:
    """Divisions do not arrive where they were sent."""
    table = Table(opened())
    table.send(red={"inf": {"I": 5, "IV": 3}, "cav": {"I": 2}}, black={"inf": {"II": 4}})
    assert table.corps("red.corps.1") == Force(5, 2)
    assert table.corps("red.corps.4") == Force(3, 0)
    assert table.corps("black.corps.2") == Force(4, 0)
    assert table.state.reserve == (Force(12, 4), Force(16, 6))


def test_3_1_only_the_army_commanders_are_asked_and_the_councils_are_open() -> None:
    """A corps commander is asked, or a council of war is open to the enemy or closed to a member."""
    phase = Table(opened()).phase
    assert phase.asked == ("red.army", "black.army")
    assert phase.sealed
    assert [(channel.id, channel.members) for channel in phase.channels] == [
        (team, tuple(f"{team}.{post}" for post in ("army", "corps.1", "corps.2", "corps.3", "corps.4")))
        for team in ("red", "black")
    ]


def test_3_1_a_silent_army_commander_moves_nothing() -> None:
    """The divisions of a silent commander move."""
    table = Table(opened())
    table.close({})
    assert table.state.reserve == (Force(20, 6), Force(20, 6))
    assert table.state.step == "Attack declaration"


def test_3_1_a_voided_order_moves_nothing() -> None:
    """An order that the umpire voids moves divisions."""
    state = opened()
    declarations = dict.fromkeys(Table(state).phase.asked)
    after = GAME.resolve(state, declarations, Table.dice).state
    assert after.reserve == state.reserve


ILLEGAL: list[tuple[Moves, str]] = [
    ({"inf": {"I": 21}}, "more than the reserve holds"),
    ({"inf": {"I": 15, "II": 6}}, "more than the reserve holds, in two places"),
    ({"cav": {"I": 7}}, "more cavalry than the reserve holds"),
    ({"inf": {"I": -1}}, "a negative number"),
    ({"inf": {"V": 1}}, "a corps that does not exist"),
    ({"inf": {"reserve": 1}}, "back to the reserve"),
    ({"inf I": {"II": 1}}, "from corps to corps"),
    ({"guns": {"I": 1}}, "something that is no division"),
]


ODD: list[Any] = [
    {"inf": {"I": True}},
    {"inf": {"I": "2"}},
    {"inf": {"I": 1.5}},
    {"inf": {"I": None}},
    {"inf": {"I": [1]}},
    {"inf": 5},
    {"inf": ["I"]},
    "inf",
    ("inf",),
    None,
]


@pytest.mark.parametrize("moves", ODD, ids=repr)
def test_3_1_a_wrong_order_is_refused_with_the_rule(moves: Any) -> None:
    """A typing mistake causes a fault in the rules that stops the table."""
    state = opened()
    with pytest.raises(Illegal) as refused:
        GAME.read(state, RED, {"moves": moves})
    assert refused.value.rule == "3.1"


@pytest.mark.parametrize("moves", [moves for moves, _ in ILLEGAL], ids=[why for _, why in ILLEGAL])
def test_3_1_illegal_orders_are_refused_with_the_rule(moves: Moves) -> None:
    """An order that the rules forbid is accepted, and can create divisions."""
    state = replace(deployed(red={1: (4, 0)}), step=REDEPLOYMENT)
    state = replace(state, reserve=(Force(20, 6), state.reserve[1]))
    with pytest.raises(Illegal) as refused:
        GAME.read(state, RED, {"moves": moves})
    assert refused.value.rule == "3.1"
    with pytest.raises(Illegal):
        judge(GAME.form(state, RED), {"moves": moves})


def test_3_1_sent_divisions_can_never_be_sent_on() -> None:
    """Divisions outside the reserve are on offer, although they may not move again."""
    state = replace(deployed(red={1: (4, 2)}), step=REDEPLOYMENT)
    field = GAME.form(state, RED).fields[0]
    assert isinstance(field, Sort)
    assert {thing.at for thing in field.things} == {"reserve"}
    assert {goal for thing in field.things for goal in thing.to} == {"I", "II", "III", "IV"}


def test_3_1_divisions_that_are_not_there_cannot_be_reckoned_with() -> None:
    """A negative number of divisions becomes a large one, and creates an army."""
    with pytest.raises(AssertionError):
        less(Force(1, 0), Force(2, 0))
    with pytest.raises(AssertionError):
        force(3, -1)


def test_3_1_an_order_without_its_field_is_refused() -> None:
    """An empty answer is accepted as an order to hold everything, and the commander does not read that no
    order was given.
    """
    with pytest.raises(Illegal):
        GAME.read(opened(), RED, {})


def test_3_1_an_empty_reserve_is_still_asked() -> None:
    """A commander without a reserve is not asked, which tells the enemy that the reserve is empty."""
    full = dict.fromkeys((1, 2, 3), (5, 1)) | {4: (5, 3)}
    table = Table(replace(deployed(red=full), step=REDEPLOYMENT))
    assert table.state.reserve[0] == Force(0, 0)
    assert "red.army" in table.phase.asked
    assert GAME.read(table.state, RED, {"moves": {}}) == NOTHING


@pytest.mark.parametrize(
    ("settings", "first", "later"),
    [({}, 120, 60), ({"redeploy_first_seconds": 90, "redeploy_seconds": 30}, 90, 30)],
)
def test_ks_a16_the_clock_is_longer_at_the_start_of_a_day(
    settings: dict[str, Any], first: int, later: int
) -> None:
    """The first council of a day has not two minutes, or another has more than one."""
    table = Table(opened(**settings))
    assert table.phase.clock_seconds == first
    table.send(red={"inf": {"I": 4}}, black={"inf": {"I": 4}})
    table.declare("red.corps.1")
    table.fight_out()
    assert (table.state.turn, table.phase.clock_seconds) == (2, later)
    table.close({})
    table.declare()
    assert (table.state.day, table.phase.clock_seconds) == (2, first)


def test_3_1_only_the_sender_and_the_receiver_learn_what_moved() -> None:
    """A team-mate or an enemy reads a transfer that the fog of war should hide."""
    table = Table(opened())
    events = table.send(red={"inf": {"II": 3}})
    red = next(event for event in events if isinstance(event, Redeployed) and event.team == "red")
    assert told(red, PEOPLE[RED]) == "You sent 3 infantry to corps II."
    assert told(red, PEOPLE[SeatId("red.corps.2")]) == "Your army commander sent 3 infantry to your corps II."
    assert told(red, PEOPLE[SeatId("red.corps.1")]) == "Your army commander sent nothing to you."
    assert known(red, PEOPLE[SeatId("black.army")]) is None
    seen = known(red, PEOPLE[SeatId("red.corps.1")])
    assert seen is not None
    assert "corps_2" not in seen


@pytest.mark.parametrize("shared", [False, True])
def test_3_1_an_order_that_did_not_come_is_not_told_as_one_that_moves_nothing(shared: bool) -> None:
    """If this fails, an army commander without an order, or the umpire, reads that the commander chose to
    move nothing.
    """
    settings = {"team_view": "shared"} if shared else {}
    readers = (PEOPLE[RED], PEOPLE[SeatId("red.corps.1")], None)

    def heard(orders: dict[str, Any]) -> list[str]:
        events = Table(opened(**settings)).close(orders)
        red = next(event for event in events if isinstance(event, Redeployed) and event.team == "red")
        return [told(red, reader) for reader in readers]

    missing = "Without an order from Red's army commander, nothing moved."
    corps = missing if shared else "Your army commander sent nothing to you."
    assert heard({}) == ["Without an order, nothing moved.", corps, missing]
    chosen = heard({"red.army": {"moves": {}}})
    assert chosen[0] == "You moved nothing."
    assert chosen[2] == "Red's army commander moved nothing."


def test_3_1_the_form_offers_the_reserve_and_shows_the_corps() -> None:
    """A commander does not see the divisions of the corps when sending more."""
    state = replace(deployed(red={2: (4, 2)}), step=REDEPLOYMENT)
    field = GAME.form(state, RED).fields[0]
    assert isinstance(field, Sort)
    assert [(thing.name, thing.count, thing.at) for thing in field.things] == [
        ("inf", 7, "reserve"),
        ("cav", 4, "reserve"),
    ]
    assert {place.name: place.holds for place in field.places}["II"] == "4 inf 2 cav"


def test_8_2_the_smaller_army_moves_between_corps() -> None:
    """The smaller army cannot move between its corps, or can take divisions back to the reserve, or the
    larger army can move too.
    """
    state = replace(deployed(red={1: (3, 1), 2: (3, 0)}, asymmetric="red"), step=REDEPLOYMENT)
    table = Table(state)
    reserve = state.reserve[0]
    table.send(red={"inf I": {"II": 2}, "cav I": {"II": 1}, "inf": {"I": 1}})
    assert table.corps("red.corps.1") == Force(2, 0)
    assert table.corps("red.corps.2") == Force(5, 1)
    assert table.state.reserve[0] == Force(reserve.inf - 1, reserve.cav)
    with pytest.raises(Illegal):
        GAME.read(state, RED, {"moves": {"inf I": {"reserve": 1}}})
    with pytest.raises(Illegal):
        GAME.read(state, SeatId("black.army"), {"moves": {"inf I": {"II": 1}}})


def test_8_2_the_commander_of_a_corps_learns_what_was_taken() -> None:
    """A corps commander does not know of divisions that were taken, or learns the corps they were sent to."""
    table = Table(replace(deployed(red={1: (4, 0)}, asymmetric="red"), step=REDEPLOYMENT))
    events = table.send(red={"inf I": {"II": 2}})
    assert (
        told(events[0], PEOPLE[SeatId("red.corps.1")])
        == "Your army commander took 2 infantry from your corps I."
    )
    assert told(events[0], PEOPLE[RED]) == "You took 2 infantry from corps I and sent 2 infantry to corps II."


@pytest.mark.parametrize("settings", [{}, {"recall": False}])
def test_ks_a13_the_smaller_army_calls_nothing_back(settings: dict[str, Any]) -> None:
    """The smaller army can take divisions back into the reserve, although it may only move them between its corps."""
    state = replace(deployed(red={1: (4, 1)}, asymmetric="red", **settings), step=REDEPLOYMENT)
    for moves in ({"inf I": {"reserve": 1}}, {"cav I": {"reserve": 1}}):
        with pytest.raises(Illegal):
            GAME.read(state, RED, {"moves": moves})


def test_ks_a13_recall_lets_divisions_back_into_the_reserve() -> None:
    """With the house rule `recall`, the smaller army still cannot take divisions back into its reserve."""
    state = replace(deployed(red={1: (4, 1)}, asymmetric="red", recall=True), step=REDEPLOYMENT)
    table = Table(state)
    table.send(red={"cav I": {"reserve": 1}})
    assert table.corps("red.corps.1") == Force(4, 0)
    assert table.state.reserve[0].cav == state.reserve[0].cav + 1


@pytest.mark.parametrize(
    ("settings", "side", "bound"),
    [
        ({}, "red", "You cannot call them back."),
        ({"asymmetric": "red"}, "black", "You cannot call them back."),
        ({"asymmetric": "red"}, "red", "between its corps, but not back into the reserve."),
        ({"asymmetric": "red", "recall": True}, "red", "between its corps and back into the reserve."),
        ({"asymmetric": "red", "recall": True}, "black", "You cannot call them back."),
    ],
)
def test_8_2_a_briefing_says_if_divisions_stay_in_their_corps(
    settings: dict[str, Any], side: str, bound: str
) -> None:
    """A briefing does not say whether the commander's divisions may leave their corps, or says it of the
    wrong army.
    """
    told = GAME.briefing(KartenspielOptions(**settings), SeatId(f"{side}.army")).decides
    assert bound in told


def test_8_2_recall_is_not_for_the_larger_army() -> None:
    """The larger army can call back its divisions, although only the smaller one may."""
    state = replace(deployed(black={1: (4, 1)}, asymmetric="red", recall=True), step=REDEPLOYMENT)
    black = SeatId("black.army")
    field = GAME.form(state, black).fields[0]
    assert isinstance(field, Sort)
    assert {thing.name for thing in field.things} == {"inf", "cav"}
    for moves in ({"inf I": {"reserve": 1}}, {"inf I": {"II": 1}}, {"cav I": {"reserve": 1}}):
        with pytest.raises(Illegal):
            GAME.read(state, black, {"moves": moves})


def test_8_2_the_smaller_army_moves_between_corps_in_every_redeployment() -> None:
    """The smaller army can move between its corps only in the first turn."""
    table = Table(replace(deployed(red={1: (5, 0)}, asymmetric="red"), turn=7))
    table.declare("red.corps.4")
    assert table.state.turn == 8
    table.send(red={"inf I": {"III": 2}})
    assert (table.corps("red.corps.1"), table.corps("red.corps.3")) == (Force(3, 0), Force(5, 0))


@pytest.mark.parametrize(
    ("reserve", "moves"),
    [
        (Force(2, 6), {"inf": {"I": 3}}),
        (Force(6, 2), {"cav": {"I": 3}}),
        (Force(0, 6), {"inf": {"I": 0}}),
        (Force(6, 0), {"cav": {"I": 0}}),
    ],
)
def test_3_1_each_arm_is_sent_from_what_the_reserve_holds_of_it(reserve: Force, moves: Moves) -> None:
    """Cavalry is counted as infantry, and marches from a reserve that has none."""
    state = opened()
    state = replace(state, reserve=(reserve, state.reserve[1]))
    with pytest.raises(Illegal):
        GAME.read(state, RED, {"moves": moves})


ONE_A_SIDE = {
    f"{team}.{role}": f"{team}.army"
    for team in ("red", "black")
    for role in ("corps.1", "corps.2", "corps.3", "corps.4")
}


@pytest.mark.parametrize(
    ("settings", "early"),
    [
        ({"seats": "ten"}, False),
        ({"seats": "two"}, True),
        ({"seats": "custom", "mapping": ONE_A_SIDE}, True),
        ({"seats": "custom", "mapping": {"red.corps.1": "red.army"}}, False),
        (
            {
                "seats": "custom",
                "mapping": {role: seat for role, seat in ONE_A_SIDE.items() if role[0] == "r"},
            },
            False,
        ),
    ],
    ids=["ten", "two", "two by a mapping", "nine", "one against five"],
)
def test_8_1_only_a_side_that_can_talk_keeps_redeployment_open(settings: dict[str, Any], early: bool) -> None:
    """If this fails, two players without anyone to talk with wait for the clock, or a council is cut off."""
    phase = GAME.phase(opened(redeploy_closes_early=False, **settings))
    assert isinstance(phase, Phase)
    assert (phase.closes_early, bool(phase.channels)) == (early, not early)
