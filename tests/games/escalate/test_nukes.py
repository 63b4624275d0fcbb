"""Rules 5 and 6: launching, striking back, knocked out seats, the open Incident, and the end of the game."""

from __future__ import annotations

import pytest
from warcouncil.games.escalate import GAME
from warcouncil.games.escalate.events.incidents import HolderReplaced, IncidentVoided
from warcouncil.games.escalate.events.launches import NukeAnswered, SeatKnockedOut
from warcouncil.games.escalate.options import EscalateOptions
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.text import pages
from warcouncil.protocol.table.forms import Choice, Pick
from warcouncil.protocol.table.rulebooks import RuleTable

from tests.games.escalate.build import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    all_cards,
    declare,
    launch,
    offered,
    play,
    table,
)


def test_5_1_a_nuke_may_be_launched_before_a_call_and_before_an_answer() -> None:
    """A seat with a Nuke cannot launch it at an opening or inside an Incident, or a seat without one can."""
    assert "launch" in offered(table({NORTH: "", SOUTH: "joker1 2S"}), SOUTH)
    assert "launch" in offered(table({NORTH: "", SOUTH: "joker1 2S"}, laid="KD"), SOUTH)
    assert "launch" not in offered(table({NORTH: "joker1", SOUTH: "2S"}, laid="KD"), SOUTH)


def test_5_1_as_many_targets_as_nukes_and_none_twice() -> None:
    """A launch can have no target, one target twice, its own launcher, or more targets than the launcher has
    Nukes.
    """
    state = table({NORTH: "", EAST: "joker1 joker2", SOUTH: "", WEST: ""}, turn=EAST)
    pick = GAME.form(state, EAST).fields[1]
    assert isinstance(pick, Pick)
    assert [option.value for option in pick.options] == [SOUTH, WEST, NORTH]
    assert (pick.low, pick.high) == (1, 2)
    for targets in ([], [SOUTH, SOUTH], [EAST], [SOUTH, WEST, NORTH]):
        with pytest.raises(Illegal):
            GAME.read(state, EAST, {"act": "launch", "targets": tuple(targets)})


def test_5_1_launched_nukes_are_discarded_and_the_turn_goes_on() -> None:
    """A launcher that is not struck back at loses the normal act."""
    state = table({NORTH: "2S", EAST: "joker1 KH", SOUTH: "2D", WEST: "2C"}, turn=EAST)
    before = all_cards(state)
    state, events = declare(state, east=launch(WEST))
    assert [event.seat for event in events if isinstance(event, SeatKnockedOut)] == [WEST]
    assert state.discard == ("joker1", "2C")
    assert (state.turn, offered(state, EAST)) == (EAST, ("lead:KH", "pass"))
    assert all_cards(state) == before


def test_5_1_a_launcher_keeps_the_nukes_that_were_not_launched() -> None:
    """A seat with two Nukes that launches one loses the other too."""
    state = table({NORTH: "2S", EAST: "joker1 joker2 KH", SOUTH: "2D", WEST: "2C"}, turn=EAST)
    state, _ = declare(state, east=launch(WEST))
    assert state.hands[EAST] == ("joker2", "KH")
    assert "launch" in offered(state, EAST)


def test_5_1_a_launch_inside_an_incident_leaves_the_launcher_the_turn() -> None:
    """A seat that launches at a third party cannot answer the holder."""
    state = table({NORTH: "2S", EAST: "joker1 8H", SOUTH: "2D", WEST: "2C"}, laid="KD", turn=EAST)
    state, _ = declare(state, east=launch(WEST))
    assert (state.turn, offered(state, EAST)) == (EAST, ("turn:8H", "drop"))


