"""What an umpire may do to the course of a table's game, and what he is told when he may not."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from warcouncil.arbiter.core.recovery import restore
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.protocol.acts import (
    Act,
    Answered,
    Approve,
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
    Withdraw,
)
from warcouncil.protocol.consoles import Room as RoomView
from warcouncil.protocol.consoles import TableStatus
from warcouncil.protocol.replies import Alive, Clock, Done, Refusal, RefusalCode
from warcouncil.protocol.requests import Call, Declare, Resync, Watch, Write
from warcouncil.protocol.sheets import Prose
from warcouncil.protocol.views import Notice, View
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId, TeamId

from tests.arbiter.core.room import Person, Room, load, sign

RED = SeatId("red.1")


def opened(**more: Any) -> tuple[Room, dict[str, Person], Person]:
    """Give a room of sealed bids in which everybody sits, and its umpire."""
    room = Room("sealed_bid", **more)
    return room, room.sit_all(), room.umpire()


def refused(room: Room, umpire: Person, act: Act, **more: Any) -> Refusal:
    """Let an umpire rule, and see it refused without a trace in the journal."""
    rows = len(room.journal)
    said = room.rule(umpire, act, **more)
    assert isinstance(said, Refusal)
    assert len(room.journal) == rows
    return said


def left(room: Room) -> int:
    """Give what is left on the first table's clock."""
    assert room.table.clock
    return room.table.clock.left(room.at)


# --- beginning ----------------------------------------------------------------------------------------------------


def test_a_table_that_is_to_begin_when_all_are_linked_waits_for_the_last() -> None:
    """The first who sits down would see his time run while the others look for their chairs."""
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
    """Ten tables would drift apart before the tutor has finished his introduction."""
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
    """After a fire alarm, a table whose people are not there yet would play its first turn without them."""
    room, people, umpire = opened(exercise={"start": "umpire"})
    said = refused(room, umpire, Resume())
    assert (said.code, said.text) == (
        RefusalCode.PAUSED,
        "The game has not begun; let it begin first.",
    )
    room.wait(60_000)
    assert not umpire.last(TableStatus).begun
    assert (room.table.gate, people["red.1"].last(View).clock.left_ms) == (1, 20_000)


# --- the clock ----------------------------------------------------------------------------------------------------


def test_a_paused_clock_shows_its_true_state_to_whoever_comes_back() -> None:
    """A person who reconnects would see a clock that runs, and hurry for nothing."""
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
        (Resume(), RefusalCode.NO_SUCH, "runs already"),
        (Begin(), RefusalCode.NO_SUCH, "begun already"),
        (Release(), RefusalCode.NO_SUCH, "not held"),
        (SetClock(phase="Dancing", seconds=5), RefusalCode.NO_SUCH, "Bidding"),
        (Void(seat=SeatId("green.9")), RefusalCode.NO_SUCH, "no seat"),
        (GoBack(to=GateNo(1)), RefusalCode.NO_SUCH, "cannot be taken back"),
        (GoBack(to=GateNo(7)), RefusalCode.NO_SUCH, "cannot be taken back"),
        (DeclareFor(seat=RED, answer={"card": "99"}), RefusalCode.ILLEGAL, "choose one"),
        (DeclareFor(seat=SeatId("green.9"), answer={}), RefusalCode.NO_SUCH, "no seat"),
        (EndGame(winners=("green",), text="enough"), RefusalCode.NO_SUCH, "neither a team nor a seat"),
        (Fiat(text="\u202e\u200b"), RefusalCode.MALFORMED, "nothing to read"),
        (EndGame(text="\u200b"), RefusalCode.MALFORMED, "nothing to read"),
        (Note(text="\u200b"), RefusalCode.MALFORMED, "nothing to read"),
        (Tell(team=TeamId("green"), text="x"), RefusalCode.NO_SUCH, "no team"),
        (Answered(call=3, text="yes"), RefusalCode.NO_SUCH, "no such call"),
        (GiveBack(seat=RED), RefusalCode.NO_SUCH, "No bot"),
        (Approve(number=1), RefusalCode.NO_SUCH, "No such ruling"),
        (Withdraw(number=1), RefusalCode.NO_SUCH, "No such ruling"),
    ],
    ids=lambda value: value.act if hasattr(value, "act") else None,
)
def test_a_ruling_that_makes_no_sense_is_refused_in_words(act: Act, code: RefusalCode, says: str) -> None:
    """A slip of the umpire's would change the game, or leave him without a word of what is wrong."""
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
def test_a_ruling_on_what_another_has_stopped_is_refused(first: Act, then: Act, code: RefusalCode) -> None:
    """Two umpires at once would undo each other unseen."""
    room, _, umpire = opened()
    assert isinstance(room.rule(umpire, first), Done)
    assert refused(room, umpire, then).code is code


