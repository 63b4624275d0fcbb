"""Rules 4.7 and 5.6: the cards and Nukes that may be played at any time, out of turn, if the table agrees on it."""

from __future__ import annotations

import pytest
from warcouncil.games.escalate import GAME
from warcouncil.games.escalate.events.incidents import (
    HolderReplaced,
    IncidentEscalated,
    IncidentWon,
    UnPlayed,
)
from warcouncil.games.escalate.events.launches import NukesLaunched
from warcouncil.games.escalate.options import EscalateOptions
from warcouncil.games.escalate.state import EscalateState
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.table.forms import Choice
from warcouncil.protocol.words import SeatId

from tests.games.escalate.build import DICE, EAST, NORTH, SOUTH, WEST, declare, launch, offered, play, table


def window(state: EscalateState) -> tuple[str, tuple[SeatId, ...], bool]:
    """Return the open phase's name, the asked seats, and whether it is secret."""
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    return phase.name, phase.asked, phase.sealed


def all_hold(state: EscalateState) -> EscalateState:
    """Close a window in which no seat acts."""
    state, events = declare(state)
    assert events == ()
    return state


def test_4_7_everyone_the_holder_too_is_asked_in_secret_after_a_play() -> None:
    """Only the seats that can play are asked, which reveals them."""
    state = table({NORTH: "QS", EAST: "2H", SOUTH: "AD 2D", WEST: "KC AC"}, turn=NORTH, any_time=True)
    state, _ = play(state, "lead:QS")
    assert window(state) == ("Interjection", (NORTH, EAST, SOUTH, WEST), True)
    assert [offered(state, seat) for seat in (NORTH, EAST, WEST)] == [
        ("hold",),
        ("hold",),
        ("hold", "escalate:KC", "un:AC"),
    ]


def test_4_7_the_first_clockwise_from_the_holders_left_goes_through() -> None:
    """The chairs, and not the order of play, decide who goes through, or the others lose their cards."""
    hands = {NORTH: "AS", EAST: "AH", SOUTH: "QD", WEST: "KC AC"}
    state = table(hands, turn=SOUTH, any_time=True)
    state, _ = play(state, "lead:QD")
    state, events = declare(state, north="un:AS", east="un:AH", west="escalate:KC")
    assert [(event.seat, event.out_of_turn) for event in events if isinstance(event, IncidentEscalated)] == [
        (WEST, True)
    ]
    assert (state.holder, state.top) == (WEST, "K")
    assert (state.hands[NORTH], state.hands[EAST]) == (("AS",), ("AH",))
    assert window(state)[0] == "Interjection"


def test_4_7_the_holder_may_escalate_their_own_incident_after_all_others() -> None:
    """A player who leads a Queen cannot put their own King on it, although no other seat plays. Or the King
    goes through before the play of another seat.
    """
    hands = {NORTH: "AS 2S", EAST: "2H", SOUTH: "QD KD 8D"}
    state = table(hands, turn=SOUTH, any_time=True)
    state, _ = play(state, "lead:QD")
    raised, events = declare(state, south="escalate:KD")
    assert [(event.seat, event.stake) for event in events if isinstance(event, IncidentEscalated)] == [
        (SOUTH, 5)
    ]
    assert (raised.holder, raised.top) == (SOUTH, "K")
    assert all_hold(raised).turn == NORTH
    beaten, events = declare(state, south="escalate:KD", north="un:AS")
    assert [event.seat for event in events if isinstance(event, UnPlayed)] == [NORTH]
    assert beaten.hands[SOUTH] == ("KD", "8D")


def test_4_7_when_all_hold_the_turn_goes_on() -> None:
    """A window in which no seat plays changes something."""
    state = table({NORTH: "KS", EAST: "2H", SOUTH: "2D"}, turn=NORTH, any_time=True)
    state, _ = play(state, "lead:KS")
    state = all_hold(state)
    assert (state.step, state.turn) == ("turning", EAST)


