"""Who sits where: codes, removals, moves, crews, and those who only look. A key never gives more than where it sits."""

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
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.arbiter.core.harness import Person, Room

RED, MATE, FOE = SeatId("red.1"), SeatId("red.2"), SeatId("black.1")
KEY = "1:red.1:seat"


def opened(**more: Any) -> tuple[Room, dict[str, Person], Person]:
    """Give a room of sealed bids in which everybody sits, and its umpire."""
    room = Room("sealed_bid", **more)
    return room, room.sit_all(), room.umpire()


def crewed(**more: Any) -> tuple[Room, dict[str, Person], Person]:
    """Give a room where crews sit, a whole table, and a watcher of the first seat."""
    exercise = {"crews": True, "claim_seconds": 30, **more}
    room = Room("sealed_bid", exercise=exercise)
    return room, room.sit_all(), room.sit("red.1", role=Role.WATCHER, key="watcher")


def holder(room: Room, key: str) -> Grant | None:
    """Give what a key is for."""
    return room.exercise.keys.get(key)


def bid(room: Room, person: Person) -> Declare:
    """Declare the first card of a hand."""
    seat = room.exercise.keys[person.key].seat
    return room.declare(person, {"card": str(room.table.state.hands[seat][0])})


# --- codes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("are_several", [True, False])
def test_who_comes_in_is_told_whether_his_seat_can_be_handed_over(are_several: bool) -> None:
    """A window would ask whether he is sure, and only then say that there is nobody to hand it to."""
    room = Room("sealed_bid", exercise={"crews": are_several})
    for person in room.sit_all().values():
        assert person.last(Welcome).crews is are_several


def test_a_new_code_kills_the_old_key_at_once_and_the_old_code_with_it() -> None:
    """Whoever copied a key or found a card would stay at the seat."""
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
    """A resume would let the old card in again, or leave the seat without any."""
    room, _, umpire = opened()
    room.rule(umpire, Reissue(seat=RED))
    room.play(0)
    plate = umpire.last(CodeIssued).code.partition("-")[0]
    room.crash()
    assert isinstance(room.exercise.card(plate), CodeCard)
    assert room.exercise.card("AAA") is Turned.WRONG_CODE
    assert KEY not in room.exercise.keys


def test_who_may_not_see_a_hand_is_not_told_the_code_that_opens_it() -> None:
    """The technical crew would reissue a seat, join with its code, and read the commander's cards."""
    room, _, umpire = opened()
    fixer = room.console(Role.TECHNICAL)
    stranger = room.console(Role.UMPIRE, "of another table", tables=(2,))
    watcher = room.console(Role.OBSERVER)
    assert isinstance(room.rule(fixer, Reissue(seat=RED), reason="a broken laptop"), Done)
    assert umpire.last(CodeIssued).seat == RED
    assert not [one for one in (fixer, stranger, watcher) if one.of(CodeIssued)]


def test_a_new_code_that_nobody_could_read_waits_for_an_umpire() -> None:
    """The seat would stay shut to everybody, for its old card is dead."""
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
def test_what_a_removed_person_had_sealed_stands_or_falls_as_the_umpire_says(keep: bool) -> None:
    """A person who was sent out would still give the orders, or his team would lose one it had agreed."""
    room, people, umpire = opened()
    bid(room, people[RED])
    room.rule(umpire, Remove(seat=RED, keep=keep), reason="shouting")
    assert (RED in room.table.sealed) is keep
    assert people[RED].last(Fenced)
    assert "shouting" not in people[RED].last(Fenced).text
    assert holder(room, KEY) is None
    assert not umpire.last(TableStatus).seats[0].joined
    assert people[MATE].last(Team).team[0].linked is False
    assert ("stands" in room.table.story.record[-1].text) is keep
    room.crash()
    assert (RED in room.table.sealed) is keep


