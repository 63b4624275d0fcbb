"""Rule 3: calls, exchange and the compulsory lead."""

from __future__ import annotations

from dataclasses import replace

import pytest
from warcouncil.games.escalate import GAME
from warcouncil.games.escalate.events.deals import CardReturned, LeadObliged
from warcouncil.games.escalate.events.incidents import IncidentLed
from warcouncil.games.escalate.standing import standings
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import Phase

from tests.games.escalate.build import EAST, NORTH, SOUTH, WEST, declare, launch, offered, play, table


def test_3_1_a_seat_without_an_incident_is_asked_and_can_only_defer() -> None:
    """The program defers for a seat at once, which tells the table more than the call does."""
    state = table({NORTH: "KS 2S", SOUTH: "2H 7D"})
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    assert phase.asked == (SOUTH,)
    assert offered(state, SOUTH) == ("defer",)


def test_3_1_a_seat_with_incidents_leads_one_or_passes() -> None:
    """A seat with an Incident cannot lead each of them, or cannot pass, or may defer."""
    state = table({NORTH: "", SOUTH: "JS QS KS 2H 7D"})
    assert offered(state, SOUTH) == ("lead:KS", "lead:QS", "lead:JS", "pass")
    with pytest.raises(Illegal, match=r"rule 3\.1"):
        GAME.read(state, SOUTH, {"act": "defer"})


def test_3_1_the_first_lead_ends_the_calls() -> None:
    """Once an Incident is on the table, another seat is asked to open one."""
    state = table({NORTH: "KS", EAST: "KH", SOUTH: "KD"}, turn=EAST)
    state, events = play(state, "pass", "lead:KD")
    assert [event.card for event in events if isinstance(event, IncidentLed)] == ["KD"]
    assert (state.step, state.turn, state.holder, state.top) == ("turning", NORTH, SOUTH, "K")


def test_3_1_once_an_incident_is_led_no_seat_is_shown_as_passed() -> None:
    """A seat that passed at the opening looks as if it had passed in the Incident and were still to act."""
    state = table({NORTH: "KS", EAST: "KH", SOUTH: "2D"}, turn=EAST)
    state, _ = play(state, "pass", "defer")
    assert [words for *_, words in standings(state)] == [
        "leads, passed, has an Incident",
        "deferred, has no Incident",
        "dealer",
    ]
    state, _ = play(state, "lead:KS")
    assert [words for *_, words in standings(state)] == [
        "has an Incident",
        "has no Incident",
        "dealer, holds the Incident",
    ]


@pytest.mark.parametrize(
    ("hand", "act", "told"), [("KS 2S", "pass", "You pass."), ("2S 3S", "defer", "You defer.")]
)
def test_3_1_a_silent_seat_passes_or_defers(hand: str, act: str, told: str) -> None:
    """The clock commits a silent player to an Incident, or does something else than the player reads."""
    state = table({NORTH: "", SOUTH: hand})
    assert GAME.unanswered(state, SOUTH) == told
    state, _ = declare(state)
    assert state.calls == ((SOUTH, act),)


def test_3_2_when_all_defer_everyone_exchanges_a_card_at_once() -> None:
    """A player sees another's choice before making theirs, or the same leader is not asked again."""
    state = table({NORTH: "2S 3S", SOUTH: "2H 3H"})
    state, _ = play(state, "defer", "defer")
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    assert (phase.asked, phase.sealed) == ((NORTH, SOUTH), True)
    state, events = declare(state, north="exchange:3S", south="exchange:2H")
    assert [event.card for event in events if isinstance(event, CardReturned)] == ["2H", "3S"]
    assert state.discard == ("2H", "3S")
    assert [len(hand) for hand in state.hands.values()] == [2, 2]
    assert (state.step, state.turn, state.calls) == ("opening", SOUTH, ())


def test_3_2_a_silent_seat_returns_its_least_agent() -> None:
    """The clock throws away a Nuke or a U.N. card of a silent player."""
    state = table({NORTH: "joker1 AS 8S 5S 2S", SOUTH: "joker2 AH 8H 5H 6H"}, step="exchange")
    state, _ = declare(state)
    assert sorted(state.discard) == ["2S", "5H"]


def test_3_2_the_knocked_out_exchange_nothing() -> None:
    """A seat without a hand can return no card, and the table waits for it."""
    state = table({NORTH: "2S 3S", EAST: "joker1 2H 3H", SOUTH: "2D"}, turn=EAST)
    state, _ = declare(state, east=launch(SOUTH))
    state, _ = play(state, "defer", "defer")
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    assert (phase.name, phase.asked) == ("Exchange", (NORTH, EAST))


def test_3_2_exchanges_repeat_until_a_seat_holds_an_incident() -> None:
    """All seats defer, and the table does not exchange again, or does something else."""
    state = table({NORTH: "2S 3S", SOUTH: "2H 3H"})
    state, _ = play(state, "defer", "defer")
    draw = ("4S", "4H", *state.draw)
    for _ in range(2):
        state, _ = declare(replace(state, draw=draw))
        state, _ = play(state, "defer", "defer")
    assert state.step == "exchange"


def test_3_3_the_only_seat_that_passed_must_lead() -> None:
    """A tactical pass of the only holder delays the Incident by more than one circle."""
    state = table({NORTH: "2S 3S", SOUTH: "JS QS 2H"})
    state, events = play(state, "pass", "defer")
    assert [event.seat for event in events if isinstance(event, LeadObliged)] == [SOUTH]
    assert offered(state, SOUTH) == ("lead:QS", "lead:JS")


def test_3_3_the_only_seat_that_passed_must_lead_at_once_in_new_circles_too() -> None:
    """The table plays another circle, although no other seat can lead."""
    state = table({NORTH: "2S 3S", SOUTH: "JS QS 2H"}, all_passed="new_circle")
    state, _ = play(state, "pass", "defer")
    assert (state.step, state.turn) == ("obliged", SOUTH)


def test_3_3_a_silent_seat_leads_its_cheapest_incident() -> None:
    """For a silent player the clock leads a higher Incident than the rules require."""
    state = table({NORTH: "2S 3S", SOUTH: "JS QS 2H"})
    state, _ = play(state, "pass", "defer")
    state, events = declare(state)
    assert [event.card for event in events if isinstance(event, IncidentLed)] == ["JS"]


def test_3_3_an_obliged_leader_may_launch_at_several_targets() -> None:
    """Before the lead the seat cannot launch at as many targets as it has Nukes."""
    hands = {NORTH: "2S", EAST: "joker1 joker2 KH", SOUTH: "2D", WEST: "2C"}
    state, _ = play(table(hands, turn=EAST), "pass", "defer", "defer", "defer")
    state, _ = declare(state, east=launch(SOUTH, WEST))
    assert (state.alive, state.step, state.turn) == ((NORTH, EAST), "obliged", EAST)


def test_3_3_an_obliged_leader_that_falls_is_followed_by_the_next_that_passed() -> None:
    """A launch that knocks the obliged leader out stops the opening."""
    state = table({NORTH: "KS", EAST: "joker1 KH", SOUTH: "joker2 2D", WEST: "2C"}, turn=EAST)
    state, _ = play(state, "pass", "defer", "defer", "pass")
    assert (state.step, state.turn) == ("obliged", EAST)
    state, _ = declare(state, east=launch(WEST))
    assert state.alive == (NORTH, SOUTH)
    assert (state.step, state.turn) == ("obliged", NORTH)
