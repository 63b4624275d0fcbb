"""The state machine of a gate: its stops, the answers that it accepts, and its closing. docs/gate.md is drawn from
it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from warcouncil.arbiter.core.checks.table_invariants import GATE_LAWS
from warcouncil.arbiter.core.table.gate import Gate, GateClock, Sealed
from warcouncil.arbiter.core.table.states import CLOSED, RUNS, TRANSITIONS, Happening, Stop
from warcouncil.arbiter.core.words.outcome import Refused
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.acts.acts import DeclareFor, EndNow, Hold, Pause, Release, Resume
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.wire.replies import Receipt, Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Declare, Draft
from warcouncil.protocol.words import GateNo, SeatId

from tests import gate_picture
from tests.arbiter.core.harness import Person, Room
from tests.current import check_current

RED = SeatId("red.1")
DOCS = Path(__file__).parents[4] / "docs"
PHASE = Phase(
    name="Bidding", rule="2", title="Bidding", text="Bid.", asked=(RED,), sealed=True, clock_seconds=10
)


def gate(stops: Stop = RUNS, **more: Any) -> Gate:
    """Return a gate in the given state, with ten seconds on its clock."""
    clock = GateClock.started(0, 10_000)
    why = {stop: "because" for stop in (Stop.PAUSED, Stop.HELD) if stop in stops}
    return Gate(GateNo(1), PHASE, stops=stops, why=why, clock=clock.paused(0) if stops else clock, **more)


def test_the_page_shows_the_machine_as_it_is() -> None:
    """If this fails, a reader of docs/gate.md learns of a transition that the gate does not make."""
    check_current(DOCS / "gate.md", gate_picture.page(), "python -m tests.gate_picture > docs/gate.md")


@pytest.mark.parametrize("state", TRANSITIONS, ids=gate_picture.name)
@pytest.mark.parametrize("what", Happening)
def test_the_clock_runs_in_exactly_the_states_without_a_stop(state: Stop, what: Happening) -> None:
    """A clock runs under a hold and takes a player's time, or is stopped without a cause."""
    one = gate(state)
    after = TRANSITIONS[state].get(what)
    if after is None:
        with pytest.raises((Refused, AssertionError)):
            one.happen(what, 4_000, "because")
        assert one == gate(state), "a refusal changed something"
        return
    one.happen(what, 4_000, "because")
    assert one.clock is not None
    assert one.clock.left(4_000) == (10_000 if state else 6_000), "time was lost or won"
    if after is CLOSED:
        assert one.stops == state | CLOSED
        assert one.clock.deadline is None
    else:
        assert one.stops == after
        assert all(law(one) for law in GATE_LAWS)


def test_a_closed_gate_accepts_nothing_more() -> None:
    """A late answer still counts."""
    one = gate()
    one.happen(Happening.CLOSE, 0)
    for what in Happening:
        with pytest.raises((Refused, AssertionError)):
            one.happen(what, 0)


def test_a_table_held_before_it_begins_waits_until_it_is_released() -> None:
    """People link while the umpire holds the table, and find the first question closed after the release."""
    room = Room("sealed_bid", {"clock_seconds": 10}, exercise={"start": "linked"})
    umpire = room.umpire()
    room.rule(umpire, Hold())
    people = room.sit_all()
    for _ in range(60):
        room.wait(1_000, step_ms=1_000)
        for person in people.values():
            room.beat(person)
    assert room.table.gate == 1
    assert room.table.clock is not None
    assert room.table.clock.deadline is None
    room.rule(umpire, Release())
    room.settle()
    assert room.table.begun
    assert room.table.clock is not None
    assert room.table.clock.left(room.at) == 10_000
    assert room.table.ran_ms(room.at + 3_000) == 3_000


def test_a_held_table_that_is_paused_is_stopped_for_both_reasons() -> None:
    """A pause of all tables releases a held one, or its release ends the pause."""
    room = Room("sealed_bid", {"clock_seconds": 10})
    umpire = room.umpire()
    for act, stops in (
        (Hold(), Stop.HELD),
        (Pause(), Stop.HELD | Stop.PAUSED),
        (Release(), Stop.PAUSED),
        (Resume(), RUNS),
    ):
        room.rule(umpire, act)
        clock = room.table.clock
        assert clock is not None
        assert (room.table.now.stops, clock.deadline is None) == (stops, bool(stops))
        room.wait(500)


# --- what counts --------------------------------------------------------------------------------------------------


def bidding(**more: Any) -> tuple[Room, dict[str, Person], Person]:
    """Return a room in which every seat is asked for a card."""
    room = Room("sealed_bid", {"clock_seconds": 10}, **more)
    return room, room.sit_all(), room.umpire()