def test_5_2_any_other_holder_strikes_back_automatically() -> None:
    """A bystander's Nuke does not knock the launcher out, or is not shown, or is not spent."""
    state = table({NORTH: "2S", EAST: "joker1 KH", SOUTH: "joker2 2D", WEST: "2C"}, turn=EAST)
    state, events = declare(state, east=launch(WEST))
    assert [(event.seat, event.card) for event in events if isinstance(event, NukeAnswered)] == [
        (SOUTH, "joker2")
    ]
    assert state.alive == (NORTH, SOUTH)
    assert state.hands[SOUTH] == ("2D",)


def test_5_2_a_seat_that_strikes_back_spends_one_nuke_of_several() -> None:
    """A launcher falls by one Nuke, but the seat loses its others too."""
    hands = {NORTH: "2S", EAST: "AS KH", SOUTH: "AH AD 2D", WEST: "2C"}
    state, _ = declare(table(hands, turn=EAST, mad=True), east=launch(WEST))
    assert state.alive == (NORTH, SOUTH)
    assert len(state.hands[SOUTH]) == 2


@pytest.mark.parametrize(
    ("retaliation", "words"),
    [
        ("any_holder", "If another player holds a Nuke, you are knocked out too."),
        ("targets", "If a target holds a Nuke, you are knocked out too."),
        ("chosen", "Any other player with a Nuke may then knock you out too."),
    ],
)
def test_5_2_a_seat_that_may_launch_reads_its_own_risk(retaliation: str, words: str) -> None:
    """The form and the table of cards mention only the target."""
    state = table({NORTH: "", SOUTH: "joker1"}, retaliation=retaliation)
    field = GAME.form(state, SOUTH).fields[0]
    assert isinstance(field, Choice)
    (said,) = [option.help for option in field.options if option.value == "launch"]
    assert said == f"Each target is knocked out of the game at once. {words}"
    cards = GAME.facts(state.options)["ranks"]
    assert isinstance(cards, RuleTable)
    assert [row[3] for row in cards.rows if row[1] == "Nuke"] == [
        f"launched at a rival, who is knocked out. {words}"
    ]


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("Interjection", {"any_time": True}),
        ("Retaliation", {"retaliation": "chosen"}),
        ("Instant launch", {"launches": "instantly"}),
    ],
)
def test_5_the_rules_say_of_what_is_played_only_where_agreed_that_it_is(
    name: str, settings: dict[str, object]
) -> None:
    """The rules of a table do not say which phases it does not play, or say so of a phase that it plays."""
    (phase,) = [phase for phase in GAME.phases if phase.name == name]
    tables = [EscalateOptions(), EscalateOptions(salt=True), EscalateOptions.model_validate(settings)]
    without, salt, agreed = (
        pages.facts(GAME, options)[f"phase_{name.lower().replace(' ', '_')}"] for options in tables
    )
    assert phase.text_under(tables[2]) in agreed
    assert "This table does not play this phase." not in agreed
    assert (
        "This table does not play this phase." in without,
        "This table does not play this phase." in salt,
    ) == (name != "Retaliation", True)
    assert "No player is asked." in without or name != "Retaliation"


def test_5_2_with_chosen_retaliation_everyone_is_asked_in_secret() -> None:
    """Only the seats with a Nuke are asked, which reveals who holds one. Or their choice has no effect."""
    hands = {NORTH: "2S", EAST: "joker1 KH", SOUTH: "joker2 2D", WEST: "2C"}
    state, _ = declare(table(hands, turn=EAST, retaliation="chosen"), east=launch(WEST))
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    assert (phase.name, phase.asked, phase.sealed) == ("Retaliation", (NORTH, SOUTH, WEST), True)
    assert (offered(state, NORTH), offered(state, SOUTH)) == (("hold",), ("hold", "retaliate"))
    spared, _ = declare(state, south="hold")
    assert (spared.alive, spared.turn) == ((NORTH, EAST, SOUTH), EAST)
    struck, _ = declare(state, south="retaliate")
    assert struck.alive == (NORTH, SOUTH)


