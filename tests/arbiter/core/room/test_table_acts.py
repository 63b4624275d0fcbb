"""Rulings on the course of a table's game, and the umpire's refusals."""

from __future__ import annotations

from copy import deepcopy

import pytest
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.acts.acts import (
    Act,
    Answered,
    Begin,
    DeclareFor,
    EndGame,
    EndNow,
    Extend,
    Fiat,
    GiveBack,
    GiveToBot,
    GoBack,
    Hold,
    Note,
    Pause,
    Release,
    Resume,
    SetClock,
    Tell,
    Void,
)
from warcouncil.protocol.acts.room_acts import Approve, Withdraw
from warcouncil.protocol.table.sheets import Prose
from warcouncil.protocol.table.views import Notice, View
from warcouncil.protocol.wire.consoles import Room as RoomView
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.wire.replies import Alive, Clock, Done, Refusal, RefusalCode
from warcouncil.protocol.wire.requests import (
    Resync,
    Watch,
)
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId, TeamId

from tests.arbiter.core.bidding import bid, bids, left, opened, refused
from tests.arbiter.core.harness import Room

RED = SeatId("red.1")


# --- beginning ----------------------------------------------------------------------------------------------------


def test_a_table_that_is_to_begin_when_all_are_linked_waits_for_the_last() -> None:
    """The first person's time runs while the others look for their seats."""
    room = Room("sealed_bid", exercise={"start": "linked"})
    first = room.sit("red.1")
    room.wait(30_000)
    assert first.last(View).paused == "The game has not begun yet."
    assert not first.last(View).clock.running
    room.suggest(first)
    assert first.last(Refusal).code is RefusalCode.PAUSED
    assert left(room) == 20_000
    people = room.sit_all()
    room.settle()
    assert all(person.last(View).clock.running for person in people.values())
    assert people["red.2"].last(View).paused == ""
    assert left(room) == 20_000


def test_a_table_that_is_to_begin_at_the_umpires_word_waits_for_it() -> None:
    """Ten tables begin at different times, before the tutor has finished the introduction."""
    room, people, umpire = opened(exercise={"start": "umpire"})
    room.wait(5_000)
    assert not umpire.last(TableStatus).begun
    assert refused(room, umpire, Pause()).code is RefusalCode.PAUSED
    assert refused(room, umpire, EndNow()).code is RefusalCode.PAUSED
    assert isinstance(room.rule(umpire, Begin()), Done)
    assert umpire.last(TableStatus).begun
    assert people["red.1"].last(View).clock.left_ms == 20_000
    assert refused(room, umpire, Begin()).code is RefusalCode.NO_SUCH


def test_letting_clocks_run_after_a_pause_begins_no_game() -> None:
    """After a fire alarm, a table whose people are absent plays its first turn without them."""
    room, people, umpire = opened(exercise={"start": "umpire"})
    said = refused(room, umpire, Resume())
    assert (said.code, said.text) == (
        RefusalCode.PAUSED,
        "The game has not begun. Begin it first.",
    )
    room.wait(60_000)
    assert not umpire.last(TableStatus).begun
    assert (room.table.gate, people["red.1"].last(View).clock.left_ms) == (1, 20_000)


# --- the clock ----------------------------------------------------------------------------------------------------


def test_a_paused_clock_is_shown_as_paused_to_a_person_who_reconnects() -> None:
    """A person who reconnects sees a clock that runs, and hurries for nothing."""
    room, people, umpire = opened()
    room.wait(5_000)
    room.rule(umpire, Pause())
    room.wait(3_000)
    again = room.greet("1:red.1:seat", "another link")
    assert (again.last(View).clock.left_ms, again.last(View).clock.running) == (15_000, False)
    room.ask(people["red.2"], Resync())
    assert people["red.2"].last(View).paused
    room.beat(people["black.1"])
    assert people["black.1"].last(Alive).clock.left_ms == 15_000
    room.crash()
    back = room.greet("1:red.1:seat")
    assert (back.last(View).clock.left_ms, back.last(View).clock.running) == (15_000, False)