def test_a_clock_that_is_set_anew_counts_from_the_next_question_of_its_phase() -> None:
    """A tutor who is short of time would have to shorten every question by hand, or would cut the open one."""
    room, _, umpire = opened()
    room.rule(umpire, SetClock(phase="Bidding", seconds=7))
    assert left(room) == 20_000
    room.play()
    assert isinstance(room.table.phase, Phase)
    while room.table.phase.name != "Bidding":
        room.play()
    assert left(room) == 7_000
    room.crash()
    assert room.table.clocks["Bidding"] == 7


def test_shortening_a_clock_never_takes_more_than_there_is() -> None:
    """A clock below nothing would swallow the time that is given back to it."""
    room, people, umpire = opened()
    room.rule(umpire, Pause())
    room.rule(umpire, Extend(seconds=-300))
    assert left(room) == 0
    assert room.table.gate == 1
    room.rule(umpire, Extend(seconds=10))
    assert people["red.1"].last(Clock).clock.left_ms == 10_000


# --- declarations -------------------------------------------------------------------------------------------------


def test_an_umpire_who_seals_for_a_seat_tells_that_seat_and_nobody_else() -> None:
    """The others would see by their mail that an order was sealed, or the seat would not know what it ordered."""
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


def test_striking_out_shows_only_to_whom_it_concerns_and_no_repeat_brings_it_back() -> None:
    """The enemy would learn of a prevaricator, or a frame sent again would restore what was struck out."""
    room, people, umpire = opened()
    request = room.declare(people[RED], {"card": str(room.table.state.hands[RED][0])})
    heard = {seat: len(person.frames) for seat, person in people.items()}
    room.rule(umpire, Void(seat=RED))
    assert {seat for seat, person in people.items() if len(person.frames) > heard[seat]} == {RED}
    assert people[RED].last(View).sealed is None
    room.ask(people[RED], request)
    assert RED not in room.table.sealed
    for seat in ("red.2", "black.1", "black.2"):
        room.suggest(people[seat])
    assert room.table.gate == 2, "a struck-out seat is not waited for"


def test_an_umpire_may_seal_for_a_seat_whose_declaration_he_struck_out() -> None:
    """A mistake of the umpire's could not be mended."""
    room, _, umpire = opened()
    room.rule(umpire, Void(seat=RED))
    card = str(room.table.state.hands[RED][0])
    room.rule(umpire, DeclareFor(seat=RED, answer={"card": card}))
    assert room.table.sealed[RED].answer == {"card": card}


# --- going back ---------------------------------------------------------------------------------------------------


def test_going_back_opens_the_old_position_and_tells_everyone_what_is_undone() -> None:
    """A correction would be made in silence, or leave traces of what never counted."""
    room, people, umpire = opened()
    states = {room.table.gate: room.table.state}
    for _ in range(3):
        room.play()
        states[room.table.gate] = room.table.state
    told = len(room.table.story)
    room.rule(umpire, GoBack(to=GateNo(2)), reason="a misread card")
    assert room.table.gate == 5
    assert room.table.state == states[GateNo(2)]
    assert len(room.table.story) == told + 1
    for person in people.values():
        view = person.last(View)
        assert view.gate == 5
        assert "went back to question 2; what happened after it is undone" in view.story[-1].text
        assert view.form is not None
    assert "misread" not in people[RED].last(View).model_dump_json()
    assert any("misread" in line.text for line in room.table.story.record)


