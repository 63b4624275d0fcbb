"""Acts on people: codes, removals, moves, crews and observers.

A key never gives more than the rights of its seat or role.
"""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.arbiter.core.words.stimuli import Admitted, CodeCard, Grant
from warcouncil.protocol.acts.acts import EndNow, GiveBack, GiveToBot, Pause
from warcouncil.protocol.acts.room_acts import Reissue, Remove, Reseat
from warcouncil.protocol.proofs.doors import Turned
from warcouncil.protocol.table.views import Spoken, View
from warcouncil.protocol.wire.consoles import CodeIssued, TableStatus
from warcouncil.protocol.wire.replies import Clock, Done, Fenced, Receipt, Refusal, RefusalCode, Team, Welcome
from warcouncil.protocol.wire.requests import Claim, Declare, HandOver, Resync
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId

from tests.arbiter.core.harness import Person, Room

RED, MATE, FOE = SeatId("red.1"), SeatId("red.2"), SeatId("black.1")
KEY = "1:red.1:seat"


def opened(**more: Any) -> tuple[Room, dict[str, Person], Person]:
    """Return a room of sealed bids with a person in every seat, and its umpire."""
    room = Room("sealed_bid", **more)
    return room, room.sit_all(), room.umpire()


def crewed(**more: Any) -> tuple[Room, dict[str, Person], Person]:
    """Return a room with crews, the people of its table, and a watcher of the first seat."""
    exercise = {"crews": True, "claim_seconds": 30, **more}
    room = Room("sealed_bid", exercise=exercise)
    return room, room.sit_all(), room.sit("red.1", role=Role.WATCHER, key="watcher")


def holder(room: Room, key: str) -> Grant | None:
    """Return the grant of a key."""
    return room.exercise.keys.get(key)


def bid(room: Room, person: Person) -> Declare:
    """Declare the first card of a hand."""
    seat = room.exercise.keys[person.key].seat
    return room.declare(person, {"card": str(room.table.state.hands[seat][0])})


# --- codes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("are_several", [True, False])
def test_a_welcome_shows_whether_the_seat_can_be_handed_over(are_several: bool) -> None:
    """A client asks for confirmation of a hand-over, and only then reports that there is no other person."""
    room = Room("sealed_bid", exercise={"crews": are_several})
    for person in room.sit_all().values():
        assert person.last(Welcome).crews is are_several


def test_a_new_code_kills_the_old_key_at_once_and_the_old_code_with_it() -> None:
    """A person who copied a key or found a card stays at the seat."""
    room, people, umpire = opened()
    other = room.umpire("another umpire")
    assert isinstance(room.rule(umpire, Reissue(seat=RED), reason="a lost laptop"), Done)
    assert people[RED].last(Fenced)
    heard = len(people[RED].frames)
    room.ask(people[RED], Resync())
    assert people[RED].last(Refusal).code is RefusalCode.UNKNOWN_KEY
    assert len(people[RED].frames) == heard + 1
    assert room.exercise.card("AAA") is Turned.WRONG_CODE
    issued = umpire.last(CodeIssued)
    assert (issued.table, issued.seat) == (1, RED)
    assert not other.of(CodeIssued)
    card = room.exercise.card(issued.code.partition("-")[0])
    assert isinstance(card, CodeCard)
    assert card.holder == Grant(role=Role.SEAT, table=TableId(1), seat=RED)
    assert not [p for p in (*people.values(), other) if issued.code in str(p.replies)]


def test_a_new_code_comes_back_after_a_crash_and_the_old_one_does_not() -> None:
    """A resume accepts the old card again, or leaves the seat without any."""
    room, _, umpire = opened()
    room.rule(umpire, Reissue(seat=RED))
    plate = umpire.last(CodeIssued).code.partition("-")[0]
    room.crash()
    assert isinstance(room.exercise.card(plate), CodeCard)
    assert room.exercise.card("AAA") is Turned.WRONG_CODE
    assert KEY not in room.exercise.keys


def test_a_console_that_may_not_see_a_hand_is_not_told_the_code_that_opens_it() -> None:
    """The technical crew reissues a seat, joins with its code, and reads the commander's cards."""
    room, _, umpire = opened()
    fixer = room.console(Role.TECHNICAL)
    stranger = room.console(Role.UMPIRE, "of another table", tables=(2,))
    watcher = room.console(Role.OBSERVER)
    assert isinstance(room.rule(fixer, Reissue(seat=RED), reason="a broken laptop"), Done)
    assert umpire.last(CodeIssued).seat == RED
    assert not [one for one in (fixer, stranger, watcher) if one.of(CodeIssued)]