@pytest.mark.parametrize(
    ("act", "code", "says"),
    [
        (Resume(), RefusalCode.NO_SUCH, "already running"),
        (Begin(), RefusalCode.NO_SUCH, "already begun"),
        (Release(), RefusalCode.NO_SUCH, "not held"),
        (SetClock(phase="Dancing", seconds=5), RefusalCode.NO_SUCH, "Bidding"),
        (Void(seat=SeatId("green.9")), RefusalCode.NO_SUCH, "no seat"),
        (GoBack(to=GateNo(1)), RefusalCode.NO_SUCH, "cannot go back"),
        (GoBack(to=GateNo(7)), RefusalCode.NO_SUCH, "cannot go back"),
        (DeclareFor(seat=RED, answer={"card": "99"}), RefusalCode.ILLEGAL, "choose one"),
        (DeclareFor(seat=SeatId("green.9"), answer={}), RefusalCode.NO_SUCH, "no seat"),
        (EndGame(winners=("green",), text="enough"), RefusalCode.NO_SUCH, "neither a team nor a seat"),
        (Fiat(text="\u202e\u200b"), RefusalCode.MALFORMED, "no readable characters"),
        (EndGame(text="\u200b"), RefusalCode.MALFORMED, "no readable characters"),
        (Note(text="\u200b"), RefusalCode.MALFORMED, "no readable characters"),
        (Tell(team=TeamId("green"), text="x"), RefusalCode.NO_SUCH, "no team"),
        (Answered(call=3, text="yes"), RefusalCode.NO_SUCH, "no call with this number"),
        (GiveBack(seat=RED), RefusalCode.NO_SUCH, "No bot"),
        (Approve(number=1), RefusalCode.NO_SUCH, "No ruling with this number"),
        (Withdraw(number=1), RefusalCode.NO_SUCH, "No ruling with this number"),
    ],
    ids=lambda value: value.act if hasattr(value, "act") else None,
)
def test_a_ruling_that_makes_no_sense_is_refused_in_words(act: Act, code: RefusalCode, says: str) -> None:
    """A mistaken ruling changes the game, or the umpire does not learn what is wrong."""
    room, _, umpire = opened()
    before = (room.table.state, deepcopy(room.table.now), deepcopy(room.table.story))
    said = refused(room, umpire, act)
    assert said.code is code
    assert says in said.text
    assert (room.table.state, room.table.now, room.table.story) == before


@pytest.mark.parametrize(
    ("first", "then", "code"),
    [
        (Pause(), Pause(), RefusalCode.PAUSED),
        (Hold(), Hold(), RefusalCode.PAUSED),
        (Hold(), Resume(), RefusalCode.PAUSED),
        (Hold(), Begin(), RefusalCode.PAUSED),
        (EndGame(text="enough"), Begin(), RefusalCode.OVER),
        (Hold(), EndNow(), RefusalCode.PAUSED),
        (Hold(), DeclareFor(seat=RED, answer={"card": "1"}), RefusalCode.PAUSED),
        (GiveToBot(seat=RED), GiveToBot(seat=RED), RefusalCode.NO_SUCH),
        (EndGame(text="enough"), Pause(), RefusalCode.OVER),
        (EndGame(text="enough"), Extend(seconds=5), RefusalCode.OVER),
        (EndGame(text="enough"), EndNow(), RefusalCode.OVER),
        (EndGame(text="enough"), Void(seat=RED), RefusalCode.OVER),
        (EndGame(text="enough"), EndGame(text="again"), RefusalCode.OVER),
        (EndGame(text="enough"), DeclareFor(seat=RED, answer={}), RefusalCode.OVER),
    ],
    ids=lambda value: value.act if hasattr(value, "act") else None,
)
def test_a_ruling_on_a_table_that_another_umpire_has_stopped_is_refused(
    first: Act, then: Act, code: RefusalCode
) -> None:
    """Two umpires undo each other's rulings unseen."""
    room, _, umpire = opened()
    assert isinstance(room.rule(umpire, first), Done)
    assert refused(room, umpire, then).code is code


