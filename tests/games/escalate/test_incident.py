"""Rule 4: turning, escalating, the U.N., dropping out, and winning an Incident."""

from __future__ import annotations

from dataclasses import replace

import pytest
from warcouncil.games.escalate import GAME
from warcouncil.games.escalate.events import IncidentEscalated, IncidentWon, SeatDropped, UnPlayed
from warcouncil.games.kit.game import Phase

from tests.games.escalate.build import EAST, NORTH, SOUTH, WEST, declare, offered, play, table


def test_4_a_seat_that_can_answer_nothing_is_asked_too() -> None:
    """A seat dropped by itself would be dropped at once, and the instant would show its hand."""
    state = table({NORTH: "KS", SOUTH: "2S 5S"}, laid="KD")
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    assert phase.asked == (SOUTH,)
    assert offered(state, SOUTH) == ("drop",)


def test_4_1_every_set_in_the_hand_is_offered_and_no_other() -> None:
    """A player must be able to choose which of his cards he spends."""
    state = table({NORTH: "", SOUTH: "8S 5S 6S 2S 3S"}, laid="KD")
    assert offered(state, SOUTH) == ("turn:8S", "turn:5S+6S", "drop")
    state = table({NORTH: "", SOUTH: "8S 5S 6S 2S 3S"}, laid="QD")
    assert offered(state, SOUTH) == ("turn:5S", "turn:6S", "turn:2S+3S", "drop")
    state = table({NORTH: "", SOUTH: "8S 5S 6S 2S 3S"}, laid="JD")
    assert offered(state, SOUTH) == ("turn:2S", "turn:3S", "drop")


def test_4_1_whoever_turns_it_holds_it_and_the_next_must_answer() -> None:
    """The Incident must pass to whoever answered last, and the turn to his left."""
    state = table({NORTH: "2S", EAST: "2H", SOUTH: "2D"}, laid="JD", turn=EAST)
    state, _ = play(state, "turn:2H")
    assert (state.holder, state.turn) == (EAST, SOUTH)
    assert state.hands[EAST] == ()


def test_4_2_only_a_dearer_incident_escalates() -> None:
    """An equal or cheaper Incident card must not be on offer."""
    state = table({NORTH: "", SOUTH: "JS QS KS"}, laid="QD")
    assert offered(state, SOUTH) == ("escalate:KS", "drop")


def test_4_2_an_escalation_brings_everyone_back_and_raises_the_stake() -> None:
    """All players must play against the new Incident, those too who had dropped out of the old one."""
    state = table({NORTH: "5S", EAST: "8H", SOUTH: "QS", WEST: "5C"}, laid="JD", turn=EAST)
    state, events = play(state, "drop", "escalate:QS")
    assert [event.stake for event in events if isinstance(event, IncidentEscalated)] == [3]
    assert (state.out, state.turn, state.top) == ((), WEST, "Q")
    state, _ = play(state, "drop", "drop")
    assert state.turn == EAST


def test_4_2_without_drop_reopen_who_dropped_stays_out() -> None:
    """The table may agree that dropping out is for the whole Incident."""
    state = table({NORTH: "5S", EAST: "8H", SOUTH: "QS"}, laid="JD", turn=EAST, drop_reopen=False)
    state, _ = play(state, "drop", "escalate:QS")
    assert (state.out, state.turn) == ((EAST,), NORTH)
    state, events = play(state, "drop")
    assert [event.seat for event in events if isinstance(event, IncidentWon)] == [SOUTH]


def test_4_3_a_resolution_is_answered_only_by_another_un_card() -> None:
    """Neither agents nor an escalation may answer the U.N."""
    state = table({NORTH: "", SOUTH: "2S 5S 8S KS AS"}, laid="QD AD")
    assert offered(state, SOUTH) == ("un:AS", "drop")


def test_4_3_a_veto_is_itself_answered_only_by_the_un() -> None:
    """By the rules as written a Veto stands like a Resolution until a third U.N. card."""
    state = table({NORTH: "AH 2H 8H", SOUTH: "AS"}, laid="JD AD")
    state, events = play(state, "un:AS")
    assert [event.veto for event in events if isinstance(event, UnPlayed)] == [True]
    assert offered(state, NORTH) == ("un:AH", "drop")


def test_4_3_a_veto_that_cancels_brings_the_incident_back() -> None:
    """With veto_mode=cancel the Incident below must be answered again, with the vetoer as its holder."""
    state = table({NORTH: "AH 2H 8H QH", SOUTH: "AS"}, laid="JD AD", veto_mode="cancel")
    state, _ = play(state, "un:AS")
    assert (state.top, state.holder) == ("J", SOUTH)
    assert offered(state, NORTH) == ("turn:2H", "escalate:QH", "un:AH", "drop")


def test_4_4_a_seat_may_drop_out_although_it_could_answer() -> None:
    """Declining must always be possible, and is said to all."""
    state = table({NORTH: "", EAST: "2H", SOUTH: "2D"}, laid="JD", turn=EAST)
    state, events = play(state, "drop")
    assert [event.seat for event in events if isinstance(event, SeatDropped)] == [EAST]
    assert (state.turn, state.out) == (SOUTH, (EAST,))