def test_what_was_declared_before_going_back_counts_no_more() -> None:
    """An order of the branch that was cut off would be carried out in the new one."""
    room, people, umpire = opened()
    old = room.declare(people[RED], {"card": str(room.table.state.hands[RED][0])})
    room.play()
    sealed = room.declare(people[RED], {"card": str(room.table.state.hands[RED][0])})
    room.rule(umpire, GoBack(to=GateNo(1)))
    assert not room.table.sealed
    for request in (old, sealed):
        late = Declare(id=room.fresh(), gate=request.gate, answer=request.answer)
        room.ask(people[RED], late)
        assert people[RED].last(Refusal).code is RefusalCode.STALE
    assert not room.table.sealed


def test_going_back_again_and_again_keeps_one_chain_that_a_resume_follows() -> None:
    """After a correction the journal could not be read any more."""
    room, _, umpire = opened()
    room.play(2)
    room.rule(umpire, GoBack(to=GateNo(1)))
    room.play(1)
    room.rule(umpire, GoBack(to=GateNo(3)))
    room.play(1)
    gates = [row.body for row in room.journal if row.kind == "closed"]
    assert len(gates) == room.table.gate
    again = restore(room.journal, sign, load=load).tables[TableId(1)]
    assert (again.state, again.gate, again.story, again.past) == (
        room.table.state,
        room.table.gate,
        room.table.story,
        room.table.past,
    )
    assert not again.held


def test_going_back_after_the_end_of_the_game_opens_it_again() -> None:
    """A game that was ended by mistake would be lost."""
    room, people, umpire = opened()
    room.play(2)
    room.rule(umpire, EndGame(winners=("red",), text="out of time"))
    assert isinstance(room.table.phase, Finish)
    ended = people["black.1"].last(View)
    assert (ended.ended.reason, ended.ended.won) == ("The umpire ended the game: out of time", False)
    assert people[RED].last(View).ended.won is True
    room.rule(umpire, GoBack(to=GateNo(2)))
    assert isinstance(room.table.phase, Phase)
    assert people["black.1"].last(View).ended is None
    room.play()
    room.crash()
    assert isinstance(room.table.phase, Phase)


def test_going_back_from_the_natural_end_opens_the_last_question_again() -> None:
    """The last mistake of a game would be beyond mending."""
    room, _, umpire = opened()
    while isinstance(room.table.phase, Phase):
        room.play()
    last = GateNo(room.table.gate - 1)
    room.rule(umpire, GoBack(to=last))
    assert isinstance(room.table.phase, Phase)


def test_a_held_table_that_goes_back_stays_held_and_keeps_its_time() -> None:
    """The clock would run out behind the umpire's back while he explains what he did."""
    room, people, umpire = opened()
    room.play()
    room.rule(umpire, Hold())
    room.rule(umpire, GoBack(to=GateNo(1)))
    room.wait(60_000)
    assert people[RED].last(View).held
    assert room.table.gate == 3
    room.crash()
    assert room.table.held
    assert left(room) == 20_000
    umpire = room.greet("umpire")
    room.rule(umpire, Release())
    assert left(room) == 20_000
    room.wait(20_000)
    assert room.table.gate == 4


# --- ruling by text -----------------------------------------------------------------------------------------------


def test_a_ruling_by_fiat_stands_on_every_sheet_and_before_everyone_who_comes_later() -> None:
    """Somebody would play on without knowing what was adjudicated."""
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


def test_rulings_by_fiat_come_back_after_a_crash_wherever_they_stand() -> None:
    """What the umpire laid down would be forgotten with the arbiter."""
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
    """A quarrel at one table would cost it its clock."""
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
    """Releasing a table would start a clock that another umpire had stopped."""
    room, _, umpire = opened()
    room.rule(umpire, Pause())
    room.rule(umpire, Hold())
    room.rule(umpire, Release())
    room.wait(30_000)
    assert left(room) == 20_000
    room.rule(umpire, Resume())
    room.wait(20_000)
    assert room.table.gate == 2


# --- two umpires --------------------------------------------------------------------------------------------------


GRAVE: tuple[Act, ...] = (GoBack(to=GateNo(1)), EndGame(text="enough"), Fiat(text="So be it."))