def test_a_clock_that_is_set_anew_counts_from_the_next_question_of_its_phase() -> None:
    """A tutor who is short of time must shorten every question by hand, or cuts the open one."""
    room, _, umpire = opened()
    room.rule(umpire, SetClock(phase="Bidding", seconds=7))
    assert left(room) == 20_000
    room.play()
    assert isinstance(room.table.phase, Phase)
    while room.table.phase.name != "Bidding":
        room.play()
    assert left(room) == 7_000
    room.crash()
    assert room.table.counters.clocks["Bidding"] == 7


def test_shortening_a_clock_never_takes_more_than_there_is() -> None:
    """The clock falls below zero, and time that is given back to it is lost."""
    room, people, umpire = opened()
    room.rule(umpire, Pause())
    room.rule(umpire, Extend(seconds=-300))
    assert left(room) == 0
    assert room.table.gate == 1
    room.rule(umpire, Extend(seconds=10))
    assert people["red.1"].last(Clock).clock.left_ms == 10_000


# --- declarations -------------------------------------------------------------------------------------------------


def test_an_umpire_who_seals_for_a_seat_informs_only_that_seat() -> None:
    """The others see by their frames that an order was sealed, or the seat does not know what it ordered."""
    room, people, umpire = opened()
    heard = {seat: len(person.frames) for seat, person in people.items()}
    card = str(room.table.state.hands[RED][-1])
    room.rule(umpire, DeclareFor(seat=RED, answer={"card": card}))
    assert {seat for seat, person in people.items() if len(person.frames) > heard[seat]} == {RED}
    assert people[RED].last(View).sealed == {"card": card}
    assert people[RED].last(Notice).text == "The umpire sealed an answer for you."
    for seat in ("red.2", "black.1", "black.2"):
        room.suggest(people[seat])
    assert room.table.gate == 2


def test_a_void_is_shown_only_to_its_seat_and_no_repeat_undoes_it() -> None:
    """The enemy learns of a voided answer, or a repeated frame restores it."""
    room, people, umpire = opened()
    request = room.declare(people[RED], {"card": str(room.table.state.hands[RED][0])})
    heard = {seat: len(person.frames) for seat, person in people.items()}
    room.rule(umpire, Void(seat=RED))
    assert {seat for seat, person in people.items() if len(person.frames) > heard[seat]} == {RED}
    assert people[RED].last(View).sealed is None
    assert people[RED].last(View).voided, "else the window goes on offering to seal"
    assert not any(person.last(View).voided for seat, person in people.items() if seat != RED)
    room.ask(people[RED], request)
    assert RED not in room.table.sealed
    for seat in ("red.2", "black.1", "black.2"):
        room.suggest(people[seat])
    assert room.table.gate == 2, "a struck-out seat is not waited for"


def test_an_umpire_may_seal_for_a_seat_after_voiding_its_declaration() -> None:
    """A mistake of the umpire cannot be corrected."""
    room, _, umpire = opened()
    room.rule(umpire, Void(seat=RED))
    card = str(room.table.state.hands[RED][0])
    room.rule(umpire, DeclareFor(seat=RED, answer={"card": card}))
    assert room.table.sealed[RED].answer == {"card": card}


# --- ruling by text -----------------------------------------------------------------------------------------------


def test_a_fiat_is_on_every_sheet_and_shown_to_every_latecomer() -> None:
    """A player plays on without knowing what was adjudicated."""
    room, people, umpire = opened()
    display = room.console(Role.DISPLAY)
    room.ask(display, Watch(table=TableId(1)))
    room.ask(umpire, Watch(table=TableId(1)))
    room.rule(umpire, Fiat(text="The bridge is blown."), reason="the map was wrong")
    late = room.greet("1:black.2:seat", "a new link")
    for person in (*people.values(), display, late):
        top = person.last(View).sheet.elements[0]
        assert isinstance(top, Prose)
        assert (top.title, top.text) == ("Ruling of the umpire", "The bridge is blown.")
        assert "map was wrong" not in person.last(View).model_dump_json()
    assert any("The bridge is blown." in line.text for line in people[RED].last(View).story)
    assert umpire.last(RoomView).sheet.elements[0].text == "The bridge is blown."


