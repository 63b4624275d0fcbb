"""Questions that ask only whether each seat is ready: an answer there can be taken back until they close."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.arbiter.core.checks.table_invariants import check_table
from warcouncil.arbiter.core.room.seat_requests import HELD_UP_MS_MAX
from warcouncil.arbiter.core.table.gate import CHANGES_MAX
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.ways import Way
from warcouncil.games.scenario.file.model.script import text_of
from warcouncil.protocol.acts.acts import DeclareFor, EndNow, Pause, Resume, Void
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.wire.replies import Receipt, Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Resync
from warcouncil.protocol.words import GateNo, Role, SeatId

from tests.arbiter.core.harness import Person, Room
from tests.games.scenario.playing import asks, phase
from tests.games.scenario.small import small

RED, FOE = SeatId("red.1"), SeatId("black.1")
READY: Answer = {"ready": "ready"}
BACK: Answer = {}
BY_TALK: dict[str, Any] = {"talk": "public", "talk_seconds": 60}


def talking(**more: Any) -> tuple[Room, dict[str, Person]]:
    """Return a room whose seats talk, and are asked whether they are ready."""
    room = Room("sealed_bid", BY_TALK, **more)
    return room, room.sit_all()


def waited_for(room: Room) -> list[SeatId]:
    """Return the seats that have sealed nothing."""
    return [*room.table.now.silent]


def all_ready(room: Room, people: dict[str, Person], but: SeatId) -> None:
    """Mark every seat but one as ready."""
    for seat, person in people.items():
        if seat != but:
            room.declare(person, READY)


def test_a_readiness_that_was_taken_back_does_not_close_the_question() -> None:
    """A player who takes back that they are ready is not waited for."""
    room, people = talking()
    room.declare(people[RED], READY)
    back = room.declare(people[RED], BACK)
    receipt = people[RED].last(Receipt)
    assert (receipt.id, receipt.answer) == (back.id, {})
    all_ready(room, people, but=RED)
    assert room.table.gate == 1
    assert waited_for(room) == [RED]
    check_table(room.table)
    room.declare(people[RED], READY)
    assert room.table.gate == 2


def test_a_seat_that_was_never_ready_may_take_it_back_without_effect() -> None:
    """A seat is refused because its earlier request was lost on the way."""
    room, people = talking()
    room.declare(people[RED], BACK)
    assert people[RED].last(Receipt).answer == {}
    assert not room.table.sealed


def test_the_clock_closes_a_question_whose_readiness_was_taken_back() -> None:
    """Players who take their readiness back stop the exercise."""
    room, people = talking()
    room.declare(people[RED], READY)
    room.declare(people[RED], BACK)
    room.wait(60_000)
    assert room.table.gate == 2


def test_a_view_says_that_readiness_can_be_taken_back_and_shows_that_it_was() -> None:
    """A client offers to take back what cannot be taken back, or shows a readiness that does not count."""
    room, people = talking()
    assert people[RED].last(View).readiness
    room.declare(people[RED], READY)
    room.ask(people[RED], Resync())
    assert people[RED].last(View).sealed == READY
    room.declare(people[RED], BACK)
    room.ask(people[RED], Resync())
    assert people[RED].last(View).sealed is None
    room.rule(room.umpire(), EndNow())
    assert not people[RED].last(View).readiness


def test_an_answer_that_decides_something_is_never_taken_back() -> None:
    """A seat seals a card and makes the whole table wait for another one."""
    room = Room("sealed_bid")
    people = room.sit_all()
    room.suggest(people[RED])
    sealed = room.table.sealed[RED]
    room.declare(people[RED], BACK)
    assert people[RED].last(Refusal).code is RefusalCode.ILLEGAL
    assert room.table.sealed[RED] == sealed


READINESS: dict[str, dict[str, Any]] = {
    "sealed_bid": BY_TALK,
    "kashmir_crisis": {"talk": "public"},
    "hard_war": {"talk": "public"},
    "escalate": {"talk": "public"},
    "scenario": {"scenario": text_of(small(phases=[phase("Corridors"), phase("Orders", asks())]))},
}


@pytest.mark.parametrize("game", READINESS)
def test_no_form_that_asks_for_readiness_takes_an_empty_answer(game: str) -> None:
    """At one question, an empty answer can mean two things."""
    room = Room(game, READINESS[game])
    umpire = room.umpire()
    while not (isinstance(now := room.table.phase, Phase) and now.readiness):
        room.rule(umpire, EndNow())
    for seat in now.asked:
        form = room.table.game.form(room.table.state, seat)
        assert form.suggested
        with pytest.raises(Illegal):
            judge(form, BACK)


# --- in time --------------------------------------------------------------------------------------------------------


def test_what_closed_is_not_taken_back() -> None:
    """A late request takes back a readiness that has counted, or the answer to the next question."""
    room, people = talking()
    room.declare(people[RED], READY)
    room.rule(room.umpire(), EndNow())
    room.suggest(people[RED])
    sealed = room.table.sealed[RED]
    rows = len(room.journal)
    room.declare(people[RED], BACK, gate=1)
    said = people[RED].last(Refusal)
    assert said.code is RefusalCode.STALE
    assert "has counted" in said.text
    assert room.table.sealed[RED] == sealed
    assert len(room.journal) == rows


@pytest.mark.parametrize("first", [READY, None], ids=["ready", "silent"])
def test_nothing_is_taken_back_once_time_is_up_and_the_question_waits(first: Answer | None) -> None:
    """A seat makes the table wait on after its time, though it had said that it is ready."""
    room, people = talking(plan={"silence": [{"phase": "*", "policy": "wait"}]})
    if first:
        room.declare(people[RED], first)
    room.wait(60_000)
    room.declare(people[RED], BACK)  # it was sent in time, and a slow disk held it up
    assert people[RED].last(Receipt).answer == {}
    if first:
        room.declare(people[RED], first)
    room.wait(HELD_UP_MS_MAX)
    room.declare(people[RED], BACK)
    said = people[RED].last(Refusal)
    assert said.code is RefusalCode.STALE
    assert "no longer be taken back" in said.text
    assert (RED in room.table.sealed) is bool(first)


def test_lock_step_takes_nothing_back_after_its_time() -> None:
    """A table that had its time makes all other tables wait."""
    room = Room("sealed_bid", BY_TALK, tables=2, exercise={"lockstep": ("Negotiation",)})
    people = room.sit_all()
    room.rule(room.umpire(), Pause(), table=2)
    for person in people.values():
        room.declare(person, READY)
    room.declare(people[RED], BACK)
    assert waited_for(room) == [RED]
    room.declare(people[RED], READY)
    room.wait(60_000 + HELD_UP_MS_MAX)
    room.declare(people[RED], BACK)
    assert people[RED].last(Refusal).code is RefusalCode.STALE
    assert waited_for(room) == []


def test_nothing_is_taken_back_while_the_clock_stands() -> None:
    """A seat changes what counts during a pause."""
    room, people = talking()
    umpire = room.umpire()
    room.declare(people[RED], READY)
    room.rule(umpire, Pause())
    room.declare(people[RED], BACK)
    assert people[RED].last(Refusal).code is RefusalCode.PAUSED
    room.rule(umpire, Resume())
    room.declare(people[RED], BACK)
    assert RED not in room.table.sealed


def test_a_seat_takes_back_up_to_the_limit() -> None:
    """A client floods the exercise file by saying that it is ready, and taking it back."""
    room, people = talking()
    for n in range(CHANGES_MAX):
        room.declare(people[RED], BACK if n % 2 else READY)
    assert not people[RED].of(Refusal)
    room.declare(people[RED], READY)
    assert people[RED].last(Refusal).code is RefusalCode.TOO_FAST


# --- once -----------------------------------------------------------------------------------------------------------


def test_the_same_id_gets_the_same_answer_also_after_a_crash() -> None:
    """A repeat of the old readiness makes the seat ready again, or a repeat of the taking back is refused."""
    room, people = talking()
    ready, back = room.declare(people[RED], READY), room.declare(people[RED], BACK)
    for crashes in (False, True):
        if crashes:
            room.crash()
            people[RED] = room.greet(people[RED].key)
        rows = len(room.journal)
        room.ask(people[RED], back)
        assert people[RED].last(Receipt).id == back.id
        room.ask(people[RED], ready)
        assert (people[RED].last(Refusal).id, people[RED].last(Refusal).code) == (
            ready.id,
            RefusalCode.NOT_ALLOWED,
        )
        assert RED not in room.table.sealed
        assert len(room.journal) == rows


def test_a_taking_back_is_known_after_its_question() -> None:
    """A client whose answer was lost asks on without end, or is told that it was not in time."""
    room, people = talking()
    room.declare(people[RED], READY)
    back = room.declare(people[RED], BACK)
    umpire = room.umpire()
    room.rule(umpire, EndNow())
    room.ask(people[RED], back)
    assert people[RED].last(Receipt).id == back.id
    room.rule(umpire, EndNow())
    room.ask(people[RED], back)
    assert people[RED].last(Refusal).code is RefusalCode.COUNTED


@pytest.mark.parametrize("policy", ["default", "missing", "draft", "bot", "extend"])
def test_a_readiness_that_was_taken_back_never_counts(policy: str) -> None:
    """A readiness that was taken back counts as the seat's own answer when time is up."""
    room, people = talking(plan={"silence": [{"phase": "*", "policy": policy, "seconds": 5}]})
    if policy == "draft":
        assert room.table.now.draft(RED, GateNo(1), READY)
    room.declare(people[RED], READY)
    room.declare(people[RED], BACK)
    _, way = room.table.rules._declared(room.table.state, RED, room.table.now)
    assert way is Way.SILENT
    room.wait(70_000)
    assert room.table.gate == 2