def test_a_removed_person_is_out_with_key_and_card() -> None:
    """Whoever was sent out would walk in again with the card in his pocket."""
    room, _, umpire = opened()
    room.rule(umpire, Remove(seat=RED, keep=True), reason="shouting")
    assert room.exercise.card("AAA") is Turned.WRONG_CODE
    issued = umpire.last(CodeIssued)
    assert (issued.table, issued.seat) == (1, RED)
    assert isinstance(room.exercise.card(issued.code.partition("-")[0]), CodeCard)


def test_a_removed_driver_takes_his_crew_with_him_and_no_bot() -> None:
    """A watcher would claim the seat the moment its driver is sent out."""
    room, _, watcher = crewed()
    umpire = room.umpire()
    room.rule(umpire, Remove(seat=RED, keep=True))
    assert watcher.last(Fenced)
    room.ask(watcher, Claim(id=room.fresh()))
    assert watcher.last(Refusal).code is RefusalCode.UNKNOWN_KEY


# --- moving -------------------------------------------------------------------------------------------------------


def test_two_people_of_different_tables_change_places_and_see_only_their_new_seat() -> None:
    """Somebody at the wrong laptop would take what he knows with him, and get the mail of both seats."""
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


def test_a_person_moves_to_an_empty_seat_and_leaves_his_own() -> None:
    """A late team could not be filled up."""
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


def test_the_names_on_the_wall_move_with_their_people() -> None:
    """The umpire would look for a person where he no longer sits."""
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
        (Reseat(seat=RED, to_table=TableId(1), to_seat=RED), "where the holder"),
        (Reseat(seat=SeatId("black.2"), to_table=TableId(1), to_seat=FOE), "Nobody holds"),
        (Remove(seat=SeatId("green"), keep=True), "no seat"),
        (Reissue(seat=SeatId("")), "no seat"),
    ],
    ids=lambda value: value.act if hasattr(value, "act") else "",
)
def test_a_move_that_makes_no_sense_is_refused_in_words(act: Any, says: str) -> None:
    """A slip would unseat somebody who sits where he should."""
    room = Room("sealed_bid")
    room.sit("red.1")
    umpire = room.umpire()
    keys, rows = dict(room.exercise.keys), len(room.journal)
    said = room.rule(umpire, act)
    assert isinstance(said, Refusal)
    assert said.code is RefusalCode.NO_SUCH
    assert says in said.text
    assert (dict(room.exercise.keys), len(room.journal)) == (keys, rows)


def test_an_umpire_of_one_table_moves_nobody_to_another() -> None:
    """A tutor would put his student among the secrets of a table that is not his."""
    room = Room("sealed_bid", tables=2)
    room.sit("red.1")
    tutor = room.console(Role.UMPIRE, "tutor", tables=(1,))
    said = room.rule(tutor, Reseat(seat=RED, to_table=TableId(2), to_seat=FOE))
    assert isinstance(said, Refusal)
    assert said.code is RefusalCode.NOT_ALLOWED


def test_a_key_that_is_admitted_to_another_seat_hears_no_more_of_the_first() -> None:
    """Whoever knocked with two cards would sit at both tables."""
    room, people, _ = opened()
    room.do(Admitted(at=room.at, key=KEY, holder=Grant(role=Role.SEAT, table=TableId(1), seat=FOE)))
    heard = len(people[RED].frames)
    room.wait(25_000)
    assert len(people[RED].frames) == heard
    moved = room.greet(KEY)
    assert moved.last(Welcome).seat == FOE


# --- crews --------------------------------------------------------------------------------------------------------


def test_a_watcher_sees_what_his_driver_sees_and_seals_nothing() -> None:
    """A second person at a laptop would know less than the seat, or more, or give orders of his own."""
    room, people, watcher = crewed()
    room.say(people[MATE], "red", "low")
    room.say(people[FOE], "black", "high")
    for person in people.values():
        bid(room, person)
    mine, his = people[RED].last(View), watcher.last(View)
    assert his == mine.model_copy(update={"watching": True})
    assert [line.text for line in watcher.of(Spoken)] == ["low"]
    room.declare(watcher, {"card": "1"})
    assert watcher.last(Refusal).code is RefusalCode.NOT_DRIVER
    assert not room.table.sealed
    room.rule(room.umpire(), Pause())
    assert watcher.last(Clock) == people[RED].last(Clock)