def test_a_new_code_without_a_reader_waits_for_an_umpire() -> None:
    """A new code is lost if no umpire is connected. The seat stays closed to all, because its old card is
    invalid.
    """
    room = Room("sealed_bid")
    room.sit_all()
    fixer = room.console(Role.TECHNICAL)
    room.rule(fixer, Reissue(seat=RED), reason="a broken laptop")
    room.crash()
    assert not room.greet(fixer.key).of(CodeIssued)
    issued = room.umpire().last(CodeIssued)
    assert isinstance(room.exercise.card(issued.code.partition("-")[0]), CodeCard)
    assert not room.umpire("late").of(CodeIssued)
    room.rule(fixer := room.greet(fixer.key), Reissue(seat=RED), reason="again")
    assert not fixer.of(CodeIssued)


# --- removing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keep", [True, False])
def test_the_umpire_decides_whether_the_answer_of_a_removed_person_counts(keep: bool) -> None:
    """A person who was sent out still gives the orders, or the team loses one it had agreed."""
    room, people, umpire = opened()
    bid(room, people[RED])
    room.rule(umpire, Remove(seat=RED, keep=keep), reason="shouting")
    assert (RED in room.table.sealed) is keep
    assert people[RED].last(Fenced)
    assert "shouting" not in people[RED].last(Fenced).text
    assert holder(room, KEY) is None
    assert not umpire.last(TableStatus).seats[0].joined
    assert people[MATE].last(Team).team[0].linked is False
    assert ("kept" in room.table.story.record[-1].words()) is keep
    room.crash()
    assert (RED in room.table.sealed) is keep


def test_a_removed_person_is_out_with_key_and_card() -> None:
    """A person who was removed joins again with the old card."""
    room, _, umpire = opened()
    room.rule(umpire, Remove(seat=RED, keep=True), reason="shouting")
    assert room.exercise.card("AAA") is Turned.WRONG_CODE
    issued = umpire.last(CodeIssued)
    assert (issued.table, issued.seat) == (1, RED)
    assert isinstance(room.exercise.card(issued.code.partition("-")[0]), CodeCard)


def test_a_removed_driver_takes_the_crew_along_and_no_bot() -> None:
    """A watcher claims the seat the moment its driver is removed, or a bot plays it."""
    room, _, watcher = crewed()
    umpire = room.umpire()
    room.rule(umpire, Remove(seat=RED, keep=True))
    assert watcher.last(Fenced)
    room.ask(watcher, Claim(id=room.fresh()))
    assert watcher.last(Refusal).code is RefusalCode.UNKNOWN_KEY
    assert RED not in room.table.bots


# --- moving -------------------------------------------------------------------------------------------------------


def test_two_people_of_different_tables_change_places_and_see_only_their_new_seat() -> None:
    """A person who was moved gets the frames of both seats, or not those of the new one."""
    room = Room("sealed_bid", tables=2)
    one, other = room.sit("red.1"), room.sit("black.2", table=2)
    umpire = room.umpire()
    room.rule(umpire, Reseat(seat=RED, to_table=TableId(2), to_seat=SeatId("black.2")))
    heard = len(one.frames)
    room.wait(25_000)
    assert len(one.frames) == heard, "nothing reaches a link that has yet to say hello to its new seat"
    room.ask(one, Resync())
    assert one.last(Refusal).code is RefusalCode.STALE
    one, other = room.greet(one.key), room.greet(other.key)
    assert (one.last(Welcome).table, one.last(Welcome).seat) == (2, "black.2")
    assert (other.last(Welcome).table, other.last(Welcome).seat) == (1, "red.1")
    hand = room.exercise.tables[TableId(2)].state.hands[SeatId("black.2")]
    assert [card.face for card in one.last(View).sheet.elements[0].cards] == [str(card) for card in hand]


def test_a_person_moves_to_an_empty_seat_and_leaves_the_old_one() -> None:
    """A late team cannot be completed."""
    room = Room("sealed_bid")
    room.sit("red.1")
    mate = room.sit("red.2")
    umpire = room.umpire()
    room.rule(umpire, Reseat(seat=RED, to_table=TableId(1), to_seat=FOE))
    assert holder(room, KEY) == Grant(role=Role.SEAT, table=TableId(1), seat=FOE)
    assert room.exercise.roster.holding(Role.SEAT, TableId(1), RED) == ()
    assert mate.last(Team).team[0].linked is False
    room.crash()
    assert holder(room, KEY) == Grant(role=Role.SEAT, table=TableId(1), seat=FOE)