def test_a_replay_takes_back_too() -> None:
    """After a crash a seat is ready that has taken it back, and the question closes without it."""
    room, people = talking()
    room.declare(people[RED], READY)
    room.declare(people[RED], BACK)
    all_ready(room, people, but=RED)
    room.crash()
    assert waited_for(room) == [RED]
    room.settle()
    assert room.table.gate == 1


def test_an_umpire_has_the_last_word() -> None:
    """A seat takes back what an umpire struck out, or cannot take back what an umpire sealed for it."""
    room, people = talking()
    umpire = room.umpire()
    room.rule(umpire, DeclareFor(seat=RED, answer=READY))
    room.declare(people[RED], BACK)
    assert RED not in room.table.sealed
    back = room.declare(people[RED], BACK)
    room.rule(umpire, Void(seat=RED))
    room.ask(people[RED], back)
    assert people[RED].last(Refusal).code is RefusalCode.NOT_ALLOWED
    room.declare(people[RED], BACK)
    assert people[RED].last(Refusal).code is RefusalCode.NOT_ALLOWED
    check_table(room.table)


# --- who knows ------------------------------------------------------------------------------------------------------


def test_no_other_seat_hears_that_one_takes_back() -> None:
    """A seat learns who is ready from a frame that another seat's change causes."""
    room, people = talking()
    room.declare(people[RED], READY)
    before = {seat: len(person.frames) for seat, person in people.items()}
    room.declare(people[RED], BACK)
    after = {seat: len(person.frames) for seat, person in people.items()}
    assert {seat for seat in people if after[seat] != before[seat]} == {RED}


def test_an_answer_and_its_taking_back_look_alike_from_outside() -> None:
    """The length of a frame tells a listener that a seat took its answer back."""
    room, people = talking()
    room.declare(people[RED], READY)
    sealed = len(people[RED].frames[-1][1])
    room.declare(people[RED], BACK)
    assert len(people[RED].frames[-1][1]) == sealed


def test_the_umpires_console_shows_that_a_seat_is_not_ready_any_more() -> None:
    """An umpire waits for the wrong seat."""
    room, people = talking()
    umpire = room.umpire()

    def sealed() -> list[SeatId]:
        return [seat.seat for seat in umpire.last(TableStatus).seats if seat.sealed]

    room.declare(people[RED], READY)
    room.wait(1_000)
    assert sealed() == [RED]
    room.declare(people[RED], BACK)
    room.wait(1_000)
    assert sealed() == []


def test_a_watcher_takes_nothing_back() -> None:
    """A member of the crew who only watches decides that the seat is not ready."""
    room, people = talking()
    room.declare(people[FOE], READY)
    watcher = room.sit(FOE, role=Role.WATCHER)
    room.declare(watcher, BACK)
    assert watcher.last(Refusal).code is RefusalCode.NOT_DRIVER
    assert FOE in room.table.sealed