def card(room: Room, seat: str) -> Answer:
    """Return a card that a seat may bid."""
    return {"card": str(room.table.state.hands[seat][0])}


@pytest.mark.parametrize("ahead", [1, 2])
def test_an_answer_to_a_question_that_is_still_to_come_does_not_count(ahead: int) -> None:
    """A client that is out of step seals its next answer for this question."""
    room, people, _ = bidding()
    room.declare(people[RED], card(room, RED), gate=room.table.gate + ahead)
    assert people[RED].last(Refusal).code is RefusalCode.STALE
    assert RED not in room.table.sealed


def test_a_lost_receipt_is_sent_again_at_the_next_gate_and_later_the_refusal_is_true() -> None:
    """A player whose receipt was lost reads that nothing counted, although it did."""
    room, people, umpire = bidding()
    request = room.declare(people[RED], card(room, RED))
    first = people[RED].last(Receipt)
    room.rule(umpire, EndNow())
    people[RED].replies.clear()
    room.ask(people[RED], request)
    assert people[RED].last(Receipt) == first
    room.rule(umpire, EndNow())
    rows = len(room.journal)
    room.ask(people[RED], request)
    said = people[RED].last(Refusal)
    assert said.code is RefusalCode.COUNTED
    assert "was sealed in time" in said.text
    assert len(room.journal) == rows


def test_a_receipt_is_of_the_seat_that_sealed() -> None:
    """A seat that sends a known id is given another seat's answer, or takes its receipt."""
    room, people, _ = bidding()
    request = room.declare(people[RED], card(room, RED))
    other = Declare(id=request.id, gate=request.gate, answer=card(room, "black.1"))
    room.ask(people["black.1"], other)
    assert people["black.1"].last(Receipt).answer == other.answer
    room.ask(people[RED], request)
    assert people[RED].last(Receipt).answer == request.answer


def test_a_paused_table_does_not_close_though_an_umpire_seals_the_last_answer() -> None:
    """A pause that is meant for a discussion ends in the middle of it."""
    room, people, umpire = bidding()
    *others, last = room.table.seats
    for seat in others:
        room.declare(people[seat], card(room, seat))
    room.rule(umpire, Pause())
    room.rule(umpire, DeclareFor(seat=last, answer=card(room, last)))
    room.wait(2_000)
    assert room.table.gate == 1
    room.rule(umpire, Resume())
    room.settle()
    assert room.table.gate == 2


def too_fast(person: Person) -> int:
    """Return how often a person was refused with TOO_FAST."""
    return [refusal.code for refusal in person.of(Refusal)].count(RefusalCode.TOO_FAST)


def test_an_answer_may_be_changed_a_hundred_times() -> None:
    """A program at a seat fills the journal, or a person who hesitates loses the answer."""
    room, people, _ = bidding()
    for _ in range(100):
        room.suggest(people[RED])
    assert (len(people[RED].of(Receipt)), too_fast(people[RED])) == (100, 0)
    rows = len(room.journal)
    room.suggest(people[RED])
    assert (len(people[RED].of(Receipt)), too_fast(people[RED]), len(room.journal)) == (100, 1, rows)


def test_a_draft_may_be_changed_two_hundred_times() -> None:
    """A program at a seat fills the journal with unsealed drafts, or a slow writer's draft does not count."""
    room, people, _ = bidding(plan={"silence": [{"phase": "*", "policy": "draft"}]})
    rows = len(room.journal)
    for number in range(201):
        assert too_fast(people[RED]) == 0
        room.ask(people[RED], Draft(gate=GateNo(1), answer={"card": str(number)}))
    assert (too_fast(people[RED]), len(room.journal)) == (1, rows + 200)
    assert room.table.now.drafts[RED].answer == {"card": "199"}


# --- time ---------------------------------------------------------------------------------------------------------


def test_a_gate_closes_when_its_grace_is_over_and_not_before() -> None:
    """An answer sealed in the last moment of the hidden grace is missing."""
    room, _, _ = bidding(grace_ms=1000)
    room.wait(10_999, step_ms=1)
    assert room.table.gate == 1
    room.wait(1, step_ms=1)
    assert room.table.gate == 2


def test_a_gate_is_due_at_its_deadline_and_not_a_millisecond_before() -> None:
    """Clocks end early for all seats."""
    one = gate()
    assert one.deadline(1000) == 11_000
    assert not one.due(10_999, 1000)
    assert one.due(11_000, 1000)


def test_a_seat_that_sealed_is_not_silent() -> None:
    """The umpire is told to wait for a seat that has answered."""
    one = gate()
    one.seal(RED, Sealed("0" * 32, {}, None))
    assert one.silent == ()
    assert one.complete