@pytest.mark.parametrize("act", ["drop", "pass"])
def test_4_7_everyone_is_asked_after_a_drop_and_a_pass_too(act: str) -> None:
    """ "At any time" does not include the moment after a seat has declined, or the turn does not go on from that
    seat.
    """
    hands = {NORTH: "8S", EAST: "2H", SOUTH: "2D", WEST: "AC"}
    state = table(hands, laid="KD", turn=EAST, any_time=True, passes=True)
    state, _ = play(state, act)
    assert window(state) == ("Interjection", (NORTH, EAST, SOUTH, WEST), True)
    held = all_hold(state)
    assert (held.step, held.turn) == ("turning", SOUTH)
    state, _ = declare(state, west="un:AC")
    assert (state.holder, state.top) == (WEST, "UN")
    assert all_hold(state).turn == NORTH


def test_4_7_the_last_drop_may_still_be_answered_before_the_incident_is_won() -> None:
    """A player cannot prevent a defeat before the points are counted."""
    state = table({NORTH: "2S", SOUTH: "KD"}, laid="QD", any_time=True)
    state, events = play(state, "drop")
    assert not any(isinstance(event, IncidentWon) for event in events)
    saved, _ = declare(state, south="escalate:KD")
    assert (saved.holder, saved.points[NORTH]) == (SOUTH, 0)
    lost, _ = declare(state)
    assert lost.points[NORTH] == 2


def test_4_7_a_voided_seat_holds() -> None:
    """An umpire who voids a declaration plays another one for the seat."""
    state, _ = play(table({NORTH: "QS", SOUTH: "KD AD"}, turn=NORTH, any_time=True), "lead:QS")
    resolution = GAME.resolve(state, {NORTH: None, SOUTH: None}, DICE)
    assert resolution.events == ()
    assert resolution.state.step == "turning"


def test_4_7_a_nuke_is_no_card_to_play_out_of_turn_unless_that_is_agreed_too() -> None:
    """A Nuke can be launched out of turn before the table agrees on it."""
    state, _ = play(table({NORTH: "KS", SOUTH: "joker1 2D"}, turn=NORTH, any_time=True), "lead:KS")
    assert offered(state, SOUTH) == ("hold",)


def test_4_7_a_seat_that_escalates_out_of_turn_may_hold_no_incident_any_more() -> None:
    """The board says that a seat has an Incident, although the one that its pass showed now lies on the
    table. Or it forgets the Incident when the seat plays another card.
    """
    state = table({NORTH: "KS AS", EAST: "QH", SOUTH: "2D"}, turn=NORTH, any_time=True)
    state, _ = play(state, "pass", "lead:QH")
    assert state.armed == (NORTH,)
    escalated, _ = declare(state, north="escalate:KS")
    assert escalated.armed == ()
    vetoed, _ = declare(state, north="un:AS")
    assert vetoed.armed == (NORTH,)


def test_4_7_a_seat_that_dropped_out_may_come_back_out_of_turn() -> None:
    """A player who dropped out cannot prevent the end, or is not in again afterwards."""
    state = table({NORTH: "8S", EAST: "KH AH", SOUTH: "8D"}, laid="KD", turn=EAST, any_time=True)
    state, _ = play(state, "drop")
    state, _ = play(all_hold(state), "turn:8D")
    assert state.out == (EAST,)
    state, _ = declare(state, east="un:AH")
    assert (state.holder, state.out) == (EAST, ())


@pytest.mark.parametrize(
    ("laid", "options", "words"),
    [
        ("QD", {}, "Only an escalation lets you back in."),
        ("KD", {}, "You will not come back in."),
        ("QD AD", {}, "You will not come back in."),
        ("QD AD", {"veto_mode": "cancel"}, "Only an escalation lets you back in."),
        ("KD AD", {"veto_mode": "cancel"}, "You will not come back in."),
        ("QD", {"drop_reopen": False}, "You will not come back in."),
        (
            "QD",
            {"any_time": True},
            "Only an escalation or a card that you play out of turn lets you back in.",
        ),
        ("KD", {"any_time": True}, "Only a card that you play out of turn lets you back in."),
        ("KD", {"any_time": True, "gunboat": True}, "You will not come back in."),
        (
            "QD",
            {"any_time": True, "drop_reopen": False},
            "Only a card that you play out of turn lets you back in.",
        ),
        ("KD", {"launches": "instantly"}, "Only a Nuke of yours that hits the holder lets you back in."),
        ("KD", {"launches": "instantly", "salt": True}, "You will not come back in."),
    ],
)
def test_4_4_the_form_says_truly_what_lets_a_seat_back_in(
    laid: str, options: dict[str, object], words: str
) -> None:
    """A seat drops out because of a false promise about coming back."""
    state = table(
        {NORTH: "", SOUTH: ""},
        laid=laid,
        **options,  # type: ignore[arg-type]  # from a table
    )
    field = GAME.form(state, SOUTH).fields[0]
    assert isinstance(field, Choice)
    assert [option.help for option in field.options if option.value == "drop"] == [words]