def test_5_2_a_silent_seat_does_not_strike_back() -> None:
    """A Nuke of a player who does not answer in time is used to strike back."""
    hands = {NORTH: "2S", EAST: "joker1 KH", SOUTH: "joker2 2D"}
    state, _ = declare(table(hands, turn=EAST, retaliation="chosen"), east=launch(NORTH))
    state, _ = declare(state)
    assert state.alive == (EAST, SOUTH)


def test_5_3_the_knocked_out_discard_their_hand_and_keep_their_points() -> None:
    """A hand that disappears shortens the deck, and points that disappear change the winner."""
    state = table({NORTH: "2S 9S", EAST: "joker1 KH", SOUTH: "2D"}, turn=EAST, points={NORTH: 7})
    state, events = declare(state, east=launch(NORTH))
    assert [(event.hand, event.points) for event in events if isinstance(event, SeatKnockedOut)] == [
        (("2S", "9S"), 7)
    ]
    assert (state.hands[NORTH], state.points[NORTH]) == ((), 7)
    assert state.discard == ("joker1", "2S", "9S")


def test_5_3_the_knocked_out_are_passed_over() -> None:
    """A seat that is out of the game delays the calls, or is dealt cards."""
    state = table({NORTH: "joker1 2S", EAST: "KH", SOUTH: "KD", WEST: "2C"}, turn=NORTH)
    state, _ = declare(state, north=launch(EAST))
    state, _ = play(state, "defer")
    assert state.turn == SOUTH
    state, _ = play(state, "lead:KD", "drop")
    assert state.turn == NORTH
    state, _ = play(state, "drop")
    assert [len(state.hands[seat]) for seat in (NORTH, EAST, SOUTH, WEST)] == [5, 0, 5, 5]


def test_5_4_the_last_survivor_wins_whatever_the_points() -> None:
    """The last survivor does not win, although no other seat is left."""
    state = table({NORTH: "2S", SOUTH: "joker1"}, points={NORTH: 29})
    state, _ = declare(state, south=launch(NORTH))
    phase = GAME.phase(state)
    assert isinstance(phase, Finish)
    assert (phase.winners, phase.standings.tallies[0].by) == ((SOUTH,), {"north": 29, "south": 0})


def test_5_4_when_no_seat_survives_the_most_points_win_without_the_open_incident() -> None:
    """The Incident on the table counts for a seat."""
    state = table({NORTH: "joker2", SOUTH: "joker1"}, laid="KD", points={NORTH: 4, SOUTH: 5})
    state, _ = declare(state, south=launch(NORTH))
    phase = GAME.phase(state)
    assert isinstance(phase, Finish)
    assert phase.winners == (SOUTH,)


def test_5_5_a_launch_gives_no_turn_to_a_seat_that_had_one() -> None:
    """A seat that passed before the launch is asked again before the launcher has acted."""
    state = table({NORTH: "2S", EAST: "2H", SOUTH: "joker1", WEST: "2C"}, laid="KD", turn=EAST, passes=True)
    state, _ = play(state, "pass")
    state, _ = declare(state, south=launch(WEST))
    assert (state.holder, state.turn) == (NORTH, SOUTH)


def test_5_5_a_launcher_takes_over_from_a_holder_that_it_knocks_out() -> None:
    """A launcher that knocks the holder out does not hold the Incident, or the next seat does not have to
    answer it.
    """
    state = table({NORTH: "2S", EAST: "joker1 2H", SOUTH: "8D"}, laid="KD", turn=EAST)
    state, events = declare(state, east=launch(NORTH))
    assert [event.seat for event in events if isinstance(event, HolderReplaced)] == [EAST]
    assert (state.holder, state.turn, state.top) == (EAST, SOUTH, "K")


def test_5_5_a_launcher_that_takes_over_alone_wins_the_incident() -> None:
    """When all others have dropped out or are gone, taking over does not win the Incident."""
    state = table({NORTH: "2S", EAST: "2H", SOUTH: "joker1"}, laid="KD", turn=EAST)
    state, _ = play(state, "drop")
    state, _ = declare(state, south=launch(NORTH))
    assert (state.points[SOUTH], state.step, state.lead) == (3, "opening", SOUTH)