def test_fiats_are_restored_after_a_crash() -> None:
    """A crash forgets the umpire's fiats."""
    room, _, umpire = opened()
    room.rule(umpire, Fiat(text="First."))
    room.play(2)
    room.rule(umpire, Fiat(text="Second."))
    room.play(2)
    room.rule(umpire, Fiat(text="Third."))
    story, decrees = deepcopy(room.table.story), list(room.table.story.decrees)
    room.crash()
    assert room.table.story.decrees == decrees == ["First.", "Second.", "Third."]
    assert room.table.story == story


# --- holding ------------------------------------------------------------------------------------------------------


def test_a_held_table_does_nothing_and_loses_no_time() -> None:
    """A dispute at one table costs it time on its clock."""
    room, people, umpire = opened()
    room.wait(5_000)
    room.rule(umpire, Hold(), reason="a quarrel")
    room.wait(90_000)
    room.suggest(people[RED])
    assert people[RED].last(Refusal).code is RefusalCode.PAUSED
    room.say(people[RED], "red", "hello?")
    assert people[RED].last(Refusal).code is RefusalCode.PAUSED
    assert not people[RED].last(View).channels[0].open
    assert "quarrel" not in "".join(str(person.replies) for person in people.values())
    room.rule(umpire, Release())
    assert people[RED].last(View).clock.left_ms == 15_000
    assert people[RED].last(View).channels[0].open


def test_a_table_that_was_paused_and_held_is_still_paused_when_it_is_released() -> None:
    """The release of a table starts a clock that another umpire had stopped."""
    room, _, umpire = opened()
    room.rule(umpire, Pause())
    room.rule(umpire, Hold())
    room.rule(umpire, Release())
    room.wait(30_000)
    assert left(room) == 20_000
    room.rule(umpire, Resume())
    room.wait(20_000)
    assert room.table.gate == 2


def test_a_pause_stops_the_clock_and_everything_else() -> None:
    """Time runs during a pause, or a team uses the pause to act."""
    room, people = bids()
    umpire = room.umpire()
    room.wait(5_000)
    room.rule(umpire, Pause(), reason="a fire alarm")
    room.wait(60_000)
    room.declare(people["red.1"], bid(room, people["red.1"]))
    assert people["red.1"].last(Refusal).code is RefusalCode.PAUSED
    room.say(people["red.1"], "red", "quick")
    assert people["red.1"].last(Refusal).code is RefusalCode.PAUSED
    assert "fire" not in people["red.1"].last(Clock).paused
    room.rule(umpire, Resume())
    assert people["red.1"].last(Clock).clock.left_ms == 15_000
    room.wait(14_000)
    assert room.table.gate == 1
    room.wait(1_000)
    assert room.table.gate == 2


def test_an_umpire_gives_and_takes_time() -> None:
    """A ruling on the clock does not reach all seats alike."""
    room, people = bids()
    umpire = room.umpire()
    room.rule(umpire, Extend(seconds=30))
    assert {person.last(Clock).clock.left_ms for person in people.values()} == {50_000}
    room.rule(umpire, Extend(seconds=-45))
    room.wait(5_000)
    assert room.table.gate == 2


def test_a_ruling_meant_for_a_question_that_is_gone_is_refused() -> None:
    """Two umpires who rule at the same time end two questions instead of one."""
    room, _ = bids()
    umpire = room.umpire()
    room.rule(umpire, EndNow(), gate=1)
    room.rule(umpire, EndNow(), gate=1)
    assert room.table.gate == 2
    assert umpire.last(Refusal).code is RefusalCode.STALE


def test_a_voided_declaration_is_missing_whatever_its_seat_sends() -> None:
    """A player restores a voided declaration by sending it again."""
    room, people = bids()
    umpire = room.umpire()
    room.declare(people["red.1"], bid(room, people["red.1"]))
    room.rule(umpire, Void(seat=SeatId("red.1")), reason="dithered")
    room.declare(people["red.1"], bid(room, people["red.1"]))
    assert people["red.1"].last(Refusal).code is RefusalCode.NOT_ALLOWED
    assert SeatId("red.1") not in room.table.sealed
    assert "dithered" not in people["red.1"].last(Notice).text