@pytest.mark.parametrize("from_bots", [True, False])
def test_a_person_who_is_moved_to_the_seat_of_a_bot_answers_there(from_bots: bool) -> None:
    """If this fails, a moved player watches a bot until they find a command, or an old record has another result."""
    room = Room("sealed_bid", tables=2)
    one, other = room.sit("red.1"), room.sit("black.2", table=2)
    umpire = room.umpire()
    for table, seat in ((1, RED), (2, SeatId("black.2")), (2, MATE)):
        room.rule(umpire, GiveToBot(seat=seat), table=table)
    goal = SeatId("black.2")
    room.rule(
        umpire, Reseat(seat=RED, to_table=TableId(2), to_seat=goal, from_bots=from_bots), reason="mixed up"
    )
    for _ in range(2):
        tables = room.exercise.tables
        bots = {number: {*table.bots} for number, table in tables.items()}
        assert bots == ({1: set(), 2: {MATE}} if from_bots else {1: {RED}, 2: {goal, MATE}})
        one, other = room.greet(one.key), room.greet(other.key)
        assert [each.last(View).bot for each in (one, other)] == [not from_bots] * 2
        card = str(tables[TableId(2)].state.hands[goal][0])
        room.ask(one, Declare(id=room.fresh(), gate=GateNo(1), answer={"card": card}))
        assert bool(one.of(Receipt)) is from_bots
        room.crash()
    record = [line.words() for line in tables[TableId(2)].story.record]
    assert ("gave Black 2 back to its player (mixed up)" in record) is from_bots


def test_the_bot_of_a_seat_without_a_new_driver_plays_on() -> None:
    """If this fails, a seat is left without any player."""
    room = Room("sealed_bid")
    room.sit("red.1")
    umpire = room.umpire()
    room.rule(umpire, GiveToBot(seat=RED))
    room.rule(umpire, Reseat(seat=RED, to_table=TableId(1), to_seat=FOE, from_bots=True))
    assert {*room.table.bots} == {RED}


def test_the_names_on_the_wall_move_with_their_people() -> None:
    """The umpire looks for a person at their former seat."""
    people = [
        {"name": "Student 1", "table": 1, "seat": "red.1"},
        {"name": "Student 2", "table": 1, "seat": "black.1"},
    ]
    room, _, umpire = opened(exercise={"people": people})
    room.rule(umpire, Reseat(seat=RED, to_table=TableId(1), to_seat=FOE))
    named = {seat.seat: seat.person for seat in umpire.last(TableStatus).seats if seat.person}
    assert named == {"red.1": "Student 2", "black.1": "Student 1"}


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (Reseat(seat=RED, to_table=TableId(1), to_seat=SeatId("green")), "no seat"),
        (Reseat(seat=RED, to_table=TableId(9), to_seat=FOE), "no table"),
        (Reseat(seat=SeatId("green"), to_table=TableId(1), to_seat=FOE), "no seat"),
        (Reseat(seat=RED, to_table=TableId(1), to_seat=RED), "The player already sits"),
        (Reseat(seat=SeatId("black.2"), to_table=TableId(1), to_seat=FOE), "No player sits"),
        (Remove(seat=SeatId("green"), keep=True), "no seat"),
        (Reissue(seat=SeatId("")), "no seat"),
    ],
    ids=lambda value: value.act if hasattr(value, "act") else "",
)
def test_a_move_that_makes_no_sense_is_refused_in_words(act: Any, says: str) -> None:
    """A mistyped move removes a person from the right seat."""
    room = Room("sealed_bid")
    room.sit("red.1")
    umpire = room.umpire()
    keys, rows = dict(room.exercise.keys), len(room.journal)
    said = room.rule(umpire, act)
    assert isinstance(said, Refusal)
    assert said.code is RefusalCode.NO_SUCH
    assert says in said.text
    assert (dict(room.exercise.keys), len(room.journal)) == (keys, rows)


def test_a_key_that_is_admitted_to_another_seat_hears_no_more_of_the_first() -> None:
    """A person who joins with a second card has both seats."""
    room, people, _ = opened()
    room.do(Admitted(at=room.at, key=KEY, holder=Grant(role=Role.SEAT, table=TableId(1), seat=FOE)))
    heard = len(people[RED].frames)
    room.wait(25_000)
    assert len(people[RED].frames) == heard
    moved = room.greet(KEY)
    assert moved.last(Welcome).seat == FOE