def two_umpires() -> tuple[Room, Person, Person]:
    """Give a room in its second question that wants two umpires for what is grave."""
    room, _, one = opened(exercise={"second_umpire": True})
    room.play()
    return room, one, room.umpire("second")


@pytest.mark.parametrize("act", GRAVE, ids=lambda act: act.act)
def test_a_grave_ruling_waits_for_another_umpire(act: Act) -> None:
    """One tired umpire would undo an hour of forty people."""
    room, one, other = two_umpires()
    before = (room.table.gate, room.table.state, len(room.table.story))
    assert isinstance(room.rule(one, act), Done)
    assert (room.table.gate, room.table.state, len(room.table.story)) == before
    (alarm,) = (alarm for alarm in other.last(TableStatus).alarms if alarm.approval)
    assert alarm.approval == 1
    assert refused(room, one, Approve(number=1)).code is RefusalCode.NOT_ALLOWED
    assert isinstance(room.rule(other, Approve(number=1)), Done)
    assert (room.table.gate, room.table.state, len(room.table.story)) != before
    assert not other.last(TableStatus).alarms
    assert refused(room, other, Approve(number=1)).code is RefusalCode.NO_SUCH


def test_two_machines_of_one_card_are_one_umpire() -> None:
    """One person with two windows, or with the console and the command line, would be his own second."""
    room, _, _ = opened(exercise={"second_umpire": True})
    by_console = room.umpire("console", card="UMP")
    by_command = room.umpire("command line", card="UMP")
    other = room.umpire("somebody else", card="ABC")
    room.rule(by_console, GRAVE[1])
    assert refused(room, by_command, Approve(number=1)).code is RefusalCode.NOT_ALLOWED
    room.crash()
    by_command, other = room.greet("command line"), room.greet("somebody else")
    assert refused(room, by_command, Approve(number=1)).code is RefusalCode.NOT_ALLOWED
    assert isinstance(room.rule(by_command, Withdraw(number=1)), Done)
    room.rule(room.greet("console"), GRAVE[1])
    assert isinstance(room.rule(other, Approve(number=2)), Done)
    assert room.table.over


def test_a_ruling_that_waits_may_be_taken_back() -> None:
    """A mistaken request would hang over the table."""
    room, one, other = two_umpires()
    room.rule(one, GRAVE[0])
    room.rule(one, Withdraw(number=1))
    assert refused(room, other, Approve(number=1)).code is RefusalCode.NO_SUCH
    assert room.table.gate == 2


def test_a_second_umpire_cannot_carry_out_what_the_table_has_moved_on_from() -> None:
    """A correction that was meant for one question would hit another."""
    room, one, other = two_umpires()
    room.rule(one, GRAVE[0], gate=2)
    room.play()
    assert refused(room, other, Approve(number=1)).code is RefusalCode.STALE
    assert refused(room, one, GRAVE[0], gate=2).code is RefusalCode.STALE
    room.rule(other, Withdraw(number=1))
    assert not other.last(TableStatus).alarms


def test_what_waits_for_a_second_umpire_waits_through_a_crash() -> None:
    """The second umpire would look for a request that is gone, or the first could then second it himself."""
    room, one, other = two_umpires()
    room.rule(one, GRAVE[0])
    room.play(2)
    room.crash()
    one, other = room.greet("umpire"), room.greet("second")
    assert [alarm.approval for alarm in one.last(TableStatus).alarms] == [1]
    assert refused(room, one, Approve(number=1)).code is RefusalCode.NOT_ALLOWED
    room.rule(other, Approve(number=1))
    assert room.table.gate == 5
    room.rule(one, GRAVE[1])
    assert [alarm.approval for alarm in one.last(TableStatus).alarms] == [2]


def test_an_umpire_of_other_tables_seconds_nothing_here() -> None:
    """A tutor would decide at a table that is not his."""
    room = Room("sealed_bid", tables=2, exercise={"second_umpire": True})
    one = room.umpire()
    stranger = room.console(Role.UMPIRE, "stranger", tables=(2,))
    room.rule(one, EndGame(text="enough"))
    said = refused(room, stranger, Approve(number=1), table=0)
    assert said.code is RefusalCode.NOT_ALLOWED
    assert refused(room, stranger, Withdraw(number=1), table=0).code is RefusalCode.NOT_ALLOWED