def test_5_6_everyone_may_launch_before_the_first_call() -> None:
    """ "Instantly" does not include the moment after the deal, or a seat sees who holds a Nuke."""
    hands = {
        "north": ("2S", "3S", "4S", "5S", "6S"),
        "east": ("2H", "3H", "4H", "5H", "6H"),
        "south": ("joker1", "3D", "4D", "5D", "6D"),
    }
    options = EscalateOptions.model_validate(
        {"players": 3, "launches": "instantly", "deal": {"hands": hands}}
    )
    state = GAME.setup(options, DICE).state
    assert window(state) == ("Instant launch", (NORTH, EAST, SOUTH), True)
    assert (offered(state, NORTH), offered(state, SOUTH)) == (("hold",), ("hold", "launch"))
    with pytest.raises(Illegal, match=r"rule 5\.6"):
        GAME.read(state, NORTH, launch(EAST))
    held = all_hold(state)
    assert (window(held)[0], held.turn) == ("Opening", EAST)
    state, _ = declare(state, south=launch(EAST))
    assert state.alive == (NORTH, SOUTH)
    assert (window(state), state.lead) == (("Instant launch", (NORTH, SOUTH), True), SOUTH)
    assert all_hold(state).turn == SOUTH


def test_5_6_before_a_lead_the_first_clockwise_from_the_lead_player_goes_through() -> None:
    """The chairs, and not the order of play, decide between two launches at one moment."""
    hands = {NORTH: "AS", EAST: "2H", SOUTH: "AD 2D", WEST: "AC 2C"}
    state = table(hands, turn=SOUTH, mad=True, launches="instantly", retaliation="targets")
    state, _ = play(state, "defer")
    assert window(state)[0] == "Instant launch"
    _, events = declare(state, north=launch(EAST), west=launch(EAST))
    assert [event.seat for event in events if isinstance(event, NukesLaunched)] == [WEST]
    _, events = declare(state, south=launch(EAST), west=launch(EAST))
    assert [event.seat for event in events if isinstance(event, NukesLaunched)] == [SOUTH]


def test_5_6_everyone_may_launch_after_each_call_and_exchange() -> None:
    """A seat that has just drawn a Nuke, or heard a call, is not asked to launch."""
    state = table({NORTH: "2S 3S", SOUTH: "2D 3D"}, launches="instantly")
    state, _ = play(state, "defer")
    state, _ = play(all_hold(state), "defer")
    state, _ = declare(state)
    assert window(state)[0] == "Exchange"
    state, _ = declare(state)
    assert window(state)[0] == "Instant launch"
    state = all_hold(state)
    assert (window(state)[0], state.turn) == ("Opening", SOUTH)


def test_5_6_everyone_may_launch_after_each_act_in_an_incident() -> None:
    """Some seat is not asked for a launch after an act in an Incident. Or the Incident does not go on with
    the same holder and the same seat's turn.
    """
    hands = {NORTH: "2S", EAST: "2H", SOUTH: "joker1 2D", WEST: "2C"}
    state = table(hands, laid="JD", turn=EAST, launches="instantly", passes=True)
    state, _ = play(state, "pass")
    assert window(state) == ("Instant launch", (NORTH, EAST, SOUTH, WEST), True)
    assert offered(state, SOUTH) == ("hold", "launch")
    state, _ = declare(state, south=launch(WEST))
    assert (state.holder, window(state)[0]) == (NORTH, "Instant launch")
    state = all_hold(state)
    assert (state.step, state.turn) == ("turning", SOUTH)


