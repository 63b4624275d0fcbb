"""Rule 4: turning, escalating, the U.N., dropping out, and winning an Incident."""

from __future__ import annotations

from dataclasses import replace

from warcouncil.games.escalate import GAME
from warcouncil.games.escalate.events.incidents import IncidentEscalated, IncidentWon, UnPlayed
from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import Phase

from tests.games.escalate.build import EAST, NORTH, SOUTH, WEST, declare, offered, play, table


def test_4_a_seat_that_can_answer_nothing_is_asked_too() -> None:
    """A seat is dropped at once by the program, and this instant reveals its hand."""
    state, _ = play(table({NORTH: "KS", EAST: "2S", SOUTH: "2H 5S"}, turn=NORTH), "lead:KS")
    for seat in (EAST, SOUTH):
        phase = GAME.phase(state)
        assert isinstance(phase, Phase)
        assert phase.asked == (seat,)
        assert offered(state, seat) == ("drop",)
        state, _ = play(state, "drop")


def test_4_1_every_set_in_the_hand_is_offered_and_no_other() -> None:
    """A player cannot choose which cards to spend, or is offered a set that does not turn the Incident."""
    state = table({NORTH: "", SOUTH: "8S 5S 6S 2S 3S"}, laid="KD")
    assert offered(state, SOUTH) == ("turn:8S", "turn:5S+6S", "drop")
    state = table({NORTH: "", SOUTH: "8S 5S 6S 2S 3S"}, laid="QD")
    assert offered(state, SOUTH) == ("turn:5S", "turn:6S", "turn:2S+3S", "drop")
    state = table({NORTH: "", SOUTH: "8S 5S 6S 2S 3S"}, laid="JD")
    assert offered(state, SOUTH) == ("turn:2S", "turn:3S", "drop")


def test_4_1_the_seat_that_turns_it_holds_it_and_the_next_must_answer() -> None:
    """The Incident does not pass to the seat that answered last, or the turn does not pass to its left."""
    state = table({NORTH: "2S", EAST: "2H", SOUTH: "2D"}, laid="JD", turn=EAST)
    state, _ = play(state, "turn:2H")
    assert (state.holder, state.turn) == (EAST, SOUTH)
    assert state.hands[EAST] == ()


def test_4_2_only_a_dearer_incident_escalates() -> None:
    """An equal or cheaper Incident card is on offer."""
    state = table({NORTH: "", SOUTH: "JS QS KS"}, laid="QD")
    assert offered(state, SOUTH) == ("escalate:KS", "drop")
    state = table({NORTH: "", SOUTH: "JS QS KS"}, laid="JD")
    assert offered(state, SOUTH) == ("escalate:QS", "escalate:KS", "drop")


def test_4_2_an_escalation_brings_everyone_back_and_raises_the_stake() -> None:
    """A player who had dropped out of the old Incident is out of the new one too, or the stake does not grow."""
    state = table({NORTH: "5S", EAST: "8H", SOUTH: "QS", WEST: "5C"}, laid="JD", turn=EAST)
    state, events = play(state, "drop", "escalate:QS")
    assert [event.stake for event in events if isinstance(event, IncidentEscalated)] == [3]
    assert (state.out, state.turn, state.top) == ((), WEST, "Q")
    state, _ = play(state, "drop", "drop")
    assert state.turn == EAST


def test_4_3_a_resolution_is_answered_only_by_another_un_card() -> None:
    """Agents or an escalation can answer the U.N."""
    state = table({NORTH: "AD", SOUTH: "2S 5S 8S KS AS"}, laid="JD QD", turn=NORTH)
    state, _ = play(state, "un:AD")
    assert (state.holder, state.top) == (NORTH, "UN")
    assert offered(state, SOUTH) == ("un:AS", "drop")


def test_4_3_a_third_un_card_is_no_veto_on_the_resolution() -> None:
    """A seat that answers the Veto on its own Resolution is described as if it had undone the Resolution."""
    state = table({NORTH: "AD AH", SOUTH: "AS"}, laid="JD QD", turn=NORTH)
    _, events = play(state, "un:AD", "un:AS", "un:AH")
    assert [told(event, None) for event in events if isinstance(event, UnPlayed)] == [
        "North called for a U.N. Resolution with A♦.",
        "South cast a Veto with A♠.",
        "North cast a Veto with A♥.",
    ]


def test_4_4_a_silent_seat_drops_out() -> None:
    """The clock spends a card of a silent player."""
    state = table({NORTH: "", EAST: "2H", SOUTH: "2D"}, laid="JD", turn=EAST)
    state, _ = declare(state)
    assert (state.turn, state.out, state.hands[EAST]) == (SOUTH, (EAST,), ("2H",))


def test_4_4_after_a_drop_the_turn_passes_to_the_left_of_the_seat_that_dropped() -> None:
    """A seat that passed earlier is asked twice before the others are asked once."""
    state = table(
        {NORTH: "2S", EAST: "2H", SOUTH: "2D", WEST: "2C"}, laid="JD", turn=EAST, passes=True, pass_limit=1
    )
    state, _ = play(state, "pass", "drop")
    assert state.turn == WEST


def test_4_5_all_incidents_on_the_table_count() -> None:
    """The winner does not get six points for a Jack, a Queen and a King."""
    state = table({NORTH: "QS", SOUTH: "KS"}, laid="JD")
    state = replace(state, hands={**state.hands, SOUTH: ("QH", "2H"), NORTH: ("KS",)})
    state, events = play(state, "escalate:QH", "escalate:KS", "drop")
    assert [(event.seat, event.points) for event in events if isinstance(event, IncidentWon)] == [(NORTH, 6)]


def test_4_6_after_an_incident_the_winner_leads_with_full_hands() -> None:
    """A survivor is not dealt up to five cards, or the winner is not asked first."""
    state = table({NORTH: "2S", EAST: "2H", SOUTH: "2D 4D"}, laid="JD", turn=EAST)
    state, _ = play(state, "drop", "turn:2D", "drop")
    assert [len(hand) for hand in state.hands.values()] == [5, 5, 5]
    assert (state.incident, state.lead, state.turn) == (2, SOUTH, SOUTH)
