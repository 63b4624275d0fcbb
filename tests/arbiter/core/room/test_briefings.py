"""The rules under the table's options, the briefing and the list of people, as each seat receives them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from warcouncil.arbiter.core.words.plan import PersonPlan
from warcouncil.games import registry
from warcouncil.protocol.acts.acts import Begin, GiveToBot
from warcouncil.protocol.acts.room_acts import Reseat
from warcouncil.protocol.table.rulebooks import RuleTable
from warcouncil.protocol.table.views import Company, View
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.replies import Done, Refusal, TableRules, Welcome
from warcouncil.protocol.wire.requests import HandOver, ReadRules, SayReady
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.arbiter.core.harness import Person, Room

NAMED = (
    PersonPlan(name="Ana María Núñez", table=TableId(1), seat=SeatId("red.1")),
    PersonPlan(name="小川", table=TableId(1), seat=SeatId("black.1")),
)


def named(start: str, **more: Any) -> Room:
    """Return a room of sealed bids in which two people have names."""
    return Room("sealed_bid", exercise={"start": start, "people": NAMED, **more})


def rules(room: Room, person: Person) -> TableRules:
    """Ask for the rules as a person, and return them."""
    room.ask(person, ReadRules(id=f"{len(person.replies):032x}"))
    said = person.last(TableRules)
    assert isinstance(said, TableRules)
    return said


def awaited(person: Person) -> list[str]:
    """Return the seats that the table waits for, as a person reads them."""
    return [one.seat for one in person.last(Company).sitters if one.awaited]


# --- rules ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", registry.names())
def test_rules_and_briefing_fit_into_a_frame_and_leave_no_trace(name: str) -> None:
    """A player who opens the rules causes a fault that holds the table, or each look at the rules is recorded."""
    room = Room(name)
    for seat, person in room.sit_all().items():
        rows = len(room.journal)
        said = rules(room, person)
        assert said.briefing == room.table.game.briefing(room.table.rules.open_options, SeatId(seat))
        assert [chapter.name for chapter in said.book.chapters][:2] == ["about", "wins"]
        assert "umpire" not in [chapter.name for chapter in said.book.chapters]
        assert len(person.frames[-1][1]) <= wire.REPLY_BYTES[-2]
        assert len(room.journal) == rows


@pytest.mark.parametrize("name", registry.names())
def test_the_rules_that_a_seat_reads_contain_no_command(name: str) -> None:
    """The rules begin with how to host the game instead of how it is won."""
    room = Room(name)
    said = rules(room, room.sit(next(iter(room.table.seats)))).book.model_dump_json()
    assert not re.search(r"warcouncil (?:demo|host)", said)


def test_rules_are_those_of_the_tables_own_options() -> None:
    """Two tables with different targets read the same rules."""
    room = Room("kashmir_crisis", {"threshold": 55})
    said = rules(room, room.sit("india"))
    assert "55 or more" in said.briefing.wins
    chapters = {chapter.name: chapter for chapter in said.book.chapters}
    assert "add up to 55 or more" in chapters["turn"].model_dump_json()
    events = [block for block in chapters["things"].blocks if isinstance(block, RuleTable)]
    assert len(events) == 2


def test_rules_do_not_reveal_a_prepared_deck() -> None:
    """A player who reads the rules finds the order of the deck."""
    events = [f"{rank}{suit}" for rank in "KQJ" for suit in "DCHS"]
    secret, usual = (Room("kashmir_crisis", options) for options in ({"deal": {"events": events}}, {}))
    read = [rules(room, room.sit("india")).model_dump(exclude={"id"}) for room in (secret, usual)]
    assert read[0] == read[1]


# --- who is there -----------------------------------------------------------------------------------------------------


def test_a_person_reads_their_own_name_and_all_others() -> None:
    """A player reads "Red 1" instead of their own name, or does not know who sits at the other seats."""
    room = named("linked")
    person = room.sit("red.1")
    assert person.last(Welcome).person == "Ana María Núñez"
    assert [one.person for one in person.last(Company).sitters if one.person] == ["Ana María Núñez", "小川"]


def test_names_are_hidden_from_players_and_not_from_umpires() -> None:
    """An exercise that is to be played without names shows them to the players, or hides them from the
    umpires.
    """
    room = named("linked", names=False)
    person, umpire = room.sit("red.1"), room.umpire()
    assert person.last(Welcome).person == ""
    assert "Ana" not in str([frame for _, frame in person.frames])
    assert "Ana" in str([frame for _, frame in umpire.frames])


def test_every_seat_is_told_which_seats_the_table_waits_for_until_it_begins() -> None:
    """People wait without knowing which person is missing."""
    room = named("linked")
    first = room.sit("red.1")
    assert not first.last(View).begun
    assert awaited(first) == ["red.2", "black.1", "black.2"]
    room.sit("black.1")
    assert awaited(first) == ["red.2", "black.2"]
    room.sit("red.2")
    room.sit("black.2")
    room.settle()
    assert first.last(View).begun
    told = len(first.of(Company))
    room.sit("black.1", key="another machine")
    assert len(first.of(Company)) == told, "once the game has begun, links are told to the own team alone"


def test_a_table_that_waits_until_all_are_ready_begins_with_the_last_word() -> None:
    """The clock runs while a player still reads the briefing."""
    room = named("ready")
    people = room.sit_all()
    room.settle()
    assert len(awaited(people["red.1"])) == 4
    for person in people.values():
        assert not room.table.begun
        rows = len(room.journal)
        room.ask(person, SayReady())
        assert len(room.journal) == rows
        room.settle()
    assert room.table.begun
    assert people["red.1"].last(View).clock.running


def test_ready_is_said_anew_on_every_link() -> None:
    """A player whose machine crashed counts as ready while they look for another."""
    room = named("ready")
    people = room.sit_all()
    room.ask(people["red.1"], SayReady())
    again = room.greet("1:red.1:seat", "another link")
    assert "red.1" in awaited(again)


def test_each_of_a_crew_marks_ready_and_the_mark_of_the_driver_counts() -> None:
    """If the seat was handed over before the game began, the table waits for ever for a driver who read the
    briefing as a watcher. The former driver reads that the request is not allowed.
    """
    room = named("ready", crews=True)
    people = room.sit_all()
    watcher = room.sit("red.1", role=Role.WATCHER, key="watcher")
    room.ask(watcher, SayReady())
    assert "red.1" in awaited(people["red.2"])
    room.ask(people["red.1"], HandOver(id=room.fresh()))
    room.settle()
    now, before = room.greet("watcher"), room.greet("1:red.1:seat")
    for each in (now, before):
        room.ask(each, SayReady())
    assert not [*now.of(Refusal), *before.of(Refusal)]
    assert "red.1" not in awaited(people["red.2"])


def test_a_bot_is_not_waited_for_and_an_umpire_may_begin_earlier() -> None:
    """A table with a bot waits for the bot to read its briefing."""
    room = named("ready")
    people, umpire = room.sit_all(), room.umpire()
    for seat in ("red.2", "black.1"):
        room.ask(people[seat], SayReady())
    assert isinstance(room.rule(umpire, GiveToBot(seat=SeatId("black.2"))), Done)
    assert awaited(people["red.1"]) == ["red.1"]
    assert isinstance(room.rule(umpire, Begin()), Done)
    assert people["red.1"].last(View).begun


def test_a_table_is_told_when_a_person_changes_seats_during_the_game() -> None:
    """Names stay with the seats that people have left."""
    room = named("now")
    people, umpire = room.sit_all(), room.umpire()
    room.rule(umpire, Reseat(seat=SeatId("red.1"), to_table=TableId(1), to_seat=SeatId("black.2")))
    sitters = {one.seat: one.person for one in people["red.2"].last(Company).sitters}
    assert sitters["black.2"] == "Ana María Núñez"
    assert sitters["red.1"] == ""


def test_a_late_ready_mark_is_sent_to_no_seat() -> None:
    """A client that marks itself ready at every link floods its table."""
    room = named("now")
    people = room.sit_all()
    before = [len(person.replies) for person in people.values()]
    room.ask(people["red.1"], SayReady())
    assert [len(person.replies) for person in people.values()] == before