def test_5_5_without_holder_and_launcher_the_incident_is_void() -> None:
    """A seat scores, the table is not cleared, or the wrong seat leads instead of the first survivor left of
    the launcher.
    """
    hands = {NORTH: "joker2 2S", EAST: "joker1 2H", SOUTH: "2D", WEST: "2C"}
    state = table(hands, laid="KD", turn=EAST)
    before = all_cards(state)
    state, events = declare(state, east=launch(NORTH))
    assert [event.points for event in events if isinstance(event, IncidentVoided)] == [3]
    assert (state.alive, state.lead, state.turn, state.step) == ((SOUTH, WEST), SOUTH, SOUTH, "opening")
    assert set(state.points.values()) == {0}
    assert [len(state.hands[seat]) for seat in state.alive] == [5, 5]
    assert all_cards(state) == before


def test_5_5_a_launcher_that_falls_while_the_holder_lives_ends_only_its_own_turn() -> None:
    """The next survivor is not asked to answer the same holder."""
    hands = {NORTH: "2S", EAST: "joker1 2H", SOUTH: "8D", WEST: "joker2 2C"}
    state, _ = declare(table(hands, laid="KD", turn=EAST), east=launch(WEST))
    assert (state.alive, state.holder, state.turn) == ((NORTH, SOUTH), NORTH, SOUTH)


def test_6_the_first_to_reach_the_target_wins() -> None:
    """The game does not end with the Incident that reaches the target, or ends later."""
    state = table({NORTH: "2S", SOUTH: "8D"}, laid="KD", points={SOUTH: 27, NORTH: 29})
    state, events = play(state, "turn:8D", "drop")
    phase = GAME.phase(state)
    assert isinstance(phase, Finish)
    assert phase.winners == (SOUTH,)
    assert phase.reason == "South reached 30 points in Incident 1"
    assert GAME.sheet(state, SOUTH).headline == "South reached 30 points in Incident 1. You won."
    north, south = GAME.seats(state.options)
    ended = events[-1]
    assert told(ended, south) == "South reached 30 points in Incident 1. You won the game."
    assert told(ended, north) == "South reached 30 points in Incident 1. South won the game."


def test_6_more_than_the_target_wins_too() -> None:
    """A game does not end with more points than the target, although most games reach it that way."""
    state = table({NORTH: "2S", SOUTH: "8D"}, laid="KD", points={SOUTH: 28})
    state, _ = play(state, "turn:8D", "drop")
    phase = GAME.phase(state)
    assert isinstance(phase, Finish)
    assert phase.winners == (SOUTH,)


def test_6_of_an_agreed_number_of_incidents_a_void_one_may_be_the_last_and_survivors_alone_win() -> None:
    """A table with a time limit plays on, or a knocked out seat wins over the survivors."""
    hands = {NORTH: "joker2 2S", EAST: "joker1 2H", SOUTH: "2D", WEST: "2C"}
    points = {NORTH: 9, SOUTH: 2, WEST: 1}
    state = table(hands, laid="KD", turn=EAST, points=points, max_incidents=1)
    state, _ = declare(state, east=launch(NORTH))
    phase = GAME.phase(state)
    assert isinstance(phase, Finish)
    assert phase.winners == (SOUTH,)


@pytest.mark.parametrize(("points", "winners"), [(4, (NORTH,)), (3, ())])
def test_6_the_last_incident_of_an_agreed_number_ends_the_game(points: int, winners: tuple[str, ...]) -> None:
    """After the agreed number of Incidents the game goes on. Or the most points do not win, or equal points
    are no draw.
    """
    state = table({NORTH: "2S", SOUTH: "8D"}, laid="KD", points={NORTH: points}, max_incidents=1)
    state, _ = play(state, "turn:8D", "drop")
    phase = GAME.phase(state)
    assert isinstance(phase, Finish)
    assert phase.winners == winners