# --- crews --------------------------------------------------------------------------------------------------------


def test_a_watcher_sees_exactly_what_the_driver_sees_and_seals_nothing() -> None:
    """A second person at a seat knows less than the seat, or more, or gives their own orders."""
    room, people, watcher = crewed()
    room.say(people[MATE], "red", "low")
    room.say(people[FOE], "black", "high")
    for person in people.values():
        bid(room, person)
    mine, theirs = people[RED].last(View), watcher.last(View)
    assert theirs == mine.model_copy(update={"watching": True})
    assert [line.text for line in watcher.of(Spoken)] == ["low"]
    room.declare(watcher, {"card": "1"})
    assert watcher.last(Refusal).code is RefusalCode.NOT_DRIVER
    assert not room.table.sealed
    room.rule(room.umpire(), Pause())
    assert watcher.last(Clock) == people[RED].last(Clock)


def test_with_crews_a_card_admits_watchers_while_its_seat_is_driven() -> None:
    """The second of a crew cannot join, or pushes the first out."""
    room, _, _ = crewed()
    card = room.exercise.card("AAA")
    assert isinstance(card, CodeCard)
    assert card.holder.role is Role.WATCHER


def test_a_driver_hands_over_to_the_first_present_member_of_the_crew() -> None:
    """The seat goes to a person who has left the room."""
    room, people, _ = crewed()
    room.wait(6_000)
    room.beat(people[RED])
    room.sit("red.1", role=Role.WATCHER, key="present")
    room.ask(people[RED], HandOver(id=room.fresh()))
    room.settle()
    assert holder(room, "present") == Grant(role=Role.SEAT, table=TableId(1), seat=RED)
    assert holder(room, KEY) == Grant(role=Role.WATCHER, table=TableId(1), seat=RED)
    driver, former = room.greet("present"), room.greet(KEY)
    assert (driver.last(Welcome).role, former.last(Welcome).role) == (Role.SEAT, Role.WATCHER)
    bid(room, driver)
    assert driver.of(Receipt)
    room.declare(former, {"card": "1"})
    assert former.last(Refusal).code is RefusalCode.NOT_DRIVER
    room.crash()
    assert holder(room, "present") == Grant(role=Role.SEAT, table=TableId(1), seat=RED)


def test_a_former_driver_gets_the_receipt_again_and_seals_nothing_more() -> None:
    """A former driver who lost the receipt with the link reads that the answer is not sealed, though it
    counts.
    """
    room, people, _ = crewed()
    request = bid(room, people[RED])
    room.ask(people[RED], HandOver(id=room.fresh()))
    room.settle()
    for _ in range(2):
        former = room.greet(KEY)
        room.ask(former, request)
        assert former.last(Receipt).id == request.id
        room.declare(former, {"card": "1"})
        assert former.last(Refusal).code is RefusalCode.NOT_DRIVER
        room.rule(room.umpire(), EndNow())


def test_the_order_of_a_crew_does_not_change_when_its_driver_changes() -> None:
    """A person who handed over comes last, and a crew of three never gets its first driver back."""
    room, people, _ = crewed()
    room.sit("red.1", role=Role.WATCHER, key="third")
    for _ in range(2):
        room.exercise.roster.exchange("third", KEY, room.at)
    assert room.exercise.roster.holding(Role.WATCHER, TableId(1), RED) == ("watcher", "third")
    room.ask(people[RED], HandOver(id=room.fresh()))
    room.settle()
    assert room.exercise.roster.holding(Role.WATCHER, TableId(1), RED) == (KEY, "third")
    again = room.greet("watcher")
    room.exercise.roster.admit(Admitted(at=room.at, key=KEY, holder=holder(room, KEY)))
    for key in ("third", KEY):
        room.greet(key)
    room.ask(again, HandOver(id=room.fresh()))
    room.settle()
    assert room.exercise.roster.holding(Role.SEAT, TableId(1), RED) == (KEY,)
    assert room.exercise.roster.holding(Role.WATCHER, TableId(1), RED) == ("watcher", "third")


def test_a_hand_over_without_a_receiver_is_refused() -> None:
    """A driver leaves the seat empty without knowing it."""
    room, people, _ = opened()
    room.ask(people[RED], HandOver(id=room.fresh()))
    room.settle()
    assert people[RED].last(Refusal).code is RefusalCode.NO_SUCH
    assert holder(room, KEY) is not None