def test_a_light_ruling_waits_for_nobody() -> None:
    """The umpire could not even stop a clock by himself."""
    room, one, _ = two_umpires()
    room.rule(one, Pause())
    assert room.table.paused


# --- words --------------------------------------------------------------------------------------------------------


def test_a_word_that_asks_for_a_reply_gets_it_on_the_record() -> None:
    """An umpire would ask into the void."""
    room, people, umpire = opened()
    room.ask(umpire, Watch(table=TableId(1)))
    room.rule(umpire, Tell(seat=RED, text="What is your intent?", reply=True))
    number = people[RED].last(Notice).number
    assert number
    room.ask(people["red.2"], Write(id=room.fresh(), notice=number, text="not yours"))
    assert people["red.2"].last(Refusal).code is RefusalCode.NO_SUCH
    room.ask(people[RED], Write(id=room.fresh(), notice=number, text="to hold the ridge"))
    room.wait(250)
    assert any("to hold the ridge" in line.text for line in umpire.last(RoomView).rulings)
    assert not any("ridge" in str(person.replies) for seat, person in people.items() if seat != RED)


def test_nobody_replies_to_a_word_that_asks_for_none() -> None:
    """Small talk would fill the umpire's record."""
    room, people, umpire = opened()
    room.rule(umpire, Tell(text="Good morning."))
    assert people[RED].last(Notice).number == 0
    for notice in (0, 1):
        room.ask(people[RED], Write(id=room.fresh(), notice=notice, text="good morning"))
        assert people[RED].last(Refusal).code is RefusalCode.NO_SUCH


def test_a_note_is_for_the_debrief_and_for_nobody_at_the_table() -> None:
    """Players would read over the umpire's shoulder."""
    room, people, umpire = opened()
    heard = [len(person.frames) for person in people.values()]
    room.rule(umpire, Note(text="Red commits too early."), reason="for the debrief")
    assert [len(person.frames) for person in people.values()] == heard
    assert "note: Red commits too early." in room.table.story.record[-1].text
    room.play(3)
    room.crash()
    assert any("Red commits too early." in line.text for line in room.table.story.record)


def test_five_calls_of_one_seat_wait_and_the_sixth_is_put_off() -> None:
    """One player would bury the calls of all others, and the wall with them."""
    room, people, umpire = opened()
    for number in range(6):
        room.ask(people[RED], Call(id=room.fresh(), text=f"call {number}"))
        room.wait(2_000)
        room.beat(people[RED])
    assert people[RED].last(Refusal).code is RefusalCode.TOO_FAST
    assert len(umpire.last(TableStatus).alarms) == 5
    room.rule(umpire, Answered(call=1, text="yes"))
    room.ask(people[RED], Call(id=room.fresh(), text="one more"))
    assert len(room.table.talk.calls) == 6


def test_a_ruling_without_a_readable_reason_is_refused() -> None:
    """The record would say what was done and not why."""
    room, _, umpire = opened()
    assert refused(room, umpire, Pause(), reason="\u200b").code is RefusalCode.MALFORMED


def test_every_ruling_stands_on_the_record_with_its_reason() -> None:
    """After the exercise nobody could say why an umpire did what he did."""
    room, _, umpire = opened()
    acts: tuple[Act, ...] = (
        Pause(),
        Resume(),
        Extend(seconds=5),
        Void(seat=RED),
        Tell(text="listen"),
        GiveToBot(seat=RED),
        GiveBack(seat=RED),
        Hold(),
        Release(),
        SetClock(phase="Bidding", seconds=9),
        Fiat(text="So be it."),
        Note(text="look"),
        EndNow(),
        GoBack(to=GateNo(1)),
        EndGame(text="enough"),
    )
    for number, act in enumerate(acts):
        room.rule(umpire, act, reason=f"reason {number}")
    reasons = [line.text for line in room.table.story.record if "(reason" in line.text]
    assert len(reasons) == len(acts)