def test_4_4_a_silent_seat_drops_out() -> None:
    """The clock must spend none of a silent player's cards."""
    state = table({NORTH: "", EAST: "2H", SOUTH: "2D"}, laid="JD", turn=EAST)
    state, _ = declare(state)
    assert (state.turn, state.out, state.hands[EAST]) == (SOUTH, (EAST,), ("2H",))


def test_4_5_the_instigator_wins_when_nobody_answers() -> None:
    """An Incident that nobody turns goes to whoever led it."""
    state = table({NORTH: "KS", EAST: "2H", SOUTH: "2D"}, turn=NORTH)
    state, events = play(state, "lead:KS", "drop", "drop")
    assert [(event.seat, event.points) for event in events if isinstance(event, IncidentWon)] == [(NORTH, 3)]


def test_4_5_the_holder_is_not_asked_again_without_an_answer() -> None:
    """Whoever is winning the Incident must not act against himself."""
    state = table({NORTH: "2S", EAST: "2H", SOUTH: "2D 4D"}, laid="JD", turn=EAST)
    state, _ = play(state, "drop", "turn:2D", "drop")
    assert state.step == "opening"
    assert state.points[SOUTH] == 1


def test_4_5_all_incidents_on_the_table_count() -> None:
    """A Jack, a Queen and a King are worth six points to the winner."""
    state = table({NORTH: "QS", SOUTH: "KS"}, laid="JD")
    state = replace(state, hands={**state.hands, SOUTH: ("QH", "2H"), NORTH: ("KS",)})
    state, events = play(state, "escalate:QH", "escalate:KS", "drop")
    assert [(event.seat, event.points) for event in events if isinstance(event, IncidentWon)] == [(NORTH, 6)]


def test_4_6_after_an_incident_the_winner_leads_with_full_hands() -> None:
    """Every survivor is dealt up to five cards, and the winner is asked first."""
    state = table({NORTH: "2S", SOUTH: "2D 4D"}, laid="JD")
    state, _ = play(state, "turn:2D", "drop")
    assert [len(hand) for hand in state.hands.values()] == [5, 5]
    assert (state.incident, state.lead, state.turn) == (2, SOUTH, SOUTH)


def test_4_7_any_seat_may_play_out_of_turn_when_agreed() -> None:
    """With any_time all others are asked in secret after each play, and the first clockwise goes through."""
    state = table(
        {NORTH: "KS", EAST: "2H", SOUTH: "AD 2D", WEST: "KC AC"}, turn=NORTH, any_time=True, players=4
    )
    state = replace(state, hands={**state.hands, NORTH: ("QS",)})
    state, _ = play(state, "lead:QS")
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    assert (phase.name, phase.asked, phase.sealed) == ("Interjection", (EAST, SOUTH, WEST), True)
    assert offered(state, EAST) == ("hold",)
    state, events = declare(state, east="hold", south="un:AD", west="escalate:KC")
    assert [(event.seat, event.out_of_turn) for event in events if isinstance(event, UnPlayed)] == [
        (SOUTH, True)
    ]
    assert (state.holder, state.top, state.step) == (SOUTH, "UN", "interjection")
    assert state.hands[WEST] == ("KC", "AC")


def test_4_7_when_all_hold_the_turn_goes_on() -> None:
    """A window in which nobody plays must change nothing."""
    state = table({NORTH: "KS", SOUTH: "2D"}, turn=NORTH, any_time=True)
    state, _ = play(state, "lead:KS")
    state, events = declare(state)
    assert events == ()
    assert (state.step, state.turn) == ("turning", SOUTH)


def test_4_7_who_dropped_out_may_come_back_out_of_turn() -> None:
    """A player who dropped out may still stave off the end, and is in again when he does."""
    state = table({NORTH: "8S", EAST: "KH AH", SOUTH: "8D"}, laid="KD", turn=EAST, any_time=True)
    state, _ = play(state, "drop", "turn:8D")
    assert state.out == (EAST,)
    state, _ = declare(state, east="un:AH", north="hold")
    assert (state.holder, state.out) == (EAST, ())


@pytest.mark.parametrize(("laid", "act"), [("KD", "turn:5S+2S+3S"), ("QD", "turn:5S+2S")])
def test_4_1_agents_are_not_mixed(laid: str, act: str) -> None:
    """One Spy with two Diplomats turns nothing by the rules as written."""
    state = table({NORTH: "", SOUTH: "5S 2S 3S"}, laid=laid)
    assert act not in offered(state, SOUTH)


def test_4_1_mixed_agents_may_turn_a_proxy_conflict_when_agreed() -> None:
    """With mixing one Spy and two Diplomats stand for two Spies, against a King only."""
    state = table({NORTH: "", SOUTH: "5S 2S 3S"}, laid="KD", mixing=True)
    assert offered(state, SOUTH) == ("turn:5S+2S+3S", "drop")
    state = table({NORTH: "", SOUTH: "5S 2S 3S"}, laid="QD", mixing=True)
    assert offered(state, SOUTH) == ("turn:5S", "turn:2S+3S", "drop")