@pytest.mark.parametrize("late", ["take", "ask"])
def test_a_latecomer_takes_the_seat_from_the_bot_or_asks_as_the_plan_says(late: str) -> None:
    """A card promises what the arbiter refuses, or a person takes a seat where the umpire wanted to be asked."""
    room = Room("sealed_bid", plan={"bots": (RED,), "late": late})
    person, umpire = room.sit(RED), room.umpire()
    view = person.last(View)
    assert view.bot
    assert view.lent is (late == "take")
    room.ask(person, Claim(id=room.fresh()))
    room.settle()
    assert (RED in room.table.bots) is (late == "ask")
    if late == "ask":
        assert person.last(Refusal).code is RefusalCode.NOT_DRIVER
        room.rule(umpire, GiveBack(seat=RED))
        room.settle()
        assert RED not in room.table.bots
        assert not person.last(Team).bot


def test_a_seat_that_an_umpire_gave_to_a_bot_is_not_offered_to_its_holder() -> None:
    """A client offers its player to take the seat back, but the arbiter refuses that."""
    room, people, umpire = opened()
    room.rule(umpire, GiveToBot(seat=RED))
    room.settle()
    assert people[RED].last(Team).bot
    assert not people[RED].last(Team).lent


def test_a_watcher_claims_a_seat_only_after_the_silence_of_its_driver() -> None:
    """An impatient watcher takes the seat, or an inactive driver keeps it."""
    room, _, watcher = crewed()
    for _ in range(29):
        room.wait(1_000)
        room.beat(watcher)
    room.ask(watcher, Claim(id=room.fresh()))
    assert watcher.last(Refusal).code is RefusalCode.NOT_DRIVER
    room.wait(1_000)
    room.ask(watcher, Claim(id=room.fresh()))
    assert holder(room, "watcher") == Grant(role=Role.SEAT, table=TableId(1), seat=RED)
    assert holder(room, KEY) == Grant(role=Role.WATCHER, table=TableId(1), seat=RED)


def test_a_driver_who_was_just_seated_or_disconnected_by_a_crash_is_not_silent() -> None:
    """A watcher takes the seat while its driver's link comes back after a crash of the arbiter."""
    room, _, _ = crewed()
    room.wait(60_000)
    room.crash()
    watcher = room.greet("watcher")
    room.ask(watcher, Claim(id=room.fresh()))
    assert watcher.last(Refusal).code is RefusalCode.NOT_DRIVER
    room.wait(30_000)
    room.beat(watcher)
    driver = room.greet(KEY)
    room.ask(driver, HandOver(id=room.fresh()))
    room.settle()
    former = room.greet(KEY)
    room.ask(former, Claim(id=room.fresh()))
    assert former.last(Refusal).code is RefusalCode.NOT_DRIVER


# --- those who look -----------------------------------------------------------------------------------------------


def test_an_umpire_of_some_tables_moves_people_between_them_and_to_no_other() -> None:
    """A director of two tables cannot balance them, or puts a player where another umpire rules."""
    room = Room("sealed_bid", tables=3)
    room.sit("red.1")
    tutor = room.console(Role.UMPIRE, "tutor", tables=(1, 2))
    away = Reseat(seat=SeatId("red.1"), to_table=TableId(3), to_seat=SeatId("black.1"))
    refused = room.rule(tutor, away)
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.NOT_ALLOWED
    assert isinstance(room.rule(tutor, away.model_copy(update={"to_table": TableId(2)})), Done)
    assert room.exercise.roster.holding(Role.SEAT, TableId(2), SeatId("black.1"))


def test_both_people_of_an_exchange_are_disconnected_until_they_say_hello() -> None:
    """A person who was moved away still receives the discussion of the former team."""
    room = Room("sealed_bid", tables=2)
    one, other = room.sit("red.1"), room.sit("black.2", table=2)
    mate = room.sit("black.1", table=2)
    room.rule(room.umpire(), Reseat(seat=SeatId("red.1"), to_table=TableId(2), to_seat=SeatId("black.2")))
    heard = [len(person.frames) for person in (one, other)]
    room.say(mate, "black", "now that he has gone")
    assert [len(person.frames) for person in (one, other)] == heard
    for person in (one, other):
        room.ask(person, Resync())
        assert person.last(Refusal).code is RefusalCode.STALE