def test_5_6_a_launch_on_ones_own_turn_may_be_followed_by_others_before_the_normal_act() -> None:
    """A seat is not asked after a launch, or a surviving launcher loses the turn."""
    hands = {NORTH: "2S", EAST: "joker1 2H", SOUTH: "2D", WEST: "2C"}
    state = table(hands, laid="JD", turn=EAST, launches="instantly")
    state, _ = declare(state, east=launch(WEST))
    assert window(state) == ("Instant launch", (NORTH, EAST, SOUTH), True)
    state = all_hold(state)
    assert (state.step, state.turn) == ("turning", EAST)


def test_5_6_a_launcher_that_had_dropped_out_takes_the_incident_over() -> None:
    """A seat that knocks the holder out does not hold the Incident, or is not in again."""
    hands = {NORTH: "2S", EAST: "joker1 2H", SOUTH: "2D", WEST: "2C"}
    state = table(hands, laid="JD", turn=EAST, launches="instantly")
    state, _ = play(state, "drop")
    state, events = declare(state, east=launch(NORTH))
    assert [event.seat for event in events if isinstance(event, HolderReplaced)] == [EAST]
    assert (state.holder, state.out) == (EAST, ())
    assert all_hold(state).turn == SOUTH


def test_5_6_the_last_drop_may_still_be_answered_with_a_nuke() -> None:
    """After the last drop a launch comes too late to take the Incident from its winner."""
    state = table({NORTH: "2S", EAST: "joker1", SOUTH: "2D"}, laid="KD", turn=EAST, launches="instantly")
    state, _ = play(state, "drop")
    state, _ = play(all_hold(state), "drop")
    state, _ = declare(state, east=launch(NORTH))
    assert (state.alive, state.holder) == ((EAST, SOUTH), EAST)
    state, events = declare(state)
    assert [(event.seat, event.points) for event in events if isinstance(event, IncidentWon)] == [(EAST, 3)]


def test_5_6_with_any_time_there_is_one_window_for_cards_and_nukes() -> None:
    """Two windows after every act cost the table twice the time."""
    hands = {NORTH: "KS", EAST: "joker1 AH", SOUTH: "2D"}
    state = table(hands, turn=NORTH, launches="instantly", any_time=True)
    state, _ = play(state, "lead:KS")
    assert window(state)[0] == "Interjection"
    assert offered(state, EAST) == ("hold", "un:AH", "launch")
    state, _ = declare(state, east=launch(SOUTH))
    assert (state.alive, window(state)[0]) == ((NORTH, EAST), "Interjection")
    state = all_hold(state)
    assert (window(state)[0], state.turn) == ("Turning", EAST)


def test_5_6_after_a_secret_answer_the_game_goes_on_from_the_same_turn() -> None:
    """A launch out of turn that waits for retaliation loses whose turn it was."""
    hands = {NORTH: "2S", EAST: "2H", SOUTH: "joker1 2D", WEST: "2C"}
    state = table(hands, laid="JD", turn=EAST, launches="instantly", retaliation="chosen")
    state, _ = play(state, "drop")
    state, _ = declare(state, south=launch(WEST))
    assert window(state)[0] == "Retaliation"
    state, _ = declare(state)
    assert window(state)[0] == "Instant launch"
    assert all_hold(state).turn == SOUTH


def test_5_6_a_launch_out_of_turn_takes_no_seats_turn() -> None:
    """The launcher is asked instead of the seat whose turn it was."""
    hands = {NORTH: "2S", EAST: "2H", SOUTH: "2D", WEST: "joker1 2C"}
    state, _ = play(table(hands, laid="JD", turn=EAST, launches="instantly"), "drop")
    state, _ = declare(state, west=launch(EAST))
    assert all_hold(state).turn == SOUTH


def test_5_6_without_nukes_no_seat_is_asked_for_them() -> None:
    """With S.A.L.T. all seats are asked for launches that are impossible, which costs time."""
    options = EscalateOptions(salt=True, launches="instantly")
    assert window(GAME.setup(options, DICE).state)[0] == "Opening"


def test_5_6_talk_comes_before_the_first_launch() -> None:
    """Survivors who may talk before an Incident are asked for Nukes first."""
    state = GAME.setup(EscalateOptions(talk="public", launches="instantly"), DICE).state
    assert window(state)[0] == "Negotiation"
    state = GAME.resolve(state, {}, DICE).state
    assert window(state)[0] == "Instant launch"