def test_a_card_admits_watchers_while_its_seat_is_driven_where_crews_sit() -> None:
    """The second of a crew could not sit down, or would push the first out."""
    room, _, _ = crewed()
    card = room.exercise.card("AAA")
    assert isinstance(card, CodeCard)
    assert card.holder.role is Role.WATCHER


def test_a_driver_hands_over_to_the_first_of_his_crew_who_is_there() -> None:
    """The seat would go to somebody who has left the room."""
    room, people, _ = crewed()
    room.wait(6_000)
    room.beat(people[RED])
    present = room.sit("red.1", role=Role.WATCHER, key="present")
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
    assert present.key == "present"
    room.crash()
    assert holder(room, "present") == Grant(role=Role.SEAT, table=TableId(1), seat=RED)


def test_what_a_driver_sealed_is_answered_again_when_another_drives_and_nothing_more_is_sealed_by_him() -> (
    None
):
    """Who had lost the receipt with his link, and watches now, would read that his answer is not sealed, though it counts."""
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


def test_whoever_came_first_stays_the_first_of_his_crew_though_he_drove_between() -> None:
    """Who has handed over would stand behind all who came after him, and a crew of three never have its first driver back."""
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


def test_nobody_hands_over_to_nobody() -> None:
    """A driver would leave his seat empty without knowing it."""
    room, people, _ = opened()
    room.ask(people[RED], HandOver(id=room.fresh()))
    room.settle()
    assert people[RED].last(Refusal).code is RefusalCode.NO_SUCH
    assert holder(room, KEY) is not None


@pytest.mark.parametrize("late", ["take", "ask"])
def test_who_comes_late_takes_his_seat_from_the_bot_or_asks_for_it_as_the_plan_says(late: str) -> None:
    """A card would promise what the arbiter refuses, or somebody would sit down where the umpire wanted to be asked."""
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


def test_what_an_umpire_gave_to_a_bot_its_holder_does_not_take_and_is_not_told_to() -> None:
    """The window would name a key that is refused."""
    room, people, umpire = opened()
    room.rule(umpire, GiveToBot(seat=RED))
    room.settle()
    assert people[RED].last(Team).bot
    assert not people[RED].last(Team).lent


def test_a_watcher_claims_a_seat_whose_driver_has_been_silent_and_not_before() -> None:
    """An impatient watcher would take the seat, or a sleeper would keep it."""
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


def test_a_driver_who_was_just_seated_or_cut_off_by_a_crash_is_not_silent() -> None:
    """A watcher would snatch the seat while its driver's link comes back, which was nobody's fault of his."""
    room, people, _ = crewed()
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
    assert people


# --- those who look -----------------------------------------------------------------------------------------------


def test_an_umpire_of_some_tables_moves_people_between_them_and_to_no_other() -> None:
    """A director of two tables could not even them out, or would put a player where another umpire rules."""
    room = Room("sealed_bid", tables=3)
    room.sit("red.1")
    tutor = room.console(Role.UMPIRE, "tutor", tables=(1, 2))
    away = Reseat(seat=SeatId("red.1"), to_table=TableId(3), to_seat=SeatId("black.1"))
    refused = room.rule(tutor, away)
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.NOT_ALLOWED
    assert isinstance(room.rule(tutor, away.model_copy(update={"to_table": TableId(2)})), Done)
    assert room.exercise.roster.holding(Role.SEAT, TableId(2), SeatId("black.1"))


def test_both_who_change_places_are_cut_off_until_they_say_hello() -> None:
    """Whoever was made to give his seat up would go on hearing the council of the team that he has left."""
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
